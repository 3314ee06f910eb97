"""The co-author network in memory: distances, shortest paths, components. Also the main path of a topic, and the
layout of research maps.

| module | contents |
| --- | --- |
| `arrays.py` | types of arrays |
| `search_loops.py` | the innermost loops of searches, compiled by numba |
| `coauthor_graph.py` | the network as compressed adjacency (CSR), built from rows, with its connected components |
| `sort_keys.py` | the sort keys of the network's people |
| `network_update.py` | the network after a write, without reading the pairs of unchanged people |
| `network_copy.py` | the server's copy of the network, built from Neo4j and updated after every write |
| `ranking.py` | conditions on joint work, and the cost of a step under each ranking |
| `distance.py` | search from both ends: degrees of separation, distances in bulk, distance histogram |
| `paths.py` | the best simple paths between two sets of people |
| `time_order.py` | the best simple paths whose steps are in time order |
| `main_path.py` | the main path of a citation network by search path counts |
| `map_layout.py` | positions of the entities of a research map |
"""
