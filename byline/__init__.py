"""The application: `cli` (commands), `server` (HTTP), `local_neo4j` (the managed Neo4j) and `settings`."""
