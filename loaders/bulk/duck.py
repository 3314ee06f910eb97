"""DuckDB over the working folder: statements from `sql/`, whatever does not fit into memory on the disk."""

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import duckdb

SQL = Path(__file__).parent / "sql"


class DuckError(Exception):
    """The tables cannot be made; the message says why, and what to do."""


class Duck:
    """A database in the working folder, while it is open."""

    def __init__(self, folder: Path, memory: str) -> None:
        (folder / "spill").mkdir(parents=True, exist_ok=True)
        self._open = duckdb.connect(folder / "tables.duckdb")
        self._open.execute("SET memory_limit = ?", [memory])
        self._open.execute("SET temp_directory = ?", [str(folder / "spill")])
        self._open.execute("SET preserve_insertion_order = false")
        self._open.execute("SET enable_progress_bar = false")

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
            raise DuckError(f"The tables of the bulk load cannot be made: {error} {hint}".strip()) from error

    def run(self, name: str, **values: str | int | list[str]) -> None:
        """Run the statements of a file; `$name` in it stands for a value."""
        for text in (SQL / f"{name}.sql").read_text(encoding="utf-8").split(";\n"):
            used = {key: value for key, value in values.items() if f"${key}" in text}
            if text.strip():
                self._open.execute(text, used)

    def say(self, text: str) -> None:
        """Run one statement that was put together here, of names that the model gives."""
        self._open.execute(text)

    def ask(self, name: str, **values: str | list[str]) -> Sequence[tuple[object, ...]]:
        """Return what the query of a file gives."""
        return self._open.execute((SQL / f"{name}.sql").read_text(encoding="utf-8"), values).fetchall()

    def rows(self, text: str) -> Sequence[tuple[object, ...]]:
        """Return what a query gives that was put together here, of names that the model gives."""
        return self._open.execute(text).fetchall()


def components(duck: Duck) -> None:
    """Make of `meets` (node, key) a table `part_of` (node, part): nodes that keys lead to one another have one part.

    Each round gives every node the least part beside it, and then the part of that: rounds grow with the logarithm of
    the longest chain.
    """
    duck.run("parts_begin")
    while True:
        duck.run("parts_round")
        if duck.ask("parts_moved") == [(0,)]:
            return
        duck.run("parts_next")
