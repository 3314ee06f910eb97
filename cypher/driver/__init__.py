"""The Neo4j client: `client` runs statements; `timeouts`, `values`, `metrics` and `errors` support it."""
