"""The work directory: tables in parts; each part is a file that one process writes atomically and others read."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false, reportUnknownParameterType=false
# pyarrow has no types.

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import BufferedWriter, RawIOBase
from pathlib import Path
from typing import BinaryIO, TypeAlias, cast
from uuid import uuid4

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import zstandard
from ulid import ULID

Columns: TypeAlias = Mapping[str, Sequence[object]]

SEED = "seed"
ROWS = "json.zst"
"""Suffix of files with rows."""
LONGEST_LINE = "longest"
"""Suffix of files with the size of the longest line of a row file, if it exceeds `ORDINARY_LINE_BYTES`."""
ORDINARY_LINE_BYTES = 1 << 24
LEVEL = 1
"""zstd compression level, low because each file is written and read only once."""

TEXTS = pa.list_(pa.string())
SCHEMAS: Mapping[str, pa.Schema] = {
    "read": pa.schema(
        [
            ("n", pa.int64()),
            ("loader", pa.string()),
            ("source", pa.string()),
            ("key", pa.string()),
            ("revised", pa.string()),
            ("in_passing", pa.bool_()),
            ("kind", pa.string()),
            ("statement", pa.binary()),
            ("keys", TEXTS),
        ]
    ),
    "rejects": pa.schema(
        [
            ("loader", pa.string()),
            ("kind", pa.string()),
            ("file", pa.string()),
            ("place", pa.string()),
            ("reason", pa.string()),
        ]
    ),
    "entities": pa.schema([("n", pa.int64()), ("entity", pa.string())]),
    "person_mentions": pa.schema(
        [
            ("n", pa.int64()),
            ("role", pa.string()),
            ("position", pa.int32()),
            ("folded", pa.string()),
            ("name_key", pa.string()),
            ("ids", TEXTS),
            ("places", TEXTS),
            ("venues", TEXTS),
            ("work", pa.string()),
            ("open", pa.bool_()),
        ]
    ),
    "coauthors": pa.schema([("n", pa.int64()), ("role", pa.string()), ("names", TEXTS)]),
    "compatible_names": pa.schema([("left_key", pa.string()), ("right_key", pa.string())]),
    "persons": pa.schema(
        [
            ("n", pa.int64()),
            ("role", pa.string()),
            ("position", pa.int32()),
            ("person", pa.string()),
            ("rule", pa.string()),
        ]
    ),
    "person_ids": pa.schema([("id", pa.string()), ("person", pa.string())]),
    "person_id_conflicts": pa.schema([("n", pa.int64()), ("id", pa.string())]),
}
"""Tables written by Python: records, rejects, entities of records, mentions, and people of mentions."""


class RowFile:
    """An open file of rows, each a line of JSON."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.longest_line = 0

    def write_row(self, row: bytes) -> None:
        """Write a row of JSON without line breaks."""
        self._file.write(row + b"\n")
        self.longest_line = max(self.longest_line, len(row) + 1)


