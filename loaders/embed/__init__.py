"""Compute vectors of papers from their titles and abstracts, so that papers are found by meaning.

`model` turns texts into vectors. `pipeline` reads the papers page by page, embeds those with missing or outdated
vectors, and writes the vectors.
"""
