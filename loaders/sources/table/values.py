"""What a mapping may name: the values of fields that know only some, and the schemes of ids."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from cypher.identifiers import FORMS, PERSON_SCHEMES
from loaders.records.record import PaperKind
from loaders.refused import clipped

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
"""The scheme of web addresses that are ids in themselves (of DOIs, arXiv, the ACL Anthology)."""
SCHEMES = frozenset({*FORMS, *PERSON_SCHEMES, "grid", "mag", "omid", "wikidata"})
"""The schemes whose ids other sources state too."""


def wrong_value(field: str, value: str) -> str | None:
    """Return why a field can never have a value; None where it can."""
    if field in CLOSED and value not in CLOSED[field]:
        return f"{clipped(value)!r} is none of {', '.join(CLOSED[field])}."
    if field in TRUTHS and value.lower() not in YES | NO:
        return f"{clipped(value)!r} is neither true nor false."
    return None


def wrong_scheme(scheme: str, own: Sequence[str]) -> str | None:
    """Return why ids cannot be of a scheme: it is no known one, nor one of the mapping's own; None where they can."""
    if scheme.lower() in SCHEMES or any(scheme == one or scheme.startswith(f"{one}-") for one in own):
        return None
    known = ", ".join(sorted(SCHEMES))
    other = 'Where it is another source\'s own, say schemes = ["..."].'
    return f"there is no scheme {clipped(scheme)!r}; there are {known}. {other}"
