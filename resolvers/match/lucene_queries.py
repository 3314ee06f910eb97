"""Convert messy texts to Lucene queries for any of their words, some also misspelled by one letter.

The queries are never syntax errors. Words are quoted, so that the analyzer of the index splits them like the stored
texts. The analyzer does not process fuzzy words, so these are folded here, and their special characters are escaped.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast
from unicodedata import normalize

from resolvers.compile.search import LONGEST_WORD, fold_query, normalize_query

MAX_TEXT_LENGTH = 1_000
"""Maximum length of a text; the rest is ignored."""
MAX_WORDS = 24
"""Maximum number of words of a query; others are ignored."""
WORD = re.compile(r"\w+(?:['\u2019.]\w+)*")
MIN_FUZZY_LETTERS = 3
"""Minimum length of a word that may be misspelled."""
MAX_FUZZY_TITLE_WORDS = 4
"""Maximum number of words of a title in which each word may be misspelled."""
MAX_FUZZY_WORDS = 3
"""Number of words of a longer title that may be misspelled."""
COMMON_WORDS = frozenset(
    {
        *("university", "universitat", "universite", "universidad", "universita", "institute", "center", "center"),
        *("research", "national", "college", "hospital", "foundation", "school", "technology", "laboratory"),
        *("medical", "health", "science", "sciences", "department", "international", "state", "united", "states"),
    }
)
"""Words in the names of many institutions: a search for their misspellings would be slow and find nothing new."""


def normalize_and_truncate(text: object) -> str:
    """Return a text for a query: composed (NFC), with single spaces, of at most `MAX_TEXT_LENGTH` characters."""
    return normalize_query(str(text or "")[: 2 * MAX_TEXT_LENGTH])[:MAX_TEXT_LENGTH]


def texts(description: Mapping[str, Any], key: str, most: int) -> list[str]:
    """Return the first texts of a list in a description, at most `most`."""
    values = cast("Sequence[object]", description.get(key) or ())
    return [normalize_and_truncate(value) for value in values[:most]]


def terms(text: str) -> list[str]:
    """Return the first words of a text, each once, split approximately like the analyzer does."""
    tokens = (word[:LONGEST_WORD] for word in WORD.findall(normalize("NFC", text)))
    return list(dict.fromkeys(tokens))[:MAX_WORDS]


def title_query(title: str) -> str:
    """Return the query for a title. Each word of a short title may be misspelled, of a longer one the three longest."""
    tokens = terms(title)
    fuzzy = tokens if len(tokens) <= MAX_FUZZY_TITLE_WORDS else sorted(tokens, key=len, reverse=True)[:MAX_FUZZY_WORDS]
    return _field_query("title", (fuzzy_term(word) if word in fuzzy else f'"{word}"' for word in tokens))


def name_query(tokens: Sequence[str]) -> str:
    """Return the query for a person's folded name. If all given names are initials, the family name is required."""
    full = [word for word in tokens if len(word) > 1]
    if not full:
        return ""
    *given_names, family = full
    joined = ["".join(given_names)] if len(given_names) > 1 else []
    initials = [word for word in tokens if len(word) == 1]
    required = "+" if initials and not given_names else ""
    initial_terms = (f"({initial} {initial}*)" for initial in initials)
    return _field_query(
        "name",
        [*map(fuzzy_term, given_names), *map(fuzzy_term, joined), f"{required}({fuzzy_term(family)})", *initial_terms],
    )


def affiliation_query(first: str, rest: str) -> str:
    """Return the query for an affiliation: the words of `first`, which names the institution, have more weight."""
    name_terms = " ".join(f'"{word}"' if word.lower() in COMMON_WORDS else fuzzy_term(word) for word in terms(first))
    others = " ".join(f'"{word}"' for word in terms(rest))
    return _field_query("name", [f"({name_terms})^3" if name_terms else "", others])


def alias_query(query: str) -> str:
    """Convert a query for names to a query for aliases."""
    return "aliases" + query.removeprefix("name") if query else ""


def fuzzy_term(word: str) -> str:
    """Return the term for a word and, if it is long enough, its misspellings by one letter."""
    plain = fold_query(word)
    if len(plain) < MIN_FUZZY_LETTERS or not plain.isascii():
        return f'"{word}"'
    return re.sub(r"(\W)", r"\\\1", plain) + "~1"


def _field_query(field: str, clauses: Iterable[str]) -> str:
    """Return a query for any of the clauses in a field of the index."""
    query = " ".join(filter(None, clauses))
    return f"{field}:({query})" if query else ""
