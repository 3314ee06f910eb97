"""Matching in bulk: what is asked of the graph for each description, and how near each candidate is."""
