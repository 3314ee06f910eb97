"""Find out which decisions are in effect in the graph, which are pending, and which are superseded by later ones."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cypher.driver.client import Graph
from cypher.driver.values import Value
from cypher.queries import curation
from loaders.curation.decision_log import decisions_about
from loaders.graph_queries import run_query
from loaders.records.grouping import group_by_key
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord
from loaders.resolution.constraints.decisions import anchors_as_targets
from loaders.resolution.constraints.name_anchors import name_location, resolve_name
from normalization.identifiers import split_id
from normalization.text import fold

AnchorTarget: TypeAlias = tuple[str, tuple[str, ...]]
"""Target of an anchor: its kind (`id`, `record` or `name`), and [scheme, value], [source, key] or [source, key, role].
"""


class _ResolvedAnchor(NamedTuple):
    """An entity to which an anchor resolves: its Byline ID; for a name in a record, also the name and the record's
    loader.
    """

    id: str
    name: str
    loader: str


class ResolvedSides(NamedTuple):
    """Byline IDs of the entities on each side of a decision; a side is empty if the graph has none of its records."""

    left: frozenset[str]
    right: frozenset[str]

    @property
    def are_joined(self) -> bool:
        """True if both sides are one entity."""
        return len(self.left | self.right) <= 1

    @property
    def are_separate(self) -> bool:
        """True if no entity is on both sides."""
        return not self.left & self.right


class DecisionStatus(NamedTuple):
    """Status of an active decision in the graph.

    Attributes:
        in_effect: True if the entities of the graph are merged or kept apart as the decision states.
        both_sides_found: True if both sides are in the graph.
        superseded_by: keys of the later decisions that contradict this one, newest first; empty if it is in effect.
    """

    in_effect: bool
    both_sides_found: bool
    superseded_by: tuple[str, ...]


async def resolve_sides(graph: Graph, decisions: Iterable[DecisionRecord]) -> dict[str, ResolvedSides]:
    """Resolve the sides of decisions. Returns decision key -> sides. Raises a GraphError."""
    decisions = list(decisions)
    anchors = [anchor for decision in decisions for anchor in (*decision.left, *decision.right)]
    targets_by_kind: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for kind, target in map(_anchor_target, anchors):
        targets_by_kind[kind].add(target)
    parameters: dict[str, Value] = {
        f"{kind}s": [list(target) for target in sorted(targets_by_kind[kind])] for kind in ("id", "record", "name")
    }
    resolved_anchors: dict[AnchorTarget, list[_ResolvedAnchor]] = defaultdict(list)
    for row in await run_query(graph, curation.RESOLVE_ANCHORS, **parameters):
        resolved_anchors[row.kind, tuple(row.target)].append(_ResolvedAnchor(row.id, row.name, row.loader))
    return {
        decision.key: ResolvedSides(
            _entity_ids(decision.left, resolved_anchors), _entity_ids(decision.right, resolved_anchors)
        )
        for decision in decisions
    }


async def decision_statuses(graph: Graph, decisions: Iterable[DecisionRecord]) -> dict[str, DecisionStatus]:
    """Return decision key -> status for all decisions that are not revoked. Raises a GraphError."""
    active_decisions = [decision for decision in decisions if decision.undone is None]
    resolved_sides = await resolve_sides(graph, active_decisions) if active_decisions else {}
    not_in_effect = [
        decision for decision in active_decisions if not is_in_effect(decision, resolved_sides[decision.key])
    ]
    related_decisions = (
        await decisions_about(
            graph, {target for decision in not_in_effect for _, target in anchors_as_targets(decision)}
        )
        if not_in_effect
        else []
    )
    superseding_keys = {
        decision.key: tuple(later.key for later in _contradicting_decisions(decision, related_decisions))
        for decision in not_in_effect
    }
    return {
        key: DecisionStatus(
            key not in superseding_keys,
            bool(decision_sides.left and decision_sides.right),
            superseding_keys.get(key, ()),
        )
        for key, decision_sides in resolved_sides.items()
    }


def is_in_effect(decision: DecisionRecord, resolved_sides: ResolvedSides) -> bool:
    """Return True if the entities of the graph are merged or kept apart as a decision states."""
    return resolved_sides.are_joined if decision.verdict == "same" else resolved_sides.are_separate


async def remaining_equivalent_decision(graph: Graph, revoked: DecisionRecord) -> DecisionRecord | None:
    """Return the newest decision that still states what a revoked decision states about its two sides, or None.

    Raises a GraphError.
    """
    targets = [
        {reference for side, reference in anchors_as_targets(revoked) if side == which} for which in ("left", "right")
    ]
    decisions = await decisions_about(graph, targets[0] | targets[1])
    for decision in decisions:
        references = {reference for _, reference in anchors_as_targets(decision)}
        if (
            decision.undone is None
            and decision.verdict == revoked.verdict
            and all(references & side for side in targets)
        ):
            return decision
    return None


def _contradicting_decisions(decision: DecisionRecord, decisions: Iterable[DecisionRecord]) -> list[DecisionRecord]:
    """Return the later active decisions that contradict a decision.

    If any of them contradicts it on both sides, only these are returned; otherwise all with the opposite verdict that
    share an anchor with it.
    """
    contradicting = [
        later
        for later in decisions
        if later.undone is None
        and later.key > decision.key
        and later.verdict != decision.verdict
        and _share_target(later, decision)
    ]
    return [later for later in contradicting if _contradicts_both_sides(later, decision)] or contradicting


def _share_target(left: DecisionRecord, right: DecisionRecord) -> bool:
    return not {reference for _, reference in anchors_as_targets(left)}.isdisjoint(
        reference for _, reference in anchors_as_targets(right)
    )


def _contradicts_both_sides(later: DecisionRecord, decision: DecisionRecord) -> bool:
    """Return True if the later decision merges the two sides that the other keeps apart, or the reverse."""
    merge_decision, keep_apart_decision = (later, decision) if later.verdict == "same" else (decision, later)
    merged_references = {reference for _, reference in anchors_as_targets(merge_decision)}
    return all(
        not merged_references.isdisjoint(
            reference for side, reference in anchors_as_targets(keep_apart_decision) if side == which
        )
        for which in ("left", "right")
    )


def _anchor_target(anchor: Anchor) -> AnchorTarget:
    if anchor.id:
        return "id", tuple(split_id(anchor.id))
    return ("name", name_location(anchor)) if anchor.name and anchor.role else ("record", name_location(anchor)[:2])


def _entity_ids(
    anchors: Iterable[Anchor], resolved_anchors: Mapping[AnchorTarget, Sequence[_ResolvedAnchor]]
) -> frozenset[str]:
    return frozenset(
        entity_id
        for anchor in anchors
        for entity_id in _resolved_ids(anchor, resolved_anchors.get(_anchor_target(anchor), ()))
    )


def _resolved_ids(anchor: Anchor, resolved_anchors: Sequence[_ResolvedAnchor]) -> Iterator[str]:
    """Yield the Byline IDs to which an anchor resolves; a name is resolved in the record of each loader separately."""
    if not anchor.name:
        yield from (target.id for target in resolved_anchors)
        return
    for record_version in group_by_key((target.loader, target) for target in resolved_anchors).values():
        ids_by_name = group_by_key((target.name, target.id) for target in record_version)
        name = resolve_name(fold(anchor.name), ids_by_name)
        yield from ids_by_name[name][anchor.nth - 1 : anchor.nth] if name else ()
