"""Find the Byline ID that an entity or person had before curators' decisions.

Revoking a merge restores the ID; after a split, the remaining part keeps it. Decisions can overlap: B may be merged
into A before both are merged with C. So all decisions that refer to a record or name are read, the earliest first. Each
stores the ID that it found (`was`), which is used unless a decision that has since been revoked was in force then.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cypher.queries import lookup
from loaders.graph_queries import GraphReader, run_query
from loaders.records.match_features import Node, RecordRef
from loaders.records.parts import Anchor, CascadedMerge
from loaders.records.record import DecisionRecord
from loaders.records.serialization import StoredRecord
from loaders.resolution.constraints.name_anchors import NameReference, name_reference, name_references
from loaders.resolution.constraints.repository import DecisionRepository
from loaders.resolution.mention_evidence import Mention, MentionKey
from loaders.resolution.people import Person

Target: TypeAlias = str | Node | NameReference
"""The target of an anchor: an external ID, a record, or a name in a record."""


class PreferredIds(NamedTuple):
    """Byline IDs that decisions intend for an entity.

    Attributes:
        overriding: IDs that take precedence over its current ID, in ascending order.
        fallback: IDs that it gets only instead of a new ID, in ascending order.
    """

    overriding: Sequence[str]
    fallback: Sequence[str]


NO_PREFERENCE = PreferredIds((), ())


class DecisionIdHistory:
    """The Byline IDs that decisions intend for the records and names that they refer to."""

    def __init__(self, decisions: Iterable[DecisionRecord] = (), new_decisions: Iterable[DecisionRecord] = ()) -> None:
        self.redirecting_ids: set[str] = set()
        """Intended IDs that redirect to another entity now."""
        self.deleted_ids: set[str] = set()
        """Intended IDs without an entity, because all its records were removed."""
        self._decisions = sorted(decisions, key=lambda decision: decision.key)
        self._events = sorted(
            (event for decision in self._decisions for event in _events(decision)),
            key=lambda event: (event.key, event.timestamp),
        )
        self._events_about: dict[Target, list[int]] = defaultdict(list)
        for number, event in enumerate(self._events):
            for target in set[Target]().union(*(side.targets for side in event.sides)):
                self._events_about[target].append(number)
        self._new_targets = {
            target for decision in new_decisions for side in _sides(decision) for target in side.targets
        }
        self._ids_in_new_decisions = {
            identifier for decision in new_decisions for identifier in ids_before_decision(decision)
        }

    def of_records(self, refs: Iterable[RecordRef], stored_before: Mapping[RecordRef, StoredRecord]) -> PreferredIds:
        """Return the IDs intended for an entity with these records."""
        return self._preferred_ids(
            ({ref[:2]}, stored_before[ref].entity if ref in stored_before else None) for ref in refs
        )

    def name_references(self, mentions: Iterable[Mention]) -> dict[MentionKey, set[NameReference]]:
        """Return the name references by which decisions refer to each mention, even if its spelling has changed."""
        return name_references(
            mentions, (anchor for decision in self._decisions for anchor in decision_targets(decision))
        )

    def of_person(
        self,
        person: Person,
        current_person: Callable[[Mention], str | None],
        names: Mapping[MentionKey, Collection[NameReference]],
    ) -> PreferredIds:
        """Return the IDs intended for a person.

        Args:
            current_person: returns the person of a mention in the graph before the batch.
            names: result of `name_references`. External IDs that belong to another person are ignored.
        """
        own = {*person.ids}
        return self._preferred_ids(
            (
                {*names.get(mention.mention_key, ()), *(own & {*mention.ids})},
                current_person(mention),
            )
            for mention in person.mentions
        )

    def _preferred_ids(self, nodes: Iterable[tuple[set[Target], str | None]]) -> PreferredIds:
        """Return the intended IDs of nodes, given as the points of each and its current ID.

        If new decisions refer to some of the nodes, the other nodes contribute their current IDs.
        """
        if not self._decisions:
            return NO_PREFERENCE
        all_nodes = list(nodes)
        fallback = {former_id for targets, _ in all_nodes if (former_id := self._former_id(targets))}
        new_targets = [targets for targets, _ in all_nodes if targets & self._new_targets]
        if not new_targets:
            return PreferredIds((), sorted(fallback))
        # entities that a new decision joined share one ID by now, which does not show which of them had it before
        own = {
            former_id
            for targets, former_id in all_nodes
            if former_id and former_id not in self._ids_in_new_decisions and not targets & self._new_targets
        }
        return PreferredIds(
            sorted(own | {former_id for targets in new_targets if (former_id := self._former_id(targets))}),
            sorted(fallback),
        )

    def _former_id(self, targets: set[Target]) -> str | None:
        """Return the Byline ID that these targets had, as if the decisions revoked since had never been made."""
        former_id: str | None = None
        revoked_at: list[str] = []
        for number in sorted({number for target in targets for number in self._events_about.get(target, ())}):
            event = self._events[number]
            decision, sides = event.decision, event.sides
            referenced_side = next((side for side in sides if targets & side.targets), None)
            if referenced_side is None:
                continue
            if referenced_side.former_id and not any(timestamp >= event.timestamp for timestamp in revoked_at):
                former_id = referenced_side.former_id
            if event.is_revocation:
                continue
            if decision.undone:
                revoked_at.append(decision.undone.timestamp)
            elif _split_off(decision) and referenced_side is sides[0]:  # split off: a new entity
                former_id, revoked_at, targets = None, [], targets - sides[1].targets
        return former_id


class _Side(NamedTuple):
    """One side of a decision: targets that it treats as one entity, and the Byline ID that they had before."""

    targets: set[Target]
    former_id: str | None


class _Event(NamedTuple):
    """A decision or its revocation; keys order them by time."""

    key: str
    timestamp: str
    decision: DecisionRecord
    sides: list[_Side]
    is_revocation: bool = False


def _events(decision: DecisionRecord) -> Iterator[_Event]:
    """Yield a decision, and its revocation if the rules merged entities because of it."""
    yield _Event(decision.key, decision.timestamp, decision, _sides(decision))
    if decision.undone and decision.undone.others:
        sides = _follower_sides(decision.undone.others)
        yield _Event(decision.undone.key, decision.undone.timestamp, decision, sides, is_revocation=True)


def _sides(decision: DecisionRecord) -> list[_Side]:
    """Return both sides of a decision, and the other anchors that it merged along with them."""
    left_id, right_id = (*decision.was[:2], None, None)[:2]
    whole_id = left_id if decision.verdict == "apart" else None  # the ID of the entity that a split divided
    return [
        _Side(_targets(decision.left), left_id),
        _Side(_targets(decision.right), right_id or whole_id),
        *_follower_sides(decision.others),
    ]


def _follower_sides(others: Iterable[CascadedMerge]) -> list[_Side]:
    return [_Side(_targets([follower.anchor]), follower.was) for follower in others]


def _split_off(decision: DecisionRecord) -> bool:
    """Return True if a decision split one entity, rather than keeping two entities apart."""
    return decision.verdict == "apart" and len(decision.was) == 1


def decision_targets(decision: DecisionRecord) -> Iterator[Anchor]:
    """Yield all anchors of a decision and its revocation."""
    others = (*decision.others, *(decision.undone.others if decision.undone else ()))
    yield from (*decision.left, *decision.right, *(follower.anchor for follower in others))


def ids_before_decision(decision: DecisionRecord) -> set[str]:
    """Return the Byline IDs that a decision recorded for its targets."""
    return {*decision.was, *(follower.was for follower in decision.others)}


def _targets(anchors: Iterable[Anchor]) -> set[Target]:
    return {target for anchor in anchors for target in _target(anchor)}


def _target(anchor: Anchor) -> Iterator[Target]:
    if anchor.id:
        yield anchor.id
    elif anchor.source and anchor.key:
        yield name_reference(anchor) if anchor.name else (anchor.source, anchor.key)


async def load_id_history(graph: GraphReader | None, repository: DecisionRepository) -> DecisionIdHistory:
    """Return the ID history of all decisions about a batch, in the batch and in the graph, including revoked ones."""
    all_decisions = repository.all_decisions()
    result = DecisionIdHistory(all_decisions, repository.new_decisions())
    ids = sorted(
        {identifier for decision in all_decisions for identifier in ids_before_decision(decision)}
        | {follower.was for decision in all_decisions if decision.undone for follower in decision.undone.others}
    )
    for row in await run_query(graph, lookup.REDIRECTED_IDS, ids=ids) if ids else ():
        (result.redirecting_ids if row.redirects else result.deleted_ids).add(row.id)
    return result
