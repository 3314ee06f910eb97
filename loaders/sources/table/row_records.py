"""Convert a row to a paper with its container, funders and topics, or to a person, institution, topic or citation."""

from collections.abc import Callable, Iterator
from typing import cast

from msgspec import structs

from loaders.bibliographic.containers import (
    NO_CONTAINER,
    Container,
    ContainerInfo,
    book_container,
    journal_container,
    venue_ids,
    volume_use,
)
from loaders.bibliographic.funders import FunderMention, FundingResult, resolve_funders
from loaders.bibliographic.keywords import keywords
from loaders.records.dates import year_in
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import (
    Affiliation,
    Author,
    FormKind,
    Manifestation,
    Relation,
    RelationKind,
    Resource,
    TopicUse,
    TypedDate,
    WorkRelation,
    WorkRelationKind,
)
from loaders.records.record import (
    CitationRecord,
    InstitutionRecord,
    PaperKind,
    PaperRecord,
    PersonRecord,
    Record,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)
from loaders.records.urls import normalize_url
from loaders.sources.dblp.people import HOMONYM_NUMBER, printed_name
from loaders.sources.table.allowed_values import PAPER_KINDS, STATUSES, VENUE_KINDS, VenueKind
from loaders.sources.table.cells import RowValues, affiliations
from loaders.sources.table.fields import ALIGNED
from normalization.identifiers import valid_ids

ET_AL = frozenset({"et al", "others", "and others", ""})
"""Last items of truncated bylines, without trailing periods."""
OF_YEARS = ("conference", "workshop")
"""Kinds of venues that have one volume per year if no number is given."""


def by_line(values: RowValues) -> tuple[tuple[Author, ...] | None, bool]:
    """Return the authors, if known, and True if the list is complete.

    Raises InvalidRecordError if a field in `ALIGNED` has another number of items than there are authors, or if names
    cannot be told apart.
    """
    names = values.names("authors")
    if names is None:
        return None, True
    _drop_empty(names)
    complete = not (names and names[-1].lower().rstrip(".…") in ET_AL)
    if not complete:
        names.pop()
    aligned = {field: nested for field in ALIGNED if (nested := values.nested(field)) is not None}
    for field, nested in aligned.items():
        _drop_empty(nested, len(names))
        if len(nested) != len(names):
            raise InvalidRecordError(f"{field} has {len(nested)} items, but there are {len(names)} authors.")
    scheme = {"orcids": "orcid", "author_ids": values.scheme("author_ids") or f"{values.source}-person"}
    people: list[Author] = []
    for number, name in enumerate(names):
        author_values = {field: column[number] for field, column in aligned.items()}
        ids = [f"{scheme[field]}:{id_}" for field in scheme for id_ in author_values.get(field, ()) if id_]
        if name:
            people.append(
                _author(values, name, ids, affiliations(author_values.get("affiliations"), author_values.get("rors")))
            )
    return tuple(people), complete


def _drop_empty(items: list[str] | list[list[str]], least: int = 0) -> None:
    """Remove empty items from the end of a list, which a trailing separator in a cell produces, down to `least`
    items.
    """
    while len(items) > least and not items[-1]:
        items.pop()


def _author(values: RowValues, name: str, ids: list[str], places: tuple[Affiliation, ...] | None) -> Author:
    if values.table.columns["authors"].dblp and HOMONYM_NUMBER.search(name):
        ids = [*ids, f"dblp-person:{name}"]
        name = printed_name(name)
    return Author(name=name, ids=tuple(ids), affiliations=places)


