"""Helpers for bibliographic data that several readers of sources share.

- `json_works`: read JSON files of works, with rejects.
- `citation_entry`: convert a reference of a BibTeX, RIS or CSL-JSON file to records.
- `jats_text`, `tex_accents`: convert JATS and TeX texts to plain text.
- `containers`, `funders`, `keywords`, `relations`: convert journals and books, funders, keywords and relations of
  works.
- `repository_links`: find links to code and data in texts.
"""
