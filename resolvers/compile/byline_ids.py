"""Byline ids: their form, and what they say of the kind of thing."""

import re

from resolvers.errors import Code, RequestError

FORM = re.compile(r"^([a-z])_[0-7][0-9A-HJKMNP-TV-Z]{25}$")
PREFIXES = {"p": "Paper", "r": "Researcher", "t": "Topic", "i": "Institution", "v": "Venue", "w": "Volume"}
EXAMPLES = {label: f"{prefix}_01J9ZX5T3NQ4W8E6R7Y2K0M1AB" for prefix, label in PREFIXES.items()}


def checked_id(raw: str, label: str = "") -> str:
    """Return a Byline id of this label (any, if empty). Raises RequestError (BAD_ID)."""
    found = FORM.match(raw)
    kind = PREFIXES.get(found[1]) if found else None
    if kind is None:
        raise RequestError(Code.BAD_ID, f"{raw!r} is no Byline id. One looks like {EXAMPLES[label or 'Paper']}.")
    if label and kind != label:
        raise RequestError(Code.BAD_ID, f"{raw!r} is the id of a {kind.lower()}, not of a {label.lower()}.")
    return raw
