"""One work in Crossref's XML as records: the paper, and what it appeared in, and who paid."""

from collections.abc import Iterator

from cypher.identifiers import known
from loaders.files.markup import Element
from loaders.records.addresses import address
from loaders.records.parts import Author, Dated, Form, WorkRelation
from loaders.records.record import PaperKind, PaperRecord, Record
from loaders.refused import RecordError
from loaders.sources.crossref_xml.dates import moment, published
from loaders.sources.crossref_xml.links import funding, licence, links, references, updates
from loaders.sources.crossref_xml.people import AUTHORS, REVIEWERS, institution, people
from loaders.sources.crossref_xml.places import SOURCE_NAME, Around, pages
from loaders.works.relations import related
from loaders.works.running_text import abstract, child, text

KINDS: dict[str, PaperKind] = {
    "journal_article": "article",
    "conference_paper": "article",
    "book_metadata": "book",
    "book_series_metadata": "book",
    "book_set_metadata": "book",
    "content_item": "chapter",
    "posted_content": "preprint",
    "peer_review": "review",
    "dataset": "dataset",
    "dissertation": "thesis",
    "report-paper_metadata": "report",
    "report-paper_series_metadata": "report",
    "standard_metadata": "report",
}
"""What each element is here."""
RETRACTS = "retracts"


def doi_of(work: Element) -> str | None:
    """Return the DOI of a work as it is written."""
    return child(work, "doi_data/doi")


def records(work: Element, around: Around) -> Iterator[Record]:
    """Yield the journal, volume and funders of a work, then the paper; of a book without a DOI nothing.

    Raises RecordError, saying what it lacks.
    """
    kind = KINDS[str(work.tag)]
    written = doi_of(work)
    if kind == "book" and not written:
        return
    identifier = known(f"doi:{written}") if written else None
    if identifier is None:
        raise RecordError("it has no DOI.")
    title = child(work, "titles/title")
    if not title:
        raise RecordError("it has no title.")
    place = around.place(work)
    paid = funding(work)
    others = related(links(work))
    allowed, free = licence(work)
    notices = tuple(updates(work))
    own = [one for one in notices if one.target == identifier]
    cited = references(work)
    url = address(child(work, "doi_data/resource")) or f"https://doi.org/{written}"
    dates = [*published(work), *_of_notices(work)]
    yield from (*place.told, *(paid.told if paid else ()))
    yield PaperRecord(
        source=SOURCE_NAME,
        key=identifier.partition(":")[2],
        url=f"https://doi.org/{written}",
        revised=moment(child(work, "doi_data/timestamp")) or around.revised,
        title=title,
        kind=kind,
        ids=tuple(dict.fromkeys((identifier, *_further(work, kind)))),
        same_work=others.same,
        abstract=abstract(next((one for one in work.iterfind("abstract") if not one.get("abstract-type")), None)),
        language=work.get("language"),
        dates=tuple(dict.fromkeys(dates)),
        authors=_by_line(work),
        appeared_in=place.use,
        pages=pages(work),
        references=tuple(dict.fromkeys((*(cited or ()), *others.cited))) if cited is not None or others.cited else None,
        forms=(Form(url=url, kind="preprint" if kind == "preprint" else "article"),),
        open_access=True if free else None,
        best_location=url if free else None,
        funding=paid.funding if paid else None,
        relations=(
            *others.relations,
            *(WorkRelation(kind=one.kind, target=one.target) for one in notices if one not in own),
        ),
        licence=allowed,
        retracted=True if any(one.kind == RETRACTS for one in own) else None,
    )


def _by_line(work: Element) -> tuple[Author, ...] | None:
    """Return the by-line; who wrote a dissertation, and says no other place, wrote it where it was accepted."""
    found = people(work, REVIEWERS if work.tag == "peer_review" else AUTHORS)
    place = institution(work.find("institution")) if work.tag == "dissertation" else None
    if not found or place is None:
        return found
    return tuple(
        one
        if one.affiliations
        else Author(name=one.name, family=one.family, ids=one.ids, affiliations=(place,), variants=one.variants)
        for one in found
    )


def _further(work: Element, kind: PaperKind) -> Iterator[str]:
    """Yield the other ids that are the work's own: a book's ISBNs, the arXiv id or PMID that a publisher adds."""
    if kind in ("book", "thesis", "report"):
        yield from filter(None, (known(f"isbn:{text(one)}") for one in work.iterfind("isbn")))
    for one in work.iterfind("publisher_item/identifier"):
        if one.get("id_type") in ("pmid", "arxiv") and (found := known(f"{one.get('id_type')}:{text(one)}")):
            yield found


def _of_notices(work: Element) -> Iterator[Dated]:
    """Yield the days on which a work says of itself that it was retracted or corrected."""
    own = known(f"doi:{doi_of(work)}")
    for one in updates(work):
        day = moment(one.day)
        if one.target == own and day and one.kind in ("retracts", "corrects"):
            yield Dated(value=day, kind="retracted" if one.kind == RETRACTS else "corrected")
