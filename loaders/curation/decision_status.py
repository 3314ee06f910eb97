"""Status of decisions in the graph: which are in effect, pending or overridden."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cypher.driver.client import Graph
from cypher.driver.values import Value
from cypher.queries import curation
from loaders.curation.decision_log import about
from loaders.graph_queries import run_query
from loaders.records.grouping import group_by_key
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord
from loaders.resolution.constraints.decisions import anchors_as_targets
from loaders.resolution.constraints.name_anchors import name_location, resolve_name
from normalization.identifiers import split
from normalization.text import fold

AnchorTarget: TypeAlias = tuple[str, tuple[str, ...]]
"""Target of an anchor: its kind (`id`, `record` or `name`) and its key."""


class _ResolvedAnchors(NamedTuple):
    """The Byline ID that an anchor resolves to; for a name, also the name and the loader of the record."""

    id: str
    name: str
    loader: str


class ResolvedSides(NamedTuple):
    """Byline IDs of the two sides of a decision in the graph; empty if the records of a side are missing."""

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
        in_effect: The decision is in effect.
        both_sides_found: Both sides are in the graph.
        overruled_by: Keys of later decisions that contradict it, newest first, if it is not in effect.
    """

    in_effect: bool
    both_sides_found: bool
    overruled_by: tuple[str, ...]


async def sides(graph: Graph, decisions: Iterable[DecisionRecord]) -> dict[str, ResolvedSides]:
    """Return the resolved sides of decisions by key. Raises a GraphError."""
    decisions = list(decisions)
    anchors = [anchor for decision in decisions for anchor in (*decision.left, *decision.right)]
    wanted: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for kind, target in map(_anchor_target, anchors):
        wanted[kind].add(target)
    parameters: dict[str, Value] = {
        f"{kind}s": [list(target) for target in sorted(wanted[kind])] for kind in ("id", "record", "name")
    }
    resolved_anchors: dict[AnchorTarget, list[_ResolvedAnchors]] = defaultdict(list)
    for row in await run_query(graph, curation.RESOLVE_ANCHORS, **parameters):
        resolved_anchors[row.kind, tuple(row.spoken)].append(_ResolvedAnchors(row.id, row.name, row.loader))
    return {
        decision.key: ResolvedSides(_all(decision.left, resolved_anchors), _all(decision.right, resolved_anchors))
        for decision in decisions
    }


async def decision_statuses(graph: Graph, decisions: Iterable[DecisionRecord]) -> dict[str, DecisionStatus]:
    """Return the statuses of active decisions by key. Raises a GraphError."""
    standing = [decision for decision in decisions if decision.undone is None]
    resolved_sides = await sides(graph, standing) if standing else {}
    against = [decision for decision in standing if not is_in_effect(decision, resolved_sides[decision.key])]
    related_decisions = (
        await about(graph, {target for decision in against for _, target in anchors_as_targets(decision)})
        if against
        else []
    )
    by = {
        decision.key: tuple(later.key for later in _contradicting_decisions(decision, related_decisions))
        for decision in against
    }
    return {
        key: DecisionStatus(key not in by, bool(decision_sides.left and decision_sides.right), by.get(key, ()))
        for key, decision_sides in resolved_sides.items()
    }


def is_in_effect(decision: DecisionRecord, resolved_sides: ResolvedSides) -> bool:
    """Return True if the graph agrees with a decision."""
    return resolved_sides.are_joined if decision.verdict == "same" else resolved_sides.are_separate


async def remaining_equivalent_decision(graph: Graph, revoked: DecisionRecord) -> DecisionRecord | None:
    """Return the newest active decision with the same verdict on both sides of a revoked one, or None. Raises a
    GraphError.
    """
    targets = [
        {reference for side, reference in anchors_as_targets(revoked) if side == which} for which in ("left", "right")
    ]
    decisions = await about(graph, targets[0] | targets[1])
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
    """Return the later active decisions that contradict both sides; if there is none, those that touch any of its
    anchors.
    """
    later = [
        rival
        for rival in decisions
        if rival.undone is None
        and rival.key > decision.key
        and rival.verdict != decision.verdict
        and _meet(rival, decision)
    ]
    return [rival for rival in later if _touches_both(rival, decision)] or later


def _meet(left: DecisionRecord, right: DecisionRecord) -> bool:
    return not {reference for _, reference in anchors_as_targets(left)}.isdisjoint(
        reference for _, reference in anchors_as_targets(right)
    )


def _touches_both(later: DecisionRecord, decision: DecisionRecord) -> bool:
    """Return True if a later decision joins both sides of a separation, or separates both sides of a merge."""
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
        return "id", tuple(split(anchor.id))
    return ("name", name_location(anchor)) if anchor.name and anchor.role else ("record", name_location(anchor)[:2])


def _all(
    anchors: Iterable[Anchor], resolved_anchors: Mapping[AnchorTarget, Sequence[_ResolvedAnchors]]
) -> frozenset[str]:
    return frozenset(
        entity_id
        for anchor in anchors
        for entity_id in _resolved_ids(anchor, resolved_anchors.get(_anchor_target(anchor), ()))
    )


def _resolved_ids(anchor: Anchor, resolved_anchors: Sequence[_ResolvedAnchors]) -> Iterator[str]:
    """Yield the IDs of an anchor; a name is resolved separately in each loader's version of the record."""
    if not anchor.name:
        yield from (target.id for target in resolved_anchors)
        return
    for form in group_by_key((target.loader, target) for target in resolved_anchors).values():
        written = group_by_key((target.name, target.id) for target in form)
        name = resolve_name(fold(anchor.name), written)
        yield from written[name][anchor.nth - 1 : anchor.nth] if name else ()
