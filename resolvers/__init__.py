"""The compiler from GraphQL to Cypher, and the execution of requests."""
