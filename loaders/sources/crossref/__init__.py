"""Crossref JSON: works that publishers deposit, with bylines, dates, journals, references and licenses.

Reads the public data file (`{"items": [...]}` with a few thousand works per file, or one work per line), responses of
the REST API (`{"message": {"items": [...]}}`), and single works. Yields papers, the journals, volumes and books in
which they appeared, and funders.

Source: https://www.crossref.org/documentation/retrieve-metadata/rest-api/ (facts, CC0-1.0; abstracts are publishers')
"""

import re
from collections.abc import Iterable, Iterator

import msgspec

from loaders.bibliographic.containers import (
    NO_CONTAINER,
    Container,
    ContainerInfo,
    book_container,
    journal,
    journal_container,
)
from loaders.bibliographic.funders import FunderMention, FundingResult, resolve_funders
from loaders.bibliographic.json_works import Works, is_json_file
from loaders.bibliographic.relations import Link, related, update
from loaders.formats.json_stream import JsonFileKind
from loaders.formats.markup import strip_markup
from loaders.records.dates import year_in
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import Affiliation, Author, DateKind, Manifestation, TypedDate, WorkRelation
from loaders.records.record import PaperKind, PaperRecord, Record
from loaders.sources.base import Source, read_each_file
from loaders.sources.crossref.schema import SOURCE_NAME, Date, Identified, License, Person, Work
from normalization.identifiers import normalize, normalize_or_none, valid_ids

LINKED = frozenset({"doi", "arxiv", "pmid", "pmcid"})
"""Schemes of the IDs that identify related works."""


def links(work: Work) -> Iterator[Link]:
    """Yield the relations of a work to works with a valid ID."""
    for word, related_works in (work.relation or {}).items():
        for relation in related_works:
            scheme = relation.id_type.lower()
            target = normalize_or_none(f"{scheme}:{relation.id}") if scheme in LINKED else None
            if target:
                yield Link(word, target)


def updates(work: Work) -> Iterator[WorkRelation]:
    """Yield the updates that the work, as a notice, makes to other works, and the notices about it."""
    for entries, inverse in ((work.update_to, False), (work.updated_by, True)):
        for entry in entries or ():
            kind, target = update(entry.type), normalize_or_none(f"doi:{entry.doi}")
            if kind and target and target != normalize_or_none(f"doi:{work.doi}"):
                yield WorkRelation(kind=kind, target=target, inverse=inverse)


def paid(work: Work) -> FundingResult:
    """Return the funding of a work, with the records of its funders."""
    return resolve_funders(
        SOURCE_NAME,
        (
            FunderMention(
                name=strip_markup(funder.name or ""),
                ids=tuple(filter(None, (funder.doi, *(identifier.id for identifier in funder.id)))),
                awards=tuple(funder.award),
            )
            for funder in work.funder or ()
        ),
    )


