"""Blocking of records: fetch the transitive closure of the records that share an ID or title key with a batch.

The result is closed: no record outside it shares an ID, a title key (including the adjacent years) or an entity with a
record inside it. The rules of `loaders.resolution.entities` therefore give the same result as over the whole graph.
"""

from collections.abc import Iterable, Mapping, Sequence

from cypher.queries import lookup
from loaders.graph_queries import GraphReader, run_query
from loaders.records.match_features import RecordRef
from loaders.records.record import Record, TopicRecord
from loaders.records.serialization import StoredRecord, decoded, entity_ids, natural_key, title_key
from loaders.records.versions import VersionInfo
from loaders.resolution.constraints.decisions import decision_targets_of_record, nodes_of
from loaders.resolution.constraints.repository import DecisionRepository
from normalization.identifiers import split_id
from normalization.text import adjacent_year_keys


async def find_existing_versions(
    graph: GraphReader | None, keys: Iterable[tuple[str, str]]
) -> dict[RecordRef, VersionInfo]:
    """Return the version information of every record in the graph with one of these (source, key), of any loader."""
    rows = await run_query(graph, lookup.RECORD_VERSIONS, keys=[list(key) for key in keys])
    return {
        RecordRef(row.source, row.key, row.loader): VersionInfo(
            row.hash, row.revised or "", None if row.in_passing is None else row.in_passing.encode()
        )
        for row in rows
    }


async def expand_closure(
    graph: GraphReader | None,
    new_or_changed: Mapping[RecordRef, Record],
    stored_refs: Sequence[RecordRef],
    decisions: DecisionRepository,
) -> dict[RecordRef, StoredRecord]:
    """Return the records of the graph in the closed set around `new_or_changed`, in their stored form.

    Records and entities that one decision refers to belong to one closed set.

    Args:
        stored_refs: records of the graph to start from, such as earlier versions of changed records.
    """
    stored_before: dict[RecordRef, StoredRecord] = {}
    fetched_keys: set[str] = set()
    frontier: list[Record] = list(new_or_changed.values())
    keys = sorted({ref[:2] for ref in stored_refs})
    rows = await run_query(graph, lookup.RECORDS_BY_ENTITY, keys=[list(key) for key in keys]) if keys else []
    await decisions.load_stored(stored_refs)
    while frontier or rows:
        fetched = [_stored_record(row) for row in rows if _ref(row) not in stored_before]
        stored_before.update((stored.ref, stored) for stored in fetched)
        frontier += [stored.record for stored in fetched]
        await decisions.fetch_decisions_about(
            reference for record in frontier for reference in decision_targets_of_record(record)
        )
        decision_nodes = sorted({node for decision in decisions.drain_new() for node in nodes_of(decision)})
        rows = await _fetch_neighbors(graph, frontier, fetched_keys)
        rows += (
            await run_query(graph, lookup.RECORDS_BY_ENTITY, keys=[list(node) for node in decision_nodes])
            if decision_nodes
            else []
        )
        frontier = []
    return stored_before | decisions.stored


async def _fetch_neighbors(
    graph: GraphReader | None, frontier: Sequence[Record], fetched_keys: set[str]
) -> list[lookup.StoredRecordRow]:
    """Return the records that share an ID, title key or natural key with the frontier; each key is fetched once."""
    ids = {identifier for record in frontier for identifier in entity_ids(record)} - fetched_keys
    own = {key for record in frontier if (key := title_key(record))}
    titles = {variant for key in own for variant in (key, *adjacent_year_keys(key))} - fetched_keys
    codes = {f"topic {natural_key(record)}" for record in frontier if isinstance(record, TopicRecord)} - fetched_keys
    fetched_keys |= ids | titles | codes
    rows: list[lookup.StoredRecordRow] = []
    if ids:
        rows += await run_query(graph, lookup.RECORDS_BY_ID, ids=[list(split_id(id_)) for id_ in sorted(ids)])
    if titles:
        rows += await run_query(graph, lookup.RECORDS_BY_TITLE, titles=sorted(titles))
    if codes:
        rows += await run_query(
            graph, lookup.RECORDS_BY_TOPIC, codes=[code.split(" ", 2)[1:] for code in sorted(codes)]
        )
    return rows


def _ref(row: lookup.StoredRecordRow) -> RecordRef:
    return RecordRef(row.source, row.key, row.loader)


def _stored_record(row: lookup.StoredRecordRow) -> StoredRecord:
    return StoredRecord(_ref(row), decoded(row.statement), row.entity, tuple(row.conflicts))
