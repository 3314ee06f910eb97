"""The records, names and IDs that decisions refer to, and the constraints that decisions put on entities.

A decision about an entity refers to records; a decision about a person refers to names in records and to external IDs
(`loaders.resolution.constraints.apply`).
"""

from collections.abc import Iterable, Iterator, Sequence

from loaders.records.decision_validation import PEOPLE
from loaders.records.match_features import Node
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord, Record
from loaders.resolution.constraints.model import Constraint, ConstraintSet, resolve_constraints, split_groups
from loaders.resolution.constraints.name_anchors import NameLocation, name_location
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.mentions import named_people
from normalization.text import fold

RECORD = "record"
"""Scheme of a target that is a record: `record:acl:P17-1001`."""
CONSTRAINT_PREFIX = "~"
"""Prefix of IDs that represent decisions; they sort after all other IDs."""


def decision_targets_of_record(record: Record) -> Iterator[str]:
    """Yield the targets by which a decision may refer to a record: the record itself, and the IDs of people in it."""
    yield f"{RECORD}:{record.source}:{record.key}"
    for contributor in named_people(record):
        yield from contributor.author.ids


def decision_targets_of_mention(mention: Mention) -> Iterator[str]:
    """Yield the targets by which a decision may refer to a mention: its record, and its IDs."""
    yield f"{RECORD}:{mention.ref.source}:{mention.ref.key}"
    yield from mention.ids


def anchors_as_targets(decision: DecisionRecord) -> Iterator[tuple[str, str]]:
    """Yield the targets of a decision: `left` or `right`, and an ID, or `record:` with the record's source and key."""
    for side, anchors in (("left", decision.left), ("right", decision.right)):
        for anchor in anchors:
            yield side, anchor.id or f"{RECORD}:{anchor.source}:{anchor.key}"


def nodes_of(decision: DecisionRecord) -> set[Node]:
    """Return the records that a decision refers to, directly or by a name in them."""
    return {node for anchor in (*decision.left, *decision.right) for node in _node(anchor)}


def names_of(decision: DecisionRecord) -> Iterator[tuple[NameLocation, str]]:
    """Yield the folded names that a decision refers to, each with its location."""
    for anchor in (*decision.left, *decision.right):
        if anchor.name:
            yield name_location(anchor), fold(anchor.name)


def ids_of(decision: DecisionRecord) -> set[str]:
    """Return the external IDs that a decision refers to."""
    return {anchor.id for anchor in (*decision.left, *decision.right) if anchor.id}


def active_decisions(records: Iterable[Record]) -> list[DecisionRecord]:
    """Return the decisions among records that were not revoked."""
    return [record for record in records if isinstance(record, DecisionRecord) and record.undone is None]


def revoked_merges(decisions: Iterable[DecisionRecord], later: DecisionRecord) -> list[DecisionRecord]:
    """Return the merges that were made before a decision and have since been revoked, the earliest first."""
    merges = (
        decision
        for decision in decisions
        if decision.verdict == "same" and decision.undone and decision.key < later.key
    )
    return sorted(merges, key=lambda merge: merge.key)


def entity_constraints(decisions: Iterable[DecisionRecord]) -> ConstraintSet[Node]:
    """Return the constraints of decisions about entities. `decisions` includes revoked ones."""
    entity_decisions = [decision for decision in decisions if decision.about != PEOPLE]
    return resolve_constraints(
        _constraint(decision, entity_decisions) for decision in entity_decisions if decision.undone is None
    )


def _constraint(decision: DecisionRecord, decisions: Sequence[DecisionRecord]) -> Constraint[Node]:
    merged = [(_nodes(merge.left), _nodes(merge.right)) for merge in revoked_merges(decisions, decision)]
    left, right = _nodes(decision.left), _nodes(decision.right)
    return Constraint(decision.key, decision.verdict == "same", left, right, split_groups(right, merged))


def _nodes(anchors: Iterable[Anchor]) -> frozenset[Node]:
    return frozenset(node for anchor in anchors for node in _node(anchor))


def _node(anchor: Anchor) -> Iterator[Node]:
    if anchor.source is not None and anchor.key is not None:
        yield anchor.source, anchor.key
