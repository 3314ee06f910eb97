"""Apply decisions about people to their mentions, as IDs that represent decisions, next to those of the sources.

Each side of a decision becomes a constraint ID on its mentions: after a merge, both sides have the same ID; after a
split, they have two IDs of one scheme, which the rules for people never join. A mention that was split off from a
person loses the IDs that it shares with that person.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from loaders.records.decision_validation import PEOPLE
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord
from loaders.resolution.constraints.decisions import CONSTRAINT_PREFIX, revoked_merges
from loaders.resolution.constraints.model import Constraint, ConstraintSet, resolve_constraints, split_groups
from loaders.resolution.constraints.name_anchors import (
    MentionsByName,
    NameLocation,
    mentions_by_record,
    referenced_mentions,
)
from loaders.resolution.mention_evidence import Mention, MentionKey


@dataclass(slots=True)
class ConstrainedMentions:
    """Mentions with the IDs that decisions add and remove, and the ties: IDs that belong to one person in any case."""

    mentions: list[Mention]
    must_link: list[list[str]] = field(default_factory=list[list[str]])
    before: dict[MentionKey, Mention] = field(default_factory=dict[MentionKey, Mention])
    """The original of each changed mention."""

    def original(self, mention: Mention) -> Mention:
        """Return a mention as its source states it."""
        return self.before.get(mention.mention_key, mention)


def apply_decisions(mentions: Sequence[Mention], decisions: Iterable[DecisionRecord]) -> ConstrainedMentions:
    """Apply decisions about people to mentions.

    Args:
        mentions: must include all mentions that the decisions refer to.
        decisions: includes revoked decisions.
    """
    people_decisions = [decision for decision in decisions if decision.about == PEOPLE]
    active_decisions = sorted(
        (decision for decision in people_decisions if not decision.undone),
        key=lambda decision: decision.key,
        reverse=True,
    )
    if not active_decisions:
        return ConstrainedMentions(list(mentions))
    written = mentions_by_record(mentions)
    sides = {
        decision.key: (_Side.find(decision.left, written), _Side.find(decision.right, written))
        for decision in people_decisions
    }
    while True:  # a void decision must not remove IDs: repeat without it
        ids = _remaining_ids(mentions, active_decisions, sides)
        constraints = [_constraint(decision, people_decisions, sides, ids) for decision in active_decisions]
        outcome = resolve_constraints(constraints)
        if len(outcome.upheld_keys) == len(active_decisions):
            break
        active_decisions = [decision for decision in active_decisions if decision.key in outcome.upheld_keys]
    for constraint in constraints:
        _attach_constraint_ids(constraint, *sides[constraint.key], ids)
    return _constrained_mentions(mentions, ids, outcome)


def _remaining_ids(
    mentions: Sequence[Mention], active_decisions: Iterable[DecisionRecord], sides: "Sides"
) -> dict[MentionKey, set[str]]:
    """Return the IDs of every mention; a mention that was split off loses the IDs that it shares with the other
    side.
    """
    ids = {mention.mention_key: set(mention.ids) for mention in mentions}
    for decision in active_decisions:
        if decision.verdict == "apart":
            split_off, remaining_groups = sides[decision.key]
            kept_ids = remaining_groups.ids | remaining_groups.ids_of_mentions(ids)
            for mention in split_off.mentions:
                ids[mention.mention_key] -= kept_ids
    return ids


def _constraint(
    decision: DecisionRecord, decisions: Iterable[DecisionRecord], sides: "Sides", ids: Mapping[MentionKey, set[str]]
) -> Constraint[str]:
    same = decision.verdict == "same"
    revoked_merge_sides = [sides[merge.key] for merge in revoked_merges(decisions, decision)]
    merged = [(left.nodes(ids), right.nodes(ids)) for left, right in revoked_merge_sides]
    left_nodes, right_nodes = (side.nodes(ids) for side in sides[decision.key])
    remaining_groups = (right_nodes,) if same else split_groups(right_nodes, merged)
    own = [_constraint_ids(decision.key, number, same=same) for number in range(len(remaining_groups))]
    remaining_groups = tuple(part | {pair[1]} for part, pair in zip(remaining_groups, own, strict=True))
    return Constraint(
        decision.key,
        same,
        left_nodes | {pair[0] for pair in own},
        frozenset[str]().union(*remaining_groups),
        remaining_groups,
    )


def _attach_constraint_ids(
    constraint: Constraint[str], left: "_Side", right: "_Side", ids: Mapping[MentionKey, set[str]]
) -> None:
    """Add the constraint IDs of a decision to the mentions of both sides."""
    for number, part in enumerate(constraint.remaining_groups):
        left_id, right_id = _constraint_ids(constraint.key, number, same=constraint.same)
        for mention in left.mentions:
            ids[mention.mention_key].add(left_id)
        for mention in right.mentions:
            if node_of(mention) in part:
                ids[mention.mention_key].add(right_id)
        if not constraint.same:  # mark every mention with these IDs, otherwise a rule would join them
            for side, own in ((left.ids, left_id), (right.ids & part, right_id)):
                for mention_ids in ids.values():
                    if mention_ids & side:
                        mention_ids.add(own)


def node_of(mention: Mention) -> str:
    """Return the node that represents a mention in constraints."""
    return f"{CONSTRAINT_PREFIX}{mention.mention_key}"


def _constraint_ids(key: str, number: int, *, same: bool) -> tuple[str, str]:
    """Return the constraint IDs of a decision's two sides, of one scheme per group; equal for a merge."""
    scheme = f"{CONSTRAINT_PREFIX}{key}.{number}" if number else f"{CONSTRAINT_PREFIX}{key}"
    return f"{scheme}:0", f"{scheme}:{0 if same else 1}"


def _constrained_mentions(
    mentions: Sequence[Mention], ids: Mapping[MentionKey, set[str]], outcome: ConstraintSet[str]
) -> ConstrainedMentions:
    stated = {identifier for id_ in ids.values() for identifier in id_}
    result = ConstrainedMentions([], [sorted(tie & stated) for tie in outcome.must_link if len(tie & stated) > 1])
    for mention in mentions:
        new_ids = ids[mention.mention_key]
        if new_ids == set(mention.ids):
            result.mentions.append(mention)
            continue
        result.before[mention.mention_key] = mention
        result.mentions.append(replace(mention, ids=tuple(sorted(new_ids))))
    return result


@dataclass(slots=True)
class _Side:
    """One side of a decision: external IDs, and mentions that exist."""

    ids: set[str]
    mentions: list[Mention]

    @classmethod
    def find(cls, anchors: Iterable[Anchor], mentions_of: Mapping[NameLocation, Sequence[MentionsByName]]) -> "_Side":
        """Find the IDs and mentions that anchors refer to."""
        side = cls(set(), [])
        for anchor in anchors:
            if anchor.id:
                side.ids.add(anchor.id)
            else:
                side.mentions += referenced_mentions(anchor, mentions_of)
        return side

    def nodes(self, ids: Mapping[MentionKey, set[str]]) -> frozenset[str]:
        """Return the nodes that represent this side in a constraint: its IDs, its mentions, and the IDs of these."""
        return frozenset({*self.ids, *self.ids_of_mentions(ids), *map(node_of, self.mentions)})

    def ids_of_mentions(self, ids: Mapping[MentionKey, set[str]]) -> set[str]:
        """Return the IDs of its mentions."""
        return {identifier for mention in self.mentions for identifier in ids[mention.mention_key]}


Sides: TypeAlias = Mapping[str, tuple[_Side, _Side]]
"""Decision key -> the two sides of the decision."""
