"""Who bears which name in dblp: there every name, with its number where several people bear it, is one person's.

Publications name people by names alone, and the person's records, which tell their ids, stand at the end of `dblp.xml`:
so they are looked up first. The table of some millions of names is kept on disk.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import unescape

from loaders.files.archive import TORN, SourceFile

CHUNK = 1 << 20
BATCH = 10_000
PERSON = re.compile(
    rb"<(www|person)\b([^>]*\bkey=\"homepages/([^\"]+)\"[^>]*)>((?:(?!</?(?:www|person)\b).)*)</\1>", re.DOTALL
)
OPENS = re.compile(rb"<(?:www|person)\b")
AUTHOR = re.compile(rb"<author\b[^>]*>([^<]*)</author>")
ENCODING = re.compile(rb"encoding=[\"']([\w-]+)")
OVERLAP = 16
LONGEST = 1 << 20
"""A person's record of more bytes is none."""
NUMBER = re.compile(r" \d{4}$")
SEVERAL = b"disambiguation"
"""What a record of several people is marked by, who are not told apart yet."""


class Names:
    """The ids of everybody of whom a record is among the files, by name."""

    def __init__(self, files: Sequence[SourceFile]) -> None:
        self._table = sqlite3.connect("", check_same_thread=False)  # a file of its own that goes with it
        self._table.execute("CREATE TABLE names (name TEXT PRIMARY KEY, id TEXT) WITHOUT ROWID")
        batch: list[tuple[str, str]] = []
        for pair in (pair for file in files for pair in _within(file)):
            batch.append(pair)
            if len(batch) == BATCH:
                self._keep(batch)
                batch = []
        self._keep(batch)
        self.id_of = lru_cache(maxsize=200_000)(self._id_of)

    def _keep(self, batch: list[tuple[str, str]]) -> None:
        self._table.executemany("INSERT OR REPLACE INTO names VALUES (?, ?)", batch)

    def _id_of(self, name: str) -> str | None:
        """Return the id of whoever bears a name as dblp has it; without a record, the name if it has a number."""
        row: tuple[str] | None = self._table.execute("SELECT id FROM names WHERE name = ?", (name,)).fetchone()
        if row is None:
            return f"dblp-person:{name}" if NUMBER.search(name) else None
        return f"dblp-person:{row[0]}" if row[0] else None


def printed(name: str) -> str:
    """Return a name without the number that tells it apart: `Wei Wang 0001` is printed `Wei Wang`."""
    return NUMBER.sub("", name)


def _within(file: SourceFile) -> Iterator[tuple[str, str]]:
    """Yield each name in a file's records of people with the person's id, none where these are several people."""
    held = b""
    encoding = "utf-8"
    try:
        with file.open() as stream:
            beginning = True
            while chunk := stream.read(CHUNK):
                if beginning:
                    encoding = _encoding(chunk)
                    beginning = False
                held += chunk
                end = 0
                for found in PERSON.finditer(held):
                    end = found.end()
                    identifier = "" if SEVERAL in found[2] else found[3].decode(encoding, "replace")
                    for name in AUTHOR.finditer(found[4]):
                        yield " ".join(unescape(name[1].decode(encoding, "replace")).split()), identifier
                opened = [one.start() for one in OPENS.finditer(held, end)]
                held = held[opened[-1] :] if opened else held[max(end, len(held) - OVERLAP) :]
                held = b"" if len(held) > LONGEST else held
    except TORN:
        return  # the reader tells


def _encoding(beginning: bytes) -> str:
    said = ENCODING.search(beginning[:200])
    try:
        return b"".decode(named := said[1].decode() if said else "utf-8") or named
    except LookupError:
        return "utf-8"
