"""Convert a reference of a reference list (BibTeX, RIS, CSL-JSON) to records.

Citation keys such as `doe2020` are not unique across files. So the key of a record is the first ID that the reference
states, else its normalized title, year and first author (`title:onetwo|2020|doe`): a work in two files is one record.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from loaders.bibliographic.containers import (
    NO_CONTAINER,
    Container,
    ContainerInfo,
    book_ids,
    book_key,
    journal,
    journal_container,
    venue_ids,
    volume_use,
)
from loaders.bibliographic.keywords import keywords
from loaders.records.dates import year_in
from loaders.records.errors import InvalidRecordError, RejectedItem
from loaders.records.grouping import RecentKeys
from loaders.records.partial import deduplicate_partials
from loaders.records.parts import Author, Manifestation, TypedDate
from loaders.records.record import Item, PaperKind, PaperRecord, Record, VolumeRecord
from loaders.records.urls import extract_identifier, normalize_url
from normalization.identifiers import normalize_or_none, valid_ids
from normalization.text import fold, title_key

KEYS = ("doi", "arxiv", "acl", "pmid", "pmcid", "dblp", "isbn", "handle")
"""Schemes in order of preference for the key of a record."""
DOI = "doi:"
MAX_KEY_LENGTH = 300
"""Maximum length of a key; longer keys are truncated and end with a hash."""


@dataclass(slots=True, kw_only=True)
class Reference:
    """The values of one reference, without markup; `ids` and `dates` may be invalid.

    Attributes:
        volume_itself: True for proceedings, which are a volume rather than a work; the title is the title of the book.
        version: the version of software or data at the `addresses`.
        journal: the journal in which it appeared; or `book`; with `volume`, `issue`, `pages`, `publisher`, `place` and
            `editors`.
        series: the series of the book, only used with a number or an ISSN (`series = {KDD '16}` is not a series).
    """

    source: str
    title: str = ""
    kind: PaperKind = "other"
    volume_itself: bool = False
    ids: list[str] = field(default_factory=list[str])
    dates: list[str] = field(default_factory=list[str])
    authors: list[Author] | None = None
    authors_complete: bool = True
    abstract: str | None = None
    language: str | None = None
    keywords: list[str] | None = None
    references: list[str] | None = None
    comment: str | None = None
    version: str | None = None
    addresses: list[str] = field(default_factory=list[str])
    journal: str | None = None
    short: str | None = None
    book: str | None = None
    series: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    publisher: str | None = None
    place: str | None = None
    editors: list[Author] = field(default_factory=list[Author])
    issns: list[str] = field(default_factory=list[str])
    isbns: list[str] = field(default_factory=list[str])

    @property
    def year(self) -> int | None:
        """The year of its first valid date."""
        return year_in(*self.dates)


class CitationEntry(NamedTuple):
    """An entry of a reference list.

    Attributes:
        key: its citation key in the file, such as `doe2020`; empty without one.
        place: its place in the file, such as `line 3`.
        records: its records.
    """

    key: str
    place: str
    records: list[Record]


def items(entries: Iterable[CitationEntry | RejectedItem]) -> Iterator[Item]:
    """Yield the records of entries, and rejected entries, in file order. Records of a container are not repeated."""
    recent_keys = RecentKeys()
    for entry in entries:
        if isinstance(entry, RejectedItem):
            yield entry
        else:
            yield from deduplicate_partials(entry.records, recent_keys)


def records(reference: Reference) -> Iterator[Record]:
    """Yield the records of its container and keywords, and the work itself.

    Raises:
        InvalidRecordError: it has no title.
    """
    if not reference.title.strip():
        raise InvalidRecordError("it has no title.")
    if reference.volume_itself:
        reference.book = reference.title
        yield from _book(reference).records
        return
    ids = _ids(reference)
    container = _appeared_in(reference)
    uses, topics = keywords(reference.source, reference.keywords or ())
    urls = list(dict.fromkeys(filter(None, map(normalize_url, reference.addresses))))
    yield from container.records
    yield from topics
    yield PaperRecord(
        source=reference.source,
        key=_key(reference, ids),
        url=urls[0] if urls else None,
        title=reference.title,
        kind=reference.kind,
        ids=tuple(ids),
        abstract=reference.abstract,
        language=reference.language,
        dates=tuple(TypedDate(value=date) for date in dict.fromkeys(reference.dates)),
        authors=None if reference.authors is None else tuple(reference.authors),
        authors_complete=reference.authors_complete,
        topics=None if reference.keywords is None else uses,
        appeared_in=container.use,
        pages=reference.pages,
        references=None if reference.references is None else tuple(reference.references),
        forms=tuple(_forms(reference, urls, ids)),
        comment=reference.comment,
    )


def _forms(reference: Reference, urls: list[str], ids: list[str]) -> Iterator[Manifestation]:
    """Yield its URLs as manifestations with the version; a version without a URL is at the URL of the DOI."""
    if reference.version and not urls:
        dois = (id_ for id_ in ids if id_.startswith(DOI) and normalize_or_none(id_))
        urls = [f"https://doi.org/{doi.removeprefix(DOI)}" for doi in dois][:1]
    for url in urls:
        yield Manifestation(
            url=url, kind="preprint" if reference.kind == "preprint" else "article", version=reference.version
        )


def _ids(reference: Reference) -> list[str]:
    """Return its IDs, including those in its URLs; an ISBN only if it is a book."""
    stated = [*reference.ids, *(f"isbn:{isbn}" for isbn in reference.isbns if reference.kind == "book")]
    ids = list(dict.fromkeys(normalize_or_none(raw_id) or raw_id for raw_id in stated))
    schemes = {id_.partition(":")[0] for id_ in ids}
    for identifier in filter(None, map(extract_identifier, reference.addresses)):
        if identifier.partition(":")[0] not in schemes:  # a URL with another ID of this scheme belongs to another work
            ids.append(identifier)
            schemes.add(identifier.partition(":")[0])
    return ids


def _key(reference: Reference, ids: list[str]) -> str:
    normal = [id_ for id_ in map(normalize_or_none, ids) if id_]
    identifier = next((id_ for scheme in KEYS for id_ in normal if id_.startswith(f"{scheme}:")), None)
    if identifier:
        return identifier
    first = reference.authors[0].name if reference.authors else ""
    key = f"title:{title_key(reference.title, reference.year, first) or _disambiguator(reference, first)}"
    return key if len(key) <= MAX_KEY_LENGTH + len("title:|2020|") else f"{key[:MAX_KEY_LENGTH]}{_hash(key)}"


def _disambiguator(reference: Reference, first: str) -> str:
    """Return the key of a work without a year or authors."""
    return "|".join((fold(reference.title).replace(" ", "") or reference.title, str(reference.year or ""), fold(first)))


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _appeared_in(reference: Reference) -> Container:
    if reference.journal:
        return journal_container(_within(reference, reference.journal), valid_ids("issn", reference.issns))
    return _book(reference) if reference.book and reference.kind != "book" else NO_CONTAINER


def _within(reference: Reference, name: str) -> ContainerInfo:
    return ContainerInfo(
        source=reference.source,
        name=name,
        publisher=reference.publisher,
        number=reference.volume,
        issue=reference.issue,
        pages=reference.pages,
        editors=tuple(reference.editors),
        short=reference.short,
        year=reference.year,
    )


def _book(reference: Reference) -> Container:
    """Return a book or proceedings, identified by ISBN, else by title, number and year."""
    name = reference.book or ""
    isbns = sorted(valid_ids("isbn", reference.isbns))
    title_number_year = f"{fold(name) or name}|{reference.volume or ''}|{reference.year or ''}"
    key = f"book:{book_key(isbns[0], name) if isbns else title_number_year}"
    key = key if len(key) <= MAX_KEY_LENGTH else f"{key[:MAX_KEY_LENGTH]}{_hash(key)}"
    issns = valid_ids("issn", reference.issns)
    series = reference.series if reference.volume or issns else None
    venue = journal(_within(reference, series)._replace(short=None), issns) if series else None
    book = VolumeRecord(
        source=reference.source,
        key=key,
        ids=book_ids(isbns),
        title=name,
        year=reference.year,
        number=reference.volume,
        publisher=reference.publisher,
        address=reference.place,
        venues=venue_ids(venue) if venue else (),
        editors=tuple(reference.editors),
    )
    return Container(volume_use(book, reference.pages, reference.issue, venue), (venue, book) if venue else (book,))
