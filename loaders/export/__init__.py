"""Export the graph.

- `canonical_export`: the whole graph as sorted lines that are independent of generated IDs.
- `pages`: the records of sources, or the canonical lines, page by page.
- `bibliography`: works as references in BibTeX, RIS and CSL-JSON.
- `graph_tables`: the nodes and relationships of labels and types, page by page.
- `network_files`: these tables as GraphML or GEXF.
- `table_files`: these tables as Parquet files or a DuckDB database.
- `croissant`: metadata of a folder of Parquet files: sources, licenses, checksums, columns.
"""