def paper(values: RowValues, told_elsewhere: frozenset[str]) -> Iterator[Record]:
    """Yield the paper of a row, preceded by the records of its container, funders and topics.

    Args:
        told_elsewhere: Schemes of topics that another table of the mapping describes.

    Raises:
        InvalidRecordError: A value is invalid, or a required one is missing.
    """
    ids = values.ids()
    key = values.key(ids)
    stated_kind: PaperKind | None = values.one_of("kind", PAPER_KINDS)
    kind = stated_kind or "article"
    date = values.date("date") or values.date("year")
    authors, complete = by_line(values)
    place = _place(values, date)
    funders = _paid(values)
    topics, subjects = _topics(values, told_elsewhere)
    references = values.references(values.table.columns.get("references"))
    record = PaperRecord(
        source=values.source,
        key=key,
        url=values.address("url"),
        revised=values.date("revised"),
        title=values.needed("title"),
        kind=kind,
        ids=ids,
        same_work=tuple(values.references(values.table.columns.get("same_work")) or ()),
        abstract=values.text("abstract"),
        summary=values.text("summary"),
        language=values.text("language"),
        dates=(TypedDate(value=date),) if date else (),
        authors=authors,
        authors_complete=complete,
        topics=topics,
        appeared_in=place.use,
        pages=values.text("pages"),
        references=None if references is None else tuple(references),
        resources=tuple(_resources(values)),
        forms=tuple(_forms(values)),
        open_access=values.truth("open_access"),
        funding=funders.funding if funders else None,
        relations=tuple(
            WorkRelation(kind=cast("WorkRelationKind", relation_kind), target=to)
            for relation_kind, to in values.related()
        ),
        license=values.text("license"),
        retracted=values.truth("retracted"),
        notices=tuple(values.items("notices") or ()),
        awards=tuple(values.items("awards") or ()),
        comment=values.text("comment"),
        journal_ref=values.text("journal_ref"),
    )
    yield from (*place.records, *(funders.records if funders else ()), *subjects, record)


def _place(values: RowValues, date: str | None) -> Container:
    """Return the container of a paper: a book if it has an ISBN, the yearly volume of a conference, else a journal."""
    name = values.text("venue")
    if not name:
        return NO_CONTAINER
    container_info = ContainerInfo(
        source=values.source,
        name=name,
        publisher=values.text("publisher"),
        number=values.text("volume"),
        issue=values.text("issue"),
        pages=values.text("pages"),
        editors=tuple(Author(name=editor) for editor in values.names("editors") or () if editor),
        short=values.text("acronym"),
        year=year_in(date),
    )
    isbns = valid_ids("isbn", values.items("isbn") or ())
    issns = valid_ids("issn", values.items("issn") or ())
    kind: VenueKind | None = values.one_of("venue_kind", VENUE_KINDS)
    if isbns and not (container_info.number and issns):
        return book_container(container_info, isbns)
    place = journal_container(container_info, issns, isbns)
    if kind is None or place.use is None:
        return place
    venue, volume = cast("tuple[VenueRecord, VolumeRecord]", place.records)
    venue = VenueRecord(source=venue.source, key=venue.key, name=name, ids=venue.ids, acronym=venue.acronym, kind=kind)
    if kind in OF_YEARS and container_info.number:
        volume = structs.replace(volume, editors=container_info.editors)
    if kind not in OF_YEARS or container_info.number or not date:
        return place._replace(records=(venue, volume))
    year = VolumeRecord(
        source=values.source,
        key=f"{venue.key}/{date[:4]}",
        title=f"{name} {date[:4]}",
        year=int(date[:4]),
        publisher=container_info.publisher,
        venues=venue_ids(venue),
        editors=container_info.editors,
    )
    return Container(volume_use(year, container_info.pages, container_info.issue, venue), (venue, year))


def _paid(values: RowValues) -> FundingResult | None:
    """Return the funding, if known. Parallel fields must have as many items as there are funders."""
    names, ids, grants = values.aligned("funders"), values.nested("funder_ids"), values.nested("grants")
    if names is None and ids is None:
        return None
    count = len(names if names is not None else ids or ())
    for field, aligned in (("funder_ids", ids), ("grants", grants)):
        if aligned is not None and len(aligned) != count:
            raise InvalidRecordError(f"{field} has {len(aligned)} items, but there are {count} funders.")
    return resolve_funders(
        values.source,
        (
            FunderMention(
                name=names[number] if names else None,
                ids=tuple(ids[number]) if ids else (),
                awards=tuple(grants[number]) if grants else (),
            )
            for number in range(count)
        ),
    )


