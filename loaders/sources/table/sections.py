"""What a mapping says, once it is read: its tables, the files that they are about, and their columns."""

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from loaders.files.archive import SourceFile, bare
from loaders.sources.table.column import Column

FORMATS = {
    "csv": (".csv",),
    "tsv": (".tsv", ".tab"),
    "jsonl": (".jsonl", ".ndjson", ".json"),
    "parquet": (".parquet", ".pq"),
}
"""What each format's files end in."""


@dataclass(frozen=True, slots=True)
class Table:
    """How the rows of some files become records of one kind; `shown` names it in messages."""

    kind: str
    shown: str
    columns: Mapping[str, Column]
    groups: Mapping[str, Mapping[str, Column]]
    files: tuple[str, ...]
    format: str | None
    delimiter: str | None
    empty: frozenset[str]
    short_rows: bool = False
    """Whether rows may leave out empty cells at their end, as Excel's do."""

    @property
    def has_own_keys(self) -> bool:
        """Tell whether its rows have keys of the source's own, which are no ids of another scheme."""
        key = self.columns.get("key")
        return key is not None and key.column not in {one.column for one in self.groups.get("ids", {}).values()}

    def names(self, file: SourceFile) -> bool:
        """Tell whether a file is one of the table's, by its name or its path as it was given."""
        names = {file.name.lower(), file.name.rpartition("/")[2].lower(), bare(file.name), file.given.lower()}
        return not self.files or any(fnmatchcase(name, one.lower()) for name in names for one in self.files)

    def all(self) -> list[Column]:
        """Return every column that it names."""
        found = [*self.columns.values(), *(one for group in self.groups.values() for one in group.values())]
        return [one for one in found if one.column is not None]

    def named(self) -> dict[str, str]:
        """Return each column that it names, with the field for which it does."""
        found: dict[str, str] = {}
        for one in self.all():
            found.setdefault(one.column or "", one.name)
            for name in one.where:
                found.setdefault(name, f"{one.name}: where")
        return found

    def format_of(self, file: SourceFile) -> str | None:
        """Return what a file is, as the mapping says, else by its name; None where neither tells."""
        name = bare(file.name)
        return self.format or next((one for one, ends in FORMATS.items() if name.endswith(ends)), None)


@dataclass(frozen=True, slots=True)
class Tables:
    """A mapping: the name of the source, whose word the records are, its licence where it says one, and its tables."""

    name: str
    shown: str
    tables: tuple[Table, ...]
    licence: str | None = None

    @property
    def schemes(self) -> frozenset[str]:
        """The classifications whose subjects one of the tables names."""
        said = (table.columns["scheme"].value for table in self.tables if table.kind == "topics")
        return frozenset(filter(None, said))
