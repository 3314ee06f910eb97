"""Trust of researchers, papers and reviews: points for the evidence that the graph has for each."""

from enum import Enum

import strawberry

from schema.field_mapping import ColumnRows, QueryResult
from schema.fields import mapped_field, prop
from schema.node import Node


@strawberry.enum(description="Label of a trust score.")
class TrustLabel(Enum):
    """Label of a trust score."""

    UNVERIFIED = strawberry.enum_value("UNVERIFIED", description="Fewer than 25 points.")
    CORROBORATED = strawberry.enum_value("CORROBORATED", description="25 to 49 points.")
    WELL_DOCUMENTED = strawberry.enum_value("WELL_DOCUMENTED", description="50 points or more.")


@strawberry.enum(description="Type of evidence for trust. docs/trust.md has the points of each.")
class TrustEvidenceKind(Enum):
    """Type of evidence for trust."""

    PUBLIC_AUTHOR_RECORD = strawberry.enum_value(
        "PUBLIC_AUTHOR_RECORD", description="At least one source lists the researcher as an author or editor."
    )
    WORKS = strawberry.enum_value("WORKS", description="Works of the researcher, or of the author of the review.")
    TOPICS = strawberry.enum_value("TOPICS", description="Distinct topics of the works of the researcher.")
    VERIFIED_IDENTITY = strawberry.enum_value(
        "VERIFIED_IDENTITY",
        description="A user showed to be the researcher, or the author of the review to be a researcher.",
    )
    INDEPENDENT_CITATIONS = strawberry.enum_value(
        "INDEPENDENT_CITATIONS",
        description="Of a researcher: researchers who cite the works, and who are not co-authors; at most 1,023. Of a "
        "paper: papers that cite it and have no author in common with it; at most 200.",
    )
    YEARS_OF_PUBLICATION = strawberry.enum_value(
        "YEARS_OF_PUBLICATION", description="Years from the first to the latest work."
    )
    REVIEWS_RECEIVED = strawberry.enum_value(
        "REVIEWS_RECEIVED",
        description="Of a paper: independent reviews. Of a researcher: people with independent reviews of the papers.",
    )
    REVIEWS_GIVEN = strawberry.enum_value(
        "REVIEWS_GIVEN", description="Independent reviews by the researcher, or by the author of the review."
    )
    SOURCES = strawberry.enum_value("SOURCES", description="Sources with a record of the paper.")
    VENUE = strawberry.enum_value("VENUE", description="The paper appeared in a volume or issue.")
    VERIFIED_AUTHORS = strawberry.enum_value(
        "VERIFIED_AUTHORS", description="Authors of the paper who have a verified identity."
    )
    OPEN_RESOURCES = strawberry.enum_value("OPEN_RESOURCES", description="Code and data sets of the paper.")
    YEARS_SINCE_PUBLICATION = strawberry.enum_value(
        "YEARS_SINCE_PUBLICATION", description="Years since the paper was published."
    )
    RETRACTION = strawberry.enum_value(
        "RETRACTION", description="A source marks the paper as retracted: the score is 0."
    )
    INDEPENDENT_REVIEWER = strawberry.enum_value(
        "INDEPENDENT_REVIEWER",
        description="The review is public, and its author is no co-author of an author of the paper, nor at the same "
        "institution as one.",
    )
    WORKS_ON_TOPICS = strawberry.enum_value(
        "WORKS_ON_TOPICS", description="Works of the author of the review on topics of the paper; at most 31."
    )


@strawberry.type(description="Evidence for trust.")
class TrustEvidence:
    """Evidence for trust."""

    kind: TrustEvidenceKind = prop("kind", "Type of the evidence.")
    points: int = prop("points", "Points in the score.")
    count: int = prop("count", "Number of what the type counts, before the maximum of the rule.")
    example: Node | None = mapped_field(
        QueryResult("graphql/trust/example", single=True, row_parameters=("ownerId", "kind")),
        "An example: the most cited work, the topic of most works, the newest citing paper, the latest reviewed paper, "
        "the venue, or the first verified author. Null for other evidence.",
    )


@strawberry.type(description="Trust: points for the evidence in the graph, by the rules in docs/trust.md.")
class Trust:
    """Trust: points for the evidence in the graph."""

    score: int = prop("score", "Sum of the points of the evidence, 0 to 100.")
    label: TrustLabel = prop("label", "Label for the score.")
    version: int = prop("version", "Version of the rules.")
    evidence: list[TrustEvidence] = mapped_field(ColumnRows("evidence"), "Evidence for the score.")


def trust(file: str, weight: int = 0) -> Trust:
    """Return the field with the trust of a researcher, a paper or a review.

    Args:
        file: `.cypher` file of the trust.
        weight: cost of the query, in values read.
    """
    return mapped_field(QueryResult(file, single=True, weight=weight), "Trust, with its evidence.")
