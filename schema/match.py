"""Matching in bulk: descriptions of people, papers and institutions, and the entities that they may mean."""

from enum import Enum

import strawberry

from schema.field_mapping import NodeIn, RowsIn, mapped_field, prop
from schema.node import Node

FACTS = frozenset({"ResearcherMatchInput", "PaperMatchInput", "InstitutionMatchInput"})
"""Inputs of matching. They are data: a request has one plan for all values."""
MOST_FACTS = 1_000
"""Descriptions in one list at most."""


@strawberry.enum(description="Features that matching compares. docs/matching.md describes the rule.")
class MatchReasonKind(Enum):
    """Features that matching compares."""

    IDENTIFIER = strawberry.enum_value("IDENTIFIER", description="An id that was given, or that the text is, names it.")
    OTHER_IDENTIFIER = strawberry.enum_value(
        "OTHER_IDENTIFIER", description="An id that was given names another, or it has another of that kind."
    )
    NAME = strawberry.enum_value("NAME", description="The name, against its name, aliases and acronyms.")
    TITLE = strawberry.enum_value("TITLE", description="The title.")
    YEAR = strawberry.enum_value("YEAR", description="The year.")
    AUTHORS = strawberry.enum_value("AUTHORS", description="Comparison of the authors with the author list.")
    AFFILIATION = strawberry.enum_value(
        "AFFILIATION", description="Comparison of the affiliation with the institutions of the person."
    )
    COAUTHORS = strawberry.enum_value("COAUTHORS", description="The co-authors, against the person's.")
    WORK = strawberry.enum_value("WORK", description="Whether the person wrote the work that was named.")
    COUNTRY = strawberry.enum_value("COUNTRY", description="The country.")
    CITY = strawberry.enum_value("CITY", description="The city.")


@strawberry.input(description="Description of a person. Invalid IDs are ignored.")
class ResearcherMatchInput:
    """Description of a person."""

    name: str | None = strawberry.field(
        default=strawberry.UNSET,
        description="The name in any form, such as MANNING, C. D.; or a Byline id or ORCID iD.",
    )
    affiliation: str | None = strawberry.field(
        default=strawberry.UNSET, description="Where the person works or worked."
    )
    coauthors: list[str] | None = strawberry.field(
        default=strawberry.UNSET, description="Names of co-authors; the first 50 count."
    )
    work: str | None = strawberry.field(default=strawberry.UNSET, description="The title of something that they wrote.")
    orcid: str | None = strawberry.field(default=strawberry.UNSET, description="ORCID iD, in any form.")
    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")


@strawberry.input(description="Description of a paper. Invalid IDs are ignored.")
class PaperMatchInput:
    """Description of a paper."""

    title: str | None = strawberry.field(
        default=strawberry.UNSET, description="The title in any form; or a Byline id, DOI, arXiv id or ACL id."
    )
    year: int | None = strawberry.field(default=strawberry.UNSET, description="Year of publication.")
    authors: list[str] | None = strawberry.field(
        default=strawberry.UNSET, description="Names of authors, in any form; the first 50 count."
    )
    doi: str | None = strawberry.field(default=strawberry.UNSET, description="DOI, in any form.")
    arxiv: str | None = strawberry.field(default=strawberry.UNSET, description="arXiv id, in any form.")
    acl: str | None = strawberry.field(default=strawberry.UNSET, description="ACL Anthology id, in any form.")
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex work id.")
    s2: str | None = strawberry.field(default=strawberry.UNSET, description="Semantic Scholar paper id.")
    pmid: str | None = strawberry.field(default=strawberry.UNSET, description="PubMed id.")
    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")


@strawberry.input(description="Description of an institution. Invalid IDs are ignored.")
class InstitutionMatchInput:
    """Description of an institution."""

    name: str | None = strawberry.field(
        default=strawberry.UNSET,
        description="The name, a whole affiliation (Dept. of CS, Univ. of Foo, Germany), or a Byline or ROR id.",
    )
    country: str | None = strawberry.field(
        default=strawberry.UNSET, description="Country, by name or by its two letters in ISO 3166-1."
    )
    ror: str | None = strawberry.field(default=strawberry.UNSET, description="ROR id, in any form.")
    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")


@strawberry.type(description="One reason for or against a candidate.")
class MatchReason:
    """One reason for or against a candidate."""

    kind: MatchReasonKind = prop("kind", "Compared feature.")
    score: float = prop("score", "Contribution to the score. Negative if it is evidence against the candidate.")
    value: str | None = prop("value", "Value in the graph, as compared.")


@strawberry.type(description="An entity that a description may mean.")
class MatchCandidate:
    """An entity that a description may mean."""

    score: float = prop("score", "0 to 100: the sum of the reasons' scores, within these bounds.")
    match: bool = prop(
        "match",
        "Whether it is meant, by all that is known: at least 90 points, and 5 more than any other candidate.",
    )
    reasons: list[MatchReason] = mapped_field(RowsIn("reasons"), "Why, weightiest first.")
    node: Node = mapped_field(NodeIn("node"), "The entity.")


@strawberry.type(description="Candidates for one description.")
class Match:
    """Candidates for one description."""

    candidates: list[MatchCandidate] = mapped_field(
        RowsIn("candidates"), "Best first; empty where nothing is near. At most the first is a match."
    )
