"""The Neo4j client: `client` runs statements at an `address`, reads over a `read_pool` of `bolt` connections.

`packstream` encodes their messages. `planning` lets one request at a time plan a statement, `plan_versions` decides
when a statement needs a new plan, and `explain` describes plans. `timeouts`, `retries`, `values`,
`entities`, `metrics` and `errors` support both these connections and the official driver.
"""
