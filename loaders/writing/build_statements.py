"""Build the rows of a resolved batch for each write statement: entities, records, IDs, plain edges.

This module does not query the graph. `loaders.writing.commit` adds the statements that depend on stored data.
"""

from collections.abc import Iterator
from typing import NamedTuple

from cypher.driver.values import Value
from loaders.records.match_features import RecordRef
from loaders.records.parts import VolumeUse
from loaders.records.record import (
    CitationRecord,
    DecisionRecord,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    VolumeRecord,
)
from loaders.records.serialization import ENTITY_KINDS, StoredRecord, kind, volume_id
from loaders.resolution.constraints.decisions import anchors_as_targets
from loaders.writing import affiliation_rows as placing
from loaders.writing import rows
from loaders.writing import select_entity_values as entity
from loaders.writing.resolved_batch import Batch
from loaders.writing.rows import Row
from loaders.writing.select_paper_values import by_line_order
from loaders.writing.statement_batch import Sink
from normalization.identifiers import split


class Reference(NamedTuple):
    """A reference of a record to an ID: its kind, the ID, and further values."""

    kind: str
    target: str
    values: tuple[tuple[str, Value], ...] = ()


def references(stored: StoredRecord) -> Row | None:
    """Return a record's row for ingest/record_references, or None if it refers to nothing."""
    pointers = dict.fromkeys(_pointers(stored))
    reference_rows: list[Value] = []
    for pointer in pointers:
        scheme, value = split(pointer.target)
        reference_rows.append({"kind": pointer.kind, "scheme": scheme, "value": value, "values": dict(pointer.values)})
    return {**rows.key(stored.ref), "references": reference_rows} if reference_rows else None


def _pointers(stored: StoredRecord) -> Iterator[Reference]:
    match stored.record:
        case PaperRecord() as paper:
            if use := paper.appeared_in:
                yield Reference("volume", volume_id(use.volume), tuple(_where(use)))
            yield from (Reference("cites", reference) for reference in paper.references or ())
            yield from (
                Reference("funder", funding.funder, (("awards", funding.awards),)) for funding in paper.funding or ()
            )
            yield from (
                Reference("relation", relation.target, (("relation", relation.kind), ("inverse", relation.inverse)))
                for relation in paper.relations
            )
        case CitationRecord() as citation:
            yield Reference("citing", citation.citing)
            yield Reference("cites", citation.cited, tuple(_purpose(citation)))
        case DecisionRecord() as decision:
            yield from (Reference(side, target) for side, target in anchors_as_targets(decision))
        case VolumeRecord(venues=venues):
            yield from (Reference("venue", venue) for venue in venues)
        case InstitutionRecord(relations=relations):
            yield from (Reference(relation.kind, relation.target) for relation in relations)
        case _:
            pass


def _where(use: VolumeUse) -> Iterator[tuple[str, Value]]:
    if use.pages:
        yield "pages", use.pages
    if use.issue:
        yield "issue", use.issue
    if use.unnumbered:
        yield "unnumbered", True


def _purpose(citation: CitationRecord) -> Iterator[tuple[str, Value]]:
    if citation.intents:
        yield "intents", citation.intents
    if citation.influential is not None:
        yield "influential", citation.influential


def build_statements(work: Sink, batch: Batch, load: str) -> rows.Papers:
    """Add the rows of a batch to `work`, the targets of references first, and return the rows of its papers."""
    papers = _things(work, batch)
    _topics(work, batch, papers)
    _people(work, batch)
    _records(work, batch, load)
    _ids(work, batch)
    work.add_rows("paper_topics", "rows", papers.about)
    work.add_rows("appearances", "rows", papers.appeared_in)
    work.add_rows("manifestations", "rows", papers.forms)
    work.add_rows("code_links", "rows", papers.code)
    work.add_rows("dataset_links", "rows", papers.datasets)
    return papers


def _things(work: Sink, batch: Batch) -> rows.Papers:
    papers = rows.Papers()
    institutions: list[Row] = []
    funders: list[Row] = []
    venues: list[Row] = []
    volumes: list[Row] = []
    names: list[Row] = []
    for identifier, cluster in batch.clusters:
        records = [batch.records[ref].record for ref in cluster.refs]
        if cluster.kind == "paper":
            papers.add(identifier, [record for record in records if isinstance(record, PaperRecord)], cluster.ids)
        elif cluster.kind == "institution":
            values, row = rows.institution(identifier, records, cluster.ids)
            institutions.append(row)
            names.append(placing.institution_name_row(identifier, records, values))
        elif cluster.kind == "funder":
            funders.append(rows.funder(identifier, records, cluster.ids))
        elif cluster.kind == "venue":
            venues.append(rows.venue(identifier, records, cluster.ids))
        else:
            volumes.append(rows.volume(identifier, records, cluster.ids))
    work.add_rows("papers", "rows", papers.papers)
    work.add_rows("institutions", "rows", institutions)
    work.add_rows("institution_names", "rows", names)
    work.add_rows("mark_unambiguous_names", "names", sorted(batch.place_names))
    work.add_rows("funders", "rows", funders)
    work.add_rows("venues", "rows", venues)
    work.add_rows("volumes", "rows", volumes)
    return papers


