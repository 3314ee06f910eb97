"""A row as a paper, with the records of what it appeared in, of its funders and its subjects."""

from collections.abc import Iterable, Iterator
from typing import cast

from msgspec import structs

from cypher.identifiers import known
from loaders.records.addresses import address
from loaders.records.dates import year_in
from loaders.records.parts import (
    Author,
    Dated,
    Form,
    FormKind,
    Resource,
    TopicUse,
    WorkRelation,
    WorkRelationKind,
)
from loaders.records.record import PaperKind, PaperRecord, Record, TopicRecord, VenueRecord, VolumeRecord
from loaders.refused import RecordError
from loaders.sources.table.by_line import by_line
from loaders.sources.table.cells import Said
from loaders.sources.table.values import PAPER_KINDS, VENUE_KINDS, VenueKind
from loaders.works.funders import Funded, Paid, funded
from loaders.works.keywords import keywords
from loaders.works.places import NOWHERE, Place, Within, in_book, in_journal, own_ids, use_of

OF_YEARS = ("conference", "workshop")
"""Kinds of venues whose volumes are those of a year where no number is said."""


def paper(said: Said, told_elsewhere: frozenset[str]) -> Iterator[Record]:
    """Yield the paper of a row after what it names. Raises RecordError saying what cannot be.

    The subjects of schemes in `told_elsewhere` are told by a table of their own.
    """
    ids = said.ids()
    key = said.key(ids)
    said_kind: PaperKind | None = said.one_of("kind", PAPER_KINDS)
    kind = said_kind or "article"
    date = said.date("date") or said.date("year")
    authors, complete = by_line(said)
    place = _place(said, date)
    paid = _paid(said)
    topics, subjects = _topics(said, told_elsewhere)
    references = said.references(said.table.columns.get("references"))
    record = PaperRecord(
        source=said.source,
        key=key,
        url=said.address("url"),
        revised=said.date("revised"),
        title=said.needed("title"),
        kind=kind,
        ids=ids,
        same_work=tuple(said.references(said.table.columns.get("same_work")) or ()),
        abstract=said.text("abstract"),
        tldr=said.text("tldr"),
        language=said.text("language"),
        dates=(Dated(value=date),) if date else (),
        authors=authors,
        authors_complete=complete,
        topics=topics,
        appeared_in=place.use,
        pages=said.text("pages"),
        references=None if references is None else tuple(references),
        resources=tuple(_resources(said)),
        forms=tuple(_forms(said)),
        open_access=said.truth("open_access"),
        funding=paid.funding if paid else None,
        relations=tuple(WorkRelation(kind=cast("WorkRelationKind", one), target=to) for one, to in said.related()),
        licence=said.text("licence"),
        retracted=said.truth("retracted"),
        notices=tuple(said.items("notices") or ()),
        awards=tuple(said.items("awards") or ()),
        comment=said.text("comment"),
        journal_ref=said.text("journal_ref"),
    )
    yield from (*place.told, *(paid.told if paid else ()), *subjects, record)


def _place(said: Said, date: str | None) -> Place:
    """Return what a paper appeared in: a book by its ISBN, a conference's volume of a year, else a journal's."""
    name = said.text("venue")
    if not name:
        return NOWHERE
    within = Within(
        source=said.source,
        name=name,
        publisher=said.text("publisher"),
        number=said.text("volume"),
        issue=said.text("issue"),
        pages=said.text("pages"),
        editors=tuple(Author(name=one) for one in said.items("editors") or ()),
        short=said.text("acronym"),
        year=year_in(date),
    )
    isbns = _in_form("isbn", said.items("isbn"))
    issns = _in_form("issn", said.items("issn"))
    kind: VenueKind | None = said.one_of("venue_kind", VENUE_KINDS)
    if isbns and not (within.number and issns):
        return in_book(within, isbns)
    place = in_journal(within, issns, isbns)
    if kind is None or place.use is None:
        return place
    venue, volume = cast("tuple[VenueRecord, VolumeRecord]", place.told)
    venue = VenueRecord(source=venue.source, key=venue.key, name=name, ids=venue.ids, acronym=venue.acronym, kind=kind)
    if kind in OF_YEARS and within.number:
        volume = structs.replace(volume, editors=within.editors)
    if kind not in OF_YEARS or within.number or not date:
        return place._replace(told=(venue, volume))
    year = VolumeRecord(
        source=said.source,
        key=f"{venue.key}/{date[:4]}",
        title=f"{name} {date[:4]}",
        year=int(date[:4]),
        publisher=within.publisher,
        venues=own_ids(venue),
        editors=within.editors,
    )
    return Place(use_of(year, within.pages, within.issue), (venue, year))


def _in_form(scheme: str, said: Iterable[str] | None) -> list[str]:
    return sorted(filter(None, (known(f"{scheme}:{one}") for one in said or ())))


def _paid(said: Said) -> Funded | None:
    """Return who paid, None where the row does not say. What is beside the funders has to be as many."""
    names, ids, grants = said.aligned("funders"), said.nested("funder_ids"), said.nested("grants")
    if names is None and ids is None:
        return None
    count = len(names if names is not None else ids or ())
    for field, beside in (("funder_ids", ids), ("grants", grants)):
        if beside is not None and len(beside) != count:
            raise RecordError(f"{field} has {len(beside)} items, but there are {count} funders.")
    return funded(
        said.source,
        (
            Paid(
                name=names[number] if names else None,
                ids=tuple(ids[number]) if ids else (),
                awards=tuple(grants[number]) if grants else (),
            )
            for number in range(count)
        ),
    )


def _topics(said: Said, told_elsewhere: frozenset[str]) -> tuple[tuple[TopicUse, ...] | None, tuple[TopicRecord, ...]]:
    """Return a paper's subjects, keywords where no scheme is said, and the records of those that nothing else tells."""
    found = said.items("topics")
    if found is None:
        return None, ()
    scheme = said.scheme("topics")
    if scheme is None:
        return keywords(said.source, found)
    codes = dict.fromkeys(found)
    uses = tuple(TopicUse(scheme=scheme, code=code) for code in codes)
    if scheme in told_elsewhere:
        return uses, ()
    told = (TopicRecord(source=said.source, key=f"{scheme}/{one}", scheme=scheme, code=one, name=one) for one in codes)
    return uses, tuple(told)


def _forms(said: Said) -> Iterator[Form]:
    for kind, column in said.table.groups.get("forms", {}).items():
        for url in filter(None, map(address, column.items(said.row) or ())):
            yield Form(url=url, kind=cast("FormKind", kind))


def _resources(said: Said) -> Iterator[Resource]:
    for url in filter(None, map(address, said.items("code") or ())):
        yield Resource(url=url, kind="code")
    for url in filter(None, map(address, said.items("datasets") or ())):
        yield Resource(url=url, kind="dataset")
