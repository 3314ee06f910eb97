"""The working folder: tables in parts, each part a file that one process writes and others read once it is whole."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false, reportUnknownParameterType=false
# pyarrow comes without types.

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

Columns: TypeAlias = Mapping[str, Sequence[object]]

TEXTS = pa.list_(pa.string())
SCHEMAS: Mapping[str, pa.Schema] = {
    "read": pa.schema(
        [
            ("n", pa.int64()),
            ("loader", pa.string()),
            ("source", pa.string()),
            ("key", pa.string()),
            ("revised", pa.string()),
            ("statement", pa.binary()),
            ("keys", TEXTS),
        ]
    ),
    "things": pa.schema([("n", pa.int64()), ("entity", pa.string())]),
    "named": pa.schema(
        [
            ("n", pa.int64()),
            ("role", pa.string()),
            ("position", pa.int32()),
            ("folded", pa.string()),
            ("name_key", pa.string()),
            ("ids", TEXTS),
            ("places", TEXTS),
            ("work", pa.string()),
            ("open", pa.bool_()),
        ]
    ),
    "one_name": pa.schema([("one", pa.string()), ("other", pa.string())]),
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
    "refused": pa.schema([("n", pa.int64()), ("id", pa.string())]),
}
"""The tables that Python writes: what a record said, what it is of, whom it names, and who these are."""


class Shelf:
    """Tables by name under one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, table: str, number: int, ending: str = "parquet") -> Path:
        """Return where a part of a table is, and make the folder that it is in."""
        place = self.folder / table
        place.mkdir(parents=True, exist_ok=True)
        return place / f"{number:06}.{ending}"

    def parts(self, table: str) -> list[str]:
        """Return the parts of a table, in order."""
        return sorted(str(self.folder / table / one.name) for one in (self.folder / table).iterdir())

    def write(self, table: str, number: int, columns: Columns) -> None:
        """Write a part whole; one without rows too, so that the table is there."""
        made = pa.table({name: list(values) for name, values in columns.items()}, schema=SCHEMAS[table])
        pq.write_table(made, self.path(table, number), compression="zstd", compression_level=1)

    def begin(self) -> None:
        """Write an empty part of every table, for those of which nothing will be said."""
        for table, schema in SCHEMAS.items():
            place = self.folder / table
            place.mkdir(parents=True, exist_ok=True)
            pq.write_table(schema.empty_table(), place / "none.parquet")

    def rows(self, path: Path, columns: Sequence[str]) -> Iterator[tuple[object, ...]]:
        """Yield the rows of a part, some columns of each."""
        return _rows(pq.read_table(path, columns=list(columns)), columns)


def _rows(table: pa.Table, columns: Iterable[str]) -> Iterator[tuple[object, ...]]:
    return zip(*(table.column(name).to_pylist() for name in columns), strict=True)
