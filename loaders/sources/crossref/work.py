"""One work of Crossref as records: the work, and what it appeared in."""

from collections.abc import Iterable, Iterator

from cypher.identifiers import known, normal
from loaders.files.markup import plain
from loaders.records.dates import year_in
from loaders.records.parts import Affiliation, Author, Dated, DateKind, Form
from loaders.records.record import PaperKind, PaperRecord, Record
from loaders.refused import RecordError
from loaders.sources.crossref.links import links, paid, references, updates
from loaders.sources.crossref.parts import SOURCE_NAME
from loaders.sources.crossref.schema import Date, Identified, Licence, Person, Work
from loaders.works.places import NOWHERE, Place, Within, in_book, in_journal, journal
from loaders.works.relations import related

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
"""What each type is here; any other is `other`."""
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
"""Types of what works appear in, or are parts of."""
LICENSED = ("vor", "unspecified", "am")
"""Of which version's licence is told: that of the article as published first. Those for mining alone are not."""
NOTICES: dict[str, DateKind] = {
    "retraction": "retracted",
    "withdrawal": "retracted",
    "removal": "retracted",
    "correction": "corrected",
    "corrigendum": "corrected",
    "erratum": "corrected",
}


def records(work: Work) -> Iterator[Record]:
    """Yield the journal and volume or book, who paid, and the work; nothing for what is no work.

    Raises ValueError where it has no DOI, RecordError where it has no title.
    """
    if work.type in NOT_WORKS:
        return
    place, funding, others = place_of(work), paid(work), related(links(work))
    yield from (*place.told, *funding.told)
    if not work.doi:
        raise ValueError("it has no DOI.")
    key = normal(f"doi:{work.doi}").partition(":")[2]
    title = plain(work.title[0]) if work.title else ""
    if not title:
        raise RecordError("it has no title.", (SOURCE_NAME, key))
    notices: list[tuple[DateKind, Date | None]] = [
        (about, one.updated) for one in work.updated_by or () if (about := NOTICES.get(one.type))
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
        same_work=others.same,
        abstract=plain(work.abstract) if work.abstract else None,
        language=work.language,
        dates=tuple(
            dict.fromkeys(
                [
                    *_dated("published", work.posted, work.published_online, work.published_print, work.issued),
                    *(dated for about, date in notices for dated in _dated(about, date)),
                ]
            )
        ),
        authors=_people(work.author),
        appeared_in=place.use,
        pages=work.page or work.article_number,
        references=references(work, others.cited),
        funding=None if work.funder is None else funding.funding,
        relations=(*others.relations, *updates(work)),
        forms=_forms(work, kind),
        licence=_licence(work.licence or ()),
        retracted=True if any(about == "retracted" for about, _ in notices) else None,
    )


def place_of(work: Work) -> Place:
    """Return what a work appeared in: a journal where it has an ISSN, a book where it has an ISBN only.

    Of two titles the first is that of a series, the last that of the book which is a volume of it. What has an ISBN
    beside an ISSN and a number is told as a volume of the series: its one title is that.
    """
    titles = [title for said in work.container_title or () if (title := plain(said))]
    name = titles[0] if titles else ""
    isbns = _isbns(work)
    issns = [*filter(None, (known(f"issn:{one}") for one in work.issn or ()))]
    if not name or work.type in ("book", "monograph", "edited-book", "reference-book"):
        return NOWHERE
    said = Within(
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
        return in_book(said._replace(name=titles[-1]), isbns, journal(said, issns))
    if isbns and not (work.volume and issns):
        return in_book(said, isbns)
    return in_journal(said, issns, isbns)


def _isbns(work: Work) -> tuple[str, ...]:
    return tuple(filter(None, (known(f"isbn:{one.rpartition('/')[2]}") for one in work.isbn or ())))


def _year(work: Work) -> int | None:
    """Return when what it is in came out: in print, where that is known, for articles are online before."""
    issue = work.journal_issue.published_print if work.journal_issue else None
    return year_in(*(one.value for one in _dated("published", issue, work.published_print, work.issued)))


def _dated(kind: DateKind, *dates: Date | None) -> Iterator[Dated]:
    """Yield each date that is one, of the year at least; a part that is none ends it."""
    for date in dates:
        parts: list[str] = []
        for part, digits in zip(date.date_parts[0] if date and date.date_parts else (), (4, 2, 2), strict=False):
            if not str(part or "").isdigit() or int(str(part)) == 0:
                break
            parts.append(str(part).zfill(digits))
        if parts:
            yield Dated(value="-".join(parts), kind=kind)


def _people(said: list[Person] | None) -> tuple[Author, ...] | None:
    """Return a by-line; None where none was deposited, which is not the same as none. Who has no name is left out."""
    found = tuple(filter(None, map(_person, said or ())))
    return found or None


def _person(said: Person) -> Author | None:
    given, family = plain(said.given or ""), plain(said.family or "")
    name = " ".join(filter(None, (given, family, said.suffix))) if family else plain(said.name or "") or given
    if not name:
        return None
    orcid = known(f"orcid:{said.orcid}") if said.orcid else None
    # that an affiliation is not deposited says nothing
    places = tuple(_affiliation(one.name, one.id) for one in said.affiliation if one.name or one.id) or None
    return Author(name=name, family=family or None, ids=(orcid,) if orcid else (), affiliations=places)


def _affiliation(name: str | None, ids: Iterable[Identified]) -> Affiliation:
    ror = next((found for one in ids if one.id_type.upper() == "ROR" and (found := known(f"ror:{one.id}"))), None)
    return Affiliation(text=plain(name or ""), ror=ror)


def _forms(work: Work, kind: PaperKind) -> tuple[Form, ...]:
    url = work.resource.primary.url if work.resource and work.resource.primary else None
    return (Form(url=url or f"https://doi.org/{work.doi}", kind="preprint" if kind == "preprint" else "article"),)


def _licence(said: Iterable[Licence]) -> str | None:
    """Return the licence of the text as published, else of the manuscript."""
    found = {one.content_version: one.url for one in sorted(said, key=lambda one: -one.delay_in_days) if one.url}
    return next((found[version] for version in LICENSED if version in found), None)