def _topics(
    values: RowValues, told_elsewhere: frozenset[str]
) -> tuple[tuple[TopicUse, ...] | None, tuple[TopicRecord, ...]]:
    """Return the topics of a paper, and the records of topics that no other table describes; without a scheme, they are
    keywords.
    """
    topics = values.items("topics")
    if topics is None:
        return None, ()
    scheme = values.scheme("topics")
    if scheme is None:
        return keywords(values.source, topics)
    codes = dict.fromkeys(topics)
    uses = tuple(TopicUse(scheme=scheme, code=code) for code in codes)
    if scheme in told_elsewhere:
        return uses, ()
    records = (
        TopicRecord(source=values.source, key=f"{scheme}/{code}", scheme=scheme, code=code, name=code) for code in codes
    )
    return uses, tuple(records)


def _forms(values: RowValues) -> Iterator[Manifestation]:
    for kind, column in values.table.groups.get("forms", {}).items():
        for url in filter(None, map(normalize_url, column.items(values.row) or ())):
            yield Manifestation(url=url, kind=cast("FormKind", kind))


def _resources(values: RowValues) -> Iterator[Resource]:
    for url in filter(None, map(normalize_url, values.items("code") or ())):
        yield Resource(url=url, kind="code")
    for url in filter(None, map(normalize_url, values.items("datasets") or ())):
        yield Resource(url=url, kind="dataset")


def _person(values: RowValues) -> PersonRecord:
    ids = values.ids("-person")
    return PersonRecord(
        source=values.source,
        key=values.key(ids),
        url=values.address("url"),
        revised=values.date("revised"),
        ids=ids,
        names=(values.needed("name"), *(values.items("aliases") or ())),
        family=values.text("family"),
        affiliations=values.places(),
        role=values.text("role"),
        headline=values.text("headline"),
    )


def _institution(values: RowValues) -> InstitutionRecord:
    ids = values.ids("-institution")
    founded = values.date("established")
    return InstitutionRecord(
        source=values.source,
        key=values.key(ids),
        url=values.address("url"),
        revised=values.date("revised"),
        name=values.needed("name"),
        ids=ids,
        aliases=tuple(values.items("aliases") or ()),
        acronyms=tuple(values.items("acronyms") or ()),
        types=tuple(values.items("types") or ()),
        status=values.one_of("status", STATUSES),
        established=int(founded[:4]) if founded else None,
        country=values.text("country"),
        country_code=values.text("country_code"),
        city=values.text("city"),
        latitude=values.number("latitude"),
        longitude=values.number("longitude"),
        website=values.address("website"),
        relations=tuple(
            Relation(kind=cast("RelationKind", kind), target=target) for kind, target in values.related("-institution")
        ),
    )


def _topic(values: RowValues) -> TopicRecord:
    scheme, code = values.needed("scheme"), values.needed("code")
    return TopicRecord(
        source=values.source,
        key=f"{scheme}/{code}",
        scheme=scheme,
        code=code,
        name=values.needed("name"),
        parent=values.text("parent"),
    )


def _citation(values: RowValues) -> CitationRecord:
    citing, cited = (_end(values, name) for name in ("citing", "cited"))
    if citing == cited:
        raise InvalidRecordError(f"{citing} cites itself.")
    return CitationRecord(
        source=values.source,
        key=f"{citing} {cited}",
        citing=citing,
        cited=cited,
        intents=tuple(values.items("intents") or ()),
        influential=values.truth("influential"),
    )


def _end(values: RowValues, name: str) -> str:
    text = values.needed(name)
    ids = values.references(values.table.columns[name])
    if not ids:
        raise InvalidRecordError(f"{name}: {text!r} is not a valid {values.scheme(name)} ID.")
    return ids[0]


MAKERS: dict[str, Callable[[RowValues], Record]] = {
    "people": _person,
    "institutions": _institution,
    "topics": _topic,
    "citations": _citation,
}


def record_from_row(values: RowValues) -> Iterator[Record]:
    """Yield the record of a row of any kind except papers. Raises InvalidRecordError if a value is invalid."""
    yield MAKERS[values.table.kind](values)
