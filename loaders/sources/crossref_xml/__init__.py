"""Crossref XML: deposits of publishers (`<doi_batch>`) and responses of Crossref's services (unixref, unixsd).

Yields papers, the journals, volumes, proceedings and books in which they appeared, and funders. The XML states the same
facts as the JSON of the source `crossref`, so the records belong to that source, too: of a work that both contain, the
version with the later revision date takes precedence.

Source: https://www.crossref.org/documentation/schema-library/ (4.3 to 5.4),
https://www.crossref.org/schemas/unixref1.1.xsd
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from loaders.bibliographic.funders import FunderMention, FundingResult, resolve_funders
from loaders.bibliographic.jats_text import abstract, child, text
from loaders.bibliographic.relations import Link, related, update
from loaders.formats.archive import SourceFile
from loaders.formats.markup import Element
from loaders.formats.xml_stream import XmlFormat, is_xml_file, read
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import Author, Manifestation, TypedDate, WorkRelation, WorkRelationKind
from loaders.records.record import Item, PaperKind, PaperRecord, Record
from loaders.records.urls import extract_identifier, normalize_url
from loaders.sources.base import Reader, Source
from loaders.sources.crossref_xml.containers import AROUND, SOURCE_NAME, ContainerContext, pages
from loaders.sources.crossref_xml.dates import parse_timestamp, publication_dates
from loaders.sources.crossref_xml.people import AUTHORS, REVIEWERS, institution, people
from normalization.identifiers import normalize_or_none

SCHEMES = frozenset({"doi", "arxiv", "pmid", "pmcid"})
QUOTES = "\u201c\u201d\u2018\u2019\"'<> \n\t"
"""Characters that depositors put around IDs."""
DOI = re.compile(r"https?://(?:dx\.)?doi\.org/10\.\d{4,9}/[^\s\"<>]+", re.IGNORECASE)
LICENSED = ("vor", "unspecified", "am")
"""Versions whose license is used, in order of preference: the published article first. Licenses for text mining only
are ignored.
"""
CREATIVE_COMMONS = "creativecommons.org/"


class Update(NamedTuple):
    """An update notice: its relation to the target work, and the date."""

    kind: WorkRelationKind
    target: str
    day: str | None


def links(work: Element) -> Iterator[Link]:
    """Yield the relations of a work to works that have an ID."""
    for program in _programs(work):
        for element in program.iterfind("related_item/*"):
            scheme = (element.get("identifier-type") or "").lower()
            value = "".join(map(str, element.itertext())).strip(QUOTES)
            target = normalize_or_none(f"{scheme}:{value}") if scheme in SCHEMES else extract_identifier(value)
            if target:
                yield Link(element.get("relationship-type") or "", target)


def updates(work: Element) -> Iterator[Update]:
    """Yield the updates that the work, as a notice, makes to other works or to itself."""
    for element in work.iterfind("crossmark/updates/update"):
        kind = update(element.get("type") or "")
        target = normalize_or_none(f"doi:{text(element)}")
        if kind and target:
            yield Update(kind, target, element.get("date"))


def references(work: Element) -> tuple[str, ...] | None:
    """Return the DOIs of the cited works, including DOI URLs in unstructured citations; None if there is no citation
    list.
    """
    listed = work.find("citation_list")
    if listed is None:
        return None
    ids: list[str | None] = []
    for element in listed.iterfind("citation"):
        doi = text(element.find("doi"))
        in_words = DOI.search(text(element.find("unstructured_citation")) or "")
        ids.append(
            normalize_or_none(f"doi:{doi.strip(QUOTES)}")
            if doi
            else normalize_or_none(f"doi:{in_words[0].rstrip(').,;]')}")
            if in_words
            else None
        )
    return tuple(dict.fromkeys(filter(None, ids)))


def funding(work: Element) -> FundingResult | None:
    """Return the funders, if the work states any."""
    programs = [program for program in _programs(work) if program.get("name") == "fundref"]
    if not programs:
        return None
    return resolve_funders(SOURCE_NAME, (paid for program in programs for paid in _paid(program)))


def _paid(program: Element) -> Iterator[FunderMention]:
    """Yield the funders of each group with its awards. Awards outside a group are assigned only if there is a single
    funder.
    """
    for group in [element for element in program.iterfind("assertion") if element.get("name") == "fundgroup"] or [
        program
    ]:
        assertions = [
            element
            for element in group.iterfind("assertion")
            if element.get("name") in ("funder_name", "ror", "funder_identifier")
        ]
        awards = tuple(
            number
            for element in group.iter("assertion")
            if element.get("name") == "award_number" and (number := text(element))
        )
        for assertion in assertions:
            is_name = assertion.get("name") == "funder_name"
            nested_ids = (text(number) for number in assertion.iterfind("assertion"))
            yield FunderMention(
                name=assertion.text if is_name else None,
                ids=tuple(filter(None, (*nested_ids, None if is_name else text(assertion)))),
                awards=awards if len(assertions) == 1 else (),
            )


def _license(work: Element) -> tuple[str | None, bool]:
    """Return the license of the published text, else of the manuscript, and whether the text is free to read."""
    urls: dict[str, str] = {}
    free = False
    for program in _programs(work):
        free |= program.find("free_to_read") is not None
        for element in program.iterfind("license_ref"):
            place = normalize_url(text(element))
            if place:
                urls.setdefault(element.get("applies_to") or "unspecified", place)
    chosen_url = next((urls[version] for version in LICENSED if version in urls), None)
    return chosen_url, free or CREATIVE_COMMONS in (chosen_url or "")


def _programs(work: Element) -> Iterator[Element]:
    yield from work.iterfind("program")
    yield from work.iterfind("crossmark/custom_metadata/program")


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
"""Kind of work for each element."""
RETRACTS = "retracts"


def doi_of(work: Element) -> str | None:
    """Return the DOI of a work as written."""
    return child(work, "doi_data/doi")


def records(work: Element, around: ContainerContext) -> Iterator[Record]:
    """Yield the journal, volume and funders of a work, then the paper. A book without a DOI yields no records.

    Raises:
        InvalidRecordError: The work has no DOI or no title.
    """
    kind = KINDS[str(work.tag)]
    doi = doi_of(work)
    if kind == "book" and not doi:
        return
    identifier = normalize_or_none(f"doi:{doi}") if doi else None
    if identifier is None:
        raise InvalidRecordError("it has no DOI.")
    title = child(work, "titles/title") or child(work, "titles/original_language_title")
    if not title:
        raise InvalidRecordError("it has no title.")
    place = around.place(work)
    funders = funding(work)
    relations = related(links(work))
    allowed, free = _license(work)
    notices = tuple(updates(work))
    own_notices = [notice for notice in notices if notice.target == identifier]
    cited = references(work)
    url = normalize_url(child(work, "doi_data/resource")) or f"https://doi.org/{doi}"
    dates = [*publication_dates(work), *_of_notices(work)]
    yield from (*place.records, *(funders.records if funders else ()))
    yield PaperRecord(
        source=SOURCE_NAME,
        key=identifier.partition(":")[2],
        url=f"https://doi.org/{doi}",
        revised=parse_timestamp(child(work, "doi_data/timestamp")) or around.revised,
        title=title,
        kind=kind,
        ids=tuple(dict.fromkeys((identifier, *_further(work, kind)))),
        same_work=relations.same,
        abstract=abstract(
            next((element for element in work.iterfind("abstract") if not element.get("abstract-type")), None)
        ),
        language=work.get("language"),
        dates=tuple(dict.fromkeys(dates)),
        authors=_by_line(work),
        appeared_in=place.use,
        pages=pages(work),
        references=tuple(dict.fromkeys((*(cited or ()), *relations.cited)))
        if cited is not None or relations.cited
        else None,
        forms=(Manifestation(url=url, kind="preprint" if kind == "preprint" else "article"),),
        open_access=True if free else None,
        best_location=url if free else None,
        funding=funders.funding if funders else None,
        relations=(
            *relations.relations,
            *(WorkRelation(kind=notice.kind, target=notice.target) for notice in notices if notice not in own_notices),
        ),
        license=allowed,
        retracted=True if any(relation.kind == RETRACTS for relation in own_notices) else None,
    )


def _by_line(work: Element) -> tuple[Author, ...] | None:
    """Return the authors of a work. The author of a dissertation, unless affiliated elsewhere, is affiliated with the
    institution that accepted it.
    """
    authors = people(work, REVIEWERS if work.tag == "peer_review" else AUTHORS)
    place = institution(work.find("institution")) if work.tag == "dissertation" else None
    if not authors or place is None:
        return authors
    return tuple(
        author
        if author.affiliations
        else Author(
            name=author.name, family=author.family, ids=author.ids, affiliations=(place,), variants=author.variants
        )
        for author in authors
    )


def _further(work: Element, kind: PaperKind) -> Iterator[str]:
    """Yield the other IDs of the work: the ISBNs of a book, and an arXiv ID or PMID that the publisher adds."""
    if kind in ("book", "thesis", "report"):
        yield from filter(None, (normalize_or_none(f"isbn:{text(element)}") for element in work.iterfind("isbn")))
    for element_id in work.iterfind("publisher_item/identifier"):
        if element_id.get("id_type") in ("pmid", "arxiv") and (
            identifier := normalize_or_none(f"{element_id.get('id_type')}:{text(element_id)}")
        ):
            yield identifier


def _of_notices(work: Element) -> Iterator[TypedDate]:
    """Yield the dates on which a work was retracted or corrected, according to its own update notices."""
    own_doi = normalize_or_none(f"doi:{doi_of(work)}")
    for relation in updates(work):
        day = parse_timestamp(relation.day)
        if relation.target == own_doi and day and relation.kind in ("retracts", "corrects"):
            yield TypedDate(value=day, kind="retracted" if relation.kind == RETRACTS else "corrected")


ERROR = "error"
FORM = XmlFormat(
    expected="works in Crossref XML, a <doi_batch> or a unixref response",
    roots=frozenset({"doi_batch", "doi_records", "doi_record", "crossref", "crossref_result", "OAI-PMH"}),
    records=(*KINDS, *AROUND, ERROR),
    strip_namespaces=True,
)


def start(_: Sequence[SourceFile]) -> Reader:
    """Return the reader."""

    def read_file(file: SourceFile) -> Iterator[Item]:
        context = ContainerContext()

        def items(element: Element) -> Iterator[Item]:
            context.note(element)
            if element.tag == ERROR:
                raise InvalidRecordError(text(element) or "Crossref returned an error without a message.")
            elif element.tag in KINDS:
                yield from records(element, context)

        return read(file, FORM, items, doi_of)

    return read_file


SOURCE = Source(
    name="crossref-xml",
    title="Crossref XML",
    license="CC0-1.0 (facts; abstracts are their publishers')",
    address="https://www.crossref.org",
    provides=(
        "titles, kinds, dates, abstracts and languages",
        "bylines with ORCID iDs, affiliations with ROR IDs, names in other scripts",
        "journals, proceedings and books with their editors",
        "funders with awards, licenses",
        "references that have a DOI",
        "preprints of articles; works that a work corrects, retracts, reviews or supplements",
    ),
    omits=("topics", "references without a DOI", "notices about a work, unless the files contain the notices"),
    example="byline load crossref-xml deposits/",
    expected_files=FORM.expected,
    accepts=is_xml_file,
    start=start,
)
