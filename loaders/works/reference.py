"""A reference as people keep it in lists (BibTeX, RIS, CSL-JSON): what it says, and the records that this makes.

Nobody numbers such references: a citation key such as `doe2020` is one work in one file and another in the next. So a
record's key is the first id that the reference states, else its title, year and first author as they are compared
everywhere (`title:onetwo|2020|doe`): two files that hold one work hold one record.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from cypher.folding import fold, title_key
from cypher.identifiers import known
from loaders.records.addresses import address, id_in
from loaders.records.dates import year_in
from loaders.records.parts import Author, Dated, Form
from loaders.records.record import PaperKind, PaperRecord, Record, VolumeRecord
from loaders.refused import RecordError
from loaders.works.keywords import keywords
from loaders.works.places import NOWHERE, Place, Within, book_key, ids_of_books, in_journal, journal, own_ids, use_of

KEYS = ("doi", "arxiv", "acl", "pmid", "pmcid", "dblp", "isbn", "handle")
"""Schemes of which the first that a reference has an id is its key."""
DOI = "doi:"
LONGEST = 300
"""Longer keys end in a hash."""


@dataclass(slots=True, kw_only=True)
class Reference:
    """What one reference says, its texts without markup; `ids` may be out of form, and `dates` be none.

    `journal` or `book` is what it appeared in, with `volume`, `issue`, `pages`, `publisher`, `place` and `editors`;
    `series` what the book is a volume of, where it has a number or an ISSN (`series = {KDD '16}` is none). `version` is
    that of software or data at the `addresses`. A `volume_itself` is no work but what works appear in
    (proceedings); its title is that of the book.
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
        """The year of its first date that is one."""
        return year_in(*self.dates)


def records(said: Reference) -> Iterator[Record]:
    """Yield what it appeared in, its keywords, and the work itself. Raises RecordError where it has no title."""
    if not said.title.strip():
        raise RecordError("it has no title.")
    if said.volume_itself:
        said.book = said.title
        yield from _book(said).told
        return
    ids = _ids(said)
    where = _appeared_in(said)
    uses, topics = keywords(said.source, said.keywords or ())
    urls = list(dict.fromkeys(filter(None, map(address, said.addresses))))
    yield from where.told
    yield from topics
    yield PaperRecord(
        source=said.source,
        key=_key(said, ids),
        url=urls[0] if urls else None,
        title=said.title,
        kind=said.kind,
        ids=tuple(ids),
        abstract=said.abstract,
        language=said.language,
        dates=tuple(Dated(value=one) for one in dict.fromkeys(said.dates)),
        authors=None if said.authors is None else tuple(said.authors),
        authors_complete=said.authors_complete,
        topics=None if said.keywords is None else uses,
        appeared_in=where.use,
        pages=said.pages,
        references=None if said.references is None else tuple(said.references),
        forms=tuple(_forms(said, urls, ids)),
        comment=said.comment,
    )


def _forms(said: Reference, urls: list[str], ids: list[str]) -> Iterator[Form]:
    """Yield where it can be had, with its version; where it states one and no address, that is where its DOI leads."""
    if said.version and not urls:
        dois = (one for one in ids if one.startswith(DOI) and known(one))
        urls = [f"https://doi.org/{one.removeprefix(DOI)}" for one in dois][:1]
    for url in urls:
        yield Form(url=url, kind="preprint" if said.kind == "preprint" else "article", version=said.version)


def _ids(said: Reference) -> list[str]:
    """Return its ids, those in its addresses among them; an ISBN only where it is a book itself."""
    stated = [*said.ids, *(f"isbn:{one}" for one in said.isbns if said.kind == "book")]
    found = list(dict.fromkeys(known(one) or one for one in stated))
    schemes = {one.partition(":")[0] for one in found}
    for identifier in filter(None, map(id_in, said.addresses)):
        if identifier.partition(":")[0] not in schemes:  # an address that says otherwise is of something else
            found.append(identifier)
            schemes.add(identifier.partition(":")[0])
    return found


def _key(said: Reference, ids: list[str]) -> str:
    normal = [one for one in map(known, ids) if one]
    found = next((one for scheme in KEYS for one in normal if one.startswith(f"{scheme}:")), None)
    if found:
        return found
    first = said.authors[0].name if said.authors else ""
    key = f"title:{title_key(said.title, said.year, first) or _told_apart(said, first)}"
    return key if len(key) <= LONGEST + len("title:|2020|") else f"{key[:LONGEST]}{_hash(key)}"


def _told_apart(said: Reference, first: str) -> str:
    """Return what tells a work apart of which the year, or every author, is not known."""
    return "|".join((fold(said.title).replace(" ", "") or said.title, str(said.year or ""), fold(first)))


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _appeared_in(said: Reference) -> Place:
    if said.journal:
        return in_journal(_within(said, said.journal), _in_form("issn", said.issns))
    return _book(said) if said.book and said.kind != "book" else NOWHERE


def _within(said: Reference, name: str) -> Within:
    return Within(
        source=said.source,
        name=name,
        publisher=said.publisher,
        number=said.volume,
        issue=said.issue,
        pages=said.pages,
        editors=tuple(said.editors),
        short=said.short,
        year=said.year,
    )


def _book(said: Reference) -> Place:
    """Return a book or proceedings: known by the ISBN, else by title, number and year."""
    name = said.book or ""
    isbns = sorted(set(_in_form("isbn", said.isbns)))
    called = f"{fold(name) or name}|{said.volume or ''}|{said.year or ''}"
    key = f"book:{book_key(isbns[0], name) if isbns else called}"
    key = key if len(key) <= LONGEST else f"{key[:LONGEST]}{_hash(key)}"
    issns = _in_form("issn", said.issns)
    series = said.series if said.volume or issns else None
    venue = journal(_within(said, series)._replace(short=None), issns) if series else None
    book = VolumeRecord(
        source=said.source,
        key=key,
        ids=ids_of_books(isbns),
        title=name,
        year=said.year,
        number=said.volume,
        publisher=said.publisher,
        address=said.place,
        venues=own_ids(venue) if venue else (),
        editors=tuple(said.editors),
    )
    return Place(use_of(book, said.pages, said.issue), (venue, book) if venue else (book,))


def _in_form(scheme: str, said: list[str]) -> list[str]:
    return [one for one in (known(f"{scheme}:{each}") for each in said) if one]
