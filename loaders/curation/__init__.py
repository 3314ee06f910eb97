"""Curators' decisions on entities: merge, keep apart, split, revoke, explain, compare, and the review queue."""
