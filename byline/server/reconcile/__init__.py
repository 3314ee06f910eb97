"""The Reconciliation Service API 0.2 under /reconcile, for OpenRefine; all data is read through GraphQL.

A request meets the modules in this order:

- `http`: the endpoints. `manifest`: the description of the service. `entity_types`: the types and their properties.
- `queries`: reconciliation queries. `services`: suggestions, previews and data extension.
- `graphql_client`: GraphQL requests that answer them.
"""
