"""People in dblp: authors and editors of publications, person records, and a lookup table from names to person IDs.

A name, with its homonym number if it has one, belongs to one person. Publications refer to people by name only, and the
person records with their IDs are at the end of `dblp.xml`. So all files are searched for person records first. The
table, with several million names, is kept on disk.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import unescape

from loaders.formats.archive import DAMAGED_FILE_ERRORS, SourceFile
from loaders.formats.markup import Element, folded_text
from loaders.records import dates
from loaders.records.parts import Affiliation, Author
from loaders.records.record import PersonRecord
from normalization.identifiers import normalize_or_none

CHUNK = 1 << 20
BATCH = 10_000
PERSON = re.compile(
    rb"<(www|person)\b([^>]*\bkey=\"homepages/([^\"]+)\"[^>]*)>((?:(?!</?(?:www|person)\b).)*)</\1>", re.DOTALL
)
OPENS = re.compile(rb"<(?:www|person)\b")
AUTHOR = re.compile(rb"<author\b[^>]*>([^<]*)</author>")
ENCODING = re.compile(rb"encoding=[\"']([\w-]+)")
ASCII = bytes(range(128))
OVERLAP = 16
MAX_RECORD_BYTES = 1 << 20
"""Maximum size of a person record in bytes; longer text is not a person record."""
HOMONYM_NUMBER = re.compile(r" \d{4}$")
DISAMBIGUATION_PAGE = b"disambiguation"
"""Marks a person record that covers several people who are not disambiguated yet."""


class PersonIds:
    """Person IDs by name, for all person records in the files."""

    def __init__(self, files: Sequence[SourceFile]) -> None:
        self._table = sqlite3.connect("", check_same_thread=False)  # a temporary file, deleted with the connection
        self._table.execute("CREATE TABLE names (name TEXT PRIMARY KEY, id TEXT) WITHOUT ROWID")
        batch: list[tuple[str, str]] = []
        for pair in (pair for file in files for pair in _person_ids_of_file(file)):
            batch.append(pair)
            if len(batch) == BATCH:
                self._insert(batch)
                batch = []
        self._insert(batch)
        self.id_of = lru_cache(maxsize=200_000)(self._id_of)

    def _insert(self, batch: list[tuple[str, str]]) -> None:
        self._table.executemany("INSERT OR REPLACE INTO names VALUES (?, ?)", batch)

    def _id_of(self, name: str) -> str | None:
        """Return the ID of the person with a name in dblp's form; without a person record, the name itself if it has a
        number.
        """
        row: tuple[str] | None = self._table.execute("SELECT id FROM names WHERE name = ?", (name,)).fetchone()
        if row is None:
            return f"dblp-person:{name}" if HOMONYM_NUMBER.search(name) else None
        return f"dblp-person:{row[0]}" if row[0] else None


def printed_name(name: str) -> str:
    """Return a name without its homonym number: `Wei Wang 0001` is printed as `Wei Wang`."""
    return HOMONYM_NUMBER.sub("", name)


def _person_ids_of_file(file: SourceFile) -> Iterator[tuple[str, str]]:
    """Yield (name, person ID) for all person records of a file. The ID is empty if a record covers several people."""
    buffered = b""
    encoding = "utf-8"
    try:
        with file.open() as stream:
            beginning = True
            while chunk := stream.read(CHUNK):
                if beginning:
                    encoding = _encoding(chunk)
                    beginning = False
                buffered += chunk
                end = 0
                for match in PERSON.finditer(buffered):
                    end = match.end()
                    identifier = "" if DISAMBIGUATION_PAGE in match[2] else match[3].decode(encoding, "replace")
                    for name in AUTHOR.finditer(match[4]):
                        yield " ".join(unescape(name[1].decode(encoding, "replace")).split()), identifier
                opened = [match.start() for match in OPENS.finditer(buffered, end)]
                buffered = buffered[opened[-1] :] if opened else buffered[max(end, len(buffered) - OVERLAP) :]
                buffered = b"" if len(buffered) > MAX_RECORD_BYTES else buffered
    except DAMAGED_FILE_ERRORS:
        return  # the reader reports it


def _encoding(beginning: bytes) -> str:
    """Return the encoding that a document states; UTF-8 if it states none that Python knows and that contains ASCII."""
    match = ENCODING.search(beginning[:200])
    name = match[1].decode() if match else "utf-8"
    try:
        return name if ASCII.decode(name, "replace").encode() == ASCII else "utf-8"
    except (LookupError, ValueError):
        return "utf-8"


HOMEPAGES = "homepages/"
NOT_PERSON_TYPES = frozenset({"disambiguation", "noshow"})
"""Types of records without a person: several people with one name, and people who do not want to be listed."""
YEARS = re.compile(r"^(?:since\s+)?(\d{4})?\s*(?:(-|\u2013)\s*(\d{4})?)?$", re.IGNORECASE)


def authors(record: Element, tag: str, person_ids: PersonIds, school: str | None = None) -> tuple[Author, ...] | None:
    """Return the authors or editors, if any.

    Args:
        tag: `author` or `editor`.
        school: Institution of a thesis; it becomes the affiliation of the authors.
    """
    affiliations = (Affiliation(text=school),) if school else None
    return tuple(filter(None, (_author(element, person_ids, affiliations) for element in record.iterfind(tag)))) or None


def _author(element: Element, person_ids: PersonIds, affiliations: tuple[Affiliation, ...] | None) -> Author | None:
    name = folded_text(element)
    if not name:
        return None
    pid, orcid = element.get("pid"), element.get("orcid")
    identifier = f"dblp-person:{pid}" if pid else person_ids.id_of(name)
    ids = (identifier, f"orcid:{orcid}" if orcid else None)
    return Author(name=printed_name(name), ids=tuple(filter(None, ids)), affiliations=affiliations)


def person(record: Element) -> Iterator[PersonRecord]:
    """Yield the person record; nothing if the record describes no person or redirects to another record."""
    key = record.get("key") or ""
    names = tuple(printed_name(name) for element in record.iterfind("author") if (name := folded_text(element)))
    if not key.startswith(HOMEPAGES) or not names or record.get("publtype") in NOT_PERSON_TYPES:
        return
    pid = key.removeprefix(HOMEPAGES)
    orcids = (
        normalize_or_none(f"orcid:{element.text}")
        for element in record.iterfind("url")
        if "orcid.org/" in (element.text or "")
    )
    notes = {kind: list(record.iterfind(f"note[@type='{kind}']")) for kind in ("affiliation", "uname")}
    other_names = (name for note in notes["uname"] if (name := folded_text(note)))
    yield PersonRecord(
        source="dblp",
        key=key,
        url=f"https://dblp.org/pid/{pid}",
        revised=dates.parse_date_or_none(record.get("mdate")),
        ids=(f"dblp-person:{pid}", *dict.fromkeys(filter(None, orcids))),
        names=tuple(dict.fromkeys((*names, *other_names))),
        affiliations=tuple(filter(None, map(_affiliation, notes["affiliation"]))) or None,
    )


def _affiliation(note: Element) -> Affiliation | None:
    text = folded_text(note)
    if not text:
        return None
    years = YEARS.match((note.get("label") or "").strip())
    since, until = (
        (years[1], years[3] if years[2] or "since" in years[0].lower() else years[1]) if years else (None,) * 2
    )
    return Affiliation(text=text, since=int(since) if since else None, until=int(until) if until else None)
