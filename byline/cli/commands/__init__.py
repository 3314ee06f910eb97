"""One module per command of the command line, with the name of the command.

- Load data: `fetch`, `sources`, `load`, `finish_import`, `unload`, `generate`.
- Query: `query`, `shell`, `schema`, `examples`, `match`, `map`, `changes`, `export`.
- Run: `demo`, `serve`, `db`, `gds`, `doctor`.
- Maintain the graph: `migrate`, `reset`, `describe`, `classify`, `embed`.
- Decide: `identity`. Accounts: `user`, `policy`.
"""
