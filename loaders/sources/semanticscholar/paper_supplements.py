"""A lookup table of paper supplements in Semantic Scholar's datasets: abstracts, summaries (tldrs) and older paperIds.

These lines have no title, so they cannot become records, and a separate record would replace the paper's record. They
are stored by corpus ID, and each paper adds its supplements when it is read.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from loaders.formats.archive import SourceFile
from loaders.formats.encoding import JSON_ERRORS, rejection_reason
from loaders.formats.json_stream import JsonFileKind, elements
from loaders.formats.lookup_table import LookupTable
from loaders.records.errors import RejectedItem
from loaders.sources.semanticscholar.schema import Aside, OpenAccess, folded

TABLES = """
CREATE TABLE abstract (corpus INTEGER PRIMARY KEY, text TEXT, url TEXT, status TEXT, license TEXT);
CREATE TABLE tldr (corpus INTEGER PRIMARY KEY, text TEXT);
CREATE TABLE sha (corpus INTEGER, sha TEXT, PRIMARY KEY (corpus, sha)) WITHOUT ROWID;
"""


class Supplement(NamedTuple):
    """Values of a paper that other dataset files give."""

    abstract: str | None = None
    access: OpenAccess | None = None
    tldr: str | None = None
    shas: tuple[str, ...] = ()


class PaperSupplements(LookupTable[Aside]):
    """Lookup table of the supplements of papers, by corpus ID."""

    def __init__(self, files: Iterable[SourceFile], kind: JsonFileKind) -> None:
        super().__init__(files, TABLES, lambda file: _lines(file, kind), _put)

    def supplement_of(self, corpus: int | None) -> Supplement:
        """Return the supplements of a paper; all fields are empty if it has no supplements."""
        if corpus is None or not self.any:
            return Supplement()
        abstract = self.ask("SELECT text, url, status, license FROM abstract WHERE corpus = ?", corpus)
        tldr = self.ask("SELECT text FROM tldr WHERE corpus = ?", corpus)
        return Supplement(
            abstract=abstract[0][0] if abstract else None,
            access=OpenAccess(*abstract[0][1:]) if abstract and any(abstract[0][1:]) else None,
            tldr=tldr[0][0] if tldr else None,
            shas=tuple(sha for (sha,) in self.ask("SELECT sha FROM sha WHERE corpus = ? ORDER BY sha", corpus)),
        )


def _lines(file: SourceFile, kind: JsonFileKind) -> Iterator[Aside | RejectedItem]:
    with file.open() as stream:
        for element in elements(stream, file.display_name, kind):
            if isinstance(element, RejectedItem):
                yield element
                continue
            try:
                yield msgspec.convert(folded(msgspec.json.decode(element.text)), Aside, strict=False)
            except JSON_ERRORS as error:
                yield RejectedItem(element.place, rejection_reason(error))


def _put(table: sqlite3.Connection, lines: list[Aside]) -> None:
    table.executemany(
        "INSERT OR REPLACE INTO abstract VALUES (?, ?, ?, ?, ?)",
        (
            (line.corpusid, line.abstract, access.url, access.status, access.license)
            for line in lines
            if line.abstract is not None or line.openaccessinfo
            for access in (line.openaccessinfo or OpenAccess(),)
        ),
    )
    summaries = ((line.corpusid, line.text) for line in lines if line.text)
    table.executemany("INSERT OR REPLACE INTO tldr VALUES (?, ?)", summaries)
    table.executemany(
        "INSERT OR IGNORE INTO sha VALUES (?, ?)", ((line.corpusid, line.sha) for line in lines if line.sha)
    )
