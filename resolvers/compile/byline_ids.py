"""IDs of entities: Byline IDs, whose prefix is the type of entity, and external IDs with their scheme."""

import re
from datetime import UTC, datetime, timedelta

from ulid import ULID

from normalization.identifiers import IdentifierError, entity_key, is_url, lookup_key_of_url
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
EXTERNAL_EXAMPLES: dict[str, tuple[str, ...]] = {
    "Paper": ("doi:10.1000/182", "https://doi.org/10.1000/182"),
    "Researcher": ("orcid:0000-0002-1825-0097", "https://orcid.org/0000-0002-1825-0097"),
    "Topic": (),
    "Institution": ("ror:00f54p054", "https://ror.org/00f54p054"),
    "Venue": ("issn:2049-3630", "acl-venue:acl"),
    "Volume": ("volume:acl:P19-1", "https://aclanthology.org/volumes/P19-1"),
    "Funder": ("funder:100000001", "https://doi.org/10.13039/100000001"),
}
"""Label -> examples of external IDs; a topic has only a Byline ID."""
OBJECT_PREFIXES = {
    "Collection": "c_",
    "Comment": "m_",
    "Review": "w_",
    "Claim": "q_",
    "Invitation": "n_",
    "Notification": "e_",
}
"""Label of objects of users -> beginning of their IDs."""
MAX_SHOWN = 80
"""Maximum number of characters of an invalid ID in a message."""

OBJECTS = {
    "c": ("a collection", "collection"),
    "m": ("a comment", "comment"),
    "y": ("a reply to a review", ""),
    "q": ("a claim", "claim"),
    "n": ("an invitation", "invitation"),
    "g": ("a message", ""),
}
"""Prefix of the IDs of objects of users -> the object, and its root field."""


def shortened(raw: str) -> str:
    """Return a text of a client in quotes for a message, without the end of a long text."""
    return repr(raw if len(raw) <= MAX_SHOWN else f"{raw[:MAX_SHOWN]}...")


def checked_id(raw: str, label: str = "", *others: str) -> str:
    """Return a Byline ID of this label or of another of these (any label if empty). Raises RequestError (BAD_ID)."""
    match = FORM.match(raw)
    kind = PREFIXES.get(match[1]) if match else None
    if match and match[1] in OBJECTS:
        described, field = OBJECTS[match[1]]
        advice = f"Read it with {field}(id: ...)" if field else "Read it with the object that it belongs to"
        raise RequestError(Code.BAD_ID, f"{raw!r} is the ID of {described}, not of an entity. {advice}.")
    if kind is None:
        raise RequestError(Code.BAD_ID, f"{shortened(raw)} is not a Byline ID. Example: {EXAMPLES[label or 'Paper']}.")
    if label and kind not in (label, *others):
        expected = ", ".join((label, *others)).lower()
        expected = " or ".join(expected.rsplit(", ", 1))
        raise RequestError(Code.BAD_ID, f"{raw!r} is the ID of a {kind.lower()}; expected the ID of a {expected}.")
    return raw


def checked_object_id(raw: str, label: str) -> str:
    """Return the ID of an object of users with this label. Raises RequestError (BAD_ID)."""
    prefix = OBJECT_PREFIXES[label]
    if not raw.startswith(prefix):
        article = "an" if label[0] in "AEIOU" else "a"
        raise RequestError(
            Code.BAD_ID,
            f"{shortened(raw)} is not the ID of {article} {label.lower()}. Expected an ID that begins with {prefix}.",
        )
    return raw


def names_load(raw: str) -> bool:
    """Return True if a text has the form of a load's ID, False if it may be a time."""
    return raw.startswith("l_")


def parse_time(raw: str) -> datetime | None:
    """Return a time in UTC, or None if the text is not an ISO 8601 time. A time without an offset is in UTC."""
    try:
        timestamp = datetime.fromisoformat(raw)
        return (timestamp if timestamp.tzinfo else timestamp.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


RANDOM_BYTES = 10
"""Number of random bytes at the end of a ULID's 16; the others are the time in milliseconds."""
DATE_LENGTH = len("2026-01-31")


def latest_load_id(as_of: str) -> str:
    """Return the largest ID that a load can have that counts as of a load or a time.

    A load counts if it started no later than the time. A date means its end.

    Raises:
        RequestError: BAD_USER_INPUT, if the text is neither the ID of a load nor a time since 1970.
    """
    if names_load(as_of):
        return checked_load(as_of)
    timestamp = parse_time(as_of)
    if timestamp is None or timestamp.year < 1970:  # noqa: PLR2004 first year of ULIDs
        raise RequestError(
            Code.BAD_USER_INPUT,
            f"asOf is {as_of[:60]!r}. Expected the ID of a load (`meta {{ loads {{ id }} }}` lists them), a date, or a "
            "time such as 2026-01-31T12:00:00Z.",
        )
    end = timestamp + (timedelta(days=1) if len(as_of) == DATE_LENGTH else timedelta(seconds=1))
    milliseconds = int(end.timestamp() * 1000) - 1
    return f"l_{ULID(milliseconds.to_bytes(16 - RANDOM_BYTES, 'big') + bytes([0xFF] * RANDOM_BYTES))}"


def checked_load(raw: str) -> str:
    """Return the ID of a load. Raises RequestError (BAD_ID)."""
    if not raw.startswith("l_") or not FORM.match(raw):
        raise RequestError(
            Code.BAD_ID, f"{shortened(raw)} is not the ID of a load. `meta {{ loads {{ id }} }}` lists the IDs."
        )
    return raw


def checked_key(raw: str, label: str = "", *others: str) -> list[str]:
    """Return the [scheme, value] of a Byline ID, of `scheme:value`, or of a URL.

    Args:
        raw: the ID as the client writes it.
        label: required label of a Byline ID; any label if empty.
        others: further labels that a Byline ID may have.

    Raises:
        RequestError: BAD_ID, if the text is no ID, or is the Byline ID of an entity with another label.
    """
    if FORM.match(raw):
        return ["byline", checked_id(raw, label, *others)]
    if ":" in raw and (not is_url(raw) or lookup_key_of_url(raw)):
        try:
            return entity_key(raw).split(":", 1)
        except IdentifierError as error:
            raise RequestError(Code.BAD_ID, str(error)) from None
    examples = ", ".join((EXAMPLES[label or "Paper"], *EXTERNAL_EXAMPLES.get(label, EXTERNAL_EXAMPLES["Paper"])))
    raise RequestError(Code.BAD_ID, f"{shortened(raw)} is not an ID. Examples: {examples}.")
