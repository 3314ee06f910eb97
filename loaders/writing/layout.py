"""Lay out what a settled batch says, as rows by the statement that writes each: entities, records, ids, plain edges.

Nothing here asks the graph. What follows from these rows and from what is there already is of `loaders.writing.write`.
"""

from cypher.identifiers import split
from loaders.records.record import PaperRecord, PersonRecord
from loaders.records.stated import Ref
from loaders.records.statement import THINGS, kind
from loaders.writing import entity, placing, rows
from loaders.writing.batch import Batch
from loaders.writing.paper import by_line_order
from loaders.writing.pointing import references
from loaders.writing.rows import Row
from loaders.writing.work import Sink


def lay_out(work: Sink, batch: Batch, load: str) -> rows.Papers:
    """Give the rows of a batch to `work`, what others point to first; return those of its papers."""
    papers = _things(work, batch)
    _topics(work, batch, papers)
    _people(work, batch)
    _records(work, batch, load)
    _ids(work, batch)
    work.on("about", "rows", papers.about)
    work.on("appeared_in", "rows", papers.appeared_in)
    work.on("forms", "rows", papers.forms)
    work.on("code", "rows", papers.code)
    work.on("datasets", "rows", papers.datasets)
    return papers


def _things(work: Sink, batch: Batch) -> rows.Papers:
    papers = rows.Papers()
    institutions: list[Row] = []
    funders: list[Row] = []
    venues: list[Row] = []
    volumes: list[Row] = []
    names: list[Row] = []
    for identifier, thing in batch.things:
        records = [batch.held[ref].record for ref in thing.refs]
        if thing.kind == "paper":
            papers.add(identifier, [one for one in records if isinstance(one, PaperRecord)], thing.ids)
        elif thing.kind == "institution":
            values, row = rows.institution(identifier, records, thing.ids)
            institutions.append(row)
            names.append(placing.known_as(identifier, records, values))
        elif thing.kind == "funder":
            funders.append(rows.funder(identifier, records, thing.ids))
        elif thing.kind == "venue":
            venues.append(rows.venue(identifier, records, thing.ids))
        else:
            volumes.append(rows.volume(identifier, records, thing.ids))
    work.on("papers", "rows", papers.papers)
    work.on("institutions", "rows", institutions)
    work.on("names", "rows", names)
    work.on("decides", "names", sorted(batch.place_names))
    work.on("funders", "rows", funders)
    work.on("venues", "rows", venues)
    work.on("volumes", "rows", volumes)
    return papers


def _topics(work: Sink, batch: Batch, papers: rows.Papers) -> None:
    said: dict[tuple[str, str], Row] = {}
    for (scheme, code), records in batch.topics.items():
        values = entity.topic(records)
        if values["parent"] is not None:
            papers.topics.setdefault((scheme, str(values["parent"])), rows.topic(scheme, str(values["parent"])))
        said[scheme, code] = rows.topic(scheme, code) | values
    work.on("topics", "rows", list(papers.topics.values()))
    work.on("topics", "rows", list(said.values()))


def _people(work: Sink, batch: Batch) -> None:
    work.on("people", "rows", rows.people(batch.casting, batch.held))
    for held in batch.held.values():
        if isinstance(held.record, PersonRecord):
            batch.entity_of[held.ref] = batch.casting.person_of[held.ref, "person", 1][0]


def _records(work: Sink, batch: Batch, load: str) -> None:
    rules = {ref: rule for _, thing in batch.things for ref, rule in thing.rules.items()}
    conflicts = {ref: ids for _, thing in batch.things for ref, ids in thing.conflicts.items()}
    for ref, one in batch.casting.refused:
        if ref in batch.held:
            conflicts[ref] = sorted({*conflicts.get(ref, ()), one})
    held = batch.held.values()
    work.on(
        "records",
        "rows",
        [
            rows.record(one, rules.get(one.ref, "key"), conflicts.get(one.ref, ()), seen=one.ref in batch.fresh)
            for one in held
        ],
        load=load,
    )
    for name in rows.KINDS:
        described: list[Row] = [
            {**rows.key(one.ref), "entity": batch.entity_of[one.ref]} for one in held if kind(one.record) == name
        ]
        if name == "paper":
            _mark_by_lines(described, batch)
        if name == "topic":
            for row in described:
                row["scheme"], _, row["code"] = str(row.pop("entity")).partition(" ")
        work.on(f"describe_{name}", "rows", described)
    work.on("mentions", "rows", filter(None, (rows.mentions(one, batch.casting) for one in held)))
    work.on("places_by_name", "rows", filter(None, (placing.places(one)[0] for one in held)))
    work.on("may_name", "rows", filter(None, map(placing.may_name, held)))
    work.on("places_by_ror", "rows", filter(None, (placing.places(one)[1] for one in held)))
    work.on("references", "rows", filter(None, map(references, held)))
    stated: list[Row] = [{**rows.key(ref), "ids": [list(split(one)) for one in ids]} for ref, ids in conflicts.items()]
    work.on("conflicts", "rows", stated)


def _mark_by_lines(described: list[Row], batch: Batch) -> None:
    """Mark the record whose by-line each paper shows."""
    chosen: set[Ref] = set()
    for _, thing in batch.things:
        if thing.kind == "paper":
            said = [(ref, record) for ref in thing.refs if isinstance(record := batch.held[ref].record, PaperRecord)]
            chosen.add(min(said, key=lambda one: (by_line_order(one[1]), one[0]))[0])
    for row in described:
        row["byline"] = Ref(str(row["source"]), str(row["key"]), str(row["loader"])) in chosen


def _ids(work: Sink, batch: Batch) -> None:
    for name, of_kind in ((f"{one}s", one) for one in THINGS):
        owned: list[Row] = [
            _id(one, here) for here, thing in batch.things if thing.kind == of_kind for one in thing.ids
        ]
        work.on(f"identify_{name}", "rows", owned)
        gone: list[Row] = [{"old": old, "id": new} for old, (what, new) in batch.retired.items() if what == of_kind]
        work.on(f"retire_{name}", "rows", gone)
    work.on("identify_people", "rows", [_id(one, batch.casting.ids[one]) for one in sorted(batch.casting.new_ids)])
    moved: list[Row] = [
        {**rows.key(one.ref), "role": one.role, "position": one.position, "person": person, "rule": rule}
        for one, person, rule in batch.casting.moved
    ]
    work.on("move_mentions", "rows", moved)
    work.on("move_persons", "rows", [row for row in moved if row["role"] == "person" and row["position"] == 1])
    refused: list[Row] = [
        {
            **rows.key(ref),
            "stated": sorted(ids),
            "refused": sorted({one for at, one in batch.casting.refused if at == ref}),
        }
        for ref, ids in batch.casting.several.items()
    ]
    work.on("refusals", "rows", refused)
    work.on("retire_people", "rows", [{"old": old, "id": new} for old, new in batch.casting.retired.items()])


def _id(identifier: str, owner: str) -> Row:
    scheme, value = split(identifier)
    return {"scheme": scheme, "value": value, "id": owner}
