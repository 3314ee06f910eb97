"""Find the entities that a batch adds or changes, for the change feed.

An entity has changed if one of its records is new, different or removed, or if records or IDs moved to or from it. A
person has changed if a byline that names them has changed, before or after. A relationship that is added or removed is
reported by at least one of its ends: a new paper is reported, but not the papers that cite it; institutions that become
namesakes are both reported, but not the papers written there. Derived facts (counts, collaborations) are not changes;
clients of the feed query them again.
"""

from collections import defaultdict
from collections.abc import Iterable

from cypher.driver.values import Value
from loaders.records.match_features import RecordRef
from loaders.records.record import TopicRecord
from loaders.records.serialization import entity_ids
from loaders.resolution.entities import EntityCluster
from loaders.writing.resolved_batch import Batch

LISTS = {"paper": "papers", "institution": "institutions", "funder": "funders", "venue": "venues", "volume": "volumes"}


def changed_ids_by_kind(batch: Batch, citing: Iterable[str]) -> dict[str, Value]:
    """Return the changed entities of each kind: IDs, or [scheme, code] for topics; `citing` papers are included."""
    refs_before: dict[str, set[RecordRef]] = defaultdict(set)
    ids_before: dict[str, set[str]] = defaultdict(set)
    for ref, stored in batch.earlier.items():
        if stored.entity:
            refs_before[stored.entity].add(ref)
            ids_before[stored.entity] |= {*entity_ids(stored.record)} - {*stored.conflicts}
    id_sets: dict[str, set[str]] = {name: set() for name in LISTS.values()}
    id_sets["papers"].update(citing)
    for identifier, cluster in batch.clusters:
        ids = {id_ for ref in cluster.refs for id_ in _own(cluster, ref, batch)}
        fresh = not batch.fresh.isdisjoint(cluster.refs)
        if fresh or refs_before[identifier] != set(cluster.refs) or ids_before[identifier] != ids:
            id_sets[LISTS[cluster.kind]].add(identifier)
    changed_records = [batch.records[ref] for ref in batch.fresh] + [
        stored_record for ref, stored_record in batch.earlier.items() if ref in batch.removed
    ]
    topics = {
        (topic.scheme, topic.code)
        for stored_record in changed_records
        if isinstance(topic := stored_record.record, TopicRecord)
    }
    return {
        **{name: sorted(ids) for name, ids in id_sets.items()},
        "people": sorted(_people(batch)),
        "topics": [list(code) for code in sorted(topics)],
    }


def _own(cluster: EntityCluster, ref: RecordRef, batch: Batch) -> set[str]:
    """Return the IDs that a record states, without those that belong to another entity."""
    return {*entity_ids(batch.records[ref].record)} - {*cluster.conflicts.get(ref, ())}


def _people(batch: Batch) -> set[str]:
    casting = batch.casting
    people_in_fresh_records = {person for (ref, _, _), (person, _) in casting.person_of.items() if ref in batch.fresh}
    moved = {person for _, person, _ in casting.moved}
    return (
        people_in_fresh_records
        | moved
        | casting.mentions_reassigned
        | casting.created
        | casting.ids_changed
        | set(casting.merged_into.values())
    )
