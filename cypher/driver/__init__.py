"""cypher.driver."""
