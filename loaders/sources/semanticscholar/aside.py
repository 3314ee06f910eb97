"""What Semantic Scholar's datasets say of a paper apart from it: abstracts, summaries, older paperIds.

These lines have no title, so no record can be made of one alone; and a record of its own would hide the paper's. So
they are kept by corpus id in a table on disk while a load lasts, and each paper that is read takes what is there of it.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import msgspec

from loaders.archive import TORN, SourceFile
from loaders.json_elements import Kind, elements
from loaders.source import Rejected, SourceError
from loaders.sources.semanticscholar.schema import Aside, OpenAccess, folded

BATCH = 10_000
"""Lines written at a time."""
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


class Asides:
    """The table; it is filled from its files when it is first asked. SQLite removes it with the process."""

    def __init__(self, files: Iterable[SourceFile], kind: Kind) -> None:
        self._left = {file.shown: file for file in files}
        self._kind = kind
        self._told: dict[str, tuple[list[Rejected], Exception | None]] = {}
        self._table = sqlite3.connect("")
        self._table.executescript(TABLES)
        self.any = bool(self._left)

    def holds(self, file: SourceFile) -> bool:
        """Tell whether a file is one of the table's."""
        return file.shown in self._left or file.shown in self._told

    def read(self, file: SourceFile) -> Iterator[Rejected]:
        """Yield the lines of a file that are out of form. Raises what reading it raised."""
        self._fill()
        rejected, error = self._told[file.shown]
        yield from rejected
        if error is not None:
            raise error

    def of(self, corpus: int | None) -> Found:
        """Return what the files say of a paper."""
        if corpus is None or not self.any:
            return Found()
        self._fill()
        ask = self._table.execute
        abstract = ask("SELECT text, url, status, licence FROM abstract WHERE corpus = ?", (corpus,)).fetchone()
        tldr = ask("SELECT text FROM tldr WHERE corpus = ?", (corpus,)).fetchone()
        return Found(
            abstract=abstract[0] if abstract else None,
            access=OpenAccess(*abstract[1:]) if abstract and any(abstract[1:]) else None,
            tldr=tldr[0] if tldr else None,
            shas=tuple(sha for (sha,) in ask("SELECT sha FROM sha WHERE corpus = ? ORDER BY sha", (corpus,))),
        )

    def _fill(self) -> None:
        while self._left:
            shown, file = self._left.popitem()
            rejected: list[Rejected] = []
            error: Exception | None = None
            try:
                with file.open() as stream:
                    lines = _lines(elements(stream, shown, self._kind), rejected)
                    while batch := list(islice(lines, BATCH)):
                        self._write(batch)
            except (SourceError, *TORN) as torn:
                error = torn
            self._told[shown] = (rejected, error)

    def _write(self, batch: list[Aside]) -> None:
        put = self._table.executemany
        with self._table:
            put(
                "INSERT OR REPLACE INTO abstract VALUES (?, ?, ?, ?, ?)",
                (
                    (one.corpusid, one.abstract, access.url, access.status, access.license)
                    for one in batch
                    if one.abstract is not None or one.openaccessinfo
                    for access in (one.openaccessinfo or OpenAccess(),)
                ),
            )
            put("INSERT OR REPLACE INTO tldr VALUES (?, ?)", ((one.corpusid, one.text) for one in batch if one.text))
            put("INSERT OR IGNORE INTO sha VALUES (?, ?)", ((one.corpusid, one.sha) for one in batch if one.sha))


def _lines(texts: Iterable[bytes], rejected: list[Rejected]) -> Iterator[Aside]:
    for number, text in enumerate(texts, 1):
        try:
            yield msgspec.convert(folded(msgspec.json.decode(text)), Aside, strict=False)
        except (ValueError, RecursionError) as error:  # msgspec's errors and bad UTF-8 are ValueErrors
            rejected.append(Rejected(f"record {number}", str(error)))