def references(work: Work, others: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the DOIs of the cited works and the citations among its relations; None if no references were
    deposited.
    """
    if work.reference is None and not others:
        return None
    listed = (normalize_or_none(f"doi:{reference.doi}") for reference in work.reference or () if reference.doi)
    return tuple(dict.fromkeys((*filter(None, listed), *others)))


KINDS: dict[str, PaperKind] = {
    "journal-article": "article",
    "proceedings-article": "article",
    "book-chapter": "chapter",
    "book-part": "chapter",
    "book-section": "chapter",
    "book-track": "chapter",
    "reference-entry": "chapter",
    "book": "book",
    "edited-book": "book",
    "monograph": "book",
    "reference-book": "book",
    "dataset": "dataset",
    "dissertation": "thesis",
    "report": "report",
    "report-component": "report",
    "standard": "report",
    "posted-content": "preprint",
    "peer-review": "review",
}
"""Kind of work for each type; any other type is `other`."""
NOT_WORKS = frozenset(
    {
        "journal",
        "journal-issue",
        "journal-volume",
        "proceedings",
        "proceedings-series",
        "book-series",
        "book-set",
        "report-series",
        "grant",
        "component",
    }
)
"""Types of containers and of components of works."""
LICENSED = ("vor", "unspecified", "am")
"""Versions whose license is used, in order of preference: the published article first. Licenses for text mining only
are ignored.
"""
NOTICES: dict[str, DateKind] = {
    "retraction": "retracted",
    "withdrawal": "retracted",
    "removal": "retracted",
    "correction": "corrected",
    "corrigendum": "corrected",
    "erratum": "corrected",
}


def records(work: Work) -> Iterator[Record]:
    """Yield the journal and volume or book, the funders, and the paper; no records if the type is in `NOT_WORKS`.

    Raises:
        ValueError: The work has no DOI.
        InvalidRecordError: The work has no title.
    """
    if work.type in NOT_WORKS:
        return
    place, funding, relations = place_of(work), paid(work), related(links(work))
    yield from (*place.records, *funding.records)
    if not work.doi:
        raise ValueError("it has no DOI.")
    key = normalize(f"doi:{work.doi}").partition(":")[2]
    title = strip_markup(work.title[0]) if work.title else ""
    if not title:
        raise InvalidRecordError("it has no title.", (SOURCE_NAME, key))
    notices: list[tuple[DateKind, Date | None]] = [
        (kind_of_date, notice.updated) for notice in work.updated_by or () if (kind_of_date := NOTICES.get(notice.type))
    ]
    kind = KINDS.get(work.type or "", "other")
    yield PaperRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"https://doi.org/{work.doi}",
        revised=work.deposited.date_time if work.deposited else None,
        title=title,
        kind=kind,
        ids=(f"doi:{work.doi}", *(_isbns(work) if kind == "book" else ())),
        same_work=relations.same,
        abstract=strip_markup(work.abstract) if work.abstract else None,
        language=work.language,
        dates=tuple(
            dict.fromkeys(
                [
                    *_dated("published", work.posted, work.published_online, work.published_print, work.issued),
                    *(dated for kind_of_date, date in notices for dated in _dated(kind_of_date, date)),
                ]
            )
        ),
        authors=_people(work.author),
        appeared_in=place.use,
        pages=work.page or work.article_number,
        references=references(work, relations.cited),
        funding=None if work.funder is None else funding.funding,
        relations=(*relations.relations, *updates(work)),
        forms=_forms(work, kind),
        license=_license(work.license or ()),
        retracted=True if any(kind_of_date == "retracted" for kind_of_date, _ in notices) else None,
    )


def place_of(work: Work) -> Container:
    """Return the container of a work: a journal if it has an ISSN, a book if it has only an ISBN.

    Of two titles, the first is the series and the last the book, a volume of that series. A container with an ISBN, an
    ISSN and a volume number is a volume of the series, because its only title is the title of the series.
    """
    titles = [title for raw_title in work.container_title or () if (title := strip_markup(raw_title))]
    name = titles[0] if titles else ""
    isbns = _isbns(work)
    issns = valid_ids("issn", work.issn or ())
    if not name or work.type in ("book", "monograph", "edited-book", "reference-book"):
        return NO_CONTAINER
    container_info = ContainerInfo(
        source=SOURCE_NAME,
        name=name,
        publisher=work.publisher or None,
        number=work.volume,
        issue=work.issue,
        pages=work.page or work.article_number,
        editors=_people(work.editor) or (),
        year=_year(work),
    )
    if isbns and len(titles) > 1:
        return book_container(container_info._replace(name=titles[-1]), isbns, journal(container_info, issns))
    if isbns and not (work.volume and issns):
        return book_container(container_info, isbns)
    return journal_container(container_info, issns, isbns)


def _isbns(work: Work) -> tuple[str, ...]:
    return valid_ids("isbn", (isbn.rpartition("/")[2] for isbn in work.isbn or ()))


def _year(work: Work) -> int | None:
    """Return the year of the container: the print date if known, because articles appear online earlier."""
    issue = work.journal_issue.published_print if work.journal_issue else None
    return year_in(*(date.value for date in _dated("published", issue, work.published_print, work.issued)))


def _dated(kind: DateKind, *dates: Date | None) -> Iterator[TypedDate]:
    """Yield the dates that have at least a valid year; a date ends before its first invalid component."""
    for date in dates:
        parts: list[str] = []
        for part, digits in zip(date.date_parts[0] if date and date.date_parts else (), (4, 2, 2), strict=False):
            if not str(part or "").isdigit() or int(str(part)) == 0:
                break
            parts.append(str(part).zfill(digits))
        if parts:
            yield TypedDate(value="-".join(parts), kind=kind)


def _people(people: list[Person] | None) -> tuple[Author, ...] | None:
    """Return the authors or editors; an empty list counts as unknown. Persons without a name are left out."""
    authors = tuple(filter(None, map(_person, people or ())))
    return authors or None


def _person(person: Person) -> Author | None:
    given_name, family = strip_markup(person.given_name or ""), strip_markup(person.family or "")
    name = (
        " ".join(filter(None, (given_name, family, person.suffix)))
        if family
        else strip_markup(person.name or "") or given_name
    )
    if not name:
        return None
    orcid = normalize_or_none(f"orcid:{person.orcid}") if person.orcid else None
    # a missing affiliation means unknown
    places = (
        tuple(
            _affiliation(affiliation.name, affiliation.id)
            for affiliation in person.affiliation
            if affiliation.name or affiliation.id
        )
        or None
    )
    return Author(name=name, family=family or None, ids=(orcid,) if orcid else (), affiliations=places)


def _affiliation(name: str | None, ids: Iterable[Identified]) -> Affiliation:
    ror = next(
        (ror_id for id_ in ids if id_.id_type.upper() == "ROR" and (ror_id := normalize_or_none(f"ror:{id_.id}"))), None
    )
    return Affiliation(text=strip_markup(name or ""), ror=ror)


def _forms(work: Work, kind: PaperKind) -> tuple[Manifestation, ...]:
    url = work.resource.primary.url if work.resource and work.resource.primary else None
    return (
        Manifestation(url=url or f"https://doi.org/{work.doi}", kind="preprint" if kind == "preprint" else "article"),
    )


def _license(licenses: Iterable[License]) -> str | None:
    """Return the license of the published text, else of the manuscript."""
    urls = {
        entry.content_version: entry.url
        for entry in sorted(licenses, key=lambda entry: -entry.delay_in_days)
        if entry.url
    }
    return next((urls[version] for version in LICENSED if version in urls), None)


WRAPPER = re.compile(rb'\{[^\[\]]*?"(?:items|message)"\s*:\s*\[')
"""Text before the list of works in the public data file and in API responses."""
FILE = JsonFileKind("Crossref works, from its public data file or its REST API", "Crossref work", WRAPPER)

_work = msgspec.json.Decoder(Work)
_answer = msgspec.json.Decoder(dict[str, msgspec.Raw])


def _decoded(text: bytes) -> Work | None:
    """Return a work, also from a response about a single work, if the element has a DOI."""
    if not text.startswith(b"{"):
        return None
    shape = _answer.decode(text)
    inner = shape.get("message")
    if "DOI" not in shape and inner is not None and bytes(inner).startswith(b"{"):
        return _decoded(bytes(inner))
    return _work.decode(text) if "DOI" in shape else None


WORKS = Works(FILE, _decoded, lambda work: work.doi, records)


SOURCE = Source(
    name="crossref",
    title="Crossref",
    license="CC0-1.0 (facts; abstracts are their publishers')",
    address="https://www.crossref.org",
    provides=(
        "titles, kinds, dates, abstracts and languages",
        "bylines with ORCID iDs and affiliations",
        "journals, volumes, issues, pages, and books with their editors",
        "funders with awards, licenses",
        "references that have a DOI",
        "preprints of articles; works that a work reviews, supplements or translates; retractions and corrections",
    ),
    omits=("topics", "references without a DOI", "citations by works that do not deposit references"),
    example="byline load crossref 0.json.gz",
    expected_files=FILE.description,
    accepts=is_json_file,
    start=read_each_file(WORKS.read_file),
)
