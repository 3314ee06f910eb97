"""What a person types into a search box, made fit for a full-text index: never a syntax error."""

import re
from typing import Any

from cypher.identifiers import IdentifierError, normal
from resolvers.compile.registry import stored

WORD = re.compile(r"[^\W_]+", re.UNICODE)
MOST_WORDS = 32
"""Words of one question that are looked for; more find nothing more."""
LONGEST_WORD = 100
"""Letters of one word that are looked for: Lucene takes no term of any length."""
SCHEMES = ("doi", "arxiv", "orcid", "ror", "acl", "openalex", "s2", "pmid", "dblp", "acl-person", "acl-venue")
KINDS = ("Paper", "Researcher", "Topic", "Institution", "Venue")


def words(query: Any) -> str:  # noqa: ANN401 what a client sent
    """Return a Lucene query: every word quoted and wanted, the last one as a prefix too; empty where there is none."""
    found = [word.lower()[:LONGEST_WORD] for word in WORD.findall(str(query))][:MOST_WORDS]
    if not found:
        return ""
    *whole, last = found
    return " ".join([*(f'+"{word}"' for word in whole), f'+("{last}" {last}*)'])


def typed(query: Any) -> str:  # noqa: ANN401 what a client sent
    """Return the text as a Byline id would be written."""
    return str(query).strip()


def identifiers(query: Any) -> list[list[str]]:  # noqa: ANN401 what a client sent
    """Return every [scheme, value] that the text could be, in normal form."""
    raw = str(query).strip()
    found: list[list[str]] = []
    for scheme in SCHEMES:
        try:
            found.append(normal(f"{scheme}:{raw}").split(":", 1))
        except IdentifierError:
            continue
    return found


def kinds(asked: Any) -> list[str]:  # noqa: ANN401 what a client sent
    """Return the labels to look among; all of them where none was named."""
    return [str(stored(kind)) for kind in asked] if asked is not None else list(KINDS)
