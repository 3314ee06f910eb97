"""How the graph stands to decisions now: what it does not follow, and what is so once one is taken back."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cypher.driver.client import Graph
from cypher.driver.values import Value
from loaders.curation.decision_log import about
from loaders.graph_queries import run_query
from loaders.records.grouping import group_by_key
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord
from loaders.resolution.constraints.decisions import anchors_as_targets
from loaders.resolution.constraints.name_anchors import name_location, resolve_name
from normalization.identifiers import split
from normalization.text import fold

Spoken: TypeAlias = tuple[str, tuple[str, ...]]
"""What an anchor points to: whether an id, a record or the names in one, and what tells it from others."""


class _ResolvedAnchors(NamedTuple):
    """What something that a decision speaks of leads to: a Byline id; of a name that, and whose form of the record."""

    id: str
    name: str
    loader: str


class ResolvedSides(NamedTuple):
    """The Byline ids to which the two sides of a decision lead now; none where their records are not there."""

    left: frozenset[str]
    right: frozenset[str]

    @property
    def are_joined(self) -> bool:
        """Whether all that both speak of is one thing or person."""
        return len(self.left | self.right) <= 1

    @property
    def are_separate(self) -> bool:
        """Whether no thing or person stands on both sides."""
        return not self.left & self.right


class DecisionStatus(NamedTuple):
    """How the graph stands to a decision in force: whether it follows it, and whether both its sides are there.

    Where it does not follow it, `overruled_by` are those that say otherwise and are later, the latest first.
    """

    followed: bool
    there: bool
    overruled_by: tuple[str, ...]


async def sides(graph: Graph, decisions: Iterable[DecisionRecord]) -> dict[str, ResolvedSides]:
    """Return what the sides of decisions lead to, by their keys. Raises a GraphError."""
    decisions = list(decisions)
    anchors = [anchor for decision in decisions for anchor in (*decision.left, *decision.right)]
    wanted: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for kind, spoken in map(_anchor_target, anchors):
        wanted[kind].add(spoken)
    parameters: dict[str, Value] = {
        f"{kind}s": [list(spoken) for spoken in sorted(wanted[kind])] for kind in ("id", "record", "name")
    }
    led: dict[Spoken, list[_ResolvedAnchors]] = defaultdict(list)
    for kind, spoken, identifier, name, loader, _ in await run_query(graph, "read/identity/leads_to", **parameters):
        led[str(kind), _strings(spoken)].append(_ResolvedAnchors(str(identifier), str(name), str(loader)))
    return {decision.key: ResolvedSides(_all(decision.left, led), _all(decision.right, led)) for decision in decisions}


async def decision_statuses(graph: Graph, decisions: Iterable[DecisionRecord]) -> dict[str, DecisionStatus]:
    """Return how the graph stands to those in force, by their keys. Raises a GraphError."""
    standing = [decision for decision in decisions if decision.undone is None]
    led = await sides(graph, standing) if standing else {}
    against = [decision for decision in standing if not is_in_effect(decision, led[decision.key])]
    every = (
        await about(graph, {spoken for decision in against for _, spoken in anchors_as_targets(decision)})
        if against
        else []
    )
    by = {decision.key: tuple(later.key for later in _contradicting_decisions(decision, every)) for decision in against}
    return {
        key: DecisionStatus(key not in by, bool(decision_sides.left and decision_sides.right), by.get(key, ()))
        for key, decision_sides in led.items()
    }


def is_in_effect(decision: DecisionRecord, led: ResolvedSides) -> bool:
    """Tell whether the graph is as a decision says."""
    return led.are_joined if decision.verdict == "same" else led.are_separate


async def remaining_equivalent_decision(graph: Graph, undone: DecisionRecord) -> DecisionRecord | None:
    """Return the latest decision in force that says the same of what one that is taken back speaks of, if there is one.

    Raises a GraphError.
    """
    spoken = [
        {reference for side, reference in anchors_as_targets(undone) if side == which} for which in ("left", "right")
    ]
    every = await about(graph, spoken[0] | spoken[1])
    for decision in every:
        references = {reference for _, reference in anchors_as_targets(decision)}
        if decision.undone is None and decision.verdict == undone.verdict and all(references & side for side in spoken):
            return decision
    return None


def _contradicting_decisions(decision: DecisionRecord, every: Iterable[DecisionRecord]) -> list[DecisionRecord]:
    """Return the later decisions in force that say otherwise of both its sides; else those that may, with others."""
    later = [
        rival
        for rival in every
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
    """Tell whether a later decision joins what was parted, or parts what was joined."""
    joined, parted = (later, decision) if later.verdict == "same" else (decision, later)
    joined_references = {reference for _, reference in anchors_as_targets(joined)}
    return all(
        not joined_references.isdisjoint(reference for side, reference in anchors_as_targets(parted) if side == which)
        for which in ("left", "right")
    )


def _anchor_target(anchor: Anchor) -> Spoken:
    if anchor.id:
        return "id", tuple(split(anchor.id))
    return ("name", name_location(anchor)) if anchor.name and anchor.role else ("record", name_location(anchor)[:2])


def _strings(spoken: Value) -> tuple[str, ...]:
    return tuple(map(str, spoken)) if isinstance(spoken, Sequence) else ()


def _all(anchors: Iterable[Anchor], led: Mapping[Spoken, Sequence[_ResolvedAnchors]]) -> frozenset[str]:
    return frozenset(
        entity_id for anchor in anchors for entity_id in _resolved_ids(anchor, led.get(_anchor_target(anchor), ()))
    )


def _resolved_ids(anchor: Anchor, led: Sequence[_ResolvedAnchors]) -> Iterator[str]:
    """Yield the ids to which an anchor leads: of a name, of who is called so in each loader's form of the record."""
    if not anchor.name:
        yield from (target.id for target in led)
        return
    for form in group_by_key((target.loader, target) for target in led).values():
        written = group_by_key((target.name, target.id) for target in form)
        name = resolve_name(fold(anchor.name), written)
        yield from written[name][anchor.nth - 1 : anchor.nth] if name else ()
