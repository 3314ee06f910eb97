"""Whom to believe: for each kind of fact, the sources in the order in which they are asked.

A value is taken from the first source in its row that states it; sources that the row does not name come after, by
name. Within one source the record whose key sorts first speaks. That makes every value a function of the set of
records.
"""

from typing import Final

EDITED: Final = (
    *("acl", "crossref", "datacite", "pubmed", "dblp", "arxiv"),
    *("openalex", "opencitations-meta", "semanticscholar", "paperscape"),
)
"""Sources whose people edit what they state come first, sources that harvest others last."""

TRUST: Final[dict[str, tuple[str, ...]]] = {
    "title": EDITED,
    "kind": EDITED,
    "abstract": ("acl", "arxiv", "pubmed", "crossref", "openalex", "semanticscholar"),
    "by-line": EDITED,
    "name of a person": ("orcid", "acl", "dblp", "crossref", "pubmed", "arxiv", "openalex", "semanticscholar"),
    "ids": EDITED,
    "open access": ("openalex", "semanticscholar"),
    "topics": ("arxiv", "acl", "pubmed", "openalex", "semanticscholar"),
    "licence": ("arxiv", "acl", "crossref", "openalex", "semanticscholar"),
    "institution": ("ror", "openalex"),
    "funder": ("crossref", "openalex"),
    "venue": EDITED,
    "anything else": EDITED,
}


def rank(fact: str, source: str) -> tuple[int, str]:
    """Return where a source stands for a kind of fact: smaller is more trusted."""
    row = TRUST.get(fact, TRUST["anything else"])
    return (row.index(source) if source in row else len(row), source)
