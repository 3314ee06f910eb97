"""IDs of entities: Byline IDs, whose prefix is the type of entity, and external IDs with their scheme."""

import re

from normalization.identifiers import IdentifierError, lookup_key, lookup_key_of_url
from resolvers.errors import Code, RequestError

FORM = re.compile(r"^([a-z])_[0-7][0-9A-HJKMNP-TV-Z]{25}$")
PREFIXES = {
    "p": "Paper",
    "r": "Researcher",
    "t": "Topic",
    "i": "Institution",
    "v": "Venue",
    "w": "Volume",
    "f": "Funder",
}
EXAMPLES = {label: f"{prefix}_01J9ZX5T3NQ4W8E6R7Y2K0M1AB" for prefix, label in PREFIXES.items()}


def checked_id(raw: str, label: str = "") -> str:
    """Return a Byline id of this label (any, if empty). Raises RequestError (BAD_ID)."""
    match = FORM.match(raw)
    kind = PREFIXES.get(match[1]) if match else None
    if kind is None:
        raise RequestError(Code.BAD_ID, f"{raw!r} is not a Byline ID. Example: {EXAMPLES[label or 'Paper']}.")
    if label and kind != label:
        raise RequestError(Code.BAD_ID, f"{raw!r} is the ID of a {kind.lower()}; expected the ID of a {label.lower()}.")
    return raw


def checked_load(raw: str) -> str:
    """Return the id of a load. Raises RequestError (BAD_ID)."""
    if not raw.startswith("l_") or not FORM.match(raw):
        raise RequestError(Code.BAD_ID, f"{raw!r} is not the ID of a load. `meta {{ loads {{ id }} }}` lists the IDs.")
    return raw


def checked_key(raw: str, label: str = "") -> list[str]:
    """Return the [scheme, value] of a Byline ID, of `scheme:value`, or of a URL.

    Args:
        raw: the ID as the client writes it.
        label: required label of a Byline ID; any label if empty.

    Raises:
        RequestError: BAD_ID, if the text is no ID, or is the Byline ID of an entity with another label.
    """
    if FORM.match(raw):
        return ["byline", checked_id(raw, label)]
    if (addressed := lookup_key_of_url(raw)) is not None:
        return addressed.split(":", 1)
    if ":" in raw and not raw.startswith(("https://", "http://")):
        try:
            return lookup_key(raw).split(":", 1)
        except IdentifierError as error:
            raise RequestError(Code.BAD_ID, str(error)) from None
    raise RequestError(
        Code.BAD_ID,
        f"{raw!r} is not an ID. Examples: {EXAMPLES[label or 'Paper']}, doi:10.1000/182, https://doi.org/10.1000/182.",
    )
