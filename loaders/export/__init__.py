"""Export the graph.

- `canonical_export`: the whole graph as sorted lines that are independent of generated IDs.
- `pages`: the records of sources, or the canonical lines, page by page.
"""
