"""DataCite: data sets, software, preprints and other works with a DOI registered at DataCite, in JSON.

Reads the public data file (one work per line, in folders by prefix) and responses of the REST API (JSON:API) with a
list of works or one work. Yields papers (works of all kinds), the journals, volumes and books in which they appeared,
and funders.

Source: https://support.datacite.org/docs/datacite-public-data-file (facts, CC0-1.0)
"""

import re
from collections.abc import Iterable, Iterator

import msgspec

from loaders.bibliographic.containers import NO_CONTAINER, Container, ContainerInfo, book_container, journal_container
from loaders.bibliographic.funders import FunderMention, FundingResult, resolve_funders
from loaders.bibliographic.json_works import Works, is_json_file
from loaders.bibliographic.relations import Link, related
from loaders.formats.json_stream import JsonFileKind
from loaders.formats.markup import strip_markup
from loaders.records.dates import date_or_raw_text, year_in
from loaders.records.parts import Affiliation, Author, DateKind, Manifestation, TypedDate
from loaders.records.record import PaperKind, PaperRecord, Record
from loaders.sources.base import Source, read_each_file
from loaders.sources.datacite.schema import (
    SOURCE_NAME,
    UNKNOWN,
    Creator,
    Item,
    Publisher,
    Rights,
    Shape,
    Types,
    Work,
    each,
)
from loaders.sources.datacite.schema import Affiliation as Said
from normalization.identifiers import normalize, normalize_or_none

BOOKS = frozenset({"Book", "ConferenceProceeding", "Collection"})
"""Types of items that are books of chapters or papers."""
PLACES = BOOKS | {"Journal"}
REPOSITORY = "DataRepository"
"""Type of the container of a data set: its repository, which is no venue."""


def place_of(work: Work) -> Container:
    """Return the journal or book of a work."""
    item = _item(work)
    return _in_item(work, item) if item else _in_container(work)


def pages(work: Work) -> str | None:
    """Return the first and last page."""
    container = _item(work) or work.container
    return (
        "-".join(dict.fromkeys(filter(None, (container.first_page, container.last_page)))) or None
        if container
        else None
    )


def _item(work: Work) -> Item | None:
    """Return the first journal or book in which the work is published, according to its related items."""
    listed = (item for item in each(work.related_items) if item.relation_type == "IsPublishedIn" and _title(item))
    return next((item for item in listed if item.related_item_type in PLACES or _number(item)), None)


def _number(item: Item) -> str:
    """Return the ISSN or ISBN of an item as an ID, or an empty text."""
    listed = item.related_item_identifier
    identifier = _identifier(listed.related_item_identifier_type, listed.related_item_identifier) if listed else ""
    return identifier if identifier.startswith(("issn:", "isbn:")) else ""


def _title(item: Item) -> str:
    return next((strip_markup(title.title) for title in each(item.titles) if title.title and not title.title_type), "")


def _in_item(work: Work, item: Item) -> Container:
    identifier, title = _number(item), _title(item)
    container_info = ContainerInfo(
        source=SOURCE_NAME,
        name=title,
        publisher=item.publisher or None,
        number=item.volume or None,
        issue=item.issue or None,
        pages=pages(work),
        editors=tuple(
            editor
            for contributor in each(item.contributors)
            if contributor.contributor_type == "Editor" and (editor := author(contributor)) is not None
        ),
        year=year_in(item.publication_year, work.publication_year),
    )
    if identifier.startswith("isbn:") or item.related_item_type in BOOKS:
        return book_container(container_info, (identifier,) if identifier.startswith("isbn:") else ())
    return journal_container(container_info, (identifier,) if identifier.startswith("issn:") else ())


def _in_container(work: Work) -> Container:
    """Return the container of a work: by its ISSN or ISBN, otherwise by its title."""
    container = work.container
    if container is None or not (title := strip_markup(container.title or "")) or container.type == REPOSITORY:
        return NO_CONTAINER
    publisher = work.publisher.name if isinstance(work.publisher, Publisher) else work.publisher
    publisher = None if publisher is None or UNKNOWN.match(publisher) else publisher
    container_info = ContainerInfo(
        source=SOURCE_NAME,
        name=title,
        publisher=publisher,
        number=container.volume or None,
        issue=container.issue or None,
        pages=pages(work),
        year=year_in(work.publication_year),
    )
    identifier = _identifier(container.identifier_type, container.identifier)
    if identifier.startswith("isbn:") or container.type in BOOKS:
        return book_container(container_info, (identifier,) if identifier.startswith("isbn:") else ())
    return journal_container(container_info, (identifier,) if identifier.startswith("issn:") else ())


