"""Bulk matching: the query parameters of each description, and the similarity of each candidate."""