class PartitionStore:
    """Tables by name in a folder, which several machines may share."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, table: str, number: int, ending: str = "parquet", part: int = 0) -> Path:
        """Return the path of a part and create its folder."""
        place = self.folder / table
        place.mkdir(parents=True, exist_ok=True)
        return place / (f"{number:06}-{part:06}.{ending}" if part else f"{number:06}.{ending}")

    def parts(self, table: str) -> list[str]:
        """Return the parts of a table in order."""
        return [str(path) for path in sorted((self.folder / table).glob("*.parquet"), key=lambda one: one.stem)]

    def write(self, table: str, number: int, columns: Columns, part: int = 0) -> None:
        """Write a part atomically, even without rows, so that the table exists."""
        made = pa.table({name: list(values) for name, values in columns.items()}, schema=SCHEMAS[table])
        with atomic_write(self.path(table, number, part=part)) as path:
            pq.write_table(made, path, compression="zstd", compression_level=LEVEL)

    @contextmanager
    def open_row_file(self, statement: str, number: int) -> Generator[RowFile]:
        """Open a file for the rows of a statement of one partition, as lines of JSON."""
        with open_compressed_atomic(self.path(f"rows/{statement}", number, ROWS)) as file:
            rows = RowFile(file)
            yield rows
        if rows.longest_line > ORDINARY_LINE_BYTES:
            self.path(f"rows/{statement}", number, LONGEST_LINE).write_text(str(rows.longest_line), encoding="ascii")

    def longest_line(self, statement: str) -> int:
        """Return the maximum size of a line in the row files of a statement, at least `ORDINARY_LINE_BYTES`.

        DuckDB allocates twice this size for each thread and row file that it reads.
        """
        long_lines = (self.folder / "rows" / statement).glob(f"*.{LONGEST_LINE}")
        return max((int(path.read_text(encoding="ascii")) for path in long_lines), default=ORDINARY_LINE_BYTES)

    def row_files(self, statement: str) -> list[str]:
        """Return the files with the rows of a statement; create an empty file if there is none."""
        place = self.folder / "rows" / statement
        if not place.exists():
            with self.open_row_file(statement, 0):
                pass
        return sorted(str(path) for path in place.glob(f"*.{ROWS}"))

    def begin(self) -> None:
        """Write the seed of new IDs, and an empty part of every table."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / SEED).write_text(str(ULID()), encoding="ascii")
        for table, schema in SCHEMAS.items():
            place = self.folder / table
            place.mkdir(parents=True, exist_ok=True)
            pq.write_table(schema.empty_table(), place / "none.parquet")

    @property
    def seed(self) -> ULID:
        """Seed of new IDs."""
        return ULID.from_str((self.folder / SEED).read_text(encoding="ascii"))

    def count(self, table: str) -> int:
        """Return the number of rows in the parts written so far."""
        return sum(pq.read_metadata(path).num_rows for path in self.parts(table))

    def rows(self, path: Path, columns: Sequence[str]) -> Iterator[tuple[object, ...]]:
        """Yield the rows of a part with the given columns."""
        return _rows(pq.read_table(path, columns=list(columns)), columns)

    def partition(self, table: str, number: int, columns: Sequence[str]) -> Iterator[tuple[object, ...]]:
        """Yield the rows of a partition of a table that is sorted by `number`."""
        for path, groups in _groups(self.folder, table, number).items():
            with pq.ParquetFile(path) as file:
                row_groups = file.read_row_groups(groups, columns=["number", *columns])
            yield from _rows(row_groups.filter(pc.field("number") == number), columns)


@contextmanager
def atomic_write(path: Path) -> Generator[Path]:
    """Yield a temporary path that is renamed to `path` on success, so that no reader sees a partial file."""
    temporary_path = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        yield temporary_path
        temporary_path.replace(path)
    finally:
        temporary_path.unlink(missing_ok=True)


@contextmanager
def open_compressed_atomic(path: Path) -> Generator[BinaryIO]:
    """Open a compressed file for writing that appears under its name on success."""
    with atomic_write(path) as place, place.open("wb") as raw:
        writer = zstandard.ZstdCompressor(level=LEVEL).stream_writer(raw)
        with BufferedWriter(
            cast("RawIOBase", writer)
        ) as file:  # lines are short, and each call of the compressor is expensive
            yield file


def _groups(folder: Path, table: str, number: int) -> dict[str, list[int]]:
    """Return the row groups by file that may contain rows of a partition."""
    groups_by_path: dict[str, list[int]] = {}
    for path, group, least, most in _index(folder, table):
        if least <= number <= most:
            groups_by_path.setdefault(path, []).append(group)
    return groups_by_path


@lru_cache(maxsize=4)
def _index(folder: Path, table: str) -> Sequence[tuple[str, int, int, int]]:
    """Return the file, number, and smallest and largest partition of each row group."""
    entries: list[tuple[str, int, int, int]] = []
    for path in sorted((folder / table).glob("*.parquet")):
        file = pq.read_metadata(path)
        column = file.schema.to_arrow_schema().get_field_index("number")
        for group in range(file.num_row_groups):
            statistics = file.row_group(group).column(column).statistics
            entries.append((str(path), group, statistics.min, statistics.max))
    return entries


def _rows(table: pa.Table, columns: Iterable[str]) -> Iterator[tuple[object, ...]]:
    return zip(*(table.column(name).to_pylist() for name in columns), strict=True)
