"""Run a load: read a source in batches, resolve and write each batch, derive facts, and report.

Data meets the modules in this order:

- `run`: the load itself, with checkpoints and resumption.
- `bundled_sample`: detect that a source's bundled file is already loaded.
- `chunk_reader`: read files in chunks, in this process or with `reader_pool`.
- `reader_pool`, `reader_worker`: processes that read files in parallel.
- `record_batches`: read one file as batches of normalized records and rejects.
- `summary`: counts and messages of a load, stored on its node in the graph.
- `progress`, `timings`: progress reports, and the time that each activity takes.
- `ended_profiles`: remove the statements of ended claims of users.
- `garbage_collection`: pause Python's garbage collector while a batch is processed.
"""
