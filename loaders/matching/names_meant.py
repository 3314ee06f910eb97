"""The names by which decisions speak of people: in a record, in a role, as it wrote them then or writes them now.

A source corrects how it spells a name. Then a decision means who is called so there now, where one name alone fits.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from cypher.folding import compatible, fold
from loaders.components import grouped
from loaders.matching.evidence import Mention, Place
from loaders.records.parts import Anchor

Spot: TypeAlias = tuple[str, str, str]
"""Source and key of a record, and the role in which it names people."""
Calling: TypeAlias = tuple[str, str, str, str, int]
"""A spot, a folded name that a decision has for somebody there, and which of that name it means."""
Written: TypeAlias = Mapping[str, Sequence[Mention]]
"""Mentions by folded name, in the order of the record."""


def spot(anchor: Anchor) -> Spot:
    """Return where a decision finds a name."""
    return str(anchor.source), str(anchor.key), str(anchor.role)


def called(name: str, names: Collection[str]) -> str | None:
    """Return which folded name of a record a decision means by a name that it had: the same, else the one that fits."""
    if name in names:
        return name
    fitting = [one for one in names if compatible(one, name)]
    return fitting[0] if len(fitting) == 1 else None


def calling(anchor: Anchor) -> Calling:
    """Return how a decision speaks of a name."""
    return (*spot(anchor), fold(anchor.name or ""), anchor.nth)


def mentions_meant(anchor: Anchor, there: Mapping[Spot, Sequence[Written]]) -> Iterator[Mention]:
    """Yield the mentions that a decision means by a name: one in each loader's form of the record (`by_record`)."""
    if anchor.name:
        for written in there.get(spot(anchor), ()):
            name = called(fold(anchor.name), written)
            yield from written[name][anchor.nth - 1 : anchor.nth] if name else ()


def callings(mentions: Iterable[Mention], anchors: Iterable[Anchor]) -> dict[Place, set[Calling]]:
    """Return how decisions speak of mentions, which may be spelt otherwise by now."""
    found: dict[Place, set[Calling]] = defaultdict(set)
    named = [anchor for anchor in anchors if anchor.name]
    there = by_record(mentions) if named else {}
    for anchor in named:
        for one in mentions_meant(anchor, there):
            found[one.place].add(calling(anchor))
    return dict(found)


def by_record(mentions: Iterable[Mention]) -> dict[Spot, list[Written]]:
    """Return who is named in records, in order and by folded name; under each loader's form of a record by itself."""
    ordered = sorted(mentions, key=lambda one: one.place)
    found: dict[Spot, list[Written]] = defaultdict(list)
    for (ref, role), named_there in grouped(((one.ref, one.role), one) for one in ordered).items():
        found[ref.source, ref.key, role].append(grouped((one.folded, one) for one in named_there))
    return found
