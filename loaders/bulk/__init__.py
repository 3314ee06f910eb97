"""Prepare an entire graph as files for Neo4j's import, with the same rules and result as loading batch by batch.

Data meets the modules in this order; no step holds more than one partition in memory:

- `splits`, `extract`: read the source files in splits, and write records with their blocking keys.
- `pipeline`: group records that share a blocking key into partitions, and run all steps.
- `partition_steps`: resolve partitions of records and of names, and write the rows of a partition.
- `duckdb_session`, `row_schemas` and `sql/`: derive relationships and counts from the rows of all partitions.
- `import_csv`, `import_package`: write the files for the import, and finish it.

`work_dir` holds the tables between the steps; `executors` run steps over partitions.
"""