def _identifier(kind: str | None, value: str | None) -> str:
    kind = {"eissn": "issn", "lissn": "issn"}.get((kind or "").lower(), (kind or "").lower())
    return normalize_or_none(f"{kind}:{value}") or ""


WITHIN = ("doi", "arxiv", "pmid", "isbn")
"""Schemes of the IDs that identify related works."""


def links(work: Work) -> Iterator[Link]:
    """Yield the relations of a work to works with a valid ID."""
    for identifier in each(work.related_identifiers):
        scheme = (identifier.related_identifier_type or "").lower()
        target = (
            normalize_or_none(f"{scheme}:{identifier.related_identifier}")
            if scheme in WITHIN and identifier.related_identifier
            else None
        )
        if target and identifier.relation_type:
            yield Link(identifier.relation_type, target)


def paid(work: Work) -> FundingResult:
    """Return the funding of a work. An empty list means unknown, because most deposits contain one."""
    return resolve_funders(
        SOURCE_NAME,
        (
            FunderMention(
                name=strip_markup(funding.funder_name or ""),
                ids=(funding.funder_identifier,) if funding.funder_identifier else (),
                awards=(funding.award_number,) if funding.award_number else (),
            )
            for funding in each(work.funding_references)
        ),
    )


KINDS: dict[str, PaperKind] = {
    "JournalArticle": "article",
    "ConferencePaper": "article",
    "DataPaper": "article",
    "Preprint": "preprint",
    "Book": "book",
    "BookChapter": "chapter",
    "Dataset": "dataset",
    "Software": "software",
    "ComputationalNotebook": "software",
    "Dissertation": "thesis",
    "Report": "report",
    "Standard": "report",
    "PeerReview": "review",
    "Model": "model",
}
"""Kind of work for each general type; any other type is `other`. For `Text`, see `TEXTS`."""
TEXTS: dict[str, PaperKind] = {
    "article-journal": "article",
    "article": "article",
    "paper-conference": "article",
    "book": "book",
    "chapter": "chapter",
    "thesis": "thesis",
    "report": "report",
}
"""Kind of a `Text` by its CSL type; older deposits have no type more specific than `Text`."""
DATES: dict[str, DateKind] = {
    "Issued": "published",
    "Available": "published",
    "Updated": "updated",
    "Withdrawn": "retracted",
}
RANGE = "/"
"""Separator of a date range; ranges are ignored."""
DAY = re.compile(r"^(\d{4})(-\d{2}(-\d{2})?)?(?=$|T)")


def records(work: Work) -> Iterator[Record]:
    """Yield the journal and volume or book, the funders, and the paper. Raises ValueError if the work has no title."""
    title = next(
        (
            strip_markup(title_entry.title)
            for title_entry in each(work.titles)
            if title_entry.title and not title_entry.title_type
        ),
        "",
    )
    if not title or UNKNOWN.match(title):
        raise ValueError("it has no title.")
    kind = _kind(work.types)
    abstract = next(
        (
            description.description
            for description in each(work.descriptions)
            if description.description_type == "Abstract"
        ),
        None,
    )
    place, funding, relations = place_of(work), paid(work), related(links(work))
    yield from (*place.records, *funding.records)
    yield PaperRecord(
        source=SOURCE_NAME,
        key=normalize(f"doi:{work.doi}").partition(":")[2],
        url=f"https://doi.org/{work.doi}",
        revised=work.updated,
        title=title,
        kind=kind,
        ids=(f"doi:{work.doi}",),
        same_work=relations.same,
        abstract=strip_markup(abstract) if abstract else None,
        language=work.language,
        dates=tuple(dict.fromkeys(_dated(work))),
        authors=tuple(filter(None, map(author, each(work.creators)))) or None,
        appeared_in=place.use,
        pages=pages(work),
        references=relations.cited or None,
        funding=funding.funding or None,
        relations=relations.relations,
        forms=(
            Manifestation(
                url=work.url if work.url and work.url.startswith("http") else f"https://doi.org/{work.doi}",
                kind="preprint" if kind == "preprint" else "article",
                version=work.version or None,
            ),
        ),
        license=_license(each(work.rights_list)),
    )


