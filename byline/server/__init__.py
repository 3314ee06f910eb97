"""The HTTP server.

A request meets the modules in this order:

- `uvicorn_server`, `app`: the process with its limits of connections, and the application. `logs`: its logs.
- `host_validation`, `request_metrics`, `rate_limit`: checks and metrics of every request. `authentication`: its viewer.
- `graphql`, `content_negotiation`, `request`, `trusted_documents`, `persisted_queries`: read a GraphQL request.
- `response_cache`: keep responses. `prepared_responses`: introspection, encoded and compressed once.
- `service`: create the service that answers it. `responses`, `streamed_responses`: write the response.
- `websocket`: GraphQL over WebSocket. `cypher`: Cypher statements of analysts.
- `account_routes`: sign-in, sessions, and the archive of an account.
- `pages`: the start page and the page of errors. `manual`: the manual as HTML.
- `rest`: REST routes. `reconcile`: the reconciliation API.
- `bibliography`: papers and collections as BibTeX, RIS and CSL-JSON.
- `feed`: the feed of a user as Atom and JSON Lines.
- `background_tasks`: plan the first pages, and refresh the size of the graph.
"""
