"""Write a resolved batch in one transaction: delete the data that it replaces, write entities, records and edges."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from cypher.catalog import Query
from cypher.driver.client import Graph, Statement
from cypher.driver.values import Value
from cypher.queries import lookup
from loaders.graph_queries import run_query
from loaders.records.match_features import RecordRef
from loaders.records.record import CitationRecord, PaperRecord, TopicRecord
from loaders.records.serialization import entity_ids, kind, natural_key
from loaders.resolution.entities import EntityCluster
from loaders.resolution.resolve_batch import ResolvedBatch
from loaders.writing import rows
from loaders.writing.build_statements import StatementBatch, build_statements, references_of
from loaders.writing.lease import WriterLease
from normalization.identifiers import split_id
from normalization.source_priority import source_ranks

ReferencedKind: TypeAlias = Literal["funder", "volume"]
"""Kinds of entities to which papers refer by external ID: if these IDs change, the papers get other relationships."""
IDS_QUERIES: Mapping[ReferencedKind, Query[lookup.EntityIdsRow]] = {
    "funder": lookup.IDS_OF_FUNDER,
    "volume": lookup.IDS_OF_VOLUME,
}


class ChangedEntities(NamedTuple):
    """Byline IDs of the entities whose external IDs a write changes: those that exist before, and after the write."""

    before: list[str]
    after: list[str]


class Neighbors(NamedTuple):
    """Stored entities that the write of a batch affects, although the batch does not contain them.

    Attributes:
        affiliated: IDs of papers and people with affiliations that name an institution of the batch.
        citing_papers: IDs of the papers whose references the citation records of the batch state or stated.
        funders: funders with changed external IDs.
        volumes: volumes with changed external IDs.
        reference_kinds: kinds (`cites`, `funder`, ...) of all references from and to the papers of the batch.
    """

    affiliated: list[str]
    citing_papers: list[str]
    funders: ChangedEntities
    volumes: ChangedEntities
    reference_kinds: set[str]


async def entities_with_changed_ids(graph: Graph, batch: ResolvedBatch, entity_kind: ReferencedKind) -> ChangedEntities:
    """Return the entities of a batch whose external IDs change, including new and removed entities."""
    stored_ids = sorted(
        {
            stored.entity
            for stored in batch.stored_before.values()
            if stored.entity and kind(stored.record) == entity_kind
        }
    )
    rows = await run_query(graph, IDS_QUERIES[entity_kind], ids=stored_ids) if stored_ids else []
    before = {row.id: sorted(row.identifiers) for row in rows}
    now = {identifier: cluster.ids for identifier, cluster in batch.clusters if cluster.kind == entity_kind}
    return ChangedEntities(
        sorted(id_ for id_, ids in before.items() if now.get(id_) != ids),
        sorted(id_ for id_, ids in now.items() if before.get(id_) != ids),
    )


async def commit(lease: WriterLease, batch: ResolvedBatch, load_id: str, load_statements: Sequence[Statement]) -> None:
    """Write a batch in one transaction.

    Args:
        load_statements: statements that update the load node in the same transaction.

    Raises:
        LeaseHeldError: another process has acquired the writer lease; nothing is written.
        GraphError: the transaction failed; nothing is written.
    """
    neighbors = await find_neighbors(lease.graph, batch)
    statements = await asyncio.to_thread(transaction_statements, batch, neighbors, load_id, load_statements)
    await lease.write(*statements)


async def find_neighbors(graph: Graph, batch: ResolvedBatch) -> Neighbors:
    """Find the stored entities outside a batch that its write affects."""
    return Neighbors(
        affiliated=await _other_affiliated_ids(graph, batch),
        citing_papers=await _citing_papers(graph, batch),
        funders=await entities_with_changed_ids(graph, batch, "funder"),
        volumes=await entities_with_changed_ids(graph, batch, "volume"),
        reference_kinds=await _reference_kinds(graph, batch),
    )


def transaction_statements(
    batch: ResolvedBatch, neighbors: Neighbors, load_id: str, load_statements: Sequence[Statement]
) -> list[Statement]:
    """Return the statements of the transaction that writes a batch."""
    citing_papers, funders, volumes = neighbors.citing_papers, neighbors.funders, neighbors.volumes
    statements = StatementBatch(_single_records(batch))
    statements.statements += load_statements
    statements.add_rows("increase_change_number", "names", ["changes"])
    statements.add_rows(
        "assign_change_numbers_to_people",
        "keys",
        [list(ref) for ref in batch.stored_before if ref in batch.new_or_changed or ref in batch.removed],
    )
    statements.add_rows("store_former_ids", "ids", batch.removed_entity_ids())
    _clear_rewritten(statements, batch)
    statements.add_rows("delete_funding", "ids", funders.before)
    statements.add_rows("delete_appearances", "ids", volumes.before)
    restored_ids = (batch.restored_ids, batch.assignments.restored_ids)
    unmerged_ids = sorted(id_ for restored in restored_ids for id_ in restored.after_revoked_merge)
    statements.add_rows("restore_merged_ids", "ids", unmerged_ids)
    papers = build_statements(statements, batch, load_id)
    _add_edges(statements, batch, papers, neighbors)
    statements.add_rows("refresh_citations", "ids", citing_papers)
    statements.add_rows("restore_acts", "ids", unmerged_ids)
    statements.add_rows("restore_entities", "rows", [row for restored in restored_ids for row in restored.rows()])
    statements.add_rows("assign_change_numbers", "changed", [changed_ids_by_kind(batch, citing_papers)])
    statements.add_rows(
        "assign_change_numbers_to_namesakes", "names", [] if batch.graph_is_empty else sorted(batch.institution_names)
    )
    return statements.statements


async def _other_affiliated_ids(graph: Graph, batch: ResolvedBatch) -> list[str]:
    """Return the IDs of stored papers and people with affiliations that name an institution of the batch."""
    if batch.graph_is_empty or not (batch.institution_names or batch.institution_ror_ids):
        return []
    rors = [split_id(ror)[1] for ror in sorted(batch.institution_ror_ids)]
    subject_rows = await run_query(
        graph, lookup.ENTITIES_BY_INSTITUTION, names=sorted(batch.institution_names), rors=rors
    )
    return [row.subject for row in subject_rows]


async def _reference_kinds(graph: Graph, batch: ResolvedBatch) -> set[str]:
    """Return the kinds of all references from and to the papers of the batch."""
    kinds = {
        reference.kind
        for stored in batch.records.values()
        if isinstance(stored.record, PaperRecord | CitationRecord)
        for reference in references_of(stored)
    }
    ids = sorted({id_ for _, cluster in batch.clusters if cluster.kind == "paper" for id_ in cluster.ids})
    if ids and not batch.graph_is_empty:
        id_rows: list[Value] = [list(split_id(id_)) for id_ in ids]
        kinds.update(row.kind for row in await run_query(graph, lookup.REFERENCE_KINDS, ids=id_rows))
    return kinds


def _single_records(batch: ResolvedBatch) -> dict[RecordRef, str]:
    """Map each record that is the only record of its paper to the ID of the paper."""
    return {
        cluster.refs[0]: identifier
        for identifier, cluster in batch.clusters
        if cluster.kind == "paper" and len(cluster.refs) == 1
    }


def _affiliated_papers(batch: ResolvedBatch) -> set[str]:
    """Return the papers of the batch that have a record with affiliations before or after the write."""
    after = ((batch.entity_of.get(ref), stored.record) for ref, stored in batch.records.items())
    before = ((stored.entity, stored.record) for stored in batch.stored_before.values())
    return {
        paper
        for paper, record in (*after, *before)
        if paper and isinstance(record, PaperRecord) and any(author.affiliations for author in record.authors or ())
    }


def _citations(batch: ResolvedBatch) -> list[CitationRecord]:
    return [record for ref in batch.new_or_changed if isinstance(record := batch.records[ref].record, CitationRecord)]


async def _citing_papers(graph: Graph, batch: ResolvedBatch) -> list[str]:
    """Return the IDs of the papers whose references the citation records of the batch state or stated."""
    refs = [list(ref) for ref in sorted(batch.new_or_changed | batch.removed)]
    ids = [list(split_id(id_)) for id_ in sorted({record.citing for record in _citations(batch)})]
    if batch.graph_is_empty or not (ids or batch.removed):
        return []
    return [row.id for row in await run_query(graph, lookup.CITING_PAPERS, keys=refs, ids=ids)]


def _clear_rewritten(statements: StatementBatch, batch: ResolvedBatch) -> None:
    if batch.removed or _citations(batch):
        statements.add_rows(
            "delete_citations", "keys", [list(ref) for ref in sorted(batch.new_or_changed | batch.removed)]
        )
    before = [stored for stored in batch.stored_before.values() if stored.entity]
    ids_by_kind = {
        name: sorted({str(stored.entity) for stored in before if kind(stored.record) == name}) for name in rows.KINDS
    }
    topics = sorted({natural_key(topic) for stored in before if isinstance(topic := stored.record, TopicRecord)})
    statements.add_rows("clear_papers", "ids", ids_by_kind["paper"])
    statements.add_rows("clear_institutions", "ids", ids_by_kind["institution"])
    statements.add_rows("clear_funders", "ids", ids_by_kind["funder"])
    statements.add_rows("clear_venues", "ids", ids_by_kind["venue"])
    statements.add_rows("clear_volumes", "ids", ids_by_kind["volume"])
    statements.add_rows("clear_topics", "codes", [list(topic.split(" ", 1)) for topic in topics])
    statements.add_rows("clear_people", "ids", batch.assignments.ids_cleared)
    statements.add_rows("clear_records", "keys", [list(ref) for ref in batch.stored_before])
    statements.add_rows("delete_records", "keys", [list(ref) for ref in sorted(batch.removed)])


def _add_edges(
    statements: StatementBatch,
    batch: ResolvedBatch,
    papers: rows.Papers,
    neighbors: Neighbors,
) -> None:
    affiliated_ids, reference_kinds = neighbors.affiliated, neighbors.reference_kinds
    funders, volumes_changed = neighbors.funders, neighbors.volumes
    paper_ids = [identifier for identifier, cluster in batch.clusters if cluster.kind == "paper"]
    works_of_moved_mentions = sorted(
        {str(mention.work) for mention, _, _ in batch.assignments.reassigned if mention.work}
    )
    papers_of_moved_mentions = {id_ for id_ in works_of_moved_mentions if id_.startswith("p_")}
    statements.add_rows(
        "authorships", "ids", sorted({*paper_ids, *papers_of_moved_mentions} - {*_single_records(batch).values()})
    )
    changed_papers = papers_of_moved_mentions - {*paper_ids} | _affiliated_papers(batch)
    statements.add_rows("affiliations", "ids", sorted(changed_papers), mark_changed=True)
    statements.add_rows(
        "affiliations",
        "ids",
        sorted({id_ for id_ in affiliated_ids if id_.startswith("p_")} - changed_papers),
        mark_changed=False,
    )
    stale_people = {id_ for id_ in affiliated_ids if id_.startswith("r_")} | batch.assignments.ids_changed
    statements.add_rows("mark_people_stale", "ids", sorted(stale_people))
    statements.add_rows("citations", "ids", paper_ids if {"cites", "citing"} & reference_kinds else [])
    statements.add_rows("paper_relations", "ids", paper_ids if "relation" in reference_kinds else [])
    statements.add_rows("funding", "ids", [*funders.after, *(id_ for id_ in paper_ids if id_ in papers.funded)])
    statements.add_rows("papers_of_volumes", "ids", volumes_changed.after, ranks=source_ranks("venue"))
    volumes = [identifier for identifier, cluster in batch.clusters if cluster.kind == "volume"]
    edited_volumes = sorted({*volumes, *(id_ for id_ in works_of_moved_mentions if id_.startswith("w_"))})
    statements.add_rows("editorships", "ids", edited_volumes, ranks=source_ranks("venue"))
    statements.add_rows("volumes_of_venues", "ids", volumes)
    statements.add_rows(
        "venues_of_volumes", "ids", [identifier for identifier, cluster in batch.clusters if cluster.kind == "venue"]
    )
    statements.add_rows(
        "institution_relations",
        "ids",
        [identifier for identifier, cluster in batch.clusters if cluster.kind == "institution"],
    )


FEED_NAMES = {
    "paper": "papers",
    "institution": "institutions",
    "funder": "funders",
    "venue": "venues",
    "volume": "volumes",
}


def changed_ids_by_kind(batch: ResolvedBatch, citing_papers: Iterable[str]) -> dict[str, Value]:
    """Return the changed entities by kind, for the change feed: IDs, or [scheme, code] for topics.

    An entity has changed if one of its records is new, different or removed, or if records or IDs moved to or from it.
    A person has changed if a byline that names the person has changed. If a relationship is added or removed, at least
    one of its ends is reported: a new paper is reported, but not the papers that cite it; two institutions that now
    share a name are reported, but not the papers written there. Changed derived facts (counts, collaborations) are not
    reported; clients of the feed query them again.

    Args:
        citing_papers: IDs of further changed papers, whose references the batch changes.
    """
    refs_before: dict[str, set[RecordRef]] = defaultdict(set)
    ids_before: dict[str, set[str]] = defaultdict(set)
    for ref, stored in batch.stored_before.items():
        if stored.entity:
            refs_before[stored.entity].add(ref)
            ids_before[stored.entity] |= {*entity_ids(stored.record)} - {*stored.conflicts}
    id_sets: dict[str, set[str]] = {name: set() for name in FEED_NAMES.values()}
    id_sets["papers"].update(citing_papers)
    for identifier, cluster in batch.clusters:
        ids = {id_ for ref in cluster.refs for id_ in _uncontested_ids(cluster, ref, batch)}
        has_new_record = not batch.new_or_changed.isdisjoint(cluster.refs)
        if has_new_record or refs_before[identifier] != set(cluster.refs) or ids_before[identifier] != ids:
            id_sets[FEED_NAMES[cluster.kind]].add(identifier)
    changed_records = [batch.records[ref] for ref in batch.new_or_changed] + [
        stored_record for ref, stored_record in batch.stored_before.items() if ref in batch.removed
    ]
    topics = {
        (topic.scheme, topic.code)
        for stored_record in changed_records
        if isinstance(topic := stored_record.record, TopicRecord)
    }
    return {
        **{name: sorted(ids) for name, ids in id_sets.items()},
        "people": sorted(_changed_people(batch)),
        "topics": [list(code) for code in sorted(topics)],
    }


def _uncontested_ids(cluster: EntityCluster, ref: RecordRef, batch: ResolvedBatch) -> set[str]:
    """Return the IDs that a record states, without IDs that belong to another entity."""
    return {*entity_ids(batch.records[ref].record)} - {*cluster.conflicts.get(ref, ())}


def _changed_people(batch: ResolvedBatch) -> set[str]:
    assignments = batch.assignments
    people_in_changed_records = {
        person for (ref, _, _), (person, _) in assignments.person_of.items() if ref in batch.new_or_changed
    }
    reassigned = {person for _, person, _ in assignments.reassigned}
    return (
        people_in_changed_records
        | reassigned
        | assignments.people_reassigned
        | assignments.created.keys()
        | assignments.ids_changed
        | set(assignments.merged_into.values())
    )
