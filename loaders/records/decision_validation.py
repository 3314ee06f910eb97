"""Normalize and validate a curator's decision."""

from collections.abc import Iterable

from msgspec import structs

from loaders.records import dates
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import Anchor, CascadedMerge
from loaders.records.record import DecisionRecord
from normalization import identifiers as ids

PEOPLE = "researcher"
"""The `about` value of decisions about people, which refer to names and IDs; all other decisions refer to records."""
CURATOR = "curator"
"""Source of all decisions."""
LICENSE = "CC0-1.0"
"""License of all decisions."""


def normalize_decision(decision: DecisionRecord) -> dict[str, object]:
    """Return the fields of a decision that normalization changes.

    Raises:
        InvalidRecordError: the decision is not valid.
    """
    if decision.source != CURATOR:
        raise InvalidRecordError(f"the source of a decision must be {CURATOR!r}, not {decision.source!r}.")
    left, right = _anchors(decision.left, decision.about), _anchors(decision.right, decision.about)
    if not left or not right:
        raise InvalidRecordError("a decision needs anchors on both sides, `left` and `right`.")
    if set(left) & set(right):
        raise InvalidRecordError("a decision has the same anchor on both sides.")
    if not decision.by.strip():
        raise InvalidRecordError("a decision needs the name of its curator: `by`.")
    undone = decision.undone
    return {
        "left": left,
        "right": right,
        "others": _others(decision.others),
        "undone": structs.replace(undone, others=_others(undone.others)) if undone else None,
        "timestamp": dates.normalize_date(decision.timestamp),
    }


def _others(others: Iterable[CascadedMerge]) -> tuple[CascadedMerge, ...]:
    return tuple(structs.replace(followed, anchor=_other(followed.anchor)) for followed in others)


def _other(anchor: Anchor) -> Anchor:
    return _anchor(anchor, PEOPLE if anchor.name or anchor.id else "thing")


def _anchors(anchors: Iterable[Anchor], about: str) -> tuple[Anchor, ...]:
    return tuple(dict.fromkeys(_anchor(anchor, about) for anchor in anchors))


def _anchor(anchor: Anchor, about: str) -> Anchor:
    if ids.INVISIBLE.search("".join(filter(None, (anchor.source, anchor.key, anchor.id)))):
        raise InvalidRecordError("an ID or key of a decision contains a control character.")
    if anchor.nth < 1:
        raise InvalidRecordError(f"`nth` must be at least 1, not {anchor.nth}.")
    if about != PEOPLE:
        if anchor.source and anchor.key:
            return Anchor(source=anchor.source, key=anchor.key)
        raise InvalidRecordError(f"a decision about a {about} must refer to records, by `source` and `key`.")
    if anchor.id:
        return Anchor(id=ids.lookup_key(anchor.id))
    if anchor.source and anchor.key and anchor.role and anchor.name and anchor.name.strip():
        return structs.replace(anchor, id=None)
    raise InvalidRecordError(
        "a decision about people must refer to an `id`, or to a `source`, `key`, `role` and `name`."
    )
