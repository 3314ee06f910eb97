"""What people decided about people, put on their mentions: ids that stand for decisions, beside those of the sources.

Each side of a decision becomes an id of its own kind, which its names bear: what was said to be one has one such id,
what was said to be apart has two of one scheme, and the rules for people do the rest. A name that was parted from a
person loses the ids that it shared with them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from loaders.matching.decisions import OWN
from loaders.matching.evidence import Mention, Place
from loaders.matching.names_meant import Spot, Written, by_record, mentions_meant
from loaders.matching.verdicts import Rulings, Verdict, rulings
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
    """Apply the decisions about people to mentions, which must hold all of which these speak."""
    said = sorted((one for one in decisions if one.about == PEOPLE), key=lambda one: one.key, reverse=True)
    if not said:
        return Ruled(list(mentions))
    there = by_record(mentions)
    sides = {one.key: [_Side.of(anchors, there) for anchors in (one.one, one.other)] for one in said}
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
            if decision.verdict == "apart" and side.ids:  # nobody else may go by these ids: a rule would join them else
                for bearing in ids.values():
                    if bearing & side.ids:
                        bearing.add(own)
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
    def of(cls, anchors: Iterable[Anchor], there: Mapping[Spot, Sequence[Written]]) -> "_Side":
        """Find what anchors speak of."""
        side = cls(set(), [])
        for anchor in anchors:
            if anchor.id:
                side.ids.add(anchor.id)
            else:
                side.mentions += mentions_meant(anchor, there)
        return side

    def stated(self, ids: Mapping[Place, set[str]]) -> set[str]:
        """Return the ids that its mentions bear."""
        return {one for mention in self.mentions for one in ids[mention.place]}
