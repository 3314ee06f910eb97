"""The Neo4j client: connections, timeouts, errors and wait times."""