def _kind(types: Types) -> PaperKind:
    if types.resource_type_general == "Text":
        return TEXTS.get(types.citeproc or "", "other")
    return KINDS.get(types.resource_type_general or "", "other")


def _dated(work: Work) -> Iterator[TypedDate]:
    """Yield the dates, and the publication year if there is no publication date. An invalid date is yielded as written.

    Date ranges are ignored.
    """
    has_published = False
    for entry in each(work.dates):
        kind = DATES.get(entry.date_type or "")
        day = DAY.match(entry.date or "")
        if kind and day:
            has_published |= kind == "published"
            yield TypedDate(value=day[0], kind=kind)
        elif kind and RANGE not in (date := date_or_raw_text(None, entry.date) or RANGE):
            yield TypedDate(value=date, kind=kind)
    year = str(work.publication_year or "")
    match = DAY.match(year)
    if not has_published and (date := date_or_raw_text(match[0] if match else None, year)):
        yield TypedDate(value=date)


def _license(rights: Iterable[Rights]) -> str | None:
    """Return the first license that is given by URL or SPDX ID. Statements about text mining are not licenses."""
    names = (statement.rights_uri or (statement.rights_identifier or "").upper() for statement in rights)
    return next((name for name in names if name and "tdm" not in name.lower()), None)


WRAPPER = re.compile(rb'\{\s*"data"\s*:\s*\[')
"""Text before the list of works in an API response."""
FILE = JsonFileKind("DataCite works, from its public data file or its REST API", "DataCite work", WRAPPER)

_shape = msgspec.json.Decoder(Shape)
_work = msgspec.json.Decoder(Work)


def _decoded(text: bytes) -> Work | None:
    """Return a work, by itself or inside a response, if the element has a DOI."""
    if not text.startswith(b"{"):
        return None
    shape = _shape.decode(text)
    for inner in (bytes(shape.data), bytes(shape.attributes)):
        if inner:
            return _decoded(inner)
    return _work.decode(text) if bytes(shape.doi) else None


WORKS = Works(FILE, _decoded, lambda work: work.doi, records)


SOURCE = Source(
    name="datacite",
    title="DataCite",
    license="CC0-1.0",
    address="https://datacite.org",
    provides=(
        "data sets, software, preprints, theses and other works with their titles, kinds, dates and versions",
        "bylines with ORCID iDs and affiliations",
        "abstracts, licenses and languages",
        "journals, books and proceedings in which they appeared",
        "funders with awards",
        "related works that have an ID: cited, supplemented, containing, original and translated works",
    ),
    omits=("topics", "most works with DOIs of other registration agencies"),
    example="byline load datacite part_0000.jsonl.gz",
    expected_files=FILE.description,
    accepts=is_json_file,
    start=read_each_file(WORKS.read_file),
)


def author(creator: Creator) -> Author | None:
    """Return an author with ORCID iDs and affiliations, if the name is known."""
    given_name, family = strip_markup(creator.given_name or ""), strip_markup(creator.family_name or "")
    personal = creator.name_type != "Organizational" and bool(family)
    name = " ".join(filter(None, (given_name, family))) if personal else strip_markup(creator.name or "")
    if not name or UNKNOWN.match(name):
        return None
    orcids = (
        normalize_or_none(f"orcid:{identifier.name_identifier}")
        for identifier in each(creator.name_identifiers)
        if (identifier.name_identifier_scheme or "").upper() == "ORCID" and identifier.name_identifier
    )
    return Author(
        name=name,
        family=family if personal else name if creator.name_type == "Organizational" else None,
        ids=tuple(dict.fromkeys(filter(None, orcids))),
        affiliations=tuple(filter(None, map(_affiliation, each(creator.affiliation)))) or None,
    )


def _affiliation(affiliation: str | Said) -> Affiliation | None:
    if isinstance(affiliation, str):
        return Affiliation(text=strip_markup(affiliation)) if affiliation.strip() else None
    ror = (
        normalize_or_none(f"ror:{affiliation.affiliation_identifier}")
        if affiliation.affiliation_identifier_scheme == "ROR"
        else None
    )
    return Affiliation(text=strip_markup(affiliation.name or ""), ror=ror) if affiliation.name or ror else None
