"""Links of a PubMed citation: its journal or book of the NCBI Bookshelf, corrections, comments, references, funders."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from loaders.bibliographic.containers import (
    NO_CONTAINER,
    Container,
    ContainerInfo,
    book_container,
    journal_container,
    volume_of_venue,
)
from loaders.formats.markup import Element, child_text, folded_text
from loaders.records.dates import year_in
from loaders.records.parts import Funding, WorkRelation, WorkRelationKind
from loaders.records.record import FunderRecord, VenueRecord
from loaders.sources.pubmed.dates import day
from loaders.sources.pubmed.people import people
from loaders.sources.pubmed.subjects import SOURCE_NAME
from normalization.identifiers import normalize_or_none, valid_ids
from normalization.text import fold

RELATIONS: dict[str, tuple[WorkRelationKind, bool]] = {
    "CommentOn": ("comments_on", False),
    "CommentIn": ("comments_on", True),
    "ErratumFor": ("corrects", False),
    "ErratumIn": ("corrects", True),
    "RetractionOf": ("retracts", False),
    "RetractionIn": ("retracts", True),
    "PartialRetractionOf": ("corrects", False),
    "PartialRetractionIn": ("corrects", True),
    "ExpressionOfConcernFor": ("comments_on", False),
    "ExpressionOfConcernIn": ("comments_on", True),
    "CorrectedandRepublishedFrom": ("replaces", False),
    "CorrectedandRepublishedIn": ("replaces", True),
    "RetractedandRepublishedFrom": ("replaces", False),
    "RetractedandRepublishedIn": ("replaces", True),
    "RepublishedFrom": ("version_of", False),
    "RepublishedIn": ("version_of", True),
    "ReprintOf": ("version_of", False),
    "ReprintIn": ("version_of", True),
    "UpdateOf": ("version_of", False),
    "UpdateIn": ("version_of", True),
    "OriginalReportIn": ("derived_from", False),
    "SummaryForPatientsIn": ("derived_from", True),
    "AssociatedPublication": ("supplements", False),
    "AssociatedDataset": ("supplements", True),
}
"""Relation of this citation to the other one for each `RefType`, and whether it is inverse."""
NOTICES = frozenset(
    {
        "ErratumIn",
        "RetractionIn",
        "PartialRetractionIn",
        "ExpressionOfConcernIn",
        "CorrectedandRepublishedIn",
        "RetractedandRepublishedIn",
    }
)
"""Types that a reader of the paper should know about."""
RETRACTED = frozenset({"RetractionIn", "RetractedandRepublishedIn"})
CITES = "Cites"
WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?=and(?:Republished))")
SCHEMES = {"pubmed": "pmid", "doi": "doi", "pmc": "pmcid"}
"""Schemes of the IDs in `ArticleIdList` that the graph supports."""
COUNTRIES = {
    "Australia": "AU",
    "Austria": "AT",
    "Belgium": "BE",
    "Canada": "CA",
    "China": "CN",
    "France": "FR",
    "Germany": "DE",
    "India": "IN",
    "Ireland": "IE",
    "Italy": "IT",
    "Japan": "JP",
    "Netherlands": "NL",
    "Portugal": "PT",
    "Spain": "ES",
    "Sweden": "SE",
    "Switzerland": "CH",
    "United Kingdom": "GB",
    "United States": "US",
}
"""ISO 3166-1 codes of the agencies' countries."""


def journal_of(article: Element, info: Element | None) -> Container:
    """Return the volume of the journal, which is identified by its ID at the National Library of Medicine.

    Every article states the linking ISSN of the journal; the second ISSN is that of the print or the online edition.
    """
    journal = article.find("Journal")
    if journal is None:
        return NO_CONTAINER
    short = child_text(info, "MedlineTA") if info is not None else None
    name = child_text(journal, "Title") or short
    if not name:
        return NO_CONTAINER
    issue = journal.find("JournalIssue")
    container_info = ContainerInfo(
        source=SOURCE_NAME,
        name=name,
        number=child_text(issue, "Volume") if issue is not None else None,
        issue=child_text(issue, "Issue") if issue is not None else None,
        pages=pages(article),
        year=year_in(day(issue.find("PubDate"))) if issue is not None else None,
    )
    linking = child_text(info, "ISSNLinking") if info is not None else None
    issns = sorted(valid_ids("issn", (linking, child_text(journal, "ISSN"))))
    number = child_text(info, "NlmUniqueID") if info is not None else None
    if number is None:
        return journal_container(container_info, issns)
    venue = VenueRecord(
        source=SOURCE_NAME,
        key=f"journal/{number}",
        url=f"https://www.ncbi.nlm.nih.gov/nlmcatalog/{number}",
        name=name,
        ids=(*issns, f"nlm:{number}"),
        acronym=short if short != name else None,
        kind="journal",
    )
    return volume_of_venue(container_info, venue)


