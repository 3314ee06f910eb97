"""A researcher."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.arguments import OTHER_RESEARCHER, SHORTEST_PATH_ARGUMENTS
from schema.enums import ProfileField, VerificationLevel
from schema.field_mapping import (
    Count,
    Key,
    Pattern,
    QueryConnection,
    QueryResult,
    RelationshipConnection,
    RelationshipPageIndex,
    SameNode,
)
from schema.fields import int_argument, mapped_field, prop
from schema.follow import FollowerConnection
from schema.groups.named import GroupedInstitutions, GroupedTopics
from schema.groups.paper import GroupedPapers
from schema.groups.researcher import GroupedResearchers
from schema.node import Identifier, Node, ResearchMap, external_url, identifiers, research_map
from schema.order.links import (
    IndirectCollaboratorOrder,
    ResearcherAffiliationOrder,
    ResearcherCollaboratorOrder,
    ResearcherPaperOrder,
    ResearcherTopicOrder,
)
from schema.order.sort import EDGE_ORD, ID, ORD
from schema.paging import Connection, Edge, page_arguments
from schema.provenance import Provenance, ResearcherProvenanceField, provenance_field
from schema.scalars import URL
from schema.transitive import MAX_TRAVERSAL_NODES
from schema.trust import Trust, trust
from schema.where.institution import InstitutionFilter
from schema.where.paper import PaperFilter
from schema.where.researcher import ResearcherFilter
from schema.where.topic import TopicFilter
from schema.years import ResearcherYearOrder, ResearcherYearStats, year_order_args

if TYPE_CHECKING:
    from schema.institution import Institution
    from schema.paper import Paper
    from schema.recommendation import RecommendedResearcher
    from schema.topic import Topic
    from schema.traversal import CoauthorDistance, CollaborationPaths, EgoNetwork

    Other: TypeAlias = "Researcher"
else:
    Other: TypeAlias = Annotated["Researcher", strawberry.lazy("schema.researcher")]
    Institution: TypeAlias = Annotated["Institution", strawberry.lazy("schema.institution")]
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]
    Topic: TypeAlias = Annotated["Topic", strawberry.lazy("schema.topic")]
    RecommendedResearcher: TypeAlias = Annotated["RecommendedResearcher", strawberry.lazy("schema.recommendation")]
    CoauthorDistance: TypeAlias = Annotated["CoauthorDistance", strawberry.lazy("schema.traversal")]
    CollaborationPaths: TypeAlias = Annotated["CollaborationPaths", strawberry.lazy("schema.traversal")]
    EgoNetwork: TypeAlias = Annotated["EgoNetwork", strawberry.lazy("schema.traversal")]

MOST_PAPERS = (Key("papers", descending=True, on="edge", number=True), ORD)


@strawberry.type(description="Openness of a researcher to collaboration.")
class OpenToCollaborate:
    """Openness of a researcher to collaboration."""

    value: bool = prop("openToCollaborate", "Statement of the person. False if unknown.", default=False)
    stated: bool = mapped_field(
        QueryResult("graphql/field/has_open_to_collaborate", single=True), "True if the person stated it."
    )


@strawberry.type(description="An affiliation of a researcher.")
class ResearcherAffiliationEdge(Edge[Institution]):
    """An affiliation of a researcher."""

    since: int | None = prop("since", "First year. Null if unknown.")
    until: int | None = prop("until", "Last year. Null if unknown.")
    role: str | None = prop("role", "`author` if only author lists state the affiliation.")
    source: str | None = prop("source", "Source of the statement.")


@strawberry.type(description="The affiliations of a researcher.")
class ResearcherAffiliationConnection(Connection[ResearcherAffiliationEdge, Institution], GroupedInstitutions):
    """The affiliations of a researcher."""


@strawberry.type(description="A paper of a researcher.")
class ResearcherPaperEdge(Edge[Paper]):
    """A paper of a researcher."""

    position: int = prop("position", "Position in the author list, from 1.")
    name_as_written: str = prop("nameAsWritten", "Name as printed in the author list.")
    corresponding: bool | None = prop("corresponding", "True for a corresponding author. Null if unknown.")
    affiliations: list[str] | None = prop("affiliations", "Affiliations as printed. Null if unknown.")
    sources: list[str] = prop("sources", "Sources of the statement.")


@strawberry.type(description="The papers of a researcher.")
class ResearcherPaperConnection(Connection[ResearcherPaperEdge, Paper], GroupedPapers):
    """The papers of a researcher."""


@strawberry.type(description="A co-author.")
class ResearcherCollaboratorEdge(Edge[Other]):
    """A co-author."""

    paper_count: int = prop("papers", "Number of joint papers.")
    first_year: int | None = prop("firstYear", "Year of the earliest paper with a date. Null if no paper has one.")
    last_year: int | None = prop("lastYear", "Year of the latest paper with a date. Null if no paper has one.")


@strawberry.type(description="Co-authors.")
class ResearcherCollaboratorConnection(Connection[ResearcherCollaboratorEdge, Other], GroupedResearchers):
    """Co-authors."""


@strawberry.type(description="A co-author of co-authors.")
class IndirectCollaboratorEdge(Edge[Other]):
    """A co-author of co-authors."""

    shared_collaborator_count: int = prop("shared", "Number of shared co-authors.")
    shared_collaborators: list[Other] = mapped_field(
        QueryResult("graphql/field/shared_collaborators", row_parameters=("fromId", "toId")),
        "Shared co-authors, at most ten: those with most joint papers with both.",
    )


@strawberry.type(description="Co-authors of co-authors.")
class IndirectCollaboratorConnection(Connection[IndirectCollaboratorEdge, Other], GroupedResearchers):
    """Co-authors of co-authors."""

    truncated: bool = prop(
        "truncated", f"True if the list is limited to the {MAX_TRAVERSAL_NODES:,} with most shared co-authors."
    )


@strawberry.type(description="A topic of the papers of a researcher.")
class ResearcherTopicEdge(Edge[Topic]):
    """A topic of the papers of a researcher."""

    paper_count: int = prop("papers", "Number of papers on the topic.")
    first_year: int | None = prop("firstYear", "Year of the earliest paper with a date. Null if no paper has one.")
    last_year: int | None = prop("lastYear", "Year of the latest paper with a date. Null if no paper has one.")


@strawberry.type(description="The topics of the papers of a researcher.")
class ResearcherTopicConnection(Connection[ResearcherTopicEdge, Topic], GroupedTopics):
    """The topics of the papers of a researcher."""


@strawberry.type(description="An author or editor of at least one work.")
class Researcher(Node):
    """An author or editor of at least one work."""

    name: str = prop("name", "Name: the longest form in the source with the highest priority.")
    url: URL | None = external_url(
        ("orcid", "https://orcid.org/"),
        ids=(
            ("acl-person:", "https://aclanthology.org/people/"),
            ("openalex-person:", "https://openalex.org/"),
            ("dblp-person:", "https://dblp.org/pid/"),
        ),
    )
    aliases: list[str] = prop("aliases", "Other forms of the name in author lists, sorted.")
    role: str | None = prop("role", "Position, such as professor. Null if unknown.")
    headline: str | None = prop("headline", "One line about the person. Null if unknown.")
    homepage: URL | None = prop("homepage", "URL of the home page. Null if unknown.")
    orcid: str | None = prop("orcid", "Preferred ORCID iD with hyphens, without address. Null if unknown.")
    identifiers: list[Identifier] = identifiers()
    map: ResearchMap = research_map()
    provenance: Provenance | None = provenance_field("provenance/researcher", ResearcherProvenanceField)
    affiliations: ResearcherAffiliationConnection | None = mapped_field(
        RelationshipConnection(
            Pattern("AFFILIATED_WITH", "out"),
            (Key("until", descending=True, on="edge", null=-1, number=True), ORD),
            null_unless="affiliationsKnown",
        ),
        "Affiliations, latest first. Null if no source states the affiliations of this person.",
        page_arguments(InstitutionFilter, ResearcherAffiliationOrder),
    )
    open_to_collaborate: OpenToCollaborate = mapped_field(SameNode(), "Openness to collaboration.")
    hidden_fields: list[ProfileField] = prop(
        "hiddenFields",
        "Fields that the person hides: they are null or empty, also if a source states them.",
        default=[],
    )
    opted_out: bool = prop(
        "optedOut",
        "True if the person opted out of a public profile: search by name and suggestions omit the person.",
        default=False,
    )
    claimed: bool = prop("claimed", "True if the person has claimed this profile.", default=False)
    verification_level: VerificationLevel = prop("verificationLevel", "Verification level.", default="L0")
    trust: Trust = trust("graphql/trust/researcher")
    paper_count: int = prop("paperCount", "Number of papers.", default=0)
    follower_count: int = mapped_field(Count(Pattern("FOLLOWS", "in")), "Number of followers.")
    followers: FollowerConnection = mapped_field(
        QueryConnection("graphql/researcher_followers", (Key("since", descending=True, on="edge"), ID)),
        "Users who follow the researcher publicly, latest first. `followerCount` also counts private follows.",
        page_arguments(),
    )
    topic_count: int = prop(
        "topicCount", "Number of distinct topics of the papers, cross-listed topics included.", default=0
    )
    collaborator_count: int = prop(
        "collaboratorCount",
        "Number of co-authors. Papers with more than 100 authors add no co-authors; see Paper.collaborationsTruncated.",
        default=0,
    )
    close_collaborator_count: int = prop(
        "closeCollaboratorCount", "Number of co-authors of two or more papers.", default=0
    )
    citation_count: int = prop("citationCount", "Number of citations of all papers by papers in this graph.", default=0)
    h_index: int = prop(
        "hIndex",
        "The h-index: the largest h such that h papers are cited h times or more by papers in this graph.",
        default=0,
    )
    i10_index: int = prop(
        "i10Index", "Number of papers that are cited ten times or more by papers in this graph.", default=0
    )
    counts_by_year: list[ResearcherYearStats] = mapped_field(
        QueryResult("graphql/researcher_years"),
        "Papers and citations by year. Years without both are omitted.",
        year_order_args(ResearcherYearOrder),
    )
    first_year: int | None = prop("firstYear", "Year of the earliest paper with a date. Null if no paper has one.")
    last_year: int | None = prop("lastYear", "Year of the latest paper with a date. Null if no paper has one.")
    papers: ResearcherPaperConnection = mapped_field(
        RelationshipConnection(Pattern("AUTHORED", "out"), (EDGE_ORD,), RelationshipPageIndex("rid")),
        "Papers, newest first, then by ID.",
        page_arguments(PaperFilter, ResearcherPaperOrder),
    )
    collaborators: ResearcherCollaboratorConnection = mapped_field(
        RelationshipConnection(Pattern("COLLABORATED_WITH", "both"), MOST_PAPERS),
        "Co-authors, most joint papers first.",
        page_arguments(ResearcherFilter, ResearcherCollaboratorOrder),
    )
    close_collaborators: ResearcherCollaboratorConnection = mapped_field(
        RelationshipConnection(Pattern("COLLABORATED_WITH", "both", minimum=("papers", 2)), MOST_PAPERS),
        "Co-authors of two or more papers, most joint papers first.",
        page_arguments(ResearcherFilter, ResearcherCollaboratorOrder),
    )
    collaborators_of_collaborators: IndirectCollaboratorConnection = mapped_field(
        QueryConnection(
            "graphql/collaborators_of_collaborators",
            (Key("shared", descending=True, on="edge", number=True), ORD),
            max_rows=MAX_TRAVERSAL_NODES,
            weight=500,
        ),
        "Co-authors of co-authors who have not written with the researcher, most shared co-authors first. Byline "
        "follows the 1,000 co-authors with most joint papers. A joint paper with more than 100 authors does not count.",
        page_arguments(ResearcherFilter, IndirectCollaboratorOrder),
    )
    suggested_collaborators: list[RecommendedResearcher] = mapped_field(
        QueryResult("graphql/suggested_collaborators", weight=2_500),
        "Researchers with whom the researcher has not written, but could: the highest score first. docs/traversal.md "
        "describes the score.",
        {"first": int_argument("Maximum number of researchers, 1 to 50.", 10)},
    )
    similar_researchers: list[RecommendedResearcher] = mapped_field(
        QueryResult("graphql/similar_researchers", weight=2_500),
        "Researchers whose papers cite the same works and are on the same topics, co-authors included: the highest "
        "score first. docs/related.md describes the score.",
        {"first": int_argument("Maximum number of researchers, 1 to 50.", 10)},
    )
    paths_to: CollaborationPaths = mapped_field(
        QueryResult("graphql/paths_to", single=True, weight=2_500),
        "Shortest paths of co-authors to another researcher, most joint papers first. Longer paths, conditions and "
        "other orders: `Query.collaborationPaths`. Papers with more than 100 authors do not connect their authors.",
        SHORTEST_PATH_ARGUMENTS,
        OTHER_RESEARCHER,
    )
    ego_network: EgoNetwork = mapped_field(
        QueryResult("graphql/ego_network", single=True, weight=2_500),
        "Co-authors, and the pairs among them with joint papers. A joint paper with more than 100 authors does not "
        "count.",
        {
            "first": int_argument("Maximum number of co-authors, most joint papers first, 1 to 200.", 50),
            "min_paper_count": int_argument(
                "Minimum number of joint papers with a co-author, and of two co-authors, 1 to 10,000.",
                1,
            ),
        },
    )
    coauthor_distance: CoauthorDistance = mapped_field(
        QueryResult("graphql/coauthor_distance", single=True, weight=2_500),
        "Degrees of separation between this researcher and another. Many at once: `Query.coauthorDistances`.",
        required=OTHER_RESEARCHER,
    )
    topics: ResearcherTopicConnection = mapped_field(
        QueryConnection("graphql/researcher_topics", MOST_PAPERS),
        "Topics of the papers, most papers first.",
        page_arguments(TopicFilter, ResearcherTopicOrder),
    )
