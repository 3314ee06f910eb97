"""One module or package per source of scholarly data; each reads the files of the source and yields typed records.

`base` defines `Source` and finds all sources. The sources are:

- works of many publishers: `openalex`, `semanticscholar`, `crossref`, `crossref_xml`, `datacite`, `dblp`,
  `opencitations_meta`
- works of one field or archive: `acl`, `aan`, `arxiv`, `paperscape`, `pubmed`, `jats`, `vispubs`
- people and organizations: `orcid`, `ror`
- citations: `opencitations`
- files of users: `bibtex`, `ris`, `csl_json`, `table`
- records of Byline itself: `sample` (bundled), `curator` (statements of curators)
"""
