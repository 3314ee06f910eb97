"""Resolve one batch: fetch its candidates, and cluster them again with the batch into entities and people.

The graph depends only on the set of records. The candidates are all stored records that the batch may affect, so the
rest of the graph cannot change.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from loaders.graph_queries import GraphReader
from loaders.records.match_features import Node, RecordRef
from loaders.records.record import BYLINE, InstitutionRecord, Record, TopicRecord
from loaders.records.serialization import ENTITY_KINDS, StoredRecord, kind, match_features, natural_key
from loaders.resolution.affiliations.name_keys import institution_names
from loaders.resolution.blocking.mention_cache import MentionCache
from loaders.resolution.blocking.records import expand_closure
from loaders.resolution.constraints.decisions import entity_constraints
from loaders.resolution.constraints.model import ConstraintSet
from loaders.resolution.constraints.repository import DecisionRepository
from loaders.resolution.entities import EntityCluster, cluster_entities
from loaders.resolution.ids.assign import IdClaims, assign_ids
from loaders.resolution.ids.generate import new_id
from loaders.resolution.ids.history import DecisionIdHistory, load_id_history
from loaders.resolution.ids.restore import RestoredIds
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.mentions import mentions_of, with_evidence
from loaders.resolution.person_assignment import PersonAssignments, assign_people

MAX_AUTHORS_FOR_COLLABORATION = 100
"""A byline with more people adds no collaborations (`cypher/derive/papers.cypher`)."""


@dataclass(slots=True)
class ResolvedBatch:
    """A batch after resolution: the entity of each record, and the person of each mention. Nothing is written yet."""

    records: Mapping[RecordRef, StoredRecord]
    """The records to write: new, changed and stored ones."""
    new_or_changed: set[RecordRef]
    """Records that the load adds or changes; the others are written again because their entity may change."""
    stored_before: Mapping[RecordRef, StoredRecord]
    """All records of the batch that the graph stores, as they are before the write."""
    removed: frozenset[RecordRef]
    """Records to delete."""
    graph_is_empty: bool = False
    """True if the graph contains no record outside the batch."""
    clusters: list[tuple[str, EntityCluster]] = field(default_factory=list[tuple[str, EntityCluster]])
    """The entities, each with its Byline ID."""
    entity_of: dict[RecordRef, str] = field(default_factory=dict[RecordRef, str])
    """Byline ID of each record's entity; scheme and code for a topic."""
    redirects: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    """Byline ID of a merged entity -> kind and Byline ID of the entity that it redirects to."""
    restored_ids: RestoredIds = field(default_factory=RestoredIds)
    """Byline IDs of entities that are restored after a revoked merge or a deletion."""
    topics: dict[tuple[str, str], list[TopicRecord]] = field(default_factory=dict[tuple[str, str], list[TopicRecord]])
    """Records of each topic, by scheme and code."""
    institution_names: set[str] = field(default_factory=set[str])
    """Names and keys of the batch's institutions, before and after the write."""
    institution_ror_ids: set[str] = field(default_factory=set[str])
    """ROR IDs (`ror:...`) of the batch's institutions, before and after the write."""
    assignments: PersonAssignments = field(default_factory=PersonAssignments)
    """The person of each mention."""

    def removed_entity_ids(self) -> list[str]:
        """Return the Byline IDs of entities without any remaining record."""
        before = {
            stored.entity for stored in self.stored_before.values() if stored.entity and kind(stored.record) != "topic"
        }
        return sorted(before - {identifier for identifier, _ in self.clusters} - self.redirects.keys())


@dataclass(slots=True)
class BatchOutcome:
    """Counts of a resolved batch."""

    merged: int = 0
    """Number of new and changed records that joined an entity of another record."""
    conflicts: list[tuple[RecordRef, str]] = field(default_factory=list[tuple[RecordRef, str]])
    """IDs that a record states although they belong to another entity."""
    ambiguous: int = 0
    """Number of people without an ID for whom the evidence points to several identified people."""
    authorships: int = 0
    """Number of positions in the bylines of new and changed records."""
    authorship_edges: int = 0
    """Number of people in those bylines, counted once per byline."""
    collaborations_cut: int = 0
    """Number of papers with those bylines that have too many authors to add collaborations."""


