"""What people decided, as the rules for things and for people take it in.

A decision about people speaks of names in records and of outside ids. Each side of it becomes an id of its own kind,
which its names bear beside those that their sources state: what was said to be one has one such id, what was said to be
apart has two of one scheme, and the rules for people do the rest. A name that was parted from a person loses the ids
that it shared with them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cypher.folding import fold
from loaders.components import grouped
from loaders.evidence import Mention, Place
from loaders.mentions import named
from loaders.parts import Anchor
from loaders.record import DecisionRecord, Record
from loaders.stated import Node
from loaders.verdicts import Rulings, Verdict, rulings

RECORD = "record"
"""The scheme of what a decision points to where it speaks of a record: `record:acl:P17-1001`."""
OWN = "~"
"""How ids begin that stand for a decision: they sort after all others."""
PEOPLE = "researcher"


CURATOR = "curator"
"""The source of all decisions."""
LICENCE = "CC0-1.0"
"""Under which they may be used."""


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


def names_of(decision: DecisionRecord) -> set[str]:
    """Return the folded names of which a decision speaks."""
    return {fold(anchor.name) for anchor in (*decision.one, *decision.other) if anchor.name}


def named_by(decisions: Iterable[DecisionRecord]) -> set[tuple[str, str, str]]:
    """Return the source, key and folded name of every name of which decisions speak."""
    anchors = (anchor for one in decisions for anchor in (*one.one, *one.other))
    return {(str(one.source), str(one.key), fold(one.name)) for one in anchors if one.name}


def ids_of(decision: DecisionRecord) -> set[str]:
    """Return the outside ids of which a decision speaks."""
    return {anchor.id for anchor in (*decision.one, *decision.other) if anchor.id}


def in_force(records: Iterable[Record]) -> list[DecisionRecord]:
    """Return the decisions among records that were not taken back."""
    return [one for one in records if isinstance(one, DecisionRecord) and one.undone is None]


def about_things(decisions: Iterable[DecisionRecord]) -> Rulings[Node]:
    """Return what decisions about papers, institutions, funders, venues and volumes come to."""
    return rulings(
        Verdict(one.key, one.verdict == "same", _nodes(one.one), _nodes(one.other))
        for one in decisions
        if one.about != PEOPLE
    )


def _nodes(anchors: Iterable[Anchor]) -> frozenset[Node]:
    return frozenset(node for anchor in anchors for node in _node(anchor))


def _node(anchor: Anchor) -> Iterator[Node]:
    if anchor.source is not None and anchor.key is not None:
        yield anchor.source, anchor.key


@dataclass(slots=True)
class Ruled:
    """Mentions with the ids that decisions give and take, and which ids are one person's whatever a rule says."""

    mentions: list[Mention]
    ties: list[list[str]] = field(default_factory=list[list[str]])
    before: dict[Place, Mention] = field(default_factory=dict[Place, Mention])
    """Those that were changed, as they were."""

    def original(self, mention: Mention) -> Mention:
        """Return a mention as its source has it."""
        return self.before.get(mention.place, mention)


def ruled(mentions: Sequence[Mention], decisions: Iterable[DecisionRecord]) -> Ruled:
    """Apply the decisions about people to mentions, which must hold all of which these speak."""
    said = sorted((one for one in decisions if one.about == PEOPLE), key=lambda one: one.key, reverse=True)
    if not said:
        return Ruled(list(mentions))
    by_name = _by_name(mentions)
    sides = {one.key: [_Side.of(anchors, by_name) for anchors in (one.one, one.other)] for one in said}
    while True:  # a decision that does not hold takes no ids away: without it, the others are looked at anew
        ids = _left(mentions, said, sides)
        found = rulings(_verdict(one, sides[one.key], ids) for one in said)
        if len(found.held) == len(said):
            break
        said = [one for one in said if one.key in found.held]
    for decision in said:
        for side, own in zip(sides[decision.key], _own(decision), strict=True):
            for mention in side.mentions:
                ids[mention.place].add(own)
    return _changed(mentions, ids, found)


def _left(
    mentions: Sequence[Mention], said: Iterable[DecisionRecord], sides: Mapping[str, Sequence["_Side"]]
) -> dict[Place, set[str]]:
    """Return the ids of every mention, without those that one that was parted shares with whom it was parted from."""
    ids = {one.place: set(one.ids) for one in mentions}
    for decision in said:
        if decision.verdict == "apart":
            parted, stays = sides[decision.key]
            kept = stays.ids | stays.stated(ids)
            for mention in parted.mentions:
                ids[mention.place] -= kept
    return ids


def _verdict(decision: DecisionRecord, sides: Sequence["_Side"], ids: Mapping[Place, set[str]]) -> Verdict[str]:
    one, other = (
        frozenset({own, *side.ids, *side.stated(ids), *(f"{OWN}{mention.place}" for mention in side.mentions)})
        for side, own in zip(sides, _own(decision), strict=True)
    )
    return Verdict(decision.key, decision.verdict == "same", one, other)


def _own(decision: DecisionRecord) -> tuple[str, str]:
    """Return the ids that stand for the sides of a decision: the same for both where they are one."""
    return f"{OWN}{decision.key}:0", f"{OWN}{decision.key}:{0 if decision.verdict == 'same' else 1}"


def _changed(mentions: Sequence[Mention], ids: Mapping[Place, set[str]], found: Rulings[str]) -> Ruled:
    stated = {one for each in ids.values() for one in each}
    result = Ruled([], [sorted(tie & stated) for tie in found.ties if len(tie & stated) > 1])
    for mention in mentions:
        now = ids[mention.place]
        if now == set(mention.ids):
            result.mentions.append(mention)
            continue
        result.before[mention.place] = mention
        result.mentions.append(mention._replace(ids=tuple(sorted(now))))
    return result


@dataclass(slots=True)
class _Side:
    """One side of a decision: outside ids, and mentions that there are."""

    ids: set[str]
    mentions: list[Mention]

    @classmethod
    def of(cls, anchors: Iterable[Anchor], by_name: dict[tuple[str, str, str, str], list[list[Mention]]]) -> "_Side":
        """Find what anchors speak of."""
        side = cls(set(), [])
        for anchor in anchors:
            if anchor.id:
                side.ids.add(anchor.id)
            elif anchor.name and anchor.role and anchor.source and anchor.key:
                for written in by_name.get((anchor.source, anchor.key, anchor.role, fold(anchor.name)), ()):
                    side.mentions += written[anchor.nth - 1 : anchor.nth]
        return side

    def stated(self, ids: Mapping[Place, set[str]]) -> set[str]:
        """Return the ids that its mentions bear."""
        return {one for mention in self.mentions for one in ids[mention.place]}


def _by_name(mentions: Sequence[Mention]) -> dict[tuple[str, str, str, str], list[list[Mention]]]:
    """Return the mentions of one name in one record under one loader, in order, by what a decision calls them."""
    ordered = sorted(mentions, key=lambda one: one.place)
    found: dict[tuple[str, str, str, str], list[list[Mention]]] = defaultdict(list)
    for (ref, role, folded), written in grouped(((one.ref, one.role, one.folded), one) for one in ordered).items():
        found[ref.source, ref.key, role, folded].append(written)
    return found
