"""Read the rows of a table file in any format as a stream, after checking its first rows against the mapping."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# pyarrow has no type annotations; each value that it returns is passed through `Column`.

import json
import tempfile
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from typing import IO, Any, NamedTuple, TypeVar, cast

import msgspec

from loaders.formats import csv_rows as tables
from loaders.formats.archive import DAMAGED_FILE_ERRORS, DECOMPRESSORS, SourceFile
from loaders.formats.encoding import JSON_ERRORS, not_utf_8, rejection_reason
from loaders.formats.json_stream import JsonFileKind, RawElement, elements
from loaders.records.errors import RejectedItem, SourceFileError, truncate
from loaders.sources.table.column import Cells
from loaders.sources.table.mapping_model import Table

PACKED = DECOMPRESSORS
"""File name extensions of compressed files. Parquet is read from its end, so a compressed file is decompressed
first.
"""
CELL_ERRORS = (ValueError, OverflowError, LookupError)
"""Exceptions of pyarrow for a value that Python cannot represent: bytes that are not UTF-8, nanoseconds, a date after
the year 9999, an unknown time zone.
"""
BATCH = 1_000
BUFFER = 1 << 20
"""Buffer size of a column in bytes; it keeps memory use independent of the row group size."""


class Parquet:
    """An open Parquet file: `names` are its columns, `paths` its columns and their nested fields (`authors.name`)."""

    def __init__(self, file: Any) -> None:  # noqa: ANN401 pyarrow has no types
        self._file = file
        schema = file.schema_arrow
        self.names: list[str] = list(schema.names)
        self.paths = [path for field in schema for path in _column_paths(field.name, field.type)]

    def rows(self, columns: Sequence[str]) -> Iterator[Cells | str]:
        """Yield the cells of these columns, row by row; for a row with a cell that cannot be read, a text with the
        column and the reason.
        """
        for batch in self._file.iter_batches(BATCH, columns=list(columns), use_threads=False):
            binary = any("binary" in str(field.type) for field in batch.schema)
            try:
                rows = cast("list[Cells]", batch.to_pylist())
                yield from [_texts(row) for row in rows] if binary else rows
            except CELL_ERRORS:  # one of these rows
                yield from (_row(batch, number) for number in range(batch.num_rows))


@contextmanager
def open_parquet(stream: IO[bytes], shown: str) -> Generator[Parquet]:
    """Open a seekable stream. Raises SourceFileError if it is not a Parquet file or is damaged."""
    import pyarrow as pa  # noqa: PLC0415 takes 0.2 s to import and is rarely needed
    from pyarrow import parquet  # noqa: PLC0415 as above

    try:
        with parquet.ParquetFile(stream, buffer_size=BUFFER, pre_buffer=False) as file:
            yield Parquet(file)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:  # names of columns may not be UTF-8
        raise SourceFileError(f"{shown}: expected a Parquet file: {str(error).splitlines()[0]}") from error


def _row(batch: Any, number: int) -> Cells | str:  # noqa: ANN401 as above
    """Return a row, or a text with the first cell that cannot be read and the reason."""
    cells: dict[str, object] = {}
    for field in batch.schema:
        try:
            cells[field.name] = _texts(batch.column(field.name)[number].as_py())
        except UnicodeDecodeError as error:
            return f"{field.name}: {not_utf_8(error)} Write the column as text in UTF-8."
        except CELL_ERRORS as error:
            return f"{field.name}: a value of type {field.type} cannot be read ({error}). Write the column as text."
    return cells


def _texts(value: Any) -> Any:  # noqa: ANN401 as above
    """Return a value with bytes decoded to text. Raises UnicodeDecodeError if they are not UTF-8."""
    match value:
        case bytes():
            return value.decode()
        case Mapping():
            return {name: _texts(item) for name, item in value.items()}
        case list() | tuple():
            return [_texts(item) for item in value]
        case _:
            return value


def _column_paths(name: str, kind: Any) -> Iterator[str]:  # noqa: ANN401 as above
    yield name
    while hasattr(kind, "value_type"):  # a list of groups, or a dictionary of values
        kind = kind.value_type
    if hasattr(kind, "fields"):
        for field in kind.fields:
            yield from _column_paths(f"{name}.{field.name}", field.type)


FIRST = 1_000
"""Number of rows that are checked before the first is yielded."""
SEPARATORS = (";", "|", " and ")
"""Usual separators of items in a cell; commas also occur in names."""
SHORT = "the row may be truncated. If rows may omit empty cells at their end, set short_rows = true."
SHOWN = 40
"""Maximum number of columns that a message lists."""

T = TypeVar("T")


class LocatedRow(NamedTuple):
    """A row and its location."""

    place: str
    cells: Cells


def rows(file: SourceFile, table: Table) -> Iterator[LocatedRow | RejectedItem]:
    """Yield each row of a file in order; an invalid row is rejected.

    Raises:
        SourceFileError: A mapped column is missing, a separator does not occur although another one does, the file has
            no
            rows, or it cannot be read.
    """
    file_format = table.format_of(file)
    if file_format is None:
        raise SourceFileError(
            f"{file.display_name}: unknown format. Set format in {table.shown}: csv, tsv, jsonl or parquet."
        )
    if file_format == "parquet":
        parsed_rows = _of_parquet(file, table)
    elif file_format == "jsonl":
        parsed_rows = _of_json(file, table)
    else:
        parsed_rows = _of_csv(file, table, table.delimiter or ("\t" if file_format == "tsv" else ","))
    cleaned_rows = (
        _drop_null_cells(row, table.empty) if isinstance(row, LocatedRow) and table.empty else row
        for row in parsed_rows
    )
    first, cleaned_rows = _begun(cleaned_rows)
    if not first and next(cleaned_rows, None) is None:
        raise SourceFileError(f"{file.display_name}: the table has no rows.")
    _check_separators(file, table, [row.cells for row in first if isinstance(row, LocatedRow)])
    return chain(first, cleaned_rows)


def _begun(items: Iterator[T]) -> tuple[list[T], Iterator[T]]:
    """Return the first rows, and an iterator over the rest. If reading fails early, the iterator raises the error."""
    first: list[T] = []
    try:
        first.extend(islice(items, FIRST))
    except (SourceFileError, *DAMAGED_FILE_ERRORS) as error:
        return first, _raising(error)
    return first, items


def _raising(error: Exception) -> Iterator[Any]:
    raise error
    yield


def _drop_null_cells(row: LocatedRow, empty: frozenset[str]) -> LocatedRow:
    """Return a row without cells that contain a null marker (`NA`)."""
    cells = {name: cell for name, cell in row.cells.items() if not (isinstance(cell, str) and cell.strip() in empty)}
    return row._replace(cells=cells)


def _of_csv(file: SourceFile, table: Table, delimiter: str) -> Iterator[LocatedRow | RejectedItem]:
    expected = f"a table with the delimiter {delimiter!r}"
    header = tables.header(file, expected, delimiter=delimiter)
    _check_columns(file, table, header, f" (delimiter {delimiter!r})")
    duplicate = next((name for name in table.mapped_columns() if header.count(name) > 1), None)
    if duplicate:
        raise SourceFileError(
            f"{file.display_name}: the header has the column {duplicate!r} twice: rename one of them."
        )
    for row in tables.rows(file, (), expected, delimiter=delimiter):
        if row.beyond > 0:
            yield RejectedItem(row.place, f"{row.column_count_error}: a cell with {delimiter!r} may lack quotes.")
        elif row.beyond and not table.short_rows:
            yield RejectedItem(row.place, f"{row.column_count_error}: {SHORT}")
        elif row.wrong:
            yield RejectedItem(row.place, row.wrong)
        else:
            yield LocatedRow(row.place, row.cells)


def _of_json(file: SourceFile, table: Table) -> Iterator[LocatedRow | RejectedItem]:
    with file.open() as stream:
        kind = JsonFileKind("JSON Lines: one object per line, or an array of objects", "object")
        parsed_rows = _objects(elements(stream, file.display_name, kind))
        first, parsed_rows = _begun(parsed_rows)
        objects = [row.cells for row in first if isinstance(row, LocatedRow)]
        if first and not objects:
            raise SourceFileError(f"{file.display_name}: expected {kind.description}.")
        if objects:
            names = dict.fromkeys(name for cells in objects for name in _paths(cells))
            _check_columns(file, table, list(names), f" in the first {len(first)} objects")
        yield from chain(first, parsed_rows)


def _objects(cuts: Iterable[RawElement | RejectedItem]) -> Iterator[LocatedRow | RejectedItem]:
    for cut in cuts:
        if isinstance(cut, RejectedItem):
            yield cut
            continue
        try:
            yield LocatedRow(cut.place, msgspec.json.decode(cut.text, type=dict[str, object]))
        except JSON_ERRORS as error:
            yield RejectedItem(cut.place, f"not a JSON object: {truncate(rejection_reason(error), 200)}")


def _paths(value: object, before: str = "") -> Iterator[str]:
    """Yield the path of every field in an object."""
    if isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _paths(item, before)
    elif isinstance(value, Mapping):
        for name, inner in cast("Mapping[str, object]", value).items():
            path = f"{before}.{name}" if before else name
            yield path
            yield from _paths(inner, path)


def _of_parquet(file: SourceFile, table: Table) -> Iterator[LocatedRow | RejectedItem]:
    with file.open() as opened, tempfile.TemporaryFile() as copy:
        stream = (
            opened if opened.seekable() and file.path.suffix.lower() not in PACKED else _seekable_copy(opened, copy)
        )
        with open_parquet(stream, file.display_name) as read:
            _check_columns(file, table, read.paths, "")
            columns = sorted({name if name in read.names else name.split(".")[0] for name in table.mapped_columns()})
            for number, cells in enumerate(read.rows(columns), 1):
                place = f"row {number}"
                yield RejectedItem(place, cells) if isinstance(cells, str) else LocatedRow(place, cells)


def _seekable_copy(stream: IO[bytes], copy: IO[bytes]) -> IO[bytes]:
    """Copy a compressed stream to a seekable file, and return it."""
    while chunk := stream.read(1 << 20):
        copy.write(chunk)
    copy.seek(0)
    return copy


def _check_columns(file: SourceFile, table: Table, there: Sequence[str], where: str) -> None:
    """Raise SourceFileError if a mapped column is missing; the message lists the existing columns."""
    for name, field in table.mapped_columns().items():
        if name not in there:
            listed = ", ".join(map(truncate, there[:SHOWN])) + (", ..." if len(there) > SHOWN else "")
            raise SourceFileError(f"{file.display_name}: {field}: no column {name!r}{where}. Columns: {listed}.")


def _check_separators(file: SourceFile, table: Table, first: Sequence[Cells]) -> None:
    """Raise SourceFileError if a separator occurs in no cell, and another one in most."""
    for column in table.all():
        cells = [
            cell
            for row in first
            if column.requires_separator and isinstance(cell := column.cell(row), str) and cell.strip()
        ]
        if column.separator and any(column.separator in cell for cell in cells):
            continue
        for separator in SEPARATORS:
            count = sum(separator in cell for cell in cells)
            if count * 2 > len(cells) and separator != column.inner_separator:
                reason = f"no cell has {column.separator!r}" if column.separator else "no separator is set"
                message = (
                    f"{reason}, but {count} of the first {len(cells)} cells of {column.column!r} have {separator!r}"
                )
                raise SourceFileError(
                    f"{file.display_name}: {column.name}: {message}. Set separator = {json.dumps(separator)}."
                )
