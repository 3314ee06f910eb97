"""CSV files of sources: each row by its columns, with the line on which it ends."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from loaders.archive import SourceFile
from loaders.encoding import refuse_other_file
from loaders.source import SourceError

LONGEST = 8_000_000
"""Characters of one cell; a by-line of 100,000 names has fewer."""
UNCLOSED = "a quote that opens in this row is never closed, all behind it would be one cell: close it."


class Row(NamedTuple):
    """One row, and where it stands, such as `line 7`, for what is refused."""

    place: str
    cells: dict[str, str]
    beyond: int = 0
    """How many cells it has more than there are columns."""

    def cell(self, column: str) -> str:
        """Return a cell without white space around it; one that is not there is empty."""
        return self.cells.get(column, "").strip()


def header(file: SourceFile, expected: str, *, longest: int = LONGEST, delimiter: str = ",") -> list[str]:
    """Return the names of a CSV's columns as they stand. Raises SourceError where its first row cannot be read."""
    csv.field_size_limit(longest)
    refuse_other_file(file)
    with file.open() as stream:
        found = csv.reader(io.TextIOWrapper(stream, "utf-8-sig", errors="replace", newline=""), delimiter=delimiter)
        try:
            return next(found, list[str]())
        except csv.Error as error:
            raise SourceError(f"{file.shown}, line {found.line_num}: expected {expected}: {error}.") from None


def rows(
    file: SourceFile, columns: Sequence[str], expected: str, *, longest: int = LONGEST, delimiter: str = ","
) -> Iterator[Row]:
    """Yield the rows of a CSV that has these columns, among others, in UTF-8.

    Raises SourceError where it is in UTF-16, where a column is missing, and where a row cannot be told from the next.
    """
    csv.field_size_limit(longest)
    refuse_other_file(file)
    with file.open() as stream:
        text = _Lines(io.TextIOWrapper(stream, "utf-8-sig", errors="replace", newline=""))
        found = csv.reader(text, delimiter=delimiter)
        begins = 1
        try:
            header = next(found, list[str]())
            if not {*columns} <= {*header}:
                raise SourceError(f"{file.shown}: expected {expected}.")
            begins = found.line_num + 1
            for cells in found:
                if text.ended:  # it asks for more only within quotes
                    raise SourceError(f"{file.shown}, line {begins}: {UNCLOSED}")
                if cells:
                    named = dict(zip(header, cells, strict=False))
                    yield Row(f"line {found.line_num}", named, max(len(cells) - len(header), 0))
                begins = found.line_num + 1
        except csv.Error as error:
            unclosed = f" If {UNCLOSED}" if found.line_num > begins else ""
            raise SourceError(f"{file.shown}, line {begins}: expected {expected}: {error}.{unclosed}") from None


class _Lines:
    """The lines of a text, and whether more were asked for than there are."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.ended = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        try:
            return next(self._lines)
        except StopIteration:
            self.ended = True
            raise
