"""Entities that OpenAlex merged into others: a table on disk, from the files of `merged_ids`, while a load lasts.

A row is `merge_date,id,merge_into_id`; what an entity was merged into may itself be merged later.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice

from cypher.identifiers import known
from loaders.archive import TORN, SourceFile
from loaders.source import Rejected, SourceError, clipped
from loaders.tables import rows

COLUMNS = ("id", "merge_into_id")
EXPECTED = "merged ids of OpenAlex, with the columns merge_date, id and merge_into_id"
BATCH = 10_000
"""Rows written at a time."""
LONGEST_CHAIN = 50
"""So often is one merged into the next at most; a circle ends there too."""


class Merged:
    """The table; it is filled from its files when it is first asked. SQLite removes it with the process."""

    def __init__(self, files: Iterable[SourceFile]) -> None:
        self._left = {file.shown: file for file in files}
        self._told: dict[str, tuple[list[Rejected], Exception | None]] = {}
        self.any = bool(self._left)
        self._table = sqlite3.connect("")
        self._table.execute("CREATE TABLE merged (id TEXT PRIMARY KEY, kept TEXT) WITHOUT ROWID")
        self._table.execute("CREATE INDEX by_kept ON merged (kept)")

    def holds(self, file: SourceFile) -> bool:
        """Tell whether a file is one of the table's."""
        return file.shown in self._left or file.shown in self._told

    def read(self, file: SourceFile) -> Iterator[Rejected]:
        """Yield the rows of a file that are out of form. Raises what reading it raised."""
        self._fill()
        rejected, error = self._told[file.shown]
        yield from rejected
        if error is not None:
            raise error

    def kept(self, key: str) -> str:
        """Return the entity that one was merged into, itself where it was not."""
        if self.any:
            self._fill()
            for _ in range(LONGEST_CHAIN):
                found = self._table.execute("SELECT kept FROM merged WHERE id = ?", (key,)).fetchone()
                if not found:
                    break
                key = found[0]
        return key

    def into(self, key: str) -> tuple[str, ...]:
        """Return the entities that were merged into one, by whatever steps."""
        found: dict[str, None] = {}
        if self.any:
            self._fill()
            wanted = [key]
            while wanted:
                asked = self._table.execute("SELECT id FROM merged WHERE kept = ? ORDER BY id", (wanted.pop(),))
                new = [one for (one,) in asked if one not in found and one != key]
                found.update(dict.fromkeys(new))
                wanted += new
        return tuple(sorted(found))

    def _fill(self) -> None:
        while self._left:
            shown, file = self._left.popitem()
            rejected: list[Rejected] = []
            error: Exception | None = None
            try:
                pairs = _pairs(file, rejected)
                while batch := list(islice(pairs, BATCH)):
                    with self._table:
                        self._table.executemany("INSERT OR REPLACE INTO merged VALUES (?, ?)", batch)
            except (SourceError, *TORN) as torn:
                error = torn
            self._told[shown] = (rejected, error)


def _pairs(file: SourceFile, rejected: list[Rejected]) -> Iterator[tuple[str, str]]:
    for row in rows(file, COLUMNS, EXPECTED):
        old, new = (known(f"openalex:{row.cell(column)}") for column in COLUMNS)
        if old and new and old != new:
            yield old.partition(":")[2], new.partition(":")[2]
        else:
            shown = clipped(f"{row.cell('id')} into {row.cell('merge_into_id')}")
            rejected.append(Rejected(row.place, f"no two ids of OpenAlex: {shown}"))
