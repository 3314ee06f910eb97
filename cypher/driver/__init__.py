"""The Neo4j client: `client` runs statements at an `address`, reads over a `read_pool` of `bolt` connections.

`packstream` encodes their messages. `timeouts`, `values`, `metrics` and `errors` support both these
connections and the official driver.
"""
