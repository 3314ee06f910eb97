"""A lookup table of entities that OpenAlex merged, from the CSV files of `merged_ids`.

A row is `merge_date,id,merge_into_id`. The target of a merge may itself be merged later.
"""

import sqlite3
from collections.abc import Iterable, Iterator

from loaders.formats.archive import SourceFile
from loaders.formats.csv_rows import rows
from loaders.formats.lookup_table import LookupTable
from loaders.records.errors import RejectedItem, truncate
from normalization.identifiers import normalize_or_none

COLUMNS = ("id", "merge_into_id")
EXPECTED = "merged IDs of OpenAlex, with the columns merge_date, id and merge_into_id"
LONGEST_CHAIN = 50
"""Maximum length of a chain of merges; it also ends circular chains."""
TABLES = """
CREATE TABLE merged (id TEXT PRIMARY KEY, kept TEXT) WITHOUT ROWID;
CREATE INDEX by_kept ON merged (kept);
"""


class Merged(LookupTable[tuple[str, str]]):
    """Lookup table of merged entities."""

    def __init__(self, files: Iterable[SourceFile]) -> None:
        super().__init__(files, TABLES, _pairs, _put)

    def surviving_key(self, key: str) -> str:
        """Return the entity into which an entity was merged; the entity itself if it was not merged."""
        if self.any:
            for _ in range(LONGEST_CHAIN):
                result_rows = self.ask("SELECT kept FROM merged WHERE id = ?", key)
                if not result_rows:
                    break
                ((key,),) = result_rows
        return key

    def into(self, key: str) -> tuple[str, ...]:
        """Return all entities that were merged into an entity, directly or indirectly."""
        merged_ids: dict[str, None] = {}
        pending = [key] if self.any else []
        while pending:
            result_rows = self.ask("SELECT id FROM merged WHERE kept = ? ORDER BY id", pending.pop())
            new = [id_ for (id_,) in result_rows if id_ not in merged_ids and id_ != key]
            merged_ids.update(dict.fromkeys(new))
            pending += new
        return tuple(sorted(merged_ids))


def _pairs(file: SourceFile) -> Iterator[tuple[str, str] | RejectedItem]:
    for row in rows(file, COLUMNS, EXPECTED):
        old, new = (normalize_or_none(f"openalex:{row.cell(column)}") for column in COLUMNS)
        if old and new and old != new:
            yield old.partition(":")[2], new.partition(":")[2]
        else:
            pair_text = truncate(f"{row.cell('id')} into {row.cell('merge_into_id')}")
            yield RejectedItem(row.place, f"not two different OpenAlex IDs: {pair_text}")


def _put(table: sqlite3.Connection, pairs: list[tuple[str, str]]) -> None:
    table.executemany("INSERT OR REPLACE INTO merged VALUES (?, ?)", pairs)
