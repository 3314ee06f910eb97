"""Matching in bulk: descriptions of people, papers and institutions, and the entities that they may mean."""

from enum import Enum

import strawberry

from schema.field_mapping import ColumnNode, ColumnRows
from schema.fields import mapped_field, prop
from schema.node import Node

FACTS = frozenset({"ResearcherMatchInput", "PaperMatchInput", "InstitutionMatchInput"})
"""Inputs of matching. They are data: a request has one plan for all values."""
MOST_FACTS = 1_000
"""Descriptions in one list at most."""


@strawberry.enum(description="Features that matching compares. docs/matching.md describes the rule.")
class MatchReasonKind(Enum):
    """Features that matching compares."""

    IDENTIFIER = strawberry.enum_value(
        "IDENTIFIER", description="A given ID, or an ID in the text, is an ID of the candidate."
    )
    OTHER_IDENTIFIER = strawberry.enum_value(
        "OTHER_IDENTIFIER",
        description="A given ID belongs to another entity, or the candidate has another ID of this type.",
    )
    NAME = strawberry.enum_value("NAME", description="Comparison with the name, aliases and acronyms.")
    TITLE = strawberry.enum_value("TITLE", description="Comparison of the titles.")
    YEAR = strawberry.enum_value("YEAR", description="Comparison of the years.")
    AUTHORS = strawberry.enum_value("AUTHORS", description="Comparison of the authors with the author list.")
    AFFILIATION = strawberry.enum_value(
        "AFFILIATION", description="Comparison of the affiliation with the institutions of the person."
    )
    COAUTHORS = strawberry.enum_value("COAUTHORS", description="Comparison with the co-authors of the person.")
    WORK = strawberry.enum_value("WORK", description="The person is an author of the given work.")
    COUNTRY = strawberry.enum_value("COUNTRY", description="Comparison of the countries.")
    CITY = strawberry.enum_value("CITY", description="Comparison of the cities.")


@strawberry.input(description="Description of a person. Invalid IDs are ignored.")
class ResearcherMatchInput:
    """Description of a person."""

    name: str | None = strawberry.field(
        default=strawberry.UNSET,
        description="Name in any form, such as MANNING, C. D., or a Byline ID or ORCID iD.",
    )
    affiliation: str | None = strawberry.field(default=strawberry.UNSET, description="Present or former affiliation.")
    coauthors: list[str] | None = strawberry.field(
        default=strawberry.UNSET, description="Names of co-authors. The first 50 are used."
    )
    work: str | None = strawberry.field(default=strawberry.UNSET, description="Title of a work of the person.")
    orcid: str | None = strawberry.field(default=strawberry.UNSET, description="ORCID iD, in any form.")
    id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Byline ID. Former IDs resolve to the merged entity."
    )


@strawberry.input(description="Description of a paper. Invalid IDs are ignored.")
class PaperMatchInput:
    """Description of a paper."""

    title: str | None = strawberry.field(
        default=strawberry.UNSET, description="Title in any form, or a Byline ID, DOI, arXiv ID or ACL Anthology ID."
    )
    year: int | None = strawberry.field(default=strawberry.UNSET, description="Year of publication.")
    authors: list[str] | None = strawberry.field(
        default=strawberry.UNSET, description="Names of authors in any form. The first 50 are used."
    )
    doi: str | None = strawberry.field(default=strawberry.UNSET, description="DOI, in any form.")
    arxiv: str | None = strawberry.field(default=strawberry.UNSET, description="arXiv ID, in any form.")
    acl: str | None = strawberry.field(default=strawberry.UNSET, description="ACL Anthology ID, in any form.")
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex work ID.")
    s2: str | None = strawberry.field(default=strawberry.UNSET, description="Semantic Scholar paper ID.")
    pmid: str | None = strawberry.field(default=strawberry.UNSET, description="PubMed ID.")
    id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Byline ID. Former IDs resolve to the merged entity."
    )


@strawberry.input(description="Description of an institution. Invalid IDs are ignored.")
class InstitutionMatchInput:
    """Description of an institution."""

    name: str | None = strawberry.field(
        default=strawberry.UNSET,
        description="Name, full affiliation (Dept. of CS, Univ. of Foo, Germany), or a Byline ID or ROR ID.",
    )
    country: str | None = strawberry.field(
        default=strawberry.UNSET, description="Name of the country, or its code in ISO 3166-1 alpha-2."
    )
    ror: str | None = strawberry.field(default=strawberry.UNSET, description="ROR ID, in any form.")
    id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Byline ID. Former IDs resolve to the merged entity."
    )


@strawberry.type(description="A reason for or against a candidate.")
class MatchReason:
    """A reason for or against a candidate."""

    kind: MatchReasonKind = prop("kind", "Compared feature.")
    score: float = prop("score", "Contribution to the score. Negative if it is evidence against the candidate.")
    value: str | None = prop("value", "Value in the graph, as compared.")


@strawberry.type(description="An entity that may match a description.")
class MatchCandidate:
    """An entity that may match a description."""

    score: float = prop("score", "Sum of the scores of the reasons, limited to 0 to 100.")
    match: bool = prop(
        "match",
        "True if the score is at least 90, and at least 5 more than that of every other candidate.",
    )
    reasons: list[MatchReason] = mapped_field(ColumnRows("reasons"), "Reasons, the largest contribution first.")
    node: Node = mapped_field(ColumnNode("node"), "The entity.")


@strawberry.type(description="Candidates for one description.")
class Match:
    """Candidates for one description."""

    candidates: list[MatchCandidate] = mapped_field(
        ColumnRows("candidates"), "Best first; empty if nothing is similar. At most the first is a match."
    )
