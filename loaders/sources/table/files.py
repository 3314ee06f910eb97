"""The rows of a table's file, whatever it is: streamed, and looked over at its beginning before any is told."""

import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import IO, Any, NamedTuple, TypeVar, cast

import msgspec

from loaders.files import tables
from loaders.files.archive import TORN, SourceFile
from loaders.files.encoding import NO_JSON, why
from loaders.files.json_elements import Cut, Kind, elements
from loaders.refused import Rejected, SourceError, clipped
from loaders.sources.table import parquet
from loaders.sources.table.column import Cells
from loaders.sources.table.sections import Table

FIRST = 1_000
"""So many rows are looked over before any is told."""
SEPARATORS = (";", "|", " and ")
"""What parts the items of a cell in most tables; the comma stands within names too."""
SHORT = "is it torn? Where empty cells are left out at the end of a row, say short_rows = true."
SHOWN = 40
"""So many columns are listed in a message."""

T = TypeVar("T")


class Placed(NamedTuple):
    """A row, and where it stands."""

    place: str
    cells: Cells


def rows(file: SourceFile, table: Table) -> Iterator[Placed | Rejected]:
    """Yield each row of a file in order; a row that is none is rejected.

    Raises SourceError where a column that the mapping names is not there, where its separator parts nothing and another
    would, where there are no rows, and where the file cannot be read.
    """
    form = table.format_of(file)
    if form is None:
        raise SourceError(f"{file.shown}: what is it? Say format in {table.shown}: csv, tsv, jsonl or parquet.")
    if form == "parquet":
        found = _of_parquet(file, table)
    elif form == "jsonl":
        found = _of_json(file, table)
    else:
        found = _of_csv(file, table, table.delimiter or ("\t" if form == "tsv" else ","))
    said = (_said(one, table.empty) if isinstance(one, Placed) and table.empty else one for one in found)
    first, said = _begun(said)
    if not first and next(said, None) is None:
        raise SourceError(f"{file.shown}: there are no rows in it.")
    _check_separators(file, table, [one.cells for one in first if isinstance(one, Placed)])
    return chain(first, said)


def _begun(found: Iterator[T]) -> tuple[list[T], Iterator[T]]:
    """Return the first rows, and what follows them: that the file cannot be read on, if so."""
    first: list[T] = []
    try:
        first.extend(islice(found, FIRST))
    except (SourceError, *TORN) as error:
        return first, _raising(error)
    return first, found


def _raising(error: Exception) -> Iterator[Any]:
    raise error
    yield


def _said(row: Placed, empty: frozenset[str]) -> Placed:
    """Return a row without the cells that stand for nothing (`NA`)."""
    cells = {name: cell for name, cell in row.cells.items() if not (isinstance(cell, str) and cell.strip() in empty)}
    return row._replace(cells=cells)


def _of_csv(file: SourceFile, table: Table, delimiter: str) -> Iterator[Placed | Rejected]:
    expected = f"a table whose cells are parted by {delimiter!r}"
    header = tables.header(file, expected, delimiter=delimiter)
    _check_columns(file, table, header, f" (cells parted by {delimiter!r})")
    twice = next((name for name in table.named() if header.count(name) > 1), None)
    if twice:
        raise SourceError(f"{file.shown}: the column {twice!r} stands there twice: which one is meant?")
    for row in tables.rows(file, (), expected, delimiter=delimiter):
        if row.beyond > 0:
            yield Rejected(row.place, f"{row.uneven}: is a {delimiter!r} in a cell without quotes around it?")
        elif row.beyond and not table.short_rows:
            yield Rejected(row.place, f"{row.uneven}: {SHORT}")
        elif row.wrong:
            yield Rejected(row.place, row.wrong)
        else:
            yield Placed(row.place, row.cells)


def _of_json(file: SourceFile, table: Table) -> Iterator[Placed | Rejected]:
    with file.open() as stream:
        kind = Kind("JSON Lines: an object a line, or an array of objects", "object")
        found = _objects(elements(stream, file.shown, kind))
        first, found = _begun(found)
        objects = [one.cells for one in first if isinstance(one, Placed)]
        if first and not objects:
            raise SourceError(f"{file.shown}: expected {kind.whole}.")
        if objects:
            names = dict.fromkeys(name for one in objects for name in _paths(one))
            _check_columns(file, table, list(names), f" in the first {len(first)} objects")
        yield from chain(first, found)


def _objects(cuts: Iterable[Cut | Rejected]) -> Iterator[Placed | Rejected]:
    for cut in cuts:
        if isinstance(cut, Rejected):
            yield cut
            continue
        try:
            yield Placed(cut.place, msgspec.json.decode(cut.text, type=dict[str, object]))
        except NO_JSON as error:
            yield Rejected(cut.place, f"no JSON object: {clipped(why(error), 200)}")


def _paths(value: object, before: str = "") -> Iterator[str]:
    """Yield the path of every field within an object."""
    if isinstance(value, list):
        for one in cast("list[object]", value):
            yield from _paths(one, before)
    elif isinstance(value, Mapping):
        for name, inner in cast("Mapping[str, object]", value).items():
            path = f"{before}.{name}" if before else name
            yield path
            yield from _paths(inner, path)


def _of_parquet(file: SourceFile, table: Table) -> Iterator[Placed | Rejected]:
    with file.open() as opened, tempfile.TemporaryFile() as copy:
        stream = opened if opened.seekable() and file.path.suffix.lower() not in parquet.PACKED else _kept(opened, copy)
        with parquet.opened(stream, file.shown) as read:
            _check_columns(file, table, read.paths, "")
            columns = sorted({name if name in read.names else name.split(".")[0] for name in table.named()})
            for number, cells in enumerate(read.rows(columns), 1):
                place = f"row {number}"
                yield Rejected(place, cells) if isinstance(cells, str) else Placed(place, cells)


def _kept(stream: IO[bytes], copy: IO[bytes]) -> IO[bytes]:
    """Return a copy of a packed stream, in which one can go back."""
    while chunk := stream.read(1 << 20):
        copy.write(chunk)
    copy.seek(0)
    return copy


def _check_columns(file: SourceFile, table: Table, there: Sequence[str], where: str) -> None:
    """Raise SourceError where a column is not there, saying which there are."""
    for name, field in table.named().items():
        if name not in there:
            listed = ", ".join(map(clipped, there[:SHOWN])) + (", ..." if len(there) > SHOWN else "")
            raise SourceError(f"{file.shown}: {field}: no column {name!r}{where}; there are {listed}.")


def _check_separators(file: SourceFile, table: Table, first: Sequence[Cells]) -> None:
    """Raise SourceError where a separator stands in no cell, and another in most."""
    for column in table.all():
        cells = [cell for row in first if column.many and isinstance(cell := column.cell(row), str) and cell.strip()]
        if column.separator and any(column.separator in cell for cell in cells):
            continue
        for other in SEPARATORS:
            held = sum(other in cell for cell in cells)
            if held * 2 > len(cells) and other != column.within:
                what = f"{column.separator!r} stands in no cell" if column.separator else "there is no separator"
                said = f"{what} of {column.column!r}, and {other!r} in {held} of the first {len(cells)}"
                raise SourceError(f"{file.shown}: {column.name}: {said}: say separator = {json.dumps(other)}?")
