"""Build the rows of one partition: those that loading batch by batch would write, as lines of JSON."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from typing import BinaryIO

import orjson

from cypher.driver.values import Value
from loaders.bulk.resolve_entities import partition
from loaders.bulk.work_dir import PartitionStore
from loaders.records.match_features import RecordRef
from loaders.resolution.person_assignment import PersonAssignments
from loaders.writing.build_statements import build_statements
from loaders.writing.resolve_batch import assign_deterministic_ids
from loaders.writing.resolved_batch import Batch


class JsonlRowSink:
    """Writes rows as lines of JSON, one file per statement."""

    def __init__(
        self, store: PartitionStore, number: int, stack: ExitStack, number_of: Mapping[RecordRef, int]
    ) -> None:
        self._shelf, self._number, self._stack = store, number, stack
        self._number_of = number_of
        self._files: dict[str, BinaryIO] = {}

    def add_rows(self, name: str, parameter: str, values: Iterable[Value], **others: Value) -> None:
        """Write the rows of a statement. Other parameters are derived from the rows."""
        del others  # the load of a record is determined by its loader
        if parameter != "rows":
            return
        for value in values:
            row = dict(value) if isinstance(value, Mapping) else {}
            if "loader" in row:
                row["n"] = self._number_of[RecordRef(*(str(row.pop(part)) for part in RecordRef._fields))]
            if name not in self._files:
                self._files[name] = self._stack.enter_context(self._shelf.lines(name, self._number))
            self._files[name].write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))


def build_partition_rows(store: PartitionStore, number: int) -> int:
    """Write the rows of a partition; return its number of authorships."""
    records, entities = partition(store, number)
    own = dict(_pairs(store.rows(store.path("entities", number), ("n", "entity"))))
    by_ref = {stored.ref: stored for stored in records.values()}
    entity_of = {stored.ref: str(entity) for n, stored in records.items() if (entity := own.get(n)) is not None}
    batch = Batch(records=by_ref, fresh=set(by_ref), earlier={}, removed=frozenset(), standalone=True)
    batch.clusters = [(entity_of[cluster.refs[0]], cluster) for cluster in entities]
    batch.entity_of = entity_of
    assign_deterministic_ids(batch)
    ref_of = {n: stored.ref for n, stored in records.items()}
    batch.casting = _casting(store, number, ref_of)
    with ExitStack() as stack:
        build_statements(
            JsonlRowSink(store, number, stack, {stored.ref: n for n, stored in records.items()}), batch, ""
        )
    return sum(role == "author" for _, role, _ in batch.casting.person_of)


def _casting(store: PartitionStore, number: int, ref_of: dict[int, RecordRef]) -> PersonAssignments:
    casting = PersonAssignments()
    for n, role, position, person, rule in store.partition(
        "mention_assignments", number, ("n", "role", "position", "person", "rule")
    ):
        if isinstance(n, int) and isinstance(position, int):
            casting.person_of[ref_of[n], str(role), position] = str(person), str(rule)
    lost: dict[RecordRef, list[str]] = defaultdict(list)
    for n, identifier in store.partition("rejected_ids", number, ("n", "id")):
        if isinstance(n, int):
            lost[ref_of[n]].append(str(identifier))
    casting.id_conflicts = [(ref, id_) for ref, ids in lost.items() for id_ in ids]
    return casting


def _pairs(rows: Iterable[tuple[object, ...]]) -> Iterable[tuple[int, str | None]]:
    for n, entity in rows:
        if isinstance(n, int):
            yield n, None if entity is None else str(entity)
