"""OpenCitations Meta: one work per CSV row, with its IDs, authors, date, venue, pages and publisher.

The columns are `id,title,author,pub_date,venue,volume,issue,page,type,publisher,editor`. `id` holds all IDs of the work
(`omid:br/061 doi:10.1000/1`). People are written as `Family, Given [orcid:...]` and separated by `; `. A venue is `Name
[issn:...]`, a book `Title [isbn:...]`. Yields papers, and the journals, volumes and books in which they appeared.

Source: https://opencitations.net/download (CSV, CC0); https://doi.org/10.1162/qss_a_00292 describes the columns
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from loaders.bibliographic.containers import NO_CONTAINER, Container, ContainerInfo, book_container, journal_container
from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.csv_rows import Row, rows
from loaders.records.dates import date_or_raw_text, year_in
from loaders.records.errors import RejectedItem, truncate
from loaders.records.grouping import RecentKeys
from loaders.records.partial import deduplicate_partials
from loaders.records.parts import Author, TypedDate, VolumeUse
from loaders.records.record import Item, PaperKind, PaperRecord
from loaders.sources.base import Source, read_each_file

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
"""Kind of work for each type; any other type is `other`."""
NOT_WORKS = re.compile(r"^(journal|journal (volume|issue)|proceedings|(\w+ )?series)$")
"""Types of containers."""
DATE = re.compile(r"^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$")
WORK_SCHEMES = ("omid", "doi", "arxiv", "pmid", "pmcid", "openalex", "isbn")
"""Supported schemes of work IDs; the first scheme that a work has gives the key of its record."""


class NameWithIds(NamedTuple):
    """A name and its IDs, parsed from `Name [scheme:value scheme:value]`."""

    name: str
    ids: tuple[str, ...]

    def ids_of_scheme(self, scheme: str) -> tuple[str, ...]:
        """Return the IDs of one scheme, sorted."""
        return tuple(sorted(id_ for id_ in self.ids if id_.startswith(f"{scheme}:")))


def read_file(file: SourceFile) -> Iterator[Item]:
    """Yield the work of each row in file order, preceded by its journal and volume, or book, if not yielded recently.

    A row without a usable ID or title, or with too few or too many cells, is rejected.

    Raises SourceFileError if the columns are not those of Meta, and in the cases in which `rows` raises it.
    """
    recent_keys = RecentKeys()
    for row in rows(file, COLUMNS, EXPECTED):
        if row.column_count_error:
            yield RejectedItem(row.place, f"{row.column_count_error}.")
            continue
        kind = row.cell("type").lower()
        if NOT_WORKS.match(kind):
            continue
        place = _place(row)
        yield from deduplicate_partials(place.records, recent_keys)
        yield _work(row, KINDS.get(kind, "other"), place.use)


def _work(row: Row, kind: PaperKind, place: VolumeUse | None) -> Item:
    ids = [part for part in row.cell("id").split() if part.partition(":")[0] in WORK_SCHEMES]
    if not ids:
        id_text = truncate(row.cell("id"))
        return RejectedItem(row.place, f"it has no ID of a supported scheme ({', '.join(WORK_SCHEMES)}): {id_text!r}.")
    key = min(ids, key=lambda id_: (WORK_SCHEMES.index(id_.partition(":")[0]), id_))
    if not row.cell("title"):
        return RejectedItem(f"{row.place}, {truncate(key)}", "the title is empty.")
    date = _date(row.cell("pub_date"))
    return PaperRecord(
        source=SOURCE_NAME,
        key=key,
        title=row.cell("title"),
        kind=kind,
        ids=tuple(ids),
        dates=(TypedDate(value=date),) if date else (),
        authors=_people(row.cell("author")),
        appeared_in=place,
        pages=row.cell("page") or None,
    )


def _place(row: Row) -> Container:
    """Return the container of the work: a journal if it has ISSNs, a book if it has ISBNs; else it is known only by
    name.
    """
    if not row.cell("venue"):
        return NO_CONTAINER
    venue = _parse_name_with_ids(row.cell("venue"))
    container_info = ContainerInfo(
        source=SOURCE_NAME,
        name=venue.name,
        publisher=_parse_name_with_ids(row.cell("publisher")).name or None,
        number=row.cell("volume") or None,
        issue=row.cell("issue") or None,
        pages=row.cell("page") or None,
        editors=_people(row.cell("editor")) or (),
        year=year_in(_date(row.cell("pub_date"))),
    )
    return (
        book_container(container_info, venue.ids_of_scheme("isbn"))
        if venue.ids_of_scheme("isbn")
        else journal_container(container_info, venue.ids_of_scheme("issn"))
    )


def _people(text: str) -> tuple[Author, ...] | None:
    return tuple(map(_person, text.split("; "))) if text else None


def _person(text: str) -> Author:
    """Return an author. With a comma, the text is a person with the family name first; otherwise it is the name."""
    parsed = _parse_name_with_ids(text)
    family, comma, given_name = (part.strip() for part in parsed.name.partition(","))
    name = " ".join(filter(None, (given_name, family))) if comma else parsed.name
    return Author(name=name, family=family if comma and family else None, ids=parsed.ids_of_scheme("orcid"))


def _parse_name_with_ids(text: str) -> NameWithIds:
    text = text.strip()
    name, bracket, ids = text.removesuffix("]").rpartition("[")
    if bracket and text.endswith("]") and "]" not in ids:
        return NameWithIds(name.strip(), tuple(ids.split()))
    return NameWithIds(text, ())


def _date(text: str) -> str | None:
    """Return a date in ISO 8601; month and day may have one digit in the input. An invalid date is returned as
    written.
    """
    match = DATE.match(text)
    return "-".join(part.zfill(2) for part in match.groups() if part) if match else date_or_raw_text(None, text)


SOURCE = Source(
    name="opencitations-meta",
    title="OpenCitations Meta",
    license="CC0-1.0",
    address="https://opencitations.net/meta",
    provides=(
        "titles, kinds, dates and pages of works, with their DOI, PMID, arXiv ID or ISBN",
        "bylines, with ORCID iDs",
        "journals, volumes, issues, books and their editors",
    ),
    omits=("abstracts, topics and affiliations", "citations: load the OpenCitations Index", "editors of whole books"),
    example="byline load opencitations-meta meta.csv",
    expected_files=EXPECTED,
    accepts=lambda name: strip_suffixes(name).endswith(".csv"),
    start=read_each_file(read_file),
)
