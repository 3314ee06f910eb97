"""One split read: its records, each numbered, with the keys by which it may meet others; what was refused."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from cypher.folding import a_year_beside
from loaders.bulk import plan
from loaders.bulk.shelf import Shelf
from loaders.files.archive import SourceFile
from loaders.records.record import Record, TopicRecord
from loaders.records.statement import decoded, natural_key, thing_ids, title_key
from loaders.source import Reader, sources
from loaders.streaming.portions import Kept, Portion, Refused, place, portions

PLAN = "plan"
PART_BYTES = 32 << 20
"""Bytes of statements to a part."""
TOLD = 50_000
"""Refusals to a part, about."""
NUMBERS = 1 << 32
"""Numbers to a split: more than a split has records, so that numbers grow in the order of reading."""


def keys_of(record: Record) -> list[str]:
    """Return the keys by which a record may meet another: ids, title keys, the code of a topic."""
    found = [*thing_ids(record)]
    if key := title_key(record):
        found += [f"title {one}" for one in (key, *a_year_beside(key))]
    if isinstance(record, TopicRecord):
        found.append(f"topic {natural_key(record)}")
    return found


class Parts:
    """The parts of a split, one after the other."""

    def __init__(self, shelf: Shelf, number: int, loader: str) -> None:
        self._shelf, self._split, self._loader = shelf, number, loader
        self._kept: list[Kept] = []
        self._bytes = 0
        self._part = self._told_part = 0
        self._next = number * NUMBERS
        self._told: list[tuple[str, str, str, str]] = []
        self.items = 0

    def take(self, file: str, portion: Portion) -> None:
        """Take what a portion of a file holds."""
        self.items += len(portion.items)
        for one in portion.items:
            if isinstance(one, Refused):
                self._told.append(("rejects", file, one.place, one.reason))
                continue
            self._kept.append(one)
            self._bytes += len(one.statement)
            self._told += [("set_aside", file, place(one.source, one.key), said) for said in one.told]
        if portion.torn is not None:
            read = f"after item {portion.offset}" if portion.offset else ""
            self._told.append(("unreadable", file, read, portion.torn))
        if self._bytes >= PART_BYTES:
            self._write()
        if len(self._told) >= TOLD:
            self._write_told()

    def end(self) -> None:
        """Write what is left, and what was refused."""
        if self._kept or not self._part:
            self._write()
        if self._told or not self._told_part:
            self._write_told()

    def _write(self) -> None:
        kept, self._kept, self._bytes = self._kept, [], 0
        columns: dict[str, Sequence[object]] = {
            "n": range(self._next, self._next + len(kept)),
            "loader": [self._loader] * len(kept),
            "source": [one.source for one in kept],
            "key": [one.key for one in kept],
            "revised": [one.revised for one in kept],
            "in_passing": [one.in_passing for one in kept],
            "statement": [one.statement for one in kept],
            "keys": [keys_of(decoded(one.statement)) for one in kept],
        }
        self._shelf.write("read", self._split, columns, part=self._part)
        self._next += len(kept)
        self._part += 1

    def _write_told(self) -> None:
        told, self._told = self._told, []
        kinds, files, places, reasons = map(list, zip(*told, strict=True)) if told else ([], [], [], [])
        said = {"kind": kinds, "file": files, "place": places, "reason": reasons}
        columns: dict[str, Sequence[object]] = {"loader": [self._loader] * len(told), **said}
        self._shelf.write("told", self._split, columns, part=self._told_part)
        self._told_part += 1


def take(shelf: Shelf, number: int) -> int:
    """Read a split's files; return how many items they hold. Raises SourceError where a side table is missing."""
    folder = shelf.folder / PLAN
    split = _splits(folder)[number]
    files, reader = _begun(folder, split.loader)
    parts = Parts(shelf, number, split.loader)
    for file in files[split.first : split.last]:
        for portion in portions(reader, file):
            parts.take(file.shown, portion)
    parts.end()
    return parts.items


@lru_cache(maxsize=1)
def _splits(folder: Path) -> Sequence[plan.Split]:
    return plan.splits(folder)


@lru_cache(maxsize=1)
def _begun(folder: Path, loader: str) -> tuple[Sequence[SourceFile], Reader]:
    """Return a source's files and its reader, which may have looked into some of them: once in a process."""
    files = plan.files(folder, loader)
    return files, sources()[loader].start(files)
