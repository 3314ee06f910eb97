"""Rows of a Parquet file, batch by batch: pyarrow is loaded where one is met, only columns asked for are read."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# pyarrow comes without types; every value that it gives passes `Column`.

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, Any, cast

from loaders.files.archive import PACKINGS
from loaders.files.encoding import not_utf_8
from loaders.refused import SourceError
from loaders.sources.table.column import Cells

PACKED = PACKINGS
"""A Parquet file is read from its end: one that is packed is unpacked first."""
BATCH = 1_000
BUFFER = 1 << 20
"""Bytes of a column that are held, so that memory does not grow with a group of rows."""


class Parquet:
    """One file: `names` are its columns, `paths` those and the fields within them (`authors.name`)."""

    def __init__(self, file: Any) -> None:  # noqa: ANN401 pyarrow has no types
        self._file = file
        schema = file.schema_arrow
        self.names: list[str] = list(schema.names)
        self.paths = [path for one in schema for path in _paths(one.name, one.type)]

    def rows(self, columns: Sequence[str]) -> Iterator[Cells | str]:
        """Yield the cells of these columns, row by row; of a row that is not UTF-8 which column is not, and why."""
        for batch in self._file.iter_batches(BATCH, columns=list(columns), use_threads=False):
            binary = any("binary" in str(one.type) for one in batch.schema)
            try:
                found = cast("list[Cells]", batch.to_pylist())
                yield from [_texts(row) for row in found] if binary else found
            except UnicodeDecodeError:  # one of these rows
                yield from (_row(batch, number) for number in range(batch.num_rows))


@contextmanager
def opened(stream: IO[bytes], shown: str) -> Generator[Parquet]:
    """Open a stream in which one can go back. Raises SourceError where it is no Parquet, or is damaged."""
    import pyarrow as pa  # noqa: PLC0415 a fifth of a second, and few loads meet Parquet
    from pyarrow import parquet  # noqa: PLC0415 as above

    try:
        with parquet.ParquetFile(stream, buffer_size=BUFFER, pre_buffer=False) as file:
            yield Parquet(file)
    except (pa.ArrowException, OSError) as error:
        raise SourceError(f"{shown}: expected a Parquet file: {str(error).splitlines()[0]}") from error


def _row(batch: Any, number: int) -> Cells | str:  # noqa: ANN401 as above
    """Return one row, or which of its cells is not UTF-8, and why."""
    found: dict[str, object] = {}
    for name in batch.schema.names:
        try:
            found[name] = _texts(batch.column(name)[number].as_py())
        except UnicodeDecodeError as error:
            return f"{name}: {not_utf_8(error)} Write the column as text in UTF-8."
    return found


def _texts(value: Any) -> Any:  # noqa: ANN401 as above
    """Return a value whose bytes are text. Raises UnicodeDecodeError where they are none."""
    match value:
        case bytes():
            return value.decode()
        case Mapping():
            return {name: _texts(one) for name, one in value.items()}
        case list() | tuple():
            return [_texts(one) for one in value]
        case _:
            return value


def _paths(name: str, kind: Any) -> Iterator[str]:  # noqa: ANN401 as above
    yield name
    while hasattr(kind, "value_type"):  # a list of groups, or a dictionary of values
        kind = kind.value_type
    if hasattr(kind, "fields"):
        for one in kind.fields:
            yield from _paths(f"{name}.{one.name}", one.type)
