"""CSV files of sources: each row by its columns, with the line on which it ends."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, NamedTuple

from loaders.files.archive import SourceFile
from loaders.files.encoding import refuse_other_file, why
from loaders.refused import SourceError

LONGEST = 8_000_000
"""Characters of one cell; a by-line of 100,000 names has fewer."""
ESCAPED = re.compile("[\udc80-\udcff]")
"""What stands in a text for a byte that is no UTF-8."""
UNCLOSED = "a quote that opens in this row is never closed, all behind it would be one cell: close it."


class Row(NamedTuple):
    """One row, and where it stands, such as `line 7`, for what is refused."""

    place: str
    cells: dict[str, str]
    beyond: int = 0
    """How many cells it has more than there are columns; where it is negative, how many fewer."""
    columns: int = 0
    wrong: str = ""
    """Which column holds bytes that are no UTF-8, and what to do, where one does: its cell shows unknown signs as �."""

    @property
    def uneven(self) -> str:
        """How many cells it has and how many columns there are, where these are not as many."""
        count = self.columns + self.beyond
        cells = "1 cell" if count == 1 else f"{count} cells"
        return f"it has {cells}, the header {self.columns}" if self.beyond else ""

    def cell(self, column: str) -> str:
        """Return a cell without white space around it; one that is not there is empty."""
        return self.cells.get(column, "").strip()


def header(file: SourceFile, expected: str, *, longest: int = LONGEST, delimiter: str = ",") -> list[str]:
    """Return the names of a CSV's columns as they stand. Raises SourceError where its first row cannot be read."""
    csv.field_size_limit(longest)
    refuse_other_file(file)
    with file.open() as stream:
        found = csv.reader(_text(stream), delimiter=delimiter)
        try:
            names: list[str] = next(found, list[str]())
        except csv.Error as error:
            raise SourceError(f"{file.shown}: line {found.line_num}: expected {expected}: {error}.") from None
    for name in names:
        if wrong := _wrong(name):
            raise SourceError(f"{file.shown}: line 1, the name of a column: {wrong}")
    return names


def rows(
    file: SourceFile, columns: Sequence[str], expected: str, *, longest: int = LONGEST, delimiter: str = ","
) -> Iterator[Row]:
    """Yield the rows of a CSV that has these columns, among others, in UTF-8.

    Raises SourceError where it is in UTF-16, where a column is missing, where a row cannot be told from the next, and
    where it breaks off: the last row has neither all cells nor a line end.
    """
    csv.field_size_limit(longest)
    refuse_other_file(file)
    with file.open() as stream:
        text = _Lines(_text(stream))
        found = csv.reader(text, delimiter=delimiter)
        begins = 1
        try:
            header = next(found, list[str]())
            if not {*columns} <= {*header}:
                raise SourceError(f"{file.shown}: expected {expected}.")
            begins = found.line_num + 1
            for cells in found:
                if text.ended:  # it asks for more only within quotes
                    raise SourceError(f"{file.shown}: line {begins}: {UNCLOSED}")
                if len(cells) > 1 or "".join(cells).strip():
                    row = Row(
                        f"line {found.line_num}",
                        dict(zip(header, cells, strict=False)),
                        len(cells) - len(header),
                        len(header),
                    )
                    if row.beyond < 0 and text.unended:
                        raise SourceError(f"{file.shown}: line {begins}: it breaks off: {row.uneven}, and no line end.")
                    yield _shown(row) if text.odd else row
                text.odd = False
                begins = found.line_num + 1
        except csv.Error as error:
            unclosed = f" If {UNCLOSED}" if found.line_num > begins else ""
            raise SourceError(f"{file.shown}: line {begins}: expected {expected}: {error}.{unclosed}") from None


def _text(stream: IO[bytes]) -> io.TextIOWrapper:
    """Return a stream's text, in which each byte that is no UTF-8 stands as half a sign (ESCAPED)."""
    return io.TextIOWrapper(stream, "utf-8-sig", errors="surrogateescape", newline="")


def _wrong(cell: str) -> str:
    """Return what is wrong with a cell in which such a byte stands, and what to do; of another an empty text."""
    try:
        _bytes(cell).decode()
    except UnicodeDecodeError as error:
        return why(error)
    return ""


def _shown(row: Row) -> Row:
    """Return a row with unknown signs for such bytes, and what is wrong with the first cell that has one."""
    wrong = next((f"{name}: {said}" for name, cell in row.cells.items() if (said := _wrong(cell))), "")
    return row._replace(
        cells={name: _bytes(cell).decode("utf-8", "replace") for name, cell in row.cells.items()}, wrong=wrong
    )


def _bytes(cell: str) -> bytes:
    return cell.encode("utf-8", "surrogateescape")


class _Lines:
    """The lines of a text.

    It tells whether more were asked for than there are, whether one since had ESCAPED bytes, and whether the last that
    was read has no line end.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.ended = self.odd = self.unended = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        try:
            line = next(self._lines)
        except StopIteration:
            self.ended = True
            raise
        self.unended = not line.endswith(("\r", "\n"))
        self.odd |= not line.isascii() and ESCAPED.search(line) is not None
        return line
