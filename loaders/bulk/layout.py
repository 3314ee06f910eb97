"""One partition of records, laid out: the rows that loading batch by batch would write, as lines of JSON."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from typing import BinaryIO

import orjson

from cypher.values import Value
from loaders.bulk.shelf import Shelf
from loaders.bulk.things import partition
from loaders.matching.casting import Casting
from loaders.records.stated import Ref
from loaders.writing.batch import Batch
from loaders.writing.layout import lay_out
from loaders.writing.settle import place_natural


class Lines:
    """Takes rows as lines of JSON, one file for each statement."""

    def __init__(self, shelf: Shelf, number: int, stack: ExitStack, number_of: Mapping[Ref, int]) -> None:
        self._shelf, self._number, self._stack = shelf, number, stack
        self._number_of = number_of
        self._files: dict[str, BinaryIO] = {}

    def on(self, name: str, parameter: str, values: Iterable[Value], **others: Value) -> None:
        """Write the rows of a statement; what it runs over beside rows follows from these."""
        del others  # the load of a record goes by its loader
        if parameter != "rows":
            return
        for value in values:
            row = dict(value) if isinstance(value, Mapping) else {}
            if "loader" in row:
                row["n"] = self._number_of[Ref(*(str(row.pop(part)) for part in Ref._fields))]
            if name not in self._files:
                self._files[name] = self._stack.enter_context(self._shelf.lines(name, self._number))
            self._files[name].write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))


def lay(shelf: Shelf, number: int) -> int:
    """Write the rows of a partition; return how many places in by-lines it has."""
    held, things = partition(shelf, number)
    own = dict(_pairs(shelf.rows(shelf.path("things", number), ("n", "entity"))))
    by_ref = {one.ref: one for one in held.values()}
    entity_of = {one.ref: str(entity) for n, one in held.items() if (entity := own.get(n)) is not None}
    batch = Batch(held=by_ref, fresh=set(by_ref), earlier={}, removed=frozenset(), alone=True)
    batch.things = [(entity_of[thing.refs[0]], thing) for thing in things]
    batch.entity_of = entity_of
    place_natural(batch)
    ref_of = {n: one.ref for n, one in held.items()}
    batch.casting = _casting(shelf, number, ref_of)
    with ExitStack() as stack:
        lay_out(Lines(shelf, number, stack, {one.ref: n for n, one in held.items()}), batch, "")
    return sum(role == "author" for _, role, _ in batch.casting.person_of)


def _casting(shelf: Shelf, number: int, ref_of: dict[int, Ref]) -> Casting:
    casting = Casting()
    for n, role, position, person, rule in shelf.partition("cast", number, ("n", "role", "position", "person", "rule")):
        if isinstance(n, int) and isinstance(position, int):
            casting.person_of[ref_of[n], str(role), position] = str(person), str(rule)
    lost: dict[Ref, list[str]] = defaultdict(list)
    for n, one in shelf.partition("not_theirs", number, ("n", "id")):
        if isinstance(n, int):
            lost[ref_of[n]].append(str(one))
    casting.refused = [(ref, one) for ref, ids in lost.items() for one in ids]
    return casting


def _pairs(rows: Iterable[tuple[object, ...]]) -> Iterable[tuple[int, str | None]]:
    for n, entity in rows:
        if isinstance(n, int):
            yield n, None if entity is None else str(entity)
