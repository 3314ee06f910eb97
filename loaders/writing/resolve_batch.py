"""Resolve one batch: find its candidates, cluster entities and people, and compute the changes.

The graph is a function of the set of records. A batch reduces everything that its records may affect to the records,
applies the rules again, and writes the result; the rest of the graph cannot have changed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from cypher.driver.client import Graph
from loaders.records.match_features import Node, RecordRef
from loaders.records.record import BYLINE, InstitutionRecord, Record, TopicRecord
from loaders.records.serialization import ENTITY_KINDS, StoredRecord, kind, match_features, natural_key
from loaders.resolution import entities as identity
from loaders.resolution.blocking.records import expand_closure
from loaders.resolution.constraints.decisions import entity_constraints
from loaders.resolution.constraints.model import ConstraintSet
from loaders.resolution.constraints.repository import DecisionRepository
from loaders.resolution.entities import EntityCluster
from loaders.resolution.ids.assign import IdClaims, assign_ids
from loaders.resolution.ids.generate import new_id
from loaders.resolution.ids.history import DecisionIdHistory, load_id_history
from loaders.resolution.ids.restore import RestoredIds
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.mentions import mentions_of, with_evidence
from loaders.resolution.person_assignment import assign_people
from loaders.writing import affiliation_rows as placing
from loaders.writing.resolved_batch import Batch

CUT_OVER = 100
"""Bylines with more people add no collaborations (`cypher/derive/papers.cypher`)."""


@dataclass(slots=True)
class BatchOutcome:
    """Counts of a resolved batch."""

    merged: int = 0
    """Records that joined an entity which another record describes."""
    conflicts: list[tuple[RecordRef, str]] = field(default_factory=list[tuple[RecordRef, str]])
    ambiguous: int = 0
    authorships: int = 0
    """Positions in the bylines of the fresh records."""
    authorship_edges: int = 0
    """People in those bylines, counted once per byline."""
    collaborations_cut: int = 0
    """Papers with those bylines that add no collaborations, because they have too many authors."""


async def resolve_batch(
    graph: Graph | None,
    fresh: Mapping[RecordRef, Record],
    there: Sequence[RecordRef],
    removed: frozenset[RecordRef] = frozenset(),
) -> tuple[Batch, BatchOutcome]:
    """Resolve new and changed records, and the remaining records after removals. Writes nothing (see `commit`).

    A classifier record is removed together with the last record of another source for its paper.

    Args:
        graph: None if the graph holds nothing that could match.
        there: stored records to start from: earlier versions of fresh ones, the same keys under other loaders, and
            records to remove.
    """
    decided = DecisionRepository(graph, fresh, removed)
    earlier = await expand_closure(graph, fresh, there, decided)
    stored_records = {ref: stored for ref, stored in earlier.items() if ref not in removed}
    for ref, record in fresh.items():
        stored_records[ref] = StoredRecord(ref, record, earlier[ref].entity if ref in earlier else None)
    stored_records = dict(sorted(stored_records.items()))
    clusters, orphan_refs = cluster_batch(stored_records.values(), entity_constraints(decided.every()))
    fresh = {ref: record for ref, record in fresh.items() if ref not in orphan_refs}
    removed |= orphan_refs & earlier.keys()
    stored_records = {ref: stored for ref, stored in stored_records.items() if ref not in orphan_refs}
    batch = Batch(
        records=stored_records,
        fresh=set(fresh),
        earlier=earlier,
        removed=removed,
        standalone=graph is None,
        given_back=RestoredIds(graph),
    )
    await _place_things(batch, clusters, await load_id_history(graph, decided))
    assign_deterministic_ids(batch)
    mentions = [
        mention
        for stored in stored_records.values()
        for mention in mentions_of(stored, batch.entity_of.get(stored.ref))
    ]

    def full(ref: RecordRef) -> list[Mention]:
        return with_evidence(batch.records[ref], batch.entity_of.get(ref))

    batch.assignments = await assign_people(graph, mentions, sorted(earlier), full, decided)
    outcome = BatchOutcome(
        merged=sum(_count_merged(cluster, fresh, earlier) for cluster in clusters),
        conflicts=[(ref, id_) for cluster in clusters for ref, ids in cluster.conflicts.items() for id_ in ids]
        + batch.assignments.id_conflicts,
        ambiguous=batch.assignments.ambiguous,
    )
    written = [mention for mention in mentions if mention.role == "author" and mention.ref in fresh]
    outcome.authorships = len(written)
    authors = {(mention.ref, batch.assignments.person_of[mention.place][0]) for mention in written}
    outcome.authorship_edges = len(authors)
    by_lines = Counter(ref for ref, _ in authors)
    outcome.collaborations_cut = len({batch.entity_of[ref] for ref, people in by_lines.items() if people > CUT_OVER})
    return batch, outcome


def cluster_batch(
    stored_records: Iterable[StoredRecord], ruled: ConstraintSet[Node]
) -> tuple[list[EntityCluster], set[RecordRef]]:
    """Group records into entities; return also the classifier's records that no other record supports, to be
    removed.
    """
    clusters = identity.cluster_entities(
        match_features(stored for stored in stored_records if kind(stored.record) in ENTITY_KINDS), ruled
    )
    orphan_refs = {
        ref for cluster in clusters if all(ref.source == BYLINE for ref in cluster.refs) for ref in cluster.refs
    }
    return [cluster for cluster in clusters if orphan_refs.isdisjoint(cluster.refs)], orphan_refs


def _count_merged(
    cluster: EntityCluster, fresh: Mapping[RecordRef, Record], earlier: Mapping[RecordRef, StoredRecord]
) -> int:
    """Count the fresh records of an entity that existed before, or that another record of the batch created."""
    new = sum(ref in fresh for ref in cluster.refs)
    return new if any(ref in earlier and ref not in fresh for ref in cluster.refs) else max(new - 1, 0)


async def _place_things(batch: Batch, clusters: Sequence[EntityCluster], wished: DecisionIdHistory) -> None:
    """Assign to every entity the oldest ID of its records; the other IDs redirect to it from now on.

    An ID intended by a curator's decision takes precedence; an entity that returns after deletion gets its former ID.
    """
    claims = [
        IdClaims(
            own=sorted(
                {entity_id for ref in cluster.refs if ref in batch.earlier and (entity_id := batch.earlier[ref].entity)}
            ),
            preferred_ids=wished.of_records(cluster.refs, batch.earlier),
            outside=cluster.ids,
        )
        for cluster in clusters
    ]
    kept_ids = await assign_ids(claims, range(len(clusters)), wished, batch.given_back)
    for number, entity_cluster in enumerate(clusters):
        identifier = kept_ids.get(number) or new_id(ENTITY_KINDS[entity_cluster.kind])
        batch.clusters.append((identifier, entity_cluster))
        batch.entity_of.update(dict.fromkeys(entity_cluster.refs, identifier))
    taken = set(kept_ids.values())
    for claim, entity_cluster in zip(claims, clusters, strict=True):
        for old in claim.own:
            if old not in taken:
                batch.retired.setdefault(old, (entity_cluster.kind, batch.entity_of[entity_cluster.refs[0]]))


def assign_deterministic_ids(batch: Batch) -> None:
    """Assign topics their natural keys, and collect the names and ROR IDs of institutions."""
    for ref, stored in batch.records.items():
        record = stored.record
        if isinstance(record, TopicRecord):
            batch.entity_of[ref] = natural_key(record)
            batch.topics.setdefault((record.scheme, record.code), []).append(record)
    old = [stored.record for stored in batch.earlier.values() if isinstance(stored.record, InstitutionRecord)]
    new = [stored.record for stored in batch.records.values() if isinstance(stored.record, InstitutionRecord)]
    batch.place_names = placing.names([*old, *new])
    batch.place_rors = {id_ for record in (*old, *new) for id_ in record.ids if id_.startswith("ror:")}
