"""Paths between researchers: the network in memory and Neo4j, compared on a generated network."""