def _topics(work: Sink, batch: Batch, papers: rows.Papers) -> None:
    topic_rows: dict[tuple[str, str], Row] = {}
    for (scheme, code), records in batch.topics.items():
        values = entity.topic(records)
        if values["parent"] is not None:
            papers.topics.setdefault((scheme, str(values["parent"])), rows.topic(scheme, str(values["parent"])))
        topic_rows[scheme, code] = rows.topic(scheme, code) | values
    work.add_rows("topics", "rows", list(papers.topics.values()))
    work.add_rows("topics", "rows", list(topic_rows.values()))


def _people(work: Sink, batch: Batch) -> None:
    work.add_rows("people", "rows", rows.people(batch.assignments, batch.records))
    for stored in batch.records.values():
        if isinstance(stored.record, PersonRecord):
            batch.entity_of[stored.ref] = batch.assignments.person_of[stored.ref, "person", 1][0]


def _records(work: Sink, batch: Batch, load: str) -> None:
    rules = {ref: rule for _, cluster in batch.clusters for ref, rule in cluster.rules.items()}
    conflicts = {ref: ids for _, cluster in batch.clusters for ref, ids in cluster.conflicts.items()}
    for ref, refused_id in batch.assignments.id_conflicts:
        if ref in batch.records:
            conflicts[ref] = sorted({*conflicts.get(ref, ()), refused_id})
    stored_records = batch.records.values()
    work.add_rows(
        "records",
        "rows",
        [
            rows.record(
                stored, rules.get(stored.ref, "key"), conflicts.get(stored.ref, ()), seen=stored.ref in batch.fresh
            )
            for stored in stored_records
        ],
        load=load,
    )
    for name in rows.KINDS:
        described: list[Row] = [
            {**rows.key(stored.ref), "entity": batch.entity_of[stored.ref]}
            for stored in stored_records
            if kind(stored.record) == name
        ]
        if name == "paper":
            _mark_by_lines(described, batch)
        if name == "topic":
            for row in described:
                row["scheme"], _, row["code"] = str(row.pop("entity")).partition(" ")
        work.add_rows(f"link_records_{name}", "rows", described)
    work.add_rows(
        "mentions", "rows", filter(None, (rows.mentions(stored, batch.assignments) for stored in stored_records))
    )
    work.add_rows(
        "affiliations_by_name", "rows", filter(None, (placing.affiliation_rows(stored)[0] for stored in stored_records))
    )
    work.add_rows("candidate_names", "rows", filter(None, map(placing.candidate_name_rows, stored_records)))
    work.add_rows(
        "affiliations_by_ror", "rows", filter(None, (placing.affiliation_rows(stored)[1] for stored in stored_records))
    )
    work.add_rows("record_references", "rows", filter(None, map(references, stored_records)))
    stated: list[Row] = [{**rows.key(ref), "ids": [list(split(id_)) for id_ in ids]} for ref, ids in conflicts.items()]
    work.add_rows("id_conflicts", "rows", stated)


def _mark_by_lines(described: list[Row], batch: Batch) -> None:
    """Mark the record that provides the byline of each paper."""
    chosen: set[RecordRef] = set()
    for _, cluster in batch.clusters:
        if cluster.kind == "paper":
            papers = [
                (ref, record) for ref in cluster.refs if isinstance(record := batch.records[ref].record, PaperRecord)
            ]
            chosen.add(min(papers, key=lambda pair: (by_line_order(pair[1]), pair[0]))[0])
    for row in described:
        row["byline"] = RecordRef(str(row["source"]), str(row["key"]), str(row["loader"])) in chosen


def _ids(work: Sink, batch: Batch) -> None:
    for of_kind in ENTITY_KINDS:
        owned: list[Row] = [
            _id(id_, here) for here, cluster in batch.clusters if cluster.kind == of_kind for id_ in cluster.ids
        ]
        work.add_rows(f"link_ids_{of_kind}", "rows", owned)
        redirects: list[Row] = [
            {"old": old, "id": new} for old, (retired_kind, new) in batch.retired.items() if retired_kind == of_kind
        ]
        work.add_rows(f"merge_{of_kind}", "rows", redirects)
    work.add_rows(
        "link_ids_researcher",
        "rows",
        [_id(new_id, batch.assignments.ids[new_id]) for new_id in sorted(batch.assignments.new_ids)],
    )
    moved: list[Row] = [
        {**rows.key(mention.ref), "role": mention.role, "position": mention.position, "person": person, "rule": rule}
        for mention, person, rule in batch.assignments.moved
    ]
    work.add_rows("reassign_mentions", "rows", moved)
    work.add_rows(
        "reassign_person_records", "rows", [row for row in moved if row["role"] == "person" and row["position"] == 1]
    )
    refused: list[Row] = [
        {
            **rows.key(ref),
            "stated": sorted(ids),
            "refused": sorted({id_ for owner, id_ in batch.assignments.id_conflicts if owner == ref}),
        }
        for ref, ids in batch.assignments.multi_id_records.items()
    ]
    work.add_rows("update_id_conflicts", "rows", refused)
    work.add_rows(
        "merge_researcher", "rows", [{"old": old, "id": new} for old, new in batch.assignments.merged_into.items()]
    )


def _id(identifier: str, owner: str) -> Row:
    scheme, value = split(identifier)
    return {"scheme": scheme, "value": value, "id": owner}
