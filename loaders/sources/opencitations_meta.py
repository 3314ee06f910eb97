"""OpenCitations Meta: one work a row, with its ids, by-line, date, venue, pages and publisher.

A row of the CSV is `id,title,author,pub_date,venue,volume,issue,page,type,publisher,editor`. `id` holds every id of the
work (`omid:br/061 doi:10.1000/1`), a person is `Family, Given [orcid:...]`, people are parted by `; `, and a venue is
`Name [issn:...]`, or `Title [isbn:...]` where it is a book.

Source: https://opencitations.net/download (CSV, CC0); https://doi.org/10.1162/qss_a_00292 describes the columns
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from loaders.files.archive import SourceFile, bare
from loaders.files.tables import Row, rows
from loaders.recently import Recently
from loaders.records.dates import or_said, year_in
from loaders.records.in_passing import told_once
from loaders.records.parts import Author, Dated, VolumeUse
from loaders.records.record import PaperKind, PaperRecord
from loaders.refused import Rejected, clipped
from loaders.source import Item, Source, each_alone
from loaders.works.places import NOWHERE, Place, Within, in_book, in_journal

SOURCE_NAME = "opencitations"
COLUMNS = ("id", "title", "author", "pub_date", "venue", "volume", "issue", "page", "type", "publisher", "editor")
EXPECTED = "a CSV of OpenCitations Meta, with the columns " + ", ".join(COLUMNS)
KINDS: dict[str, PaperKind] = {
    "journal article": "article",
    "proceedings article": "article",
    "book chapter": "chapter",
    "book part": "chapter",
    "book section": "chapter",
    "book track": "chapter",
    "reference entry": "chapter",
    "book": "book",
    "edited book": "book",
    "monograph": "book",
    "reference book": "book",
    "data file": "dataset",
    "dataset": "dataset",
    "computer program": "software",
    "dissertation": "thesis",
    "report": "report",
    "standard": "report",
    "posted content": "preprint",
    "preprint": "preprint",
    "peer review": "review",
    "journal editorial": "editorial",
}
"""What each type is here; any other is `other`."""
NOT_WORKS = re.compile(r"^(journal|journal (volume|issue)|proceedings|(\w+ )?series)$")
"""Types of what works appear in."""
BRACKETED = re.compile(r"^(.*?)\s*\[([^\[\]]*)\]$", re.DOTALL)
DATE = re.compile(r"^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$")
WORK_SCHEMES = ("omid", "doi", "arxiv", "pmid", "pmcid", "openalex", "isbn")
"""Ids of works that are taken; the first that a work has is the record's key."""


class Named(NamedTuple):
    """`Name [scheme:value scheme:value]` in its parts."""

    name: str
    ids: tuple[str, ...]

    def of(self, scheme: str) -> tuple[str, ...]:
        """Return the ids of one scheme, sorted."""
        return tuple(sorted(one for one in self.ids if one.startswith(f"{scheme}:")))


def read(file: SourceFile) -> Iterator[Item]:
    """Yield the work of each row, before it its journal and volume, or its book, where they were not told lately.

    In file order; a row without a usable id or title, or with more or fewer cells than columns, is rejected, and the
    file goes on. Raises SourceError where the columns are not those of Meta, and as `rows` does.
    """
    lately = Recently()
    for row in rows(file, COLUMNS, EXPECTED):
        if row.uneven:
            yield Rejected(row.place, f"{row.uneven}.")
            continue
        kind = row.cell("type").lower()
        if NOT_WORKS.match(kind):
            continue
        place = _place(row)
        yield from told_once(place.told, lately)
        yield _work(row, KINDS.get(kind, "other"), place.use)


def _work(row: Row, kind: PaperKind, place: VolumeUse | None) -> Item:
    said = [one for one in row.cell("id").split() if one.partition(":")[0] in WORK_SCHEMES]
    if not said:
        shown = clipped(row.cell("id"))
        return Rejected(row.place, f"no id of these kinds: {', '.join(WORK_SCHEMES)}. The row has {shown!r}.")
    key = min(said, key=lambda one: (WORK_SCHEMES.index(one.partition(":")[0]), one))
    if not row.cell("title"):
        return Rejected(f"{row.place}, {clipped(key)}", "the title is empty.")
    date = _date(row.cell("pub_date"))
    return PaperRecord(
        source=SOURCE_NAME,
        key=key,
        title=row.cell("title"),
        kind=kind,
        ids=tuple(said),
        dates=(Dated(value=date),) if date else (),
        authors=_people(row.cell("author")),
        appeared_in=place,
        pages=row.cell("page") or None,
    )


def _place(row: Row) -> Place:
    """Return what the work of a row appeared in: a journal has ISSNs, a book ISBNs; else the name alone tells."""
    if not row.cell("venue"):
        return NOWHERE
    found = _named(row.cell("venue"))
    said = Within(
        source=SOURCE_NAME,
        name=found.name,
        publisher=_named(row.cell("publisher")).name or None,
        number=row.cell("volume") or None,
        issue=row.cell("issue") or None,
        pages=row.cell("page") or None,
        editors=_people(row.cell("editor")) or (),
        year=year_in(_date(row.cell("pub_date"))),
    )
    return in_book(said, found.of("isbn")) if found.of("isbn") else in_journal(said, found.of("issn"))


def _people(said: str) -> tuple[Author, ...] | None:
    return tuple(map(_person, said.split("; "))) if said else None


def _person(said: str) -> Author:
    """Return one of a by-line: with a comma a person, whose family name comes first; without, a name as it stands."""
    named = _named(said)
    family, comma, given = (part.strip() for part in named.name.partition(","))
    name = " ".join(filter(None, (given, family))) if comma else named.name
    return Author(name=name, family=family if comma and family else None, ids=named.of("orcid"))


def _named(said: str) -> Named:
    found = BRACKETED.match(said.strip())
    return Named(found[1].strip(), tuple(found[2].split())) if found else Named(said.strip(), ())


def _date(said: str) -> str | None:
    """Return a date in ISO 8601, whose month and day may have been said with one digit; what is none as it is said."""
    found = DATE.match(said)
    return "-".join(part.zfill(2) for part in found.groups() if part) if found else or_said(None, said)


SOURCE = Source(
    name="opencitations-meta",
    title="OpenCitations Meta",
    licence="CC0-1.0",
    address="https://opencitations.net/meta",
    gives=(
        "titles, kinds, dates and pages of works, with their DOI, PMID, arXiv id or ISBN",
        "by-lines, with ORCID iDs",
        "journals, volumes, issues, books and their editors",
    ),
    lacks=("abstracts, topics and affiliations", "citations: load the OpenCitations Index", "editors of whole books"),
    example="byline load opencitations-meta meta.csv",
    expects=EXPECTED,
    wants=lambda name: bare(name).endswith(".csv"),
    start=each_alone(read),
)
