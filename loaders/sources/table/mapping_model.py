"""A parsed mapping: its tables, the files to which they apply, and their columns."""

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.sources.table.column import Column

FORMATS = {
    "csv": (".csv",),
    "tsv": (".tsv", ".tab"),
    "jsonl": (".jsonl", ".ndjson", ".json"),
    "parquet": (".parquet", ".pq"),
}
"""File name extensions of each format."""


@dataclass(frozen=True, slots=True)
class Table:
    """How the rows of some files become records of one kind; `shown` is its name in messages."""

    kind: str
    shown: str
    columns: Mapping[str, Column]
    groups: Mapping[str, Mapping[str, Column]]
    files: tuple[str, ...]
    format: str | None
    delimiter: str | None
    empty: frozenset[str]
    short_rows: bool = False
    """True if rows may omit empty cells at their end, as Excel's exports do."""

    @property
    def has_own_keys(self) -> bool:
        """True if the rows have keys of the source that are not IDs of another scheme."""
        key = self.columns.get("key")
        return key is not None and key.column not in {id_.column for id_ in self.groups.get("ids", {}).values()}

    def names(self, file: SourceFile) -> bool:
        """Return True if the table applies to a file, by the file's name or given path."""
        names = {
            file.name.lower(),
            file.name.rpartition("/")[2].lower(),
            strip_suffixes(file.name),
            file.given_path.lower(),
        }
        return not self.files or any(fnmatchcase(name, pattern.lower()) for name in names for pattern in self.files)

    def all(self) -> list[Column]:
        """Return all mapped columns, without constants."""
        columns = [*self.columns.values(), *(column for group in self.groups.values() for column in group.values())]
        return [column for column in columns if column.column is not None]

    def mapped_columns(self) -> dict[str, str]:
        """Return the name of each mapped column, with the field that uses it."""
        names: dict[str, str] = {}
        for column in self.all():
            names.setdefault(column.column or "", column.name)
            for name in column.where:
                names.setdefault(name, f"{column.name}: where")
        return names

    def format_of(self, file: SourceFile) -> str | None:
        """Return the format of a file: the mapping's, else by its name, if known."""
        name = strip_suffixes(file.name)
        return self.format or next((format_name for format_name, ends in FORMATS.items() if name.endswith(ends)), None)


@dataclass(frozen=True, slots=True)
class Tables:
    """A mapping: the name of the source of its records, its tables, and the license of the records if stated."""

    name: str
    shown: str
    tables: tuple[Table, ...]
    license: str | None = None

    @property
    def schemes(self) -> frozenset[str]:
        """The classifications of the topics that tables of the mapping describe."""
        schemes = (table.columns["scheme"].value for table in self.tables if table.kind == "topics")
        return frozenset(filter(None, schemes))
