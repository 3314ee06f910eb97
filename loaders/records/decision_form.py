"""Bring a person's decision into normal form, and see that it says something that can be."""

from collections.abc import Iterable

from msgspec import structs

from cypher import identifiers as ids
from loaders.records import dates
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord
from loaders.refused import RecordError

PEOPLE = "researcher"
"""What a decision about people is about; it speaks of names and ids, any other of records."""
CURATOR = "curator"
"""The source of all decisions."""
LICENCE = "CC0-1.0"
"""Under which they may be used."""


def cleaned_decision(decision: DecisionRecord) -> dict[str, object]:
    """Return what normal form changes in a decision. Raises RecordError saying what cannot be."""
    if decision.source != CURATOR:
        raise RecordError(f"a decision's source is {CURATOR!r}, not {decision.source!r}.")
    one, other = _anchors(decision.one, decision.about), _anchors(decision.other, decision.about)
    if not one or not other:
        raise RecordError("a decision needs something on both sides, `one` and `other`.")
    if set(one) & set(other):
        raise RecordError("a decision names the same on both sides.")
    if not decision.by.strip():
        raise RecordError("a decision needs to say who made it: `by`.")
    others = tuple(structs.replace(each, of=_other(each.of)) for each in decision.others)
    return {"one": one, "other": other, "others": others, "at": dates.normal(decision.at)}


def _other(anchor: Anchor) -> Anchor:
    return _anchor(anchor, PEOPLE if anchor.name or anchor.id else "thing")


def _anchors(anchors: Iterable[Anchor], about: str) -> tuple[Anchor, ...]:
    return tuple(dict.fromkeys(_anchor(one, about) for one in anchors))


def _anchor(anchor: Anchor, about: str) -> Anchor:
    if ids.UNSEEN.search("".join(filter(None, (anchor.source, anchor.key, anchor.id)))):
        raise RecordError("a control character stands in an id or key of a decision.")
    if anchor.nth < 1:
        raise RecordError("`nth` counts from 1.")
    if about != PEOPLE:
        if anchor.source and anchor.key:
            return Anchor(source=anchor.source, key=anchor.key)
        raise RecordError(f"a decision about a {about} speaks of records: `source` and `key`.")
    if anchor.id:
        return Anchor(id=ids.key(anchor.id))
    if anchor.source and anchor.key and anchor.role and anchor.name and anchor.name.strip():
        return structs.replace(anchor, id=None)
    raise RecordError("a decision about people speaks of an `id`, or of `source`, `key`, `role` and `name`.")
