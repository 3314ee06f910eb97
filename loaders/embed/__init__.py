"""Compute vectors of papers from their titles and abstracts, so that papers are found by meaning.

`model` turns texts into vectors, `papers` reads papers with missing or outdated vectors page by page, and `pipeline`
embeds the pages and writes the vectors.
"""
