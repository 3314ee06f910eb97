"""What people decided about people, put on their mentions: ids that stand for decisions, beside those of the sources.

Each side of a decision becomes an id of its own kind, which its names bear: what was said to be one has one such id,
what was said to be apart has two of one scheme, and the rules for people do the rest. A name that was parted from a
person loses the ids that it shared with them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from loaders.matching.decisions import OWN, undone_merges
from loaders.matching.evidence import Mention, Place
from loaders.matching.names_meant import Spot, Written, by_record, mentions_meant
from loaders.matching.verdicts import Rulings, Verdict, portions, rulings
from loaders.records.decision_form import PEOPLE
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord


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
    """Apply the decisions about people, undone ones too, to mentions, which must hold all of which these speak."""
    every = [one for one in decisions if one.about == PEOPLE]
    said = sorted((one for one in every if not one.undone), key=lambda one: one.key, reverse=True)
    if not said:
        return Ruled(list(mentions))
    there = by_record(mentions)
    sides = {one.key: (_Side.of(one.one, there), _Side.of(one.other, there)) for one in every}
    while True:  # a decision that does not hold takes no ids away: without it, the others are looked at anew
        ids = _left(mentions, said, sides)
        verdicts = [_verdict(one, every, sides, ids) for one in said]
        found = rulings(verdicts)
        if len(found.held) == len(said):
            break
        said = [one for one in said if one.key in found.held]
    for verdict in verdicts:
        _bear(verdict, *sides[verdict.key], ids)
    return _changed(mentions, ids, found)


def _left(mentions: Sequence[Mention], said: Iterable[DecisionRecord], sides: "Sides") -> dict[Place, set[str]]:
    """Return the ids of every mention, without those that one that was parted shares with whom it was parted from."""
    ids = {one.place: set(one.ids) for one in mentions}
    for decision in said:
        if decision.verdict == "apart":
            parted, stays = sides[decision.key]
            kept = stays.ids | stays.stated(ids)
            for mention in parted.mentions:
                ids[mention.place] -= kept
    return ids


def _verdict(
    decision: DecisionRecord, every: Iterable[DecisionRecord], sides: "Sides", ids: Mapping[Place, set[str]]
) -> Verdict[str]:
    same = decision.verdict == "same"
    undone = [sides[one.key] for one in undone_merges(every, decision)]
    merged = [(ours.nodes(ids), theirs.nodes(ids)) for ours, theirs in undone]
    one, other = (side.nodes(ids) for side in sides[decision.key])
    stays = (other,) if same else portions(other, merged)
    own = [_own(decision.key, number, same=same) for number in range(len(stays))]
    stays = tuple(part | {each[1]} for part, each in zip(stays, own, strict=True))
    return Verdict(decision.key, same, one | {each[0] for each in own}, frozenset[str]().union(*stays), stays)


def _bear(verdict: Verdict[str], one: "_Side", other: "_Side", ids: Mapping[Place, set[str]]) -> None:
    """Give mentions the ids that stand for the sides of a decision."""
    for number, part in enumerate(verdict.stays):
        ours, theirs = _own(verdict.key, number, same=verdict.same)
        for mention in one.mentions:
            ids[mention.place].add(ours)
        for mention in other.mentions:
            if node_of(mention) in part:
                ids[mention.place].add(theirs)
        if not verdict.same:  # nobody else may go by these ids: a rule would join them else
            for side, own in ((one.ids, ours), (other.ids & part, theirs)):
                for bearing in ids.values():
                    if bearing & side:
                        bearing.add(own)


def node_of(mention: Mention) -> str:
    """Return what stands for a mention among the nodes of verdicts."""
    return f"{OWN}{mention.place}"


def _own(key: str, number: int, *, same: bool) -> tuple[str, str]:
    """Return the ids that stand for a decision's sides, of one scheme for each portion: the same where they are one."""
    scheme = f"{OWN}{key}.{number}" if number else f"{OWN}{key}"
    return f"{scheme}:0", f"{scheme}:{0 if same else 1}"


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
    def of(cls, anchors: Iterable[Anchor], there: Mapping[Spot, Sequence[Written]]) -> "_Side":
        """Find what anchors speak of."""
        side = cls(set(), [])
        for anchor in anchors:
            if anchor.id:
                side.ids.add(anchor.id)
            else:
                side.mentions += mentions_meant(anchor, there)
        return side

    def nodes(self, ids: Mapping[Place, set[str]]) -> frozenset[str]:
        """Return what stands for it in a verdict: its ids, and its mentions with theirs."""
        return frozenset({*self.ids, *self.stated(ids), *map(node_of, self.mentions)})

    def stated(self, ids: Mapping[Place, set[str]]) -> set[str]:
        """Return the ids that its mentions bear."""
        return {one for mention in self.mentions for one in ids[mention.place]}


Sides: TypeAlias = Mapping[str, tuple[_Side, _Side]]
"""The sides of decisions, by the keys of these."""
