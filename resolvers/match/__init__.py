"""Bulk matching of descriptions to entities.

- `ids`, `person_name_text`, `affiliation_text`, `lucene_queries`: parameters from the text of a description.
- `researchers`, `papers`, `institutions`: parameters and scores for each type.
- `similarity`, `scoring`: compare values, and combine the results.
"""
