"""A DuckDB database in the work directory that runs the statements of `sql/` and spills to disk.

DuckDB cannot spill aggregates of lists, texts and rankings. Statements with such aggregates refer to `$slices` and
`$slice`: they run once per slice of the groups, and each slice fits into memory.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import duckdb

SQL = Path(__file__).parent / "sql"
GB_ROWS = 5_000_000
"""Maximum number of rows per GB of memory that a statement may aggregate at once."""
UNITS = {"bytes": 1.0, "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30, "TiB": 2.0**40}
BEGINS = re.compile(r"CREATE OR REPLACE TABLE (\w+) AS\b")


class BulkTableError(Exception):
    """DuckDB failed; the message says why and what to do."""


class DuckDBSession:
    """An open database in the work directory."""

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
            raise error.__cause__  # DuckDB wraps it if a query is running
        if isinstance(error, duckdb.Error):
            hint = "Increase BYLINE_BULK_MEMORY." if isinstance(error, duckdb.OutOfMemoryException) else ""
            raise BulkTableError(f"The bulk load failed in DuckDB: {error} {hint}".strip()) from error

    def set_slice_count(self, rows: int) -> None:
        """Set the number of slices for the given number of rows, those of the largest table to aggregate."""
        self._slices = rows // self._fitting + 1

    def run(self, name: str, **values: str | int | list[str]) -> None:
        """Run the statements of a file with values for its parameters `$name`."""
        for text in (SQL / f"{name}.sql").read_text(encoding="utf-8").split(";\n"):
            used = {key: value for key, value in values.items() if re.search(rf"\${key}\b", text)}
            if "$slice" not in text:
                self._open.execute(text, used)
                continue
            for number in range(self._slices):
                once = text if not number else BEGINS.sub(r"INSERT INTO \1", text, count=1)
                self._open.execute(once, {**used, "slices": self._slices, "slice": number})

    def execute(self, text: str) -> None:
        """Run a generated statement, built from names of the model."""
        self._open.execute(text)

    def query_file(self, name: str, **values: str | list[str]) -> Sequence[tuple[object, ...]]:
        """Return the result of the query in a file."""
        return self._open.execute((SQL / f"{name}.sql").read_text(encoding="utf-8"), values).fetchall()

    def query(self, text: str) -> Sequence[tuple[object, ...]]:
        """Return the result of a generated query, built from names of the model."""
        return self._open.execute(text).fetchall()


def connected_components(duck: DuckDBSession) -> None:
    """Create the table `component_of` (node, part) with the connected components of `graph_edge` (node, key).

    Nodes that share a key are connected. Each iteration assigns every node the smallest part of its neighbors, then the
    part of that part. The number of iterations grows with the logarithm of the longest path.
    """
    duck.run("components_init")
    while True:
        duck.run("components_iterate")
        if duck.query_file("components_changed") == [(0,)]:
            return
        duck.run("components_advance")
