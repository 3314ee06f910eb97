"""The application.

- `__main__`: `python -m byline`. `cli`: the commands. `shell`: the interactive shell. `notebook`: Cypher in notebooks.
- `settings`, `load_settings`, `account_settings`: settings of the application, of loads and fetches, and of accounts.
- `local_neo4j`: the managed Neo4j. `server`: the HTTP server.
- `embedding_model`, `text_embedder`: the embedding model, and the vectors of texts of clients.
"""
