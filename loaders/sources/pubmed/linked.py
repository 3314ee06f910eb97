"""What a citation of PubMed is linked to: corrections and comments, references, who paid."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from cypher.folding import fold
from cypher.identifiers import known
from loaders.files.markup import Element, child_text, folded_text
from loaders.records.parts import Funding, WorkRelation, WorkRelationKind
from loaders.records.record import FunderRecord

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
"""What each reference of PubMed's own says: how this one stands to the other, and whether it is the other way round."""
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
"""What a reader should know before reading the paper."""
RETRACTED = frozenset({"RetractionIn", "RetractedandRepublishedIn"})
CITES = "Cites"
WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?=and(?:Republished))")
SCHEMES = {"pubmed": "pmid", "doi": "doi", "pmc": "pmcid"}
"""Kinds of ids in `ArticleIdList` that the graph knows."""
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
"""Countries of agencies, as ISO 3166-1 has them."""


class Corrections(NamedTuple):
    """What PubMed says of other citations that belong to one."""

    relations: tuple[WorkRelation, ...]
    notices: tuple[str, ...]
    retracted: bool


def ids(said: Element | None) -> Iterator[str]:
    """Yield the ids in an `ArticleIdList` that are in form."""
    for one in said if said is not None else ():
        scheme = SCHEMES.get((one.get("IdType") or "").lower())
        found = known(f"{scheme}:{folded_text(one)}") if scheme else None
        if found:
            yield found


def corrections(citation: Element) -> Corrections:
    """Return relations to other citations, notices in words, and whether the paper was retracted."""
    relations: list[WorkRelation] = []
    notices: list[str] = []
    kinds: set[str] = set()
    for one in citation.iterfind("./CommentsCorrectionsList/CommentsCorrections"):
        named = one.get("RefType") or ""
        kinds.add(named)
        target = known(f"pmid:{child_text(one, 'PMID')}")
        if named in RELATIONS and target:
            kind, inverse = RELATIONS[named]
            relations.append(WorkRelation(kind=kind, target=target, inverse=inverse))
        if named in NOTICES:
            told = " ".join(filter(None, (child_text(one, "RefSource"), child_text(one, "Note"))))
            notices.append(f"{WORDS.sub(' ', named).capitalize()}: {told or target or 'place unknown'}")
    return Corrections(tuple(relations), tuple(notices), bool(kinds & RETRACTED))


def references(record: Element, citation: Element) -> tuple[str, ...] | None:
    """Return ids of what is cited; None where no list of references is there."""
    cited = citation.iterfind(f"./CommentsCorrectionsList/CommentsCorrections[@RefType='{CITES}']")
    found = [known(f"pmid:{child_text(one, 'PMID')}") for one in cited]
    listed = False
    for one in record.iterfind(".//ReferenceList//Reference"):
        listed = True
        found += ids(one.find("ArticleIdList"))
    return tuple(dict.fromkeys(filter(None, found))) if found or listed else None


def funding(article: Element) -> tuple[tuple[Funding, ...] | None, tuple[FunderRecord, ...]]:
    """Return who paid, with the numbers of the grants, and the records of these; None where no grants are listed."""
    said = article.find("GrantList")
    if said is None:
        return None, ()
    paid: list[Funding] = []
    told: dict[str, FunderRecord] = {}
    for grant in said.iterfind("Grant"):
        agency, number = child_text(grant, "Agency"), child_text(grant, "GrantID")
        if not agency:
            continue
        folded = fold(agency) or agency
        identifier = f"{SOURCE_NAME}-funder:{folded}"
        told[folded] = FunderRecord(
            source=SOURCE_NAME,
            key=f"funder/{folded}",
            name=agency,
            ids=(identifier,),
            country_code=COUNTRIES.get(child_text(grant, "Country") or ""),
        )
        paid.append(Funding(funder=identifier, awards=(number,) if number else ()))
    return tuple(paid), tuple(told.values())
