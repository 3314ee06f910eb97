"""Write a resolved batch in one transaction: clear rewritten data, then write entities, records and edges."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from cypher.catalog import Query
from cypher.driver.client import Graph, Statement
from cypher.driver.values import Value
from cypher.queries import lookup
from loaders.graph_queries import run_query
from loaders.records.match_features import RecordRef
from loaders.records.record import CitationRecord, TopicRecord
from loaders.records.serialization import entity_ids, kind, natural_key
from loaders.resolution.entities import EntityCluster
from loaders.writing import rows
from loaders.writing.build_statements import build_statements
from loaders.writing.lease import WriterLease
from loaders.writing.resolved_batch import Batch
from loaders.writing.statement_batch import StatementBatch
from normalization.identifiers import split
from normalization.source_priority import source_ranks

Kind: TypeAlias = Literal["funder", "volume"]
IDS_OF: Mapping[Kind, Query[lookup.EntityIdsRow]] = {"funder": lookup.IDS_OF_FUNDER, "volume": lookup.IDS_OF_VOLUME}


class ChangedEntities(NamedTuple):
    """Byline IDs of entities with changed IDs, sorted: before, and now. Their papers must be matched again."""

    before: list[str]
    now: list[str]


async def entities_with_changed_ids(graph: Graph, batch: Batch, entity_kind: Kind) -> ChangedEntities:
    """Return the entities of a batch with other IDs than in the graph, including new and removed entities."""
    stored_ids = sorted(
        {stored.entity for stored in batch.earlier.values() if stored.entity and kind(stored.record) == entity_kind}
    )
    rows = await run_query(graph, IDS_OF[entity_kind], ids=stored_ids) if stored_ids else []
    before = {row.id: sorted(row.identifiers) for row in rows}
    now = {identifier: cluster.ids for identifier, cluster in batch.clusters if cluster.kind == entity_kind}
    return ChangedEntities(
        sorted(id_ for id_, ids in before.items() if now.get(id_) != ids),
        sorted(id_ for id_, ids in now.items() if before.get(id_) != ids),
    )


async def commit(lease: WriterLease, batch: Batch, load: str, noted: Sequence[Statement]) -> None:
    """Write the batch, after the statements that update the load node.

    Args:
        noted: statements that update the load node in the same transaction.

    Raises:
        LeaseHeldError: another process has acquired the writer lease; nothing is written.
        GraphError: the transaction failed; nothing is written.
    """
    graph = lease.graph
    affected_by_places = await _elsewhere(graph, batch)
    citing = await _citing(graph, batch)
    funders, volumes = (
        await entities_with_changed_ids(graph, batch, "funder"),
        await entities_with_changed_ids(graph, batch, "volume"),
    )
    work = StatementBatch()
    work.statements += noted
    work.add_rows("next_change_number", "names", ["changes"])
    work.add_rows(
        "number_changed_people",
        "keys",
        [list(ref) for ref in batch.earlier if ref in batch.fresh or ref in batch.removed],
    )
    work.add_rows("store_former_ids", "ids", batch.removed_entity_ids())
    _clear(work, batch)
    work.add_rows("delete_funding", "ids", funders.before)
    work.add_rows("delete_appearances", "ids", volumes.before)
    restored_ids = (batch.given_back, batch.assignments.given_back)
    work.add_rows("restore_merged_ids", "ids", sorted(id_ for restored in restored_ids for id_ in restored.revived))
    papers = build_statements(work, batch, load)
    _edges(work, batch, papers, affected_by_places, (funders, volumes))
    work.add_rows("refresh_citations", "ids", citing)
    work.add_rows("restore_entities", "rows", [row for restored in restored_ids for row in restored.rows()])
    work.add_rows("number_changes", "changed", [changed_ids_by_kind(batch, citing)])
    work.add_rows("number_changed_namesakes", "names", [] if batch.standalone else sorted(batch.place_names))
    await lease.write(*work.statements)


async def _elsewhere(graph: Graph, batch: Batch) -> list[str]:
    """Return papers and people outside the batch with affiliations that name one of its institutions."""
    if batch.standalone or not (batch.place_names or batch.place_rors):
        return []
    rors = [split(ror)[1] for ror in sorted(batch.place_rors)]
    subject_rows = await run_query(graph, lookup.ENTITIES_BY_INSTITUTION, names=sorted(batch.place_names), rors=rors)
    return [row.subject for row in subject_rows]


def _citations(batch: Batch) -> list[CitationRecord]:
    return [record for ref in batch.fresh if isinstance(record := batch.records[ref].record, CitationRecord)]


async def _citing(graph: Graph, batch: Batch) -> list[str]:
    """Return papers outside the batch that its citation records refer to, now or before."""
    refs = [list(ref) for ref in sorted(batch.fresh | batch.removed)]
    ids = [list(split(id_)) for id_ in sorted({record.citing for record in _citations(batch)})]
    if batch.standalone or not (ids or batch.removed):
        return []
    return [row.id for row in await run_query(graph, lookup.CITING_PAPERS, keys=refs, ids=ids)]


def _clear(work: StatementBatch, batch: Batch) -> None:
    if batch.removed or _citations(batch):
        work.add_rows("delete_citations", "keys", [list(ref) for ref in sorted(batch.fresh | batch.removed)])
    before = [stored for stored in batch.earlier.values() if stored.entity]
    of_kind = {
        name: sorted({str(stored.entity) for stored in before if kind(stored.record) == name}) for name in rows.KINDS
    }
    topics = sorted({natural_key(topic) for stored in before if isinstance(topic := stored.record, TopicRecord)})
    work.add_rows("clear_papers", "ids", of_kind["paper"])
    work.add_rows("clear_institutions", "ids", of_kind["institution"])
    work.add_rows("clear_funders", "ids", of_kind["funder"])
    work.add_rows("clear_venues", "ids", of_kind["venue"])
    work.add_rows("clear_volumes", "ids", of_kind["volume"])
    work.add_rows("clear_topics", "codes", [list(topic.split(" ", 1)) for topic in topics])
    work.add_rows("clear_people", "ids", batch.assignments.ids_cleared)
    work.add_rows("clear_records", "keys", [list(ref) for ref in batch.earlier])
    work.add_rows("delete_records", "keys", [list(ref) for ref in sorted(batch.removed)])


def _edges(
    work: StatementBatch,
    batch: Batch,
    papers: rows.Papers,
    elsewhere: list[str],
    moved_on: tuple[ChangedEntities, ChangedEntities],
) -> None:
    funders, moved_volumes = moved_on
    here = [identifier for identifier, cluster in batch.clusters if cluster.kind == "paper"]
    works_of_moved_mentions = sorted({str(mention.work) for mention, _, _ in batch.assignments.moved if mention.work})
    authored = sorted({*here, *(id_ for id_ in works_of_moved_mentions if id_.startswith("p_"))})
    work.add_rows("authorships", "ids", authored)
    own_papers = {*authored, *(id_ for id_ in batch.removed_entity_ids() if id_.startswith("p_"))}
    work.add_rows("affiliations", "ids", sorted(own_papers), told=True)
    work.add_rows(
        "affiliations", "ids", sorted({id_ for id_ in elsewhere if id_.startswith("p_")} - own_papers), told=False
    )
    stale_people = {id_ for id_ in elsewhere if id_.startswith("r_")} | batch.assignments.ids_changed
    work.add_rows("mark_people_stale", "ids", sorted(stale_people))
    work.add_rows("citations", "ids", here)
    work.add_rows("paper_relations", "ids", here)
    work.add_rows("funding", "ids", [*funders.now, *(id_ for id_ in here if id_ in papers.funded)])
    work.add_rows("papers_of_volumes", "ids", moved_volumes.now, ranks=source_ranks("venue"))
    volumes = [identifier for identifier, cluster in batch.clusters if cluster.kind == "volume"]
    edited = sorted({*volumes, *(id_ for id_ in works_of_moved_mentions if id_.startswith("w_"))})
    work.add_rows("editorships", "ids", edited, ranks=source_ranks("venue"))
    work.add_rows("volumes_of_venues", "ids", volumes)
    work.add_rows("venues_of_volumes", "ids", [here for here, cluster in batch.clusters if cluster.kind == "venue"])
    work.add_rows("topic_relations", "ids", [here for here, cluster in batch.clusters if cluster.kind == "institution"])


FEED_NAMES = {
    "paper": "papers",
    "institution": "institutions",
    "funder": "funders",
    "venue": "venues",
    "volume": "volumes",
}


def changed_ids_by_kind(batch: Batch, citing: Iterable[str]) -> dict[str, Value]:
    """Return the changed entities of each kind: IDs, or [scheme, code] for topics; `citing` papers are included.

    An entity has changed if one of its records is new, different or removed, or if records or IDs moved to or from it.
    A person has changed if a byline that names them has changed, before or after. A relationship that is added or
    removed is reported by at least one of its ends: a new paper is reported, but not the papers that cite it;
    institutions that become namesakes are both reported, but not the papers written there. Derived facts (counts,
    collaborations) are not changes; clients of the feed query them again.
    """
    refs_before: dict[str, set[RecordRef]] = defaultdict(set)
    ids_before: dict[str, set[str]] = defaultdict(set)
    for ref, stored in batch.earlier.items():
        if stored.entity:
            refs_before[stored.entity].add(ref)
            ids_before[stored.entity] |= {*entity_ids(stored.record)} - {*stored.conflicts}
    id_sets: dict[str, set[str]] = {name: set() for name in FEED_NAMES.values()}
    id_sets["papers"].update(citing)
    for identifier, cluster in batch.clusters:
        ids = {id_ for ref in cluster.refs for id_ in _own(cluster, ref, batch)}
        fresh = not batch.fresh.isdisjoint(cluster.refs)
        if fresh or refs_before[identifier] != set(cluster.refs) or ids_before[identifier] != ids:
            id_sets[FEED_NAMES[cluster.kind]].add(identifier)
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
    assignments = batch.assignments
    people_in_fresh_records = {
        person for (ref, _, _), (person, _) in assignments.person_of.items() if ref in batch.fresh
    }
    moved = {person for _, person, _ in assignments.moved}
    return (
        people_in_fresh_records
        | moved
        | assignments.mentions_reassigned
        | assignments.created
        | assignments.ids_changed
        | set(assignments.merged_into.values())
    )
