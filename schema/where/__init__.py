"""The filters: which papers, people, topics, institutions, venues, and what they are linked to."""
