"""Entities that OpenAlex merged into others, as the files of `merged_ids` tell them.

A row is `merge_date,id,merge_into_id`; what an entity was merged into may itself be merged later.
"""

import sqlite3
from collections.abc import Iterable, Iterator

from cypher.identifiers import known
from loaders.files.archive import SourceFile
from loaders.files.side_table import SideTable
from loaders.files.tables import rows
from loaders.refused import Rejected, clipped

COLUMNS = ("id", "merge_into_id")
EXPECTED = "merged ids of OpenAlex, with the columns merge_date, id and merge_into_id"
LONGEST_CHAIN = 50
"""So often is one merged into the next at most; a circle ends there too."""
TABLES = """
CREATE TABLE merged (id TEXT PRIMARY KEY, kept TEXT) WITHOUT ROWID;
CREATE INDEX by_kept ON merged (kept);
"""


class Merged(SideTable[tuple[str, str]]):
    """Who was merged into whom."""

    def __init__(self, files: Iterable[SourceFile]) -> None:
        super().__init__(files, TABLES, _pairs, _put)

    def kept(self, key: str) -> str:
        """Return the entity that one was merged into, itself where it was not."""
        if self.any:
            for _ in range(LONGEST_CHAIN):
                found = self.ask("SELECT kept FROM merged WHERE id = ?", key)
                if not found:
                    break
                ((key,),) = found
        return key

    def into(self, key: str) -> tuple[str, ...]:
        """Return the entities that were merged into one, by whatever steps."""
        found: dict[str, None] = {}
        wanted = [key] if self.any else []
        while wanted:
            asked = self.ask("SELECT id FROM merged WHERE kept = ? ORDER BY id", wanted.pop())
            new = [one for (one,) in asked if one not in found and one != key]
            found.update(dict.fromkeys(new))
            wanted += new
        return tuple(sorted(found))


def _pairs(file: SourceFile) -> Iterator[tuple[str, str] | Rejected]:
    for row in rows(file, COLUMNS, EXPECTED):
        old, new = (known(f"openalex:{row.cell(column)}") for column in COLUMNS)
        if old and new and old != new:
            yield old.partition(":")[2], new.partition(":")[2]
        else:
            shown = clipped(f"{row.cell('id')} into {row.cell('merge_into_id')}")
            yield Rejected(row.place, f"no two ids of OpenAlex: {shown}")


def _put(table: sqlite3.Connection, pairs: list[tuple[str, str]]) -> None:
    table.executemany("INSERT OR REPLACE INTO merged VALUES (?, ?)", pairs)
