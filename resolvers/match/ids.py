"""Ids in descriptions: those that are given, and a text that is itself one. What is no id is passed over."""

from collections.abc import Mapping, Sequence
from typing import Any

from cypher.identifiers import IdentifierError, key
from resolvers.compile.byline_ids import FORM, PREFIXES

LONGEST = 200
"""Characters of the longest text that is tried as an id."""


def known_id(given: Mapping[str, Any], text: str, label: str) -> str | None:
    """Return the Byline id of this label that is given, or that the text is."""
    for one in (str(given.get("id") or ""), text):
        found = FORM.match(one)
        if found and PREFIXES.get(found[1]) == label:
            return one
    return None


def given_keys(given: Mapping[str, Any], schemes: Mapping[str, str], byline: str | None) -> list[list[str]]:
    """Return [scheme, value] of every outside id that is given under its key, and of what a merge may have retired."""
    tried = (f"{scheme}:{given[key]}" for key, scheme in schemes.items() if given.get(key))
    return [*_normal(tried), *([["byline", byline]] if byline else [])]


def text_keys(text: str, schemes: Sequence[str]) -> list[list[str]]:
    """Return every [scheme, value] that a text is by itself: one word with a number in it, or an address."""
    if not text or len(text) > LONGEST or " " in text or not any(letter.isdigit() for letter in text):
        return []
    return _normal(f"{scheme}:{text}" for scheme in schemes)


def _normal(tried: Any) -> list[list[str]]:  # noqa: ANN401 an iterable of texts
    found: list[list[str]] = []
    for one in tried:
        try:
            found.append(key(one).split(":", 1))
        except IdentifierError:
            continue
    return found
