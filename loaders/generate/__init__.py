"""Generate a graph of synthetic papers with realistic distributions, directly into an empty graph, for benchmarks.

`seeded_random` draws random numbers, `graph_model` decides authors, citations and venues, `rows` lays them out as the
loaders would, and `pipeline` writes them and computes the derived facts. The result depends only on the seed and the
number of papers. Each paper depends only on its own number, so no state is kept.
"""
