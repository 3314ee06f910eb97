"""What people decided, as the rules for things and for people take it in.

A decision about things speaks of records, one about people of names in records and of outside ids
(`loaders.matching.ruled`).
"""

from collections.abc import Iterable, Iterator, Sequence

from cypher.folding import fold
from loaders.matching.evidence import Mention
from loaders.matching.mentions import named
from loaders.matching.names_meant import Spot, spot
from loaders.matching.verdicts import Rulings, Verdict, portions, rulings
from loaders.records.decision_form import PEOPLE
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord, Record
from loaders.records.stated import Node

RECORD = "record"
"""The scheme of what a decision points to where it speaks of a record: `record:acl:P17-1001`."""
OWN = "~"
"""How ids begin that stand for a decision: they sort after all others."""


def spoken_of(record: Record) -> Iterator[str]:
    """Yield what a decision may speak of in a record: itself, and the ids of people whom it names."""
    yield f"{RECORD}:{record.source}:{record.key}"
    for one in named(record):
        yield from one.author.ids


def spoken_of_in(mention: Mention) -> Iterator[str]:
    """Yield what a decision may speak of in a mention: its record, and its ids."""
    yield f"{RECORD}:{mention.ref.source}:{mention.ref.key}"
    yield from mention.ids


def pointed_at(decision: DecisionRecord) -> Iterator[tuple[str, str]]:
    """Yield what a decision speaks of: `one` or `other`, and an id, or `record:` with the record's source and key."""
    for side, anchors in (("one", decision.one), ("other", decision.other)):
        for anchor in anchors:
            yield side, anchor.id or f"{RECORD}:{anchor.source}:{anchor.key}"


def nodes_of(decision: DecisionRecord) -> set[Node]:
    """Return the records of which a decision speaks, itself or a name in it."""
    return {node for anchor in (*decision.one, *decision.other) for node in _node(anchor)}


def names_of(decision: DecisionRecord) -> Iterator[tuple[Spot, str]]:
    """Yield the folded names of which a decision speaks, each with where."""
    for anchor in (*decision.one, *decision.other):
        if anchor.name:
            yield spot(anchor), fold(anchor.name)


def ids_of(decision: DecisionRecord) -> set[str]:
    """Return the outside ids of which a decision speaks."""
    return {anchor.id for anchor in (*decision.one, *decision.other) if anchor.id}


def in_force(records: Iterable[Record]) -> list[DecisionRecord]:
    """Return the decisions among records that were not taken back."""
    return [one for one in records if isinstance(one, DecisionRecord) and one.undone is None]


def undone_merges(decisions: Iterable[DecisionRecord], before: DecisionRecord) -> list[DecisionRecord]:
    """Return the merges that were made before a decision and are taken back by now, the earliest first."""
    merges = (one for one in decisions if one.verdict == "same" and one.undone and one.key < before.key)
    return sorted(merges, key=lambda one: one.key)


def about_things(decisions: Iterable[DecisionRecord]) -> Rulings[Node]:
    """Return what decisions about papers, institutions, funders, venues and volumes come to; `decisions` undone too."""
    said = [one for one in decisions if one.about != PEOPLE]
    return rulings(_verdict(one, said) for one in said if one.undone is None)


def _verdict(decision: DecisionRecord, said: Sequence[DecisionRecord]) -> Verdict[Node]:
    merged = [(_nodes(one.one), _nodes(one.other)) for one in undone_merges(said, decision)]
    one, other = _nodes(decision.one), _nodes(decision.other)
    return Verdict(decision.key, decision.verdict == "same", one, other, portions(other, merged))


def _nodes(anchors: Iterable[Anchor]) -> frozenset[Node]:
    return frozenset(node for anchor in anchors for node in _node(anchor))


def _node(anchor: Anchor) -> Iterator[Node]:
    if anchor.source is not None and anchor.key is not None:
        yield anchor.source, anchor.key
