"""The compiler from GraphQL to Cypher, and the execution of requests.

A request meets the modules in this order:

- `schema`: the root fields and the Strawberry schema. `errors`: codes and errors for clients.
- `execute`: answer a request. `document`: parse, validate and coerce variables.
- `heavy_queries`: let few expensive queries run at once.
- `literal_hoisting`, `plan_cache`: find the plan of a document of the same shape. `compile`: compile a new one.
- `execute_mutation`: run the fields of a mutation. `mutations`, `curation_service`: decisions of curators, and the
  service that executes them. `act_mutations`: acts of users. `mutation_context`, `payload_nodes`: payloads.
- `match`: parameters and scores of bulk matching. `export`: read a list to its end.
- `reply`: the response, with the path and the locations of errors.
"""
