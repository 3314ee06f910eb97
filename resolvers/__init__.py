"""The compiler from GraphQL to Cypher, and the execution of requests.

A request meets the modules in this order:

- `schema`: the root fields and the Strawberry schema. `errors`: codes and errors for clients.
- `execute`: answer a request. `document`: parse, validate and coerce variables.
- `expensive_queries`: let few expensive queries run at once.
- `plan_cache`: find the plan of a document of the same shape. `compile`: compile a new one.
- `service_roots`, `account_roots`: root fields that services resolve. `permissions`: the rights of the viewer.
- `computed_parameters`: search before the query runs. `path_search`, `conditional_path_search`: paths.
- `execute_mutation`: run the fields of a mutation. `mutations`: decisions of curators and acts of users, with
  `content_mutations`, `claim_mutations`, `collection_mutations`, `invitation_mutations` and `account_mutations`.
  `curation_service`: the service that executes decisions. `mutation_context`, `payload_nodes`: payloads.
- `match`: parameters and scores of bulk matching. `export`: read a list to its end.
- `execute_subscription`, `subscriptions`, `live_updates`: subscriptions, and the events that they deliver.
- `reply`: the response, with the path and the locations of errors. `version`: Byline's version.
"""
