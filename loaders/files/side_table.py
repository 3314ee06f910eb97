"""A table on disk, made of files that a source reads beside its others, while a load lasts.

It is filled when it is first asked; what was wrong with a file is told once that file's turn to be read comes. SQLite
removes the table with the process.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from loaders.files.archive import TORN, SourceFile
from loaders.refused import Rejected, SourceError

R = TypeVar("R")

BATCH = 10_000
"""Rows written at a time."""


class SideTable(Generic[R]):
    """The tables of some files: `rows` reads a file, `put` writes what it read into the tables."""

    def __init__(
        self,
        files: Iterable[SourceFile],
        tables: str,
        rows: Callable[[SourceFile], Iterator[R | Rejected]],
        put: Callable[[sqlite3.Connection, list[R]], None],
    ) -> None:
        self._left = {file.shown: file for file in files}
        self._rows = rows
        self._put = put
        self._told: dict[str, tuple[list[Rejected], Exception | None]] = {}
        self._table = sqlite3.connect("")
        self._table.executescript(tables)
        self.any = bool(self._left)

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

    def ask(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        """Return the rows that a query finds in what all of the files say."""
        self._fill()
        return self._table.execute(query, values).fetchall()

    def _fill(self) -> None:
        while self._left:
            shown, file = self._left.popitem()
            rejected: list[Rejected] = []
            batch: list[R] = []
            error: Exception | None = None
            try:
                for row in self._rows(file):
                    if isinstance(row, Rejected):
                        rejected.append(row)
                    else:
                        batch.append(row)
                    if len(batch) == BATCH:
                        self._write(batch)
                        batch = []
            except (SourceError, *TORN) as torn:
                error = torn
            self._write(batch)
            self._told[shown] = (rejected, error)

    def _write(self, batch: list[R]) -> None:
        with self._table:
            self._put(self._table, batch)
