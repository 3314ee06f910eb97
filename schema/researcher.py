"""A researcher, as one request shows a profile."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import (
    Count,
    Key,
    NodeIn,
    Pattern,
    QueryConnection,
    QueryResult,
    RelatedList,
    RelationshipConnection,
    RelationshipPageIndex,
    SameNode,
    mapped_field,
    prop,
)
from schema.groups.named import GroupedTopics
from schema.groups.paper import GroupedPapers
from schema.groups.researcher import GroupedResearchers
from schema.node import Identifier, Node, identifiers
from schema.order.links import AuthoredPaperOrder, ResearcherTopicOrder, SharedPapersOrder
from schema.order.sort import EDGE_ORD, ORD
from schema.paging import Connection, Edge, pages
from schema.provenance import Provenance, ResearcherProvenanceField, provenance_field
from schema.where.paper import PaperWhere
from schema.where.researcher import ResearcherWhere
from schema.where.topic import TopicWhere
from schema.years import ResearcherYearSort, ResearcherYearStats, sorted_by

if TYPE_CHECKING:
    from schema.institution import Institution
    from schema.paper import Paper
    from schema.topic import Topic

    Other: TypeAlias = "Researcher"
else:
    Other: TypeAlias = Annotated["Researcher", strawberry.lazy("schema.researcher")]
    Institution: TypeAlias = Annotated["Institution", strawberry.lazy("schema.institution")]
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]
    Topic: TypeAlias = Annotated["Topic", strawberry.lazy("schema.topic")]

MOST_PAPERS = (Key("papers", descending=True, on="edge", number=True), ORD)


@strawberry.type(description="Whether a person is open to working together.")
class OpenToCollaborate:
    """Whether a person is open to working together."""

    value: bool = prop("openToCollaborate", "Statement of the person. False if unknown.", default=False)
    stated: bool = mapped_field(
        QueryResult("graphql/field/has_open_to_collaborate", single=True), "Whether anyone said so."
    )


@strawberry.type(description="One visible reason for trust.")
class TrustEvidence:
    """One visible reason for trust."""

    kind: str = prop("kind", "public_author_record, works or topics.")
    points: int = prop("points", "Points that it adds.")
    count: int = prop("count", "How many of it there are, before the cap.")


@strawberry.type(description="Trust by a written rule of visible evidence: see docs/trust.md.")
class Trust:
    """Trust by a written rule of visible evidence."""

    score: int = prop("trustScore", "The sum of the evidence's points.", default=0)
    label: str = mapped_field(
        QueryResult("graphql/field/trust_label", single=True), "Label for the score, such as Unverified."
    )
    evidence: list[TrustEvidence] = mapped_field(QueryResult("graphql/field/trust_evidence"), "Evidence for the score.")


@strawberry.type(description="Where a person worked.")
class Affiliation:
    """Where a person worked."""

    institution: Institution = mapped_field(NodeIn(""), "The institution.")
    since: int | None = prop("since", "First year.")
    until: int | None = prop("until", "Last year.")
    role: str | None = prop("role", "`author` if only author lists state the affiliation.")
    source: str | None = prop("source", "Source of the statement.")


@strawberry.type(description="A researcher's paper.")
class ResearcherPaperEdge(Edge[Paper]):
    """A researcher's paper."""

    position: int = prop("position", "Position in the author list, from 1.")
    name_as_written: str = prop("nameAsWritten", "Name as printed.")
    corresponding: bool | None = prop("corresponding", "Whether the corresponding author; null: unknown.")
    affiliations: list[str] | None = prop("affiliations", "Affiliations as printed; null: unknown.")
    sources: list[str] = prop("sources", "Source of the statement.")


@strawberry.type(description="A researcher's papers.")
class ResearcherPaperConnection(Connection[ResearcherPaperEdge, Paper], GroupedPapers):
    """A researcher's papers."""


@strawberry.type(description="A co-author.")
class CollaboratorEdge(Edge[Other]):
    """A co-author."""

    papers: int = prop("papers", "Papers written together.")
    first_year: int | None = prop("firstYear", "Year of the earliest dated one.")
    last_year: int | None = prop("lastYear", "Year of the latest dated one.")


@strawberry.type(description="Co-authors.")
class CollaboratorConnection(Connection[CollaboratorEdge, Other], GroupedResearchers):
    """Co-authors."""


