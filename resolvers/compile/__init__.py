"""From a GraphQL selection to one Cypher text."""
