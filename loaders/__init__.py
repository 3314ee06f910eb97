"""How the graph is filled: sources, normalising, identity, writing, deriving."""