async def resolve_batch(
    graph: GraphReader | None,
    new_or_changed: Mapping[RecordRef, Record],
    stored_refs: Sequence[RecordRef],
    removed: frozenset[RecordRef] = frozenset(),
    mention_cache: MentionCache | None = None,
) -> tuple[ResolvedBatch, BatchOutcome]:
    """Resolve new and changed records, and the remaining records after removals. Writes nothing (see `commit`).

    A classifier record is removed together with the last record of another source for its paper.

    Args:
        graph: None if the graph holds no record that could match.
        new_or_changed: the records that a load adds or changes.
        stored_refs: stored records to start from: earlier versions of the changed records, records with the same keys
            under other loaders, and records to remove.
        removed: the records to remove.
        mention_cache: mentions that earlier batches of a load have fetched. The caller must commit the batch.
    """
    decisions = DecisionRepository(graph, new_or_changed, removed)
    stored_before = await expand_closure(graph, new_or_changed, stored_refs, decisions)
    stored_records = {ref: stored for ref, stored in stored_before.items() if ref not in removed}
    for ref, record in new_or_changed.items():
        stored_records[ref] = StoredRecord(ref, record, stored_before[ref].entity if ref in stored_before else None)
    stored_records = dict(sorted(stored_records.items()))
    clusters, orphan_refs = await asyncio.to_thread(
        cluster_batch, stored_records.values(), entity_constraints(decisions.all_decisions())
    )
    new_or_changed = {ref: record for ref, record in new_or_changed.items() if ref not in orphan_refs}
    removed |= orphan_refs & stored_before.keys()
    stored_records = {ref: stored for ref, stored in stored_records.items() if ref not in orphan_refs}
    batch = ResolvedBatch(
        records=stored_records,
        new_or_changed=set(new_or_changed),
        stored_before=stored_before,
        removed=removed,
        graph_is_empty=graph is None,
        restored_ids=RestoredIds(graph),
    )
    await _assign_entity_ids(batch, clusters, await load_id_history(graph, decisions))
    assign_deterministic_ids(batch)
    mentions = [
        mention
        for stored in stored_records.values()
        for mention in mentions_of(stored, batch.entity_of.get(stored.ref))
    ]

    def mentions_with_evidence(ref: RecordRef) -> list[Mention]:
        return with_evidence(batch.records[ref], batch.entity_of.get(ref))

    batch.assignments = await assign_people(
        mentions, sorted(stored_before), mentions_with_evidence, decisions, mention_cache
    )
    outcome = BatchOutcome(
        merged=sum(_count_merged(cluster, new_or_changed, stored_before) for cluster in clusters),
        conflicts=[(ref, id_) for cluster in clusters for ref, ids in cluster.conflicts.items() for id_ in ids]
        + batch.assignments.id_conflicts,
        ambiguous=batch.assignments.ambiguous,
    )
    new_authorships = [mention for mention in mentions if mention.role == "author" and mention.ref in new_or_changed]
    outcome.authorships = len(new_authorships)
    authors = {(mention.ref, batch.assignments.person_of[mention.mention_key][0]) for mention in new_authorships}
    outcome.authorship_edges = len(authors)
    author_counts = Counter(ref for ref, _ in authors)
    outcome.collaborations_cut = len(
        {batch.entity_of[ref] for ref, people in author_counts.items() if people > MAX_AUTHORS_FOR_COLLABORATION}
    )
    return batch, outcome


def cluster_batch(
    stored_records: Iterable[StoredRecord], constraints: ConstraintSet[Node]
) -> tuple[list[EntityCluster], set[RecordRef]]:
    """Group records into entities. Also return classifier records to remove: those of papers that no other record
    describes.
    """
    clusters = cluster_entities(
        match_features(stored for stored in stored_records if kind(stored.record) in ENTITY_KINDS), constraints
    )
    orphan_refs = {
        ref for cluster in clusters if all(ref.source == BYLINE for ref in cluster.refs) for ref in cluster.refs
    }
    return [cluster for cluster in clusters if orphan_refs.isdisjoint(cluster.refs)], orphan_refs


def _count_merged(
    cluster: EntityCluster, new_or_changed: Mapping[RecordRef, Record], stored_before: Mapping[RecordRef, StoredRecord]
) -> int:
    """Count the new and changed records that joined an entity of a stored record or of another record of the batch."""
    new = sum(ref in new_or_changed for ref in cluster.refs)
    return new if any(ref in stored_before and ref not in new_or_changed for ref in cluster.refs) else max(new - 1, 0)


async def _assign_entity_ids(
    batch: ResolvedBatch, clusters: Sequence[EntityCluster], id_history: DecisionIdHistory
) -> None:
    """Assign to every entity the oldest ID of its records; its other IDs redirect to that one.

    An ID intended by a curator's decision takes precedence; an entity that returns after deletion gets its former ID.
    """
    claims = [
        IdClaims(
            current_ids=sorted(
                {
                    entity_id
                    for ref in cluster.refs
                    if ref in batch.stored_before and (entity_id := batch.stored_before[ref].entity)
                }
            ),
            preferred_ids=id_history.of_records(cluster.refs, batch.stored_before),
            external_ids=cluster.ids,
        )
        for cluster in clusters
    ]
    kept_ids = await assign_ids(claims, range(len(clusters)), id_history, batch.restored_ids)
    for number, entity_cluster in enumerate(clusters):
        identifier = kept_ids.get(number) or new_id(ENTITY_KINDS[entity_cluster.kind])
        batch.clusters.append((identifier, entity_cluster))
        batch.entity_of.update(dict.fromkeys(entity_cluster.refs, identifier))
    taken = set(kept_ids.values())
    for claim, entity_cluster in zip(claims, clusters, strict=True):
        for old in claim.current_ids:
            if old not in taken:
                batch.redirects.setdefault(old, (entity_cluster.kind, batch.entity_of[entity_cluster.refs[0]]))


def assign_deterministic_ids(batch: ResolvedBatch) -> None:
    """Assign topics their natural keys, and collect the names and ROR IDs of institutions."""
    for ref, stored in batch.records.items():
        record = stored.record
        if isinstance(record, TopicRecord):
            batch.entity_of[ref] = natural_key(record)
            batch.topics.setdefault((record.scheme, record.code), []).append(record)
    old = [stored.record for stored in batch.stored_before.values() if isinstance(stored.record, InstitutionRecord)]
    new = [stored.record for stored in batch.records.values() if isinstance(stored.record, InstitutionRecord)]
    batch.institution_names = institution_names([*old, *new])
    batch.institution_ror_ids = {id_ for record in (*old, *new) for id_ in record.ids if id_.startswith("ror:")}
