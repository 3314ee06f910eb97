"""DuckDB over the working folder: statements from `sql/`, whatever does not fit into memory on the disk.

What DuckDB cannot put on the disk are lists, texts and rankings that it gathers by group. Statements that make such
name `$slices` and `$slice`: they run once for each slice of the groups, each of which fits.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import duckdb

SQL = Path(__file__).parent / "sql"
GB_ROWS = 5_000_000
"""Rows that a statement may gather into groups at once, for each GB of memory."""
UNITS = {"bytes": 1.0, "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30, "TiB": 2.0**40}
BEGINS = re.compile(r"CREATE OR REPLACE TABLE (\w+) AS\b")


class BulkTableError(Exception):
    """The tables cannot be made; the message says why, and what to do."""


class DuckDBSession:
    """A database in the working folder, while it is open."""

    def __init__(self, folder: Path, memory: str, gb_rows: int = GB_ROWS) -> None:
        (folder / "spill").mkdir(parents=True, exist_ok=True)
        self._open = duckdb.connect(folder / "tables.duckdb")
        self._open.execute("SET memory_limit = ?", [memory])
        self._open.execute("SET temp_directory = ?", [str(folder / "spill")])
        self._open.execute("SET preserve_insertion_order = false")
        self._open.execute("SET enable_progress_bar = false")
        number, unit = str(self.query("SELECT current_setting('memory_limit')")[0][0]).split()
        self._fitting = max(int(gb_rows * float(number) * UNITS[unit] / 1e9), 1)
        self._slices = 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()
        if error is not None and isinstance(error.__cause__, KeyboardInterrupt):
            raise error.__cause__  # DuckDB wraps it where a query was under way
        if isinstance(error, duckdb.Error):
            hint = (
                "Give it more memory in BYLINE_BULK_MEMORY." if isinstance(error, duckdb.OutOfMemoryException) else ""
            )
            raise BulkTableError(f"The tables of the bulk load cannot be made: {error} {hint}".strip()) from error

    def set_slice_count(self, rows: int) -> None:
        """Make the slices fit so many rows, of the largest table that is gathered into groups."""
        self._slices = rows // self._fitting + 1

    def run(self, name: str, **values: str | int | list[str]) -> None:
        """Run the statements of a file; `$name` in it stands for a value."""
        for text in (SQL / f"{name}.sql").read_text(encoding="utf-8").split(";\n"):
            used = {key: value for key, value in values.items() if re.search(rf"\${key}\b", text)}
            if "$slice" not in text:
                self._open.execute(text, used)
                continue
            for number in range(self._slices):
                once = text if not number else BEGINS.sub(r"INSERT INTO \1", text, count=1)
                self._open.execute(once, {**used, "slices": self._slices, "slice": number})

    def execute(self, text: str) -> None:
        """Run one statement that was put together here, of names that the model gives."""
        self._open.execute(text)

    def query_file(self, name: str, **values: str | list[str]) -> Sequence[tuple[object, ...]]:
        """Return what the query of a file gives."""
        return self._open.execute((SQL / f"{name}.sql").read_text(encoding="utf-8"), values).fetchall()

    def query(self, text: str) -> Sequence[tuple[object, ...]]:
        """Return what a query gives that was put together here, of names that the model gives."""
        return self._open.execute(text).fetchall()


def connected_components(duck: DuckDBSession) -> None:
    """Make of `meets` (node, key) a table `part_of` (node, part): nodes that keys lead to one another have one part.

    Each round gives every node the least part beside it, and then the part of that: rounds grow with the logarithm of
    the longest chain.
    """
    duck.run("parts_begin")
    while True:
        duck.run("parts_round")
        if duck.query_file("parts_moved") == [(0,)]:
            return
        duck.run("parts_next")
