"""Fill the graph: read files of sources, resolve their records into entities and people, write and derive.

Data meets the packages in this order:

- `fetch`: download files from the APIs of sources.
- `formats`: open files, decompress them, and split them into elements.
- `sources`: one reader per source, which yields records; `bibliographic` has the helpers that several readers share.
- `records`: record types, normalization, limits, serialization and versions.
- `pipeline`: run a load: read in parallel, batch, resolve, write, report.
- `resolution`: decide which records and mentions belong together.
- `writing`: write a resolved batch in one transaction, and derive facts.
- `bulk`: load into an empty graph, partition by partition.
- `curation`: curators' decisions and the review queue; `classify`: predict topics; `embed`: vectors of papers.
- `unload`: remove records; `export`: write the graph to files; `generate`: synthetic data for tests.

`plugin_registry` finds the sources and services; `graph_queries` runs the loaders' queries; `child_process` ends a
child process with its parent. `bibliography` reads a bibliography that a user sends.
"""
