"""IDs in descriptions: given IDs, and texts that are IDs. Invalid IDs are ignored."""

from collections.abc import Mapping, Sequence
from typing import Any

from normalization.identifiers import IdentifierError, lookup_key
from resolvers.compile.byline_ids import FORM, PREFIXES

MAX_ID_LENGTH = 200
"""Maximum length of a text that may be an ID."""


def known_id(description: Mapping[str, Any], text: str, label: str) -> str | None:
    """Return the Byline ID of an entity with this label: the given ID, or the text if it is such an ID; else None."""
    for candidate in (str(description.get("id") or ""), text):
        match = FORM.match(candidate)
        if match and PREFIXES.get(match[1]) == label:
            return candidate
    return None


def given_keys(description: Mapping[str, Any], schemes: Mapping[str, str], byline_id: str | None) -> list[list[str]]:
    """Return [scheme, value] of every given external ID, and of the Byline ID, which a merge may have retired."""
    candidates = (f"{scheme}:{description[key]}" for key, scheme in schemes.items() if description.get(key))
    return [*_lookup_keys(candidates), *([["byline", byline_id]] if byline_id else [])]


def text_keys(text: str, schemes: Sequence[str]) -> list[list[str]]:
    """Return every [scheme, value] that a whole text may be: one word with a digit, such as a DOI or its URL."""
    if not text or len(text) > MAX_ID_LENGTH or " " in text or not any(letter.isdigit() for letter in text):
        return []
    return _lookup_keys(f"{scheme}:{text}" for scheme in schemes)


def _lookup_keys(candidates: Any) -> list[list[str]]:  # noqa: ANN401 an iterable of texts
    keys: list[list[str]] = []
    for candidate in candidates:
        try:
            keys.append(lookup_key(candidate).split(":", 1))
        except IdentifierError:
            continue
    return keys
