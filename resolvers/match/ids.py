"""IDs in descriptions: given IDs, and texts that are IDs. Invalid IDs are ignored."""

from collections.abc import Mapping, Sequence
from typing import Any

from normalization.identifiers import IdentifierError, lookup_key
from resolvers.compile.byline_ids import FORM, PREFIXES

LONGEST = 200
"""Characters of the longest text that is tried as an id."""


def known_id(description: Mapping[str, Any], text: str, label: str) -> str | None:
    """Return the Byline id of this label that is given, or that the text is."""
    for candidate in (str(description.get("id") or ""), text):
        match = FORM.match(candidate)
        if match and PREFIXES.get(match[1]) == label:
            return candidate
    return None


def given_keys(description: Mapping[str, Any], schemes: Mapping[str, str], byline: str | None) -> list[list[str]]:
    """Return [scheme, value] of every given external ID, and of Byline IDs that a merge may have redirected."""
    tried = (f"{scheme}:{description[key]}" for key, scheme in schemes.items() if description.get(key))
    return [*_normal(tried), *([["byline", byline]] if byline else [])]


def text_keys(text: str, schemes: Sequence[str]) -> list[list[str]]:
    """Return every [scheme, value] that a text is by itself: one word with a number in it, or an address."""
    if not text or len(text) > LONGEST or " " in text or not any(letter.isdigit() for letter in text):
        return []
    return _normal(f"{scheme}:{text}" for scheme in schemes)


def _normal(tried: Any) -> list[list[str]]:  # noqa: ANN401 an iterable of texts
    keys: list[list[str]] = []
    for candidate in tried:
        try:
            keys.append(lookup_key(candidate).split(":", 1))
        except IdentifierError:
            continue
    return keys
