"""Steps over partitions: resolve records into entities, resolve names into people, and build the rows.

A partition is closed: no record of it shares an ID or a title with a record of another partition, and no rule links a
name of it to a name of another partition. The rows are the same as those of a load batch by batch, as lines of
JSON.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple, cast

import orjson

from cypher.driver.values import Value
from loaders.bulk.work_dir import PartitionStore, RowFile
from loaders.records.grouping import group_by_key
from loaders.records.match_features import RecordRef
from loaders.records.record import TopicRecord
from loaders.records.serialization import ENTITY_KINDS, StoredRecord, decoded, natural_key
from loaders.resolution import person_name_keys as names
from loaders.resolution.constraints.model import ConstraintSet
from loaders.resolution.constraints.repository import DecisionRepository
from loaders.resolution.entities import EntityCluster
from loaders.resolution.ids.generate import new_id
from loaders.resolution.mention_evidence import Mention, MentionKey
from loaders.resolution.mentions import (
    MAX_EVIDENCE_AUTHORS,
    can_match_by_name,
    institution_token,
    mentions_of,
    named_people,
)
from loaders.resolution.person_assignment import PersonAssignments, assign_people
from loaders.resolution.resolve_batch import ResolvedBatch, assign_deterministic_ids, cluster_batch
from loaders.writing.build_statements import build_statements
from normalization.text import are_compatible_names, family_key


class Partition(NamedTuple):
    """Records by number, sorted by key, and the entity clusters."""

    records: Mapping[int, StoredRecord]
    entities: list[EntityCluster]


def read_partition(store: PartitionStore, number: int) -> Partition:
    """Read a partition and cluster its records; omit classifier records for papers without any other record."""
    rows = store.partition("records", number, ("n", "source", "key", "loader", "statement"))
    records: dict[int, StoredRecord] = {}
    for n, source, key, loader, statement in rows:
        if isinstance(n, int) and isinstance(statement, bytes):
            records[n] = StoredRecord(RecordRef(str(source), str(key), str(loader)), decoded(statement))
    ordered = dict(sorted(records.items(), key=lambda pair: pair[1].ref))
    entities, lone_refs = cluster_batch(ordered.values(), ConstraintSet())
    return Partition({n: stored for n, stored in ordered.items() if stored.ref not in lone_refs}, entities)


def resolve_entities(store: PartitionStore, number: int) -> int:
    """Write the entity and the mentions of each record; return the number of records merged with another record."""
    records, entities = read_partition(store, number)
    entity_of: dict[RecordRef, str] = {}
    for entity in entities:
        entity_of.update(dict.fromkeys(entity.refs, new_id(ENTITY_KINDS[entity.kind])))
    for stored in records.values():
        if isinstance(stored.record, TopicRecord):
            entity_of[stored.ref] = natural_key(stored.record)
    works = {n: entity_of.get(stored.ref) for n, stored in records.items()}
    store.write("entities", number, {"n": list(works), "entity": list(works.values())})
    _mentions(store, number, records, works)
    return sum(len(entity.refs) - 1 for entity in entities)


def _mentions(
    store: PartitionStore, number: int, records: Mapping[int, StoredRecord], works: Mapping[int, str | None]
) -> None:
    entries: list[tuple[int, Mention, list[str]]] = []  # record number, mention, institutions
    for n, stored in records.items():
        for mention, institutions in zip(mentions_of(stored, works[n]), _institutions_by_mention(stored), strict=True):
            entries.append((n, mention, institutions))
    store.write(
        "person_mentions",
        number,
        {
            "n": [n for n, _, _ in entries],
            "role": [mention.role for _, mention, _ in entries],
            "position": [mention.position for _, mention, _ in entries],
            "folded": [mention.folded_name for _, mention, _ in entries],
            "name_key": [names.blocking_key(mention.folded_name) for _, mention, _ in entries],
            "ids": [mention.ids for _, mention, _ in entries],
            "places": [institutions for _, _, institutions in entries],
            "venues": [sorted(mention.venue_ids) for _, mention, _ in entries],
            "work": [mention.work for _, mention, _ in entries],
            "open": [can_match_by_name(mention) for _, mention, _ in entries],
        },
    )
    byline_names = {
        key: [mention.folded_name for mention in mentions]
        for key, mentions in _mentions_by_record(entries).items()
        if len(mentions) <= MAX_EVIDENCE_AUTHORS
    }
    columns = {
        "n": [n for n, _ in byline_names],
        "role": [role for _, role in byline_names],
        "names": list(byline_names.values()),
    }
    store.write("coauthors", number, columns)
    pairs = sorted(_name_key_edges(mention for _, mention, _ in entries if mention.work))
    store.write(
        "compatible_names",
        number,
        {"left_key": [left for left, _ in pairs], "right_key": [right for _, right in pairs]},
    )


def _mentions_by_record(entries: Iterable[tuple[int, Mention, list[str]]]) -> dict[tuple[int, str], list[Mention]]:
    """Return the mentions of each byline, by record and role, in order."""
    return group_by_key(((n, mention.role), mention) for n, mention, _ in entries if mention.role != "person")


def _name_key_edges(mentions: Iterable[Mention]) -> set[tuple[str, str]]:
    """Return pairs of name keys of compatible names in two records of one work, as `MentionNeighborhood` does."""
    families = group_by_key(((mention.work, family_key(mention.folded_name)), mention) for mention in mentions)
    return {
        (names.blocking_key(left.folded_name), names.blocking_key(right.folded_name))
        for family in families.values()
        if len({mention.ref for mention in family}) > 1
        for left, right in combinations({mention.folded_name: mention for mention in family}.values(), 2)
        if names.blocking_key(left.folded_name) != names.blocking_key(right.folded_name)
        and are_compatible_names(left.folded_name, right.folded_name)
    }


def _institutions_by_mention(stored: StoredRecord) -> Iterator[list[str]]:
    """Yield the tokens of institutions of each mention of a record."""
    for contributor in named_people(stored.record):
        yield [
            token for affiliation in contributor.author.affiliations or () if (token := institution_token(affiliation))
        ]


MENTION_COLUMNS = (
    *("n", "source", "key", "loader", "role", "position"),
    *("folded", "ids", "places", "venues", "work", "names"),
)


def resolve_people(store: PartitionStore, number: int) -> int:
    """Write the person of each mention; return the number of ambiguous people."""
    mentions: list[Mention] = []
    number_of: dict[RecordRef, int] = {}
    with_evidence: dict[RecordRef, list[Mention]] = defaultdict(list)
    rows = store.partition("names", number, MENTION_COLUMNS)
    for row in sorted(rows, key=lambda cells: (str(cells[1]), str(cells[2]), str(cells[3]), cells[5])):
        n, source, key, loader, role, position, folded, ids, places, venues, work, byline_names = row
        ref = RecordRef(str(source), str(key), str(loader))
        if not isinstance(n, int) or not isinstance(position, int):
            raise TypeError(f"{ref} has no record number.")
        number_of[ref] = n
        mention = Mention(
            ref,
            str(role),
            position,
            str(folded),
            _texts(ids),
            work=None if work is None else str(work),
            venue_ids=_texts(venues),
        )
        mentions.append(mention)
        byline_keys = tuple(map(names.blocking_key, _texts(byline_names)))
        others = (*byline_keys[: position - 1], *byline_keys[position:])
        with_evidence[ref].append(replace(mention, coauthor_keys=others, institution_keys=_texts(places)))
    assignments = asyncio.run(assign_people(mentions, [], with_evidence.__getitem__, DecisionRepository(None, {}, ())))
    _write_people(store, number, assignments, number_of)
    return assignments.ambiguous


def _write_people(
    store: PartitionStore, number: int, assignments: PersonAssignments, number_of: dict[RecordRef, int]
) -> None:
    keys: list[MentionKey] = list(assignments.person_of)
    store.write(
        "persons",
        number,
        {
            "n": [number_of[ref] for ref, _, _ in keys],
            "role": [role for _, role, _ in keys],
            "position": [position for _, _, position in keys],
            "person": [assignments.person_of[key][0] for key in keys],
            "rule": [assignments.person_of[key][1] for key in keys],
        },
    )
    ids = sorted(assignments.new_ids)
    store.write("person_ids", number, {"id": ids, "person": [assignments.ids[id_] for id_ in ids]})
    rejected_ids = sorted({(number_of[ref], identifier) for ref, identifier in assignments.id_conflicts})
    store.write(
        "person_id_conflicts",
        number,
        {"n": [n for n, _ in rejected_ids], "id": [identifier for _, identifier in rejected_ids]},
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, cast("list[object]", value))) if isinstance(value, list) else ()


class JsonlRowSink:
    """Writes rows as lines of JSON, one file per statement."""

    def __init__(
        self, store: PartitionStore, number: int, stack: ExitStack, number_of: Mapping[RecordRef, int]
    ) -> None:
        self._store, self._number, self._stack = store, number, stack
        self._number_of = number_of
        self._files: dict[str, RowFile] = {}

    def add_rows(self, name: str, parameter: str, values: Iterable[Value], **parameters: Value) -> None:
        """Write the rows of a statement. Other parameters are derived from the rows."""
        del parameters  # such as the ID of the load: in a bulk load, a loader has one load
        if parameter != "rows":
            return
        for value in values:
            row = dict(value) if isinstance(value, Mapping) else {}
            if "loader" in row:
                row["n"] = self._number_of[RecordRef(*(str(row.pop(part)) for part in RecordRef._fields))]
            if name not in self._files:
                self._files[name] = self._stack.enter_context(self._store.open_row_file(name, self._number))
            self._files[name].write_row(orjson.dumps(row))


def build_partition_rows(store: PartitionStore, number: int) -> int:
    """Write the rows of a partition; return its number of authorships."""
    records, entities = read_partition(store, number)
    entity_by_number = dict(_entities_by_number(store.rows(store.path("entities", number), ("n", "entity"))))
    by_ref = {stored.ref: stored for stored in records.values()}
    entity_of = {
        stored.ref: str(entity) for n, stored in records.items() if (entity := entity_by_number.get(n)) is not None
    }
    batch = ResolvedBatch(
        records=by_ref, new_or_changed=set(by_ref), stored_before={}, removed=frozenset(), graph_is_empty=True
    )
    batch.clusters = [(entity_of[cluster.refs[0]], cluster) for cluster in entities]
    batch.entity_of = entity_of
    assign_deterministic_ids(batch)
    ref_of = {n: stored.ref for n, stored in records.items()}
    batch.assignments = _read_assignments(store, number, ref_of)
    with ExitStack() as stack:
        build_statements(
            JsonlRowSink(store, number, stack, {stored.ref: n for n, stored in records.items()}), batch, ""
        )
    return sum(role == "author" for _, role, _ in batch.assignments.person_of)


def _read_assignments(store: PartitionStore, number: int, ref_of: dict[int, RecordRef]) -> PersonAssignments:
    assignments = PersonAssignments()
    for n, role, position, person, rule in store.partition(
        "mention_assignments", number, ("n", "role", "position", "person", "rule")
    ):
        if isinstance(n, int) and isinstance(position, int):
            assignments.person_of[ref_of[n], str(role), position] = str(person), str(rule)
    rejected_ids: dict[RecordRef, list[str]] = defaultdict(list)
    for n, identifier in store.partition("rejected_ids", number, ("n", "id")):
        if isinstance(n, int):
            rejected_ids[ref_of[n]].append(str(identifier))
    assignments.id_conflicts = [(ref, id_) for ref, ids in rejected_ids.items() for id_ in ids]
    return assignments


def _entities_by_number(rows: Iterable[tuple[object, ...]]) -> Iterable[tuple[int, str | None]]:
    for n, entity in rows:
        if isinstance(n, int):
            yield n, None if entity is None else str(entity)
