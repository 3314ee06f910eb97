"""Find the Byline ID that an entity or person had before curators' decisions.

Revoking a merge restores the ID; after a split, the remaining part keeps it. Decisions can overlap: B may be merged
into A before both are merged with C. So all decisions that refer to a record or name are read, the earliest first. Each
stores the ID that it found (`was`), which is used unless a decision that has since been revoked was in force then.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cypher.driver.client import Graph
from cypher.queries import lookup
from loaders.graph_queries import run_query
from loaders.records.match_features import Node, RecordRef
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord
from loaders.records.serialization import StoredRecord
from loaders.resolution.constraints.name_anchors import Calling, name_reference, name_references
from loaders.resolution.constraints.repository import DecisionRepository
from loaders.resolution.mention_evidence import Mention, Place
from loaders.resolution.people import Person

Point: TypeAlias = str | Node | Calling
"""The target of an anchor: an external ID, a record, or a name in a record."""


class PreferredIds(NamedTuple):
    """Intended IDs of an entity, the oldest first: those preferred over its current ID, and those used instead of a new
    ID.
    """

    first: Sequence[str]
    last: Sequence[str]


NO_PREFERENCE = PreferredIds((), ())


class DecisionIdHistory:
    """The Byline IDs that decisions intend for the records and names that they refer to."""

    def __init__(self, every: Iterable[DecisionRecord] = (), fresh: Iterable[DecisionRecord] = ()) -> None:
        self.retired: set[str] = set()
        """Intended IDs that redirect to another entity now."""
        self.gone: set[str] = set()
        """Intended IDs without an entity, because all its records were removed."""
        self._said = sorted(every, key=lambda decision: decision.key)
        self._sides = [_sides(decision) for decision in self._said]
        self._speaking: dict[Point, list[int]] = defaultdict(list)
        for number, sides in enumerate(self._sides):
            for point in set[Point]().union(*(side.points for side in sides)):
                self._speaking[point].append(number)
        self._told = {point for decision in fresh for side in _sides(decision) for point in side.points}
        self._joined = {identifier for decision in fresh for identifier in ids_before_decision(decision)}

    def of_records(self, refs: Iterable[RecordRef], earlier: Mapping[RecordRef, StoredRecord]) -> PreferredIds:
        """Return the IDs intended for an entity with these records."""
        return self._preferred_ids(({ref[:2]}, earlier[ref].entity if ref in earlier else None) for ref in refs)

    def name_references(self, mentions: Iterable[Mention]) -> dict[Place, set[Calling]]:
        """Return the name references by which decisions refer to each mention, even if its spelling has changed."""
        return name_references(mentions, (anchor for decision in self._said for anchor in decision_targets(decision)))

    def of_person(
        self, person: Person, before: Mapping[Place, Mention], names: Mapping[Place, Collection[Calling]]
    ) -> PreferredIds:
        """Return the IDs intended for a person.

        Args:
            names: result of `name_references`. External IDs that belong to another person are ignored.
        """
        own = {*person.ids}
        return self._preferred_ids(
            (
                {*names.get(mention.place, ()), *(own & {*mention.ids})},
                was.person if (was := before.get(mention.place)) else None,
            )
            for mention in person.mentions
        )

    def _preferred_ids(self, nodes: Iterable[tuple[set[Point], str | None]]) -> PreferredIds:
        """Return the intended IDs of nodes, given as the points of each and its current ID.

        If new decisions refer to some of the nodes, the other nodes contribute their current IDs.
        """
        if not self._said:
            return NO_PREFERENCE
        all_nodes = list(nodes)
        last = {had for points, _ in all_nodes if (had := self._had(points))}
        fresh_points = [points for points, _ in all_nodes if points & self._told]
        if not fresh_points:
            return PreferredIds((), sorted(last))
        # entities that a new decision joined share one ID by now, which does not show which of them had it before
        own = {had for points, had in all_nodes if had and had not in self._joined and not points & self._told}
        return PreferredIds(sorted(own | {had for points in fresh_points if (had := self._had(points))}), sorted(last))

    def _had(self, points: set[Point]) -> str | None:
        """Return the ID that these points had, as if the decisions revoked since had never been made."""
        former_id: str | None = None
        revoked_at: list[str] = []
        for number in sorted({number for point in points for number in self._speaking.get(point, ())}):
            decision, sides = self._said[number], self._sides[number]
            referenced_side = next((side for side in sides if points & side.points), None)
            if referenced_side is None:
                continue
            if referenced_side.was and not any(timestamp >= decision.timestamp for timestamp in revoked_at):
                former_id = referenced_side.was
            if decision.undone:
                revoked_at.append(decision.undone.timestamp)
            elif _split_off(decision) and referenced_side is sides[0]:  # split off: a new entity
                former_id, revoked_at, points = None, [], points - sides[1].points
        return former_id


class _Side(NamedTuple):
    """The points that a decision treats as one entity, and the Byline ID that it had then."""

    points: set[Point]
    was: str | None


def _sides(decision: DecisionRecord) -> list[_Side]:
    """Return both sides of a decision, and the other anchors that it merged along with them."""
    left_id, right_id = (*decision.was[:2], None, None)[:2]
    whole_id = left_id if decision.verdict == "apart" else None  # the ID of the entity that a split divided
    return [
        _Side(_points(decision.left), left_id),
        _Side(_points(decision.right), right_id or whole_id),
        *(_Side(_points([follower.anchor]), follower.was) for follower in decision.others),
    ]


def _split_off(decision: DecisionRecord) -> bool:
    """Return True if a decision split one entity, rather than marking two entities as distinct."""
    return decision.verdict == "apart" and len(decision.was) == 1


def decision_targets(decision: DecisionRecord) -> Iterator[Anchor]:
    """Yield all anchors of a decision."""
    yield from (*decision.left, *decision.right, *(follower.anchor for follower in decision.others))


def ids_before_decision(decision: DecisionRecord) -> set[str]:
    """Return the Byline IDs that a decision recorded for its targets."""
    return {*decision.was, *(follower.was for follower in decision.others)}


def _points(anchors: Iterable[Anchor]) -> set[Point]:
    return {point for anchor in anchors for point in _point(anchor)}


def _point(anchor: Anchor) -> Iterator[Point]:
    if anchor.id:
        yield anchor.id
    elif anchor.source and anchor.key:
        yield name_reference(anchor) if anchor.name else (anchor.source, anchor.key)


async def load_id_history(graph: Graph | None, decided: DecisionRepository) -> DecisionIdHistory:
    """Return the ID history of all decisions about a batch, in the batch and in the graph, including revoked ones."""
    decisions = decided.every()
    result = DecisionIdHistory(decisions, decided.fresh())
    ids = sorted({identifier for decision in decisions for identifier in ids_before_decision(decision)})
    for row in await run_query(graph, lookup.REDIRECTED_IDS, ids=ids) if ids else ():
        (result.retired if row.leads else result.gone).add(row.id)
    return result
