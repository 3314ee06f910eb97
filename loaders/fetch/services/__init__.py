"""One module per service from which records can be fetched; each ends in a `SERVICE` that `loaders.fetch.service`
discovers.

Works: `openalex`, `crossref`, `datacite`, `semantic_scholar`, `arxiv` (search API) and `arxiv_oai` (bulk). People:
`orcid`. Organizations: `ror`.
"""
