"""A lookup table on disk, built from side files of a source, for the duration of a load.

It is filled on the first query; errors in a file are reported when the file's turn to be read comes. SQLite deletes the
table when the process ends.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from loaders.formats.archive import DAMAGED_FILE_ERRORS, SourceFile
from loaders.records.errors import RejectedItem, SourceFileError

R = TypeVar("R")

BATCH = 10_000
"""Rows written at a time."""


class LookupTable(Generic[R]):
    """Tables built from files: `rows` reads a file, `put` inserts its rows into the tables."""

    def __init__(
        self,
        files: Iterable[SourceFile],
        tables: str,
        rows: Callable[[SourceFile], Iterator[R | RejectedItem]],
        put: Callable[[sqlite3.Connection, list[R]], None],
    ) -> None:
        self._left = {file.display_name: file for file in files}
        self._rows = rows
        self._put = put
        self._told: dict[str, tuple[list[RejectedItem], Exception | None]] = {}
        self._table = sqlite3.connect("")
        self._table.executescript(tables)
        self.any = bool(self._left)

    def holds(self, file: SourceFile) -> bool:
        """Return True if a file belongs to the table."""
        return file.display_name in self._left or file.display_name in self._told

    def load_file(self, file: SourceFile) -> Iterator[RejectedItem]:
        """Yield the rejected rows of a file, and raise the exception that reading it raised."""
        self._fill()
        rejected, error = self._told[file.display_name]
        yield from rejected
        if error is not None:
            raise error

    def ask(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        """Return the result of a query on the content of all files."""
        self._fill()
        return self._table.execute(query, values).fetchall()

    def _fill(self) -> None:
        while self._left:
            shown, file = self._left.popitem()
            rejected: list[RejectedItem] = []
            batch: list[R] = []
            error: Exception | None = None
            try:
                for row in self._rows(file):
                    if isinstance(row, RejectedItem):
                        rejected.append(row)
                    else:
                        batch.append(row)
                    if len(batch) == BATCH:
                        self._write(batch)
                        batch = []
            except (SourceFileError, *DAMAGED_FILE_ERRORS) as torn:
                error = torn
            self._write(batch)
            self._told[shown] = (rejected, error)

    def _write(self, batch: list[R]) -> None:
        with self._table:
            self._put(self._table, batch)
