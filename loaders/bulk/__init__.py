"""Prepare a whole graph as files for Neo4j's own import: the same records, rules and outcome as loading batch by batch.

Records are read (`take`), those that share an id or a title are brought together (`gather`), partitions of them are
decided and laid out by processes (`things`, `people`, `layout`), what follows from them is joined and counted by DuckDB
(`sql/`), and `export` writes one table for each label and type of relationship. No step holds more than one partition.
"""
