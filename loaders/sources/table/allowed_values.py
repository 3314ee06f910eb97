"""Values that a mapping may use: the values of fields with a fixed set, and the schemes of IDs."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from loaders.records.errors import truncate
from loaders.records.record import PaperKind
from normalization.identifiers import FORMS, PERSON_SCHEMES

VenueKind = Literal["conference", "journal", "workshop", "other"]
Status = Literal["active", "inactive", "withdrawn"]
PAPER_KINDS: tuple[PaperKind, ...] = get_args(PaperKind)
VENUE_KINDS: tuple[VenueKind, ...] = get_args(VenueKind)
STATUSES: tuple[Status, ...] = get_args(Status)
YES = frozenset({"true", "yes", "y", "1", "t"})
NO = frozenset({"false", "no", "n", "0", "f"})
CLOSED: Mapping[str, tuple[str, ...]] = {"kind": PAPER_KINDS, "venue_kind": VENUE_KINDS, "status": STATUSES}
TRUTHS = frozenset({"open_access", "retracted", "influential"})
IN_ADDRESS = "url"
"""Scheme of URLs that contain an ID (of a DOI, arXiv, the ACL Anthology)."""
SCHEMES = frozenset({*FORMS, *PERSON_SCHEMES, "grid", "mag", "omid", "wikidata"})
"""Schemes that other sources use, too."""


def wrong_value(field: str, value: str) -> str | None:
    """Return the reason if a field cannot have this value."""
    if field in CLOSED and value not in CLOSED[field]:
        return f"{truncate(value)!r} is not one of {', '.join(CLOSED[field])}."
    if field in TRUTHS and value.lower() not in YES | NO:
        return f"{truncate(value)!r} is neither true nor false."
    return None


def wrong_scheme(scheme: str, own: Sequence[str]) -> str | None:
    """Return the reason if a scheme is neither known nor declared in the mapping."""
    if scheme.lower() in SCHEMES or any(
        scheme == own_scheme or scheme.startswith(f"{own_scheme}-") for own_scheme in own
    ):
        return None
    known = ", ".join(sorted(SCHEMES))
    hint = 'If it belongs to another source, declare it with schemes = ["..."].'
    return f"unknown scheme {truncate(scheme)!r}; known schemes are {known}. {hint}"
