"""Everything that concerns Neo4j: the `.cypher` files and the client.

- `catalog`: read the `.cypher` files and check their headers.
- `codegen`: generate `queries`, which has a row class for each query.
- `model`: the declared graph model. `graph_statistics`: the size of the graph.
- `driver`: the client. `migrate`: apply the migrations.
- `public`: decide whether a statement of a client may run.
"""
