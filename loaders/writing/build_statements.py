"""Build the rows of a resolved batch for each write statement: entities, records, IDs, plain edges.

This module does not query the graph. `loaders.writing.commit` adds the statements that depend on stored data.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol, cast

from cypher.driver.client import Statement
from cypher.driver.values import Value
from loaders.graph_queries import write_statement
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
from loaders.resolution.resolve_batch import ResolvedBatch
from loaders.writing import rows, select_entity_values
from loaders.writing.rows import Row, affiliation_rows, candidate_name_rows, institution_name_row
from loaders.writing.select_paper_values import byline_sort_key
from normalization.identifiers import split_id


class RowSink(Protocol):
    """Receives rows by write statement."""

    def add_rows(self, name: str, parameter: str, values: Iterable[Value], **parameters: Value) -> None:
        """Add rows for the statement `ingest/NAME.cypher`, which reads them as `parameter`."""


class StatementBatch:
    """Collects the statements of one transaction, in order; statements without rows are omitted.

    Args:
        single_records: each record that is the only record of its paper, and the ID of the paper. One statement writes
            their mentions and authorships.
    """

    def __init__(self, single_records: Mapping[RecordRef, str]) -> None:
        self.statements: list[Statement] = []
        self._single_records = single_records

    def add_rows(self, name: str, parameter: str, values: Iterable[Value], **parameters: Value) -> None:
        """Add a statement with its rows, unless there are none."""
        value_list = list(values)
        if name == "mentions":
            value_list = self._add_authorships(value_list)
        if value_list:
            self.statements.append(write_statement(f"ingest/{name}", **{parameter: value_list}, **parameters))

    def _add_authorships(self, mention_rows: Iterable[Value]) -> list[Value]:
        """Add the mentions of single records with the authorships, and return the other rows."""
        others: list[Value] = []
        with_authorships: list[Value] = []
        for row in cast("Iterable[Row]", mention_rows):
            paper = self._single_records.get(RecordRef(str(row["source"]), str(row["key"]), str(row["loader"])))
            if paper is None:
                others.append(row)
                continue
            people: set[Value] = set()
            for mention in cast("list[Row]", row["mentions"]):
                mention["first"] = mention["person"] not in people
                people.add(mention["person"])
            with_authorships.append({**row, "paper": paper})
        self.add_rows("mentions_and_authorships", "rows", with_authorships)
        return others


class Reference(NamedTuple):
    """A reference of a record to an ID: its kind, the ID, and further values."""

    kind: str
    target: str
    values: tuple[tuple[str, Value], ...] = ()


def reference_row(stored: StoredRecord) -> Row | None:
    """Return a record's row for ingest/record_references, or None if it refers to nothing."""
    unique_references = dict.fromkeys(references_of(stored))
    reference_rows: list[Value] = []
    for reference in unique_references:
        scheme, value = split_id(reference.target)
        reference_rows.append(
            {"kind": reference.kind, "scheme": scheme, "value": value, "values": dict(reference.values)}
        )
    return {**rows.key(stored.ref), "references": reference_rows} if reference_rows else None


def references_of(stored: StoredRecord) -> Iterator[Reference]:
    """Yield the references of a record to external IDs."""
    match stored.record:
        case PaperRecord() as paper:
            if use := paper.appeared_in:
                yield Reference("volume", volume_id(use.volume), tuple(_appearance_properties(use)))
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
            yield Reference("cites", citation.cited, tuple(_citation_properties(citation)))
        case DecisionRecord() as decision:
            yield from (Reference(side, target) for side, target in anchors_as_targets(decision))
        case VolumeRecord(venues=venues):
            yield from (Reference("venue", venue) for venue in venues)
        case InstitutionRecord(relations=relations):
            yield from (Reference(relation.kind, relation.target) for relation in relations)
        case _:
            pass


