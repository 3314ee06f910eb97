"""Read CSV files: each row by its columns, with the number of its last line."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, NamedTuple

from loaders.formats.archive import SourceFile
from loaders.formats.encoding import refuse_other_encoding, rejection_reason
from loaders.records.errors import SourceFileError

MAX_CELL_LENGTH = 8_000_000
"""Maximum number of characters of a cell; a byline of 100,000 names has fewer."""
ESCAPED = re.compile("[\udc80-\udcff]")
"""Surrogates that represent bytes that are not UTF-8."""
UNCLOSED = "a quote that opens in this row is never closed, so the rest of the file is one cell. Close the quote."


class Row(NamedTuple):
    """One row, and its position, such as `line 7`, for rejects."""

    place: str
    cells: dict[str, str]
    beyond: int = 0
    """Number of cells minus the number of columns; negative if cells are missing."""
    columns: int = 0
    wrong: str = ""
    """The column with bytes that are not UTF-8, and the action to take, or "". The cell shows U+FFFD for such bytes."""

    @property
    def column_count_error(self) -> str:
        """A message with the numbers of cells and columns if they differ, else ""."""
        count = self.columns + self.beyond
        cells = "1 cell" if count == 1 else f"{count} cells"
        return f"it has {cells}, the header {self.columns}" if self.beyond else ""

    def cell(self, column: str) -> str:
        """Return a cell without surrounding white space; "" if it does not exist."""
        return self.cells.get(column, "").strip()


def header(file: SourceFile, expected: str, *, longest: int = MAX_CELL_LENGTH, delimiter: str = ",") -> list[str]:
    """Return the column names of a CSV file as written.

    Raises:
        SourceFileError: its first row cannot be read.
    """
    csv.field_size_limit(longest)
    refuse_other_encoding(file)
    with file.open() as stream:
        reader = csv.reader(_text(stream), delimiter=delimiter)
        try:
            names: list[str] = next(reader, list[str]())
        except csv.Error as error:
            raise SourceFileError(
                f"{file.display_name}: line {reader.line_num}: expected {expected}: {error}."
            ) from None
    for name in names:
        if wrong := _wrong(name):
            raise SourceFileError(f"{file.display_name}: line 1, a column name: {wrong}")
    return names


def rows(
    file: SourceFile, columns: Sequence[str], expected: str, *, longest: int = MAX_CELL_LENGTH, delimiter: str = ","
) -> Iterator[Row]:
    """Yield the rows of a CSV file in UTF-8 that has at least these columns.

    Raises:
        SourceFileError: it is in UTF-16, a column is missing, a row has no clear end, or the file is truncated (the
            last row has neither all cells nor a line end).
    """
    csv.field_size_limit(longest)
    refuse_other_encoding(file)
    with file.open() as stream:
        text = _Lines(_text(stream))
        reader = csv.reader(text, delimiter=delimiter)
        begins = 1
        try:
            header = next(reader, list[str]())
            if not {*columns} <= {*header}:
                raise SourceFileError(f"{file.display_name}: expected {expected}.")
            begins = reader.line_num + 1
            for cells in reader:
                if text.ended:  # the parser reads past the end only within quotes
                    raise SourceFileError(f"{file.display_name}: line {begins}: {UNCLOSED}")
                if len(cells) > 1 or "".join(cells).strip():
                    row = Row(
                        f"line {reader.line_num}",
                        dict(zip(header, cells, strict=False)),
                        len(cells) - len(header),
                        len(header),
                    )
                    if row.beyond < 0 and text.unended:
                        raise SourceFileError(
                            f"{file.display_name}: line {begins}: truncated: {row.column_count_error}, no line end."
                        )
                    yield _replace_invalid_bytes(row) if text.odd else row
                text.odd = False
                begins = reader.line_num + 1
        except csv.Error as error:
            unclosed = f" Possible cause: {UNCLOSED}" if reader.line_num > begins else ""
            raise SourceFileError(
                f"{file.display_name}: line {begins}: expected {expected}: {error}.{unclosed}"
            ) from None


def _text(stream: IO[bytes]) -> io.TextIOWrapper:
    """Return a stream as text; each byte that is not UTF-8 becomes a surrogate (ESCAPED)."""
    return io.TextIOWrapper(stream, "utf-8-sig", errors="surrogateescape", newline="")


def _wrong(cell: str) -> str:
    """Return the error and the action to take for a cell with such bytes, or ""."""
    try:
        _bytes(cell).decode()
    except UnicodeDecodeError as error:
        return rejection_reason(error)
    return ""


def _replace_invalid_bytes(row: Row) -> Row:
    """Return a row with U+FFFD for such bytes, and the error of the first affected cell."""
    message = next((f"{name}: {problem}" for name, cell in row.cells.items() if (problem := _wrong(cell))), "")
    return row._replace(
        cells={name: _bytes(cell).decode("utf-8", "replace") for name, cell in row.cells.items()}, wrong=message
    )


def _bytes(cell: str) -> bytes:
    return cell.encode("utf-8", "surrogateescape")


class _Lines:
    """The lines of a text.

    `ended` is True if a line was requested after the last, `odd` if a line has had ESCAPED bytes since it was reset,
    and `unended` if the last line read has no line end.
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
