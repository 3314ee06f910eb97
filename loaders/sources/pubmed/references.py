"""Links of a PubMed citation: corrections and comments, references, and funders."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from loaders.formats.markup import Element, child_text, folded_text
from loaders.records.parts import Funding, WorkRelation, WorkRelationKind
from loaders.records.record import FunderRecord
from normalization.identifiers import normalize_or_none
from normalization.text import fold

SOURCE_NAME = "pubmed"
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