def book_of(document: Element) -> Container:
    """Return the book of a chapter, with its editors; a whole book has no container."""
    book = document.find("Book")
    title = child_text(book, "BookTitle") if book is not None else None
    if book is None or not title or not child_text(document, "ArticleTitle"):
        return NO_CONTAINER
    isbns = valid_ids("isbn", (element.text for element in book.iterfind("Isbn")))
    editors = next((element for element in book.iterfind("AuthorList") if element.get("Type") == "editors"), None)
    publisher = book.find("Publisher")
    container_info = ContainerInfo(
        source=SOURCE_NAME,
        name=title,
        publisher=child_text(publisher, "PublisherName") if publisher is not None else None,
        pages=pages(document),
        editors=people(editors) or (),
        year=year_in(day(book.find("PubDate"))),
    )
    return book_container(container_info, isbns)


def pages(article: Element) -> str | None:
    """Return the pages as Medline writes them, `518-23`; else first and last page."""
    pagination = article.find("Pagination")
    if pagination is None:
        return None
    first_and_last = (child_text(pagination, "StartPage"), child_text(pagination, "EndPage"))
    return child_text(pagination, "MedlinePgn") or "-".join(dict.fromkeys(filter(None, first_and_last))) or None


class Corrections(NamedTuple):
    """Relations of a citation to other citations, notices about it, and whether it was retracted."""

    relations: tuple[WorkRelation, ...]
    notices: tuple[str, ...]
    retracted: bool


def ids(id_list: Element | None) -> Iterator[str]:
    """Yield the valid IDs in an `ArticleIdList`."""
    for element in id_list if id_list is not None else ():
        scheme = SCHEMES.get((element.get("IdType") or "").lower())
        identifier = normalize_or_none(f"{scheme}:{folded_text(element)}") if scheme else None
        if identifier:
            yield identifier


def corrections(citation: Element) -> Corrections:
    """Return the relations to other citations, the notices as text, and whether the paper was retracted."""
    relations: list[WorkRelation] = []
    notices: list[str] = []
    kinds: set[str] = set()
    for element in citation.iterfind("./CommentsCorrectionsList/CommentsCorrections"):
        ref_type = element.get("RefType") or ""
        kinds.add(ref_type)
        target = normalize_or_none(f"pmid:{child_text(element, 'PMID')}")
        if ref_type in RELATIONS and target:
            kind, inverse = RELATIONS[ref_type]
            relations.append(WorkRelation(kind=kind, target=target, inverse=inverse))
        if ref_type in NOTICES:
            reference_text = " ".join(filter(None, (child_text(element, "RefSource"), child_text(element, "Note"))))
            notices.append(f"{WORDS.sub(' ', ref_type).capitalize()}: {reference_text or target or 'place unknown'}")
    return Corrections(tuple(relations), tuple(notices), bool(kinds & RETRACTED))


def references(record: Element, citation: Element) -> tuple[str, ...] | None:
    """Return the IDs of the cited works; None if there is no reference list."""
    cited = citation.iterfind(f"./CommentsCorrectionsList/CommentsCorrections[@RefType='{CITES}']")
    cited_ids = [normalize_or_none(f"pmid:{child_text(reference, 'PMID')}") for reference in cited]
    listed = False
    for element in record.iterfind(".//ReferenceList//Reference"):
        listed = True
        cited_ids += ids(element.find("ArticleIdList"))
    return tuple(dict.fromkeys(filter(None, cited_ids))) if cited_ids or listed else None


def funding(article: Element) -> tuple[tuple[Funding, ...] | None, tuple[FunderRecord, ...]]:
    """Return the funding with grant numbers, None if there is no grant list, and the records of the funders."""
    grant_list = article.find("GrantList")
    if grant_list is None:
        return None, ()
    grants: list[Funding] = []
    funders: dict[str, FunderRecord] = {}
    for grant in grant_list.iterfind("Grant"):
        agency, number = child_text(grant, "Agency"), child_text(grant, "GrantID")
        if not agency:
            continue
        folded = fold(agency) or agency
        identifier = f"{SOURCE_NAME}-funder:{folded}"
        funders[folded] = FunderRecord(
            source=SOURCE_NAME,
            key=f"funder/{folded}",
            name=agency,
            ids=(identifier,),
            country_code=COUNTRIES.get(child_text(grant, "Country") or ""),
        )
        grants.append(Funding(funder=identifier, awards=(number,) if number else ()))
    return tuple(grants), tuple(funders.values())
