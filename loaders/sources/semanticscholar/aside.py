"""What Semantic Scholar's datasets say of a paper apart from it: abstracts, summaries, older paperIds.

These lines have no title, so no record can be made of one alone; and a record of its own would hide the paper's. So
they are kept by corpus id beside the papers, and each paper that is read takes what is there of it.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from loaders.files.archive import SourceFile
from loaders.files.encoding import NO_JSON, why
from loaders.files.json_elements import Kind, elements
from loaders.files.side_table import SideTable
from loaders.refused import Rejected
from loaders.sources.semanticscholar.schema import Aside, OpenAccess, folded

TABLES = """
CREATE TABLE abstract (corpus INTEGER PRIMARY KEY, text TEXT, url TEXT, status TEXT, licence TEXT);
CREATE TABLE tldr (corpus INTEGER PRIMARY KEY, text TEXT);
CREATE TABLE sha (corpus INTEGER, sha TEXT, PRIMARY KEY (corpus, sha)) WITHOUT ROWID;
"""


class Found(NamedTuple):
    """What is known of a paper apart from it."""

    abstract: str | None = None
    access: OpenAccess | None = None
    tldr: str | None = None
    shas: tuple[str, ...] = ()


class Asides(SideTable[Aside]):
    """What the files say, by paper."""

    def __init__(self, files: Iterable[SourceFile], kind: Kind) -> None:
        super().__init__(files, TABLES, lambda file: _lines(file, kind), _put)

    def of(self, corpus: int | None) -> Found:
        """Return what the files say of a paper."""
        if corpus is None or not self.any:
            return Found()
        abstract = self.ask("SELECT text, url, status, licence FROM abstract WHERE corpus = ?", corpus)
        tldr = self.ask("SELECT text FROM tldr WHERE corpus = ?", corpus)
        return Found(
            abstract=abstract[0][0] if abstract else None,
            access=OpenAccess(*abstract[0][1:]) if abstract and any(abstract[0][1:]) else None,
            tldr=tldr[0][0] if tldr else None,
            shas=tuple(sha for (sha,) in self.ask("SELECT sha FROM sha WHERE corpus = ? ORDER BY sha", corpus)),
        )


def _lines(file: SourceFile, kind: Kind) -> Iterator[Aside | Rejected]:
    with file.open() as stream:
        for cut in elements(stream, file.shown, kind):
            if isinstance(cut, Rejected):
                yield cut
                continue
            try:
                yield msgspec.convert(folded(msgspec.json.decode(cut.text)), Aside, strict=False)
            except NO_JSON as error:
                yield Rejected(cut.place, why(error))


def _put(table: sqlite3.Connection, lines: list[Aside]) -> None:
    table.executemany(
        "INSERT OR REPLACE INTO abstract VALUES (?, ?, ?, ?, ?)",
        (
            (one.corpusid, one.abstract, access.url, access.status, access.license)
            for one in lines
            if one.abstract is not None or one.openaccessinfo
            for access in (one.openaccessinfo or OpenAccess(),)
        ),
    )
    summaries = ((one.corpusid, one.text) for one in lines if one.text)
    table.executemany("INSERT OR REPLACE INTO tldr VALUES (?, ?)", summaries)
    table.executemany("INSERT OR IGNORE INTO sha VALUES (?, ?)", ((one.corpusid, one.sha) for one in lines if one.sha))
