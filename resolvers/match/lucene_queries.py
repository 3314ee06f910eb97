"""Messy text as Lucene queries: any of the words, those that may be misspelt by one letter too; never a syntax error.

Words are quoted, so that the index's own analyzer takes them apart as it took the stored texts. A word that may be
misspelt stands bare and folded, with every sign in it escaped, for the analyzer does not see it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast
from unicodedata import normalize

from resolvers.compile.search import LONGEST_WORD, fold_query, normalize_query

LONGEST = 1_000
"""Characters of a text that are looked at."""
MOST_WORDS = 24
"""Words of one text that are looked for."""
WORD = re.compile(r"\w+(?:['\u2019.]\w+)*")
MISSPELT_FROM = 3
"""Letters of the shortest word that may be misspelt."""
SHORT_TITLE = 4
"""Words of a title in which every word may be misspelt."""
LOOSE = 3
"""Words of a longer title that may be."""
COMMON = frozenset(
    {
        *("university", "universitat", "universite", "universidad", "universita", "institute", "center", "center"),
        *("research", "national", "college", "hospital", "foundation", "school", "technology", "laboratory"),
        *("medical", "health", "science", "sciences", "department", "international", "state", "united", "states"),
    }
)
"""Words of so many institutions that to look for misspelt ones would cost much and find nothing."""


def normalize_and_truncate(text: object) -> str:
    """Return a text as it is looked at: composed, white space folded, not endless."""
    return normalize_query(str(text or "")[: 2 * LONGEST])[:LONGEST]


def texts(description: Mapping[str, Any], key: str, most: int) -> list[str]:
    """Return the first texts of a list in a description."""
    values = cast("Sequence[object]", description.get(key) or ())
    return [normalize_and_truncate(value) for value in values[:most]]


def terms(text: str) -> list[str]:
    """Return the first words of a text, each once, roughly as the index takes it apart."""
    tokens = (word[:LONGEST_WORD] for word in WORD.findall(normalize("NFC", text)))
    return list(dict.fromkeys(tokens))[:MOST_WORDS]


def title_words(title: str) -> str:
    """Return the query for a title: of a short one each word may be misspelt, of a longer one the three longest."""
    tokens = terms(title)
    loose = tokens if len(tokens) <= SHORT_TITLE else sorted(tokens, key=len, reverse=True)[:LOOSE]
    return _in("title", (fuzzy_term(word) if word in loose else f'"{word}"' for word in tokens))


def name_words(tokens: Sequence[str]) -> str:
    """Return the query for a person's folded name; a name of initials wants its last full word."""
    full = [word for word in tokens if len(word) > 1]
    if not full:
        return ""
    *given_names, family = full
    joined = ["".join(given_names)] if len(given_names) > 1 else []
    initials = [word for word in tokens if len(word) == 1]
    wanted = "+" if initials and not given_names else ""
    begun = (f"({initial} {initial}*)" for initial in initials)
    return _in(
        "name", [*map(fuzzy_term, given_names), *map(fuzzy_term, joined), f"{wanted}({fuzzy_term(family)})", *begun]
    )


def place_words(first: str, rest: str) -> str:
    """Return the query for the parts of an affiliation: the words of the first part count more."""
    named = " ".join(f'"{word}"' if word.lower() in COMMON else fuzzy_term(word) for word in terms(first))
    others = " ".join(f'"{word}"' for word in terms(rest))
    return _in("name", [f"({named})^3" if named else "", others])


def aliases(query: str) -> str:
    """Return a query for names as one for aliases."""
    return "aliases" + query.removeprefix("name") if query else ""


def fuzzy_term(word: str) -> str:
    """Return the query for one word, as it is or one letter off."""
    plain = fold_query(word)
    if len(plain) < MISSPELT_FROM or not plain.isascii():
        return f'"{word}"'
    return re.sub(r"(\W)", r"\\\1", plain) + "~1"


def _in(field: str, clauses: Iterable[str]) -> str:
    """Return a query for some of the clauses in one property; a text that matches several clauses counts once."""
    query = " ".join(filter(None, clauses))
    return f"{field}:({query})" if query else ""