def _appearance_properties(use: VolumeUse) -> Iterator[tuple[str, Value]]:
    if use.pages:
        yield "pages", use.pages
    if use.issue:
        yield "issue", use.issue
    if use.unnumbered:
        yield "unnumbered", True


def _citation_properties(citation: CitationRecord) -> Iterator[tuple[str, Value]]:
    if citation.intents:
        yield "intents", citation.intents
    if citation.influential is not None:
        yield "influential", citation.influential


def build_statements(statements: RowSink, batch: ResolvedBatch, load_id: str) -> rows.Papers:
    """Add the rows of a batch to `statements`, the targets of references first, and return the rows of its papers."""
    papers = _entities(statements, batch)
    _topics(statements, batch, papers)
    _people(statements, batch)
    _records(statements, batch, load_id)
    _ids(statements, batch)
    statements.add_rows("paper_topics", "rows", papers.about)
    statements.add_rows("appearances", "rows", papers.appeared_in)
    statements.add_rows("manifestations", "rows", papers.forms)
    statements.add_rows("code_links", "rows", papers.code)
    statements.add_rows("dataset_links", "rows", papers.datasets)
    return papers


def _entities(statements: RowSink, batch: ResolvedBatch) -> rows.Papers:
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
            names.append(institution_name_row(identifier, records, values))
        elif cluster.kind == "funder":
            funders.append(rows.funder(identifier, records, cluster.ids))
        elif cluster.kind == "venue":
            venues.append(rows.venue(identifier, records, cluster.ids))
        else:
            volumes.append(rows.volume(identifier, records, cluster.ids))
    statements.add_rows("papers", "rows", papers.papers)
    statements.add_rows("institutions", "rows", institutions)
    statements.add_rows("institution_names", "rows", names)
    statements.add_rows("mark_unambiguous_names", "names", sorted(batch.institution_names))
    statements.add_rows("funders", "rows", funders)
    statements.add_rows("venues", "rows", venues)
    statements.add_rows("volumes", "rows", volumes)
    return papers


def _topics(statements: RowSink, batch: ResolvedBatch, papers: rows.Papers) -> None:
    topic_rows: dict[tuple[str, str], Row] = {}
    for (scheme, code), records in batch.topics.items():
        values = select_entity_values.topic(records)
        if values["parent"] is not None:
            papers.topics.setdefault((scheme, str(values["parent"])), rows.topic(scheme, str(values["parent"])))
        topic_rows[scheme, code] = rows.topic(scheme, code) | values
    statements.add_rows("topics", "rows", list(papers.topics.values()))
    statements.add_rows("topics", "rows", list(topic_rows.values()))


def _people(statements: RowSink, batch: ResolvedBatch) -> None:
    statements.add_rows("people", "rows", rows.people(batch.assignments, batch.records))
    for stored in batch.records.values():
        if isinstance(stored.record, PersonRecord):
            batch.entity_of[stored.ref] = batch.assignments.person_of[stored.ref, "person", 1][0]


