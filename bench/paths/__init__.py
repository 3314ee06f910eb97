"""Paths between researchers: the engine beside Neo4j and PostgreSQL on a generated network."""
