"""The managed Neo4j.

- `lockfile`, `jars`, `java`, `aot`: download and check Neo4j and Java, and create the AOT cache.
- `data_dir`, `config`, `ports`, `state`: the data folder, its settings, ports, and the record of the running server.
  `file_lock`: exclusive access to a folder.
- `launch`, `recovery`, `supervisor`, `server`, `watchdog`: start, recover, join, supervise and stop the server.
- `admin`, `store_replacement`, `backup`: run `neo4j-admin`; dump, restore and import the graph.
- `errors`, `error_handling`, `progress`: errors with hints, signals and errors of commands, and progress reports.
"""