def _records(statements: RowSink, batch: ResolvedBatch, load_id: str) -> None:
    rules = {ref: rule for _, cluster in batch.clusters for ref, rule in cluster.rules.items()}
    conflicts = {ref: ids for _, cluster in batch.clusters for ref, ids in cluster.conflicts.items()}
    for ref, conflicting_id in batch.assignments.id_conflicts:
        if ref in batch.records:
            conflicts[ref] = sorted({*conflicts.get(ref, ()), conflicting_id})
    stored_records = batch.records.values()
    statements.add_rows(
        "records",
        "rows",
        [
            rows.record(
                stored,
                rules.get(stored.ref, "key"),
                conflicts.get(stored.ref, ()),
                seen=stored.ref in batch.new_or_changed,
            )
            for stored in stored_records
        ],
        load=load_id,
    )
    for name in rows.KINDS:
        record_links: list[Row] = [
            {**rows.key(stored.ref), "entity": batch.entity_of[stored.ref]}
            for stored in stored_records
            if kind(stored.record) == name
        ]
        if name == "paper":
            _mark_bylines(record_links, batch)
        if name == "topic":
            for row in record_links:
                row["scheme"], _, row["code"] = str(row.pop("entity")).partition(" ")
        statements.add_rows(f"link_records_{name}", "rows", record_links)
    statements.add_rows(
        "mentions", "rows", filter(None, (rows.mentions(stored, batch.assignments) for stored in stored_records))
    )
    affiliations = [affiliation_rows(stored) for stored in stored_records]
    statements.add_rows("affiliations_by_name", "rows", filter(None, (named for named, _ in affiliations)))
    statements.add_rows("candidate_names", "rows", filter(None, map(candidate_name_rows, stored_records)))
    statements.add_rows("affiliations_by_ror", "rows", filter(None, (known for _, known in affiliations)))
    statements.add_rows("record_references", "rows", filter(None, map(reference_row, stored_records)))
    conflict_rows: list[Row] = [
        {**rows.key(ref), "ids": [list(split_id(id_)) for id_ in ids]} for ref, ids in conflicts.items()
    ]
    statements.add_rows("id_conflicts", "rows", conflict_rows)


def _mark_bylines(record_links: list[Row], batch: ResolvedBatch) -> None:
    """Mark the record that provides the byline of each paper."""
    chosen: set[RecordRef] = set()
    for _, cluster in batch.clusters:
        if cluster.kind == "paper":
            papers = [
                (ref, record) for ref in cluster.refs if isinstance(record := batch.records[ref].record, PaperRecord)
            ]
            chosen.add(min(papers, key=lambda pair: (byline_sort_key(pair[1]), pair[0]))[0])
    for row in record_links:
        row["byline"] = RecordRef(str(row["source"]), str(row["key"]), str(row["loader"])) in chosen


def _ids(statements: RowSink, batch: ResolvedBatch) -> None:
    for entity_kind in ENTITY_KINDS:
        owned_ids: list[Row] = [
            _id(id_, entity_id)
            for entity_id, cluster in batch.clusters
            if cluster.kind == entity_kind
            for id_ in cluster.ids
        ]
        statements.add_rows(f"link_ids_{entity_kind}", "rows", owned_ids)
        redirects: list[Row] = [
            {"old": old, "id": new}
            for old, (retired_kind, new) in batch.redirects.items()
            if retired_kind == entity_kind
        ]
        statements.add_rows(f"merge_{entity_kind}", "rows", redirects)
    statements.add_rows(
        "link_ids_researcher",
        "rows",
        [_id(new_id, batch.assignments.ids[new_id]) for new_id in sorted(batch.assignments.new_ids)],
    )
    reassigned_mentions: list[Row] = [
        {**rows.key(mention.ref), "role": mention.role, "position": mention.position, "person": person, "rule": rule}
        for mention, person, rule in batch.assignments.reassigned
    ]
    statements.add_rows("reassign_mentions", "rows", reassigned_mentions)
    statements.add_rows("update_mention_rules", "rows", rows.mention_rules(batch.assignments.rule_changes))
    statements.add_rows(
        "reassign_person_records",
        "rows",
        [row for row in reassigned_mentions if row["role"] == "person" and row["position"] == 1],
    )
    rejected: list[Row] = []
    for ref, ids in batch.assignments.multi_id_records.items():
        refused = {id_ for owner, id_ in batch.assignments.id_conflicts if owner == ref}
        rejected.append({**rows.key(ref), "stated": sorted(ids | refused), "refused": sorted(refused)})
    statements.add_rows("update_id_conflicts", "rows", rejected)
    statements.add_rows(
        "merge_researcher", "rows", [{"old": old, "id": new} for old, new in batch.assignments.merged_into.items()]
    )


def _id(identifier: str, owner: str) -> Row:
    scheme, value = split_id(identifier)
    return {"scheme": scheme, "value": value, "id": owner}