@strawberry.type(description="A topic that a researcher wrote on.")
class ResearcherTopicEdge(Edge[Topic]):
    """A topic that a researcher wrote on."""

    papers: int = prop("papers", "Papers on it.")
    first_year: int | None = prop("firstYear", "Year of the earliest dated one.")
    last_year: int | None = prop("lastYear", "Year of the latest dated one.")


@strawberry.type(description="The topics that a researcher wrote on.")
class ResearcherTopicConnection(Connection[ResearcherTopicEdge, Topic], GroupedTopics):
    """The topics that a researcher wrote on."""


@strawberry.type(description="An author or editor of at least one work.")
class Researcher(Node):
    """An author or editor of at least one work."""

    name: str = prop("name", "The fullest name that the most trusted source uses.")
    aliases: list[str] = prop("aliases", "Other spellings under which works were signed, sorted.")
    role: str | None = prop("role", "Position, such as professor. Null if unknown.")
    headline: str | None = prop("headline", "One line about the person. Null if unknown.")
    orcid: str | None = prop("orcid", "The preferred ORCID iD, with hyphens, without address.")
    identifiers: list[Identifier] = identifiers()
    provenance: Provenance | None = provenance_field("provenance/researcher", ResearcherProvenanceField)
    affiliations: list[Affiliation] | None = mapped_field(
        RelatedList(
            Pattern("AFFILIATED_WITH", "out"),
            (Key("until", descending=True, on="edge", null=-1, number=True), ORD),
            known="affiliationsKnown",
            on="edge",
        ),
        "Where the person worked, latest first; null where no source was ever read that says.",
    )
    open_to_collaborate: OpenToCollaborate = mapped_field(SameNode(), "Openness to collaboration, with its source.")
    claimed: bool = prop("claimed", "Whether the person has claimed this profile.", default=False)
    verification_level: str = prop("verificationLevel", "L1: a public author record.", default="L0")
    trust: Trust = mapped_field(SameNode(), "Trust, with its evidence.")
    paper_count: int = prop("paperCount", "Papers.", default=0)
    follower_count: int = mapped_field(Count(Pattern("FOLLOWS", "in")), "Number of followers.")
    topic_count: int = prop(
        "topicCount", "Distinct topics under which sources file the papers, cross-listed ones too.", default=0
    )
    collaborator_count: int = prop(
        "collaboratorCount",
        "Co-authors. Papers with more than 100 authors add no co-authors; see Paper.collaborationsTruncated.",
        default=0,
    )
    close_collaborator_count: int = prop("closeCollaboratorCount", "Co-authors of two or more papers.", default=0)
    citation_count: int = prop("citationCount", "Citations of all papers, from papers in this graph.", default=0)
    h_index: int = prop(
        "hIndex", "The most papers h that are cited h times or more, by papers in this graph.", default=0
    )
    i10_index: int = prop("i10Index", "Papers that are cited ten times or more, by papers in this graph.", default=0)
    counts_by_year: list[ResearcherYearStats] = mapped_field(
        QueryResult("graphql/researcher_years"),
        "Papers and citations by year; years without are left out.",
        sorted_by(ResearcherYearSort),
    )
    first_year: int | None = prop("firstYear", "Year of the earliest dated paper.")
    last_year: int | None = prop("lastYear", "Year of the latest dated paper.")
    papers: ResearcherPaperConnection = mapped_field(
        RelationshipConnection(Pattern("AUTHORED", "out"), (EDGE_ORD,), RelationshipPageIndex("rid")),
        "Papers, newest first, then by id.",
        pages(PaperWhere, AuthoredPaperOrder),
    )
    collaborators: CollaboratorConnection = mapped_field(
        RelationshipConnection(Pattern("COLLABORATED_WITH", "both"), MOST_PAPERS),
        "Co-authors, most joint papers first.",
        pages(ResearcherWhere, SharedPapersOrder),
    )
    close_collaborators: CollaboratorConnection = mapped_field(
        RelationshipConnection(Pattern("COLLABORATED_WITH", "both", only=("papers", 2)), MOST_PAPERS),
        "Co-authors of two or more papers, most joint papers first.",
        pages(ResearcherWhere, SharedPapersOrder),
    )
    topics: ResearcherTopicConnection = mapped_field(
        QueryConnection("graphql/researcher_topics", MOST_PAPERS),
        "Topics of the papers, most papers first.",
        pages(TopicWhere, ResearcherTopicOrder),
    )
