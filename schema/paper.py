"""A paper."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.arguments import SHORTEST_PATH_ARGUMENTS
from schema.conflict import ConflictOfInterest
from schema.enums import DatePrecision, OpenAccessColor, PaperKind, RelationDirection, SimilarityReasonKind
from schema.field_mapping import (
    Count,
    Key,
    ParallelLists,
    Pattern,
    QueryConnection,
    QueryResult,
    RelatedList,
    RelationshipConnection,
    RelationshipPageIndex,
    SummaryMapping,
)
from schema.fields import ArgumentWithDefault, int_argument, mapped_field, prop
from schema.groups.named import GroupedTopics
from schema.groups.researcher import GroupedResearchers
from schema.node import Identifier, Node, ResearchMap, external_url, identifiers, research_map
from schema.order.comment import LATEST_FIRST, OLDEST_FIRST, CommentOrder
from schema.order.funder import FunderOrder
from schema.order.links import (
    CoCitedPaperOrder,
    CoupledPaperOrder,
    PaperAuthorOrder,
    PaperCitationOrder,
    PaperInstitutionOrder,
    PaperTopicOrder,
    PaperTransitiveCitationOrder,
)
from schema.order.paper import PaperOrder
from schema.order.review import ReviewOrder
from schema.order.sort import EDGE_ORD, ID, ORD
from schema.paging import Connection, Edge, page_arguments
from schema.paper_parts import (
    Appearance,
    Manifestation,
    PaperCitationConnection,
    PaperDate,
    PaperInstitutionConnection,
    PaperRelationConnection,
    PaperSummary,
    PaperTransitiveCitationConnection,
    Resource,
)
from schema.provenance import PaperProvenanceField, Provenance, provenance_field
from schema.reaction import ReactionGroup
from schema.related import (
    EARLIER_PAPER,
    CitationPaths,
    CoCitedPaperConnection,
    CoupledPaperConnection,
    SimilarPaper,
    related_connection,
)
from schema.scalars import URL, Language, PartialDate
from schema.transitive import CitationDepth, transitive_arguments, transitive_connection
from schema.trust import Trust, trust
from schema.where.comment import CommentFilter
from schema.where.funder import FunderFilter
from schema.where.institution import InstitutionFilter
from schema.where.paper import PaperFilter
from schema.where.researcher import ResearcherFilter
from schema.where.review import ReviewFilter
from schema.where.topic import TopicFilter
from schema.years import PaperYearOrder, PaperYearStats, year_order_args

if TYPE_CHECKING:
    from schema.collection import CollectionConnection
    from schema.comment import CommentConnection
    from schema.funder import PaperFunderConnection
    from schema.researcher import Researcher
    from schema.review import ReviewConnection
    from schema.topic import Topic
    from schema.venue import Venue
else:
    CollectionConnection: TypeAlias = Annotated["CollectionConnection", strawberry.lazy("schema.collection")]
    CommentConnection: TypeAlias = Annotated["CommentConnection", strawberry.lazy("schema.comment")]
    PaperFunderConnection: TypeAlias = Annotated["PaperFunderConnection", strawberry.lazy("schema.funder")]
    ReviewConnection: TypeAlias = Annotated["ReviewConnection", strawberry.lazy("schema.review")]
    Researcher: TypeAlias = Annotated["Researcher", strawberry.lazy("schema.researcher")]
    Topic: TypeAlias = Annotated["Topic", strawberry.lazy("schema.topic")]
    Venue: TypeAlias = Annotated["Venue", strawberry.lazy("schema.venue")]

RELATION_DIRECTION = ArgumentWithDefault(
    Annotated[RelationDirection, strawberry.argument(description="Direction of the relation, as seen from the paper.")],
    RelationDirection.OUTGOING,
)


@strawberry.type(description="An author in an author list.")
class PaperAuthorEdge(Edge[Researcher]):
    """An author in an author list."""

    position: int = prop("position", "Position in the author list, from 1.")
    name_as_written: str = prop("nameAsWritten", "Name as printed in the author list.")
    corresponding: bool | None = prop("corresponding", "True for a corresponding author. Null if unknown.")
    affiliations: list[str] | None = prop("affiliations", "Affiliations as printed. Null if unknown.")
    sources: list[str] = prop("sources", "Sources of the statement.")


@strawberry.type(description="The author list of a paper.")
class PaperAuthorConnection(Connection[PaperAuthorEdge, Researcher], GroupedResearchers):
    """Author list."""


@strawberry.type(description="A topic of a paper.")
class PaperTopicEdge(Edge[Topic]):
    """A topic of a paper."""

    score: float = prop("score", "Score, 0 to 1. 1 for an assignment by a person.")
    primary: bool = prop("primary", "True for the primary category.", default=False)
    source: str = prop("source", "Source of the statement.")


@strawberry.type(description="The topics of a paper.")
class PaperTopicConnection(Connection[PaperTopicEdge, Topic], GroupedTopics):
    """The topics of a paper."""


@strawberry.type(description="A scholarly work: an article, a preprint, a chapter, a data set with a description.")
class Paper(Node):
    """A scholarly work."""

    title: str = prop("title", "Title of the source with the highest priority.")
    name: str = prop("title", "Title.")
    url: URL | None = external_url(
        ("doi", "https://doi.org/"),
        ("arxiv", "https://arxiv.org/abs/"),
        ("acl", "https://aclanthology.org/"),
        ("openalex", "https://openalex.org/"),
        ("s2", "https://www.semanticscholar.org/paper/"),
        ("bestLocation", ""),
    )
    abstract: str | None = prop("abstract", "Abstract as plain text. Null if no source states it.")
    summary: PaperSummary | None = mapped_field(
        SummaryMapping(),
        "Summary that a source states, or else two sentences of the abstract. Null if no source states a summary or an "
        "abstract.",
    )
    kind: PaperKind = prop("kind", "Type of work.", default="other")
    language: Language | None = prop("language", "Language code of the source. Null if unknown.")
    year: int | None = prop("year", "Year of first publication: the year of `publishedOn`. Null if unknown.")
    published_on: PartialDate | None = prop(
        "publishedOn",
        "Date of first publication: the earliest year of publication that a source states; within this year the most "
        "precise date, then the earliest. Null if no source states a date.",
    )
    published_precision: DatePrecision | None = prop(
        "publishedPrecision", "Precision of `publishedOn`. Null if it is unknown."
    )
    published_source: str | None = prop("publishedSource", "Source of `publishedOn`. Null if it is unknown.")
    dates: list[PaperDate] = mapped_field(
        ParallelLists(
            {"value": "dateValues", "precision": "datePrecisions", "kind": "dateKinds", "source": "dateSources"}
        ),
        "All dates that sources state.",
    )
    sources: list[str] = prop("sources", "Sources whose records describe the paper, sorted.")
    doi: str | None = prop("doi", "Preferred DOI in lower case, without address. Null if unknown.")
    arxiv: str | None = prop("arxiv", "Preferred arXiv ID without version. Null if unknown.")
    acl: str | None = prop("acl", "Preferred ID in the ACL Anthology. Null if unknown.")
    s2: str | None = prop("s2", "Preferred ID in Semantic Scholar. Null if unknown.")
    openalex: str | None = prop("openalex", "Preferred ID in OpenAlex. Null if unknown.")
    identifiers: list[Identifier] = identifiers()
    map: ResearchMap = research_map()
    provenance: Provenance | None = provenance_field("provenance/paper", PaperProvenanceField)
    open_access: bool | None = prop("openAccess", "True if the paper can be read free of charge. Null if unknown.")
    open_access_color: OpenAccessColor | None = prop("openAccessColor", "Type of open access. Null if unknown.")
    best_location: URL | None = prop("bestLocation", "URL of the best free full text. Null if unknown.")
    license: str | None = prop("license", "License of the text, an SPDX name or a URL. Null if no source states it.")
    trust: Trust = trust("graphql/trust/paper", weight=500)
    retracted: bool = prop("retracted", "True if a source marks the paper as retracted.", default=False)
    notices: list[str] = prop("notices", "Notices of retraction, erratum or withdrawal, in the words of the source.")
    awards: list[str] = prop("awards", "Awards, in the words of the source.")
    comment: str | None = prop("comment", "Comment of the authors. Null if there is none.")
    journal_ref: str | None = prop(
        "journalRef", "Journal reference of the preprint, as its source writes it. Null if unknown."
    )
    manifestations: list[Manifestation] = mapped_field(
        RelatedList(
            Pattern("AVAILABLE_AS", "out"),
            (Key("date", null="9999"), Key("url"), Key("kind")),
        ),
        "Versions of the paper that can be read at an address, oldest first.",
    )
    has_code: bool | None = prop(
        "hasCode", "True if code is known, false if a source looked for code and found none. Null if unknown."
    )
    has_dataset: bool | None = prop(
        "hasDataset",
        "True if a data set is known, false if a source looked for data sets and found none. Null if unknown.",
    )
    resources: list[Resource] = mapped_field(QueryResult("graphql/paper_resources"), "Code and data of the paper.")
    authors_complete: bool = prop("authorsComplete", "False if every source truncates the author list.", default=False)
    author_count: int = prop("authorCount", "Number of authors that the sources list.", default=0)
    collaborations_truncated: bool = prop(
        "collaborationsTruncated",
        "True if the paper has more than 100 authors and therefore adds no collaborations.",
        default=False,
    )
    authors: PaperAuthorConnection = mapped_field(
        RelationshipConnection(Pattern("AUTHORED", "in"), (Key("position", on="edge", number=True), ID)),
        "Authors, in the order of the author list.",
        page_arguments(ResearcherFilter, PaperAuthorOrder),
    )
    primary_topic: Topic | None = mapped_field(
        RelatedList(Pattern("ABOUT", "out"), (ORD,), single=True, where=("primary", True)),
        "Primary category. Null if no source states it.",
    )
    topics: PaperTopicConnection = mapped_field(
        RelationshipConnection(
            Pattern("ABOUT", "out"),
            (
                Key("score", descending=True, on="edge", number=True),
                Key("position", on="edge", null=1_000, number=True),
                ORD,
            ),
        ),
        "Topics, highest score first.",
        page_arguments(TopicFilter, PaperTopicOrder),
    )
    institutions: PaperInstitutionConnection | None = mapped_field(
        QueryConnection(
            "graphql/paper_institutions",
            (Key("position", on="edge", null=1_000_000, number=True), ORD),
            null_unless="institutionsKnown",
        ),
        "Institutions of the authors at the time of publication, in the order of the author list. Null if no source "
        "states affiliations. Empty if Byline does not recognize the stated affiliations.",
        page_arguments(InstitutionFilter, PaperInstitutionOrder),
    )
    institution_count: int | None = mapped_field(
        QueryResult("graphql/field/paper_institution_count", single=True, null_unless="institutionsKnown"),
        "Number of institutions. Null if unknown.",
    )
    venue: Venue | None = mapped_field(
        QueryResult("graphql/paper_venue", single=True),
        "Venue in which the paper appeared, the first by name of several. Null if unknown.",
    )
    appearances: list[Appearance] = mapped_field(
        QueryResult("graphql/paper_appearances"), "Volumes and issues in which the paper appeared, oldest first."
    )
    citation_count: int = prop("citationCount", "Number of citations by papers in this graph.", default=0)
    citation_percentile: float | None = prop(
        "citationPercentile",
        "Percentage of the papers of the same primary topic and year that have fewer citations in "
        "this graph, 0 to 100. "
        "Null if the primary topic or the year is unknown.",
    )
    counts_by_year: list[PaperYearStats] = mapped_field(
        QueryResult("graphql/paper_years"),
        "Citations by the year of the citing paper. Years without citations are omitted.",
        year_order_args(PaperYearOrder),
    )
    references_known: bool = prop(
        "referencesKnown", "True if any source lists the references of the paper.", default=False
    )
    reference_count: int = prop(
        "referenceCount",
        "Number of references to papers in this graph. If referencesKnown is false, 0 means unknown.",
        default=0,
    )
    references: PaperCitationConnection = mapped_field(
        RelationshipConnection(Pattern("CITES", "out"), (ORD,)),
        "Papers in the graph that the paper cites, newest first.",
        page_arguments(PaperFilter, PaperCitationOrder),
    )
    cited_by: PaperCitationConnection = mapped_field(
        RelationshipConnection(Pattern("CITES", "in"), (EDGE_ORD,), RelationshipPageIndex("pid")),
        "Papers in the graph that cite the paper, newest first.",
        page_arguments(PaperFilter, PaperCitationOrder),
    )
    transitive_references: PaperTransitiveCitationConnection = mapped_field(
        transitive_connection("graphql/transitive_references"),
        "Papers that the paper cites directly or indirectly, nearest first.",
        transitive_arguments(CitationDepth, page_arguments(PaperFilter, PaperTransitiveCitationOrder)),
    )
    transitive_cited_by: PaperTransitiveCitationConnection = mapped_field(
        transitive_connection("graphql/transitive_cited_by"),
        "Papers that cite the paper directly or indirectly, nearest first.",
        transitive_arguments(CitationDepth, page_arguments(PaperFilter, PaperTransitiveCitationOrder)),
    )
    relations: PaperRelationConnection = mapped_field(
        RelationshipConnection(Pattern("RELATES_TO", "out"), (ORD,), direction_argument="direction"),
        "Related works, newest first, with the kind of relation.",
        {"direction": RELATION_DIRECTION, **page_arguments(PaperFilter, PaperOrder)},
    )
    funding_known: bool = prop("fundingKnown", "True if any source states the funding of the paper.", default=False)
    funders: PaperFunderConnection = mapped_field(
        RelationshipConnection(Pattern("FUNDED_BY", "out"), (ORD,)),
        "Funders, by name. If fundingKnown is false, an empty list means unknown.",
        page_arguments(FunderFilter, FunderOrder),
    )
    similar_papers: list[SimilarPaper] = mapped_field(
        QueryResult("graphql/similar_papers", weight=100),
        "Similar papers, each with the reasons, most similar first.",
        {
            "first": int_argument("Maximum number of items, 0 to 100.", 10),
            "by": Annotated[
                list[SimilarityReasonKind] | None, strawberry.argument(description="Reasons that count. Default: all.")
            ],
        },
    )
    co_cited_papers: CoCitedPaperConnection = mapped_field(
        related_connection("graphql/cocited_papers", "shared"),
        "Papers that are cited together with the paper (co-citation), most citing papers first. Byline reads the 1,000 "
        "newest citing papers.",
        page_arguments(PaperFilter, CoCitedPaperOrder),
    )
    coupled_papers: CoupledPaperConnection = mapped_field(
        related_connection("graphql/coupled_papers", "shared"),
        "Papers that have references in common with the paper (bibliographic coupling), most shared references first. "
        "References with more than 2,000 citations do not count.",
        page_arguments(PaperFilter, CoupledPaperOrder),
    )
    citation_paths_to: CitationPaths = mapped_field(
        QueryResult("graphql/citation_paths_to", single=True, weight=2_500),
        "Shortest paths of citations to an earlier paper, each paper citing the next, the most cited papers first.",
        SHORTEST_PATH_ARGUMENTS,
        EARLIER_PAPER,
    )
    review_count: int = mapped_field(Count(Pattern("REVIEWS", "in")), "Number of public reviews by users.")
    comment_count: int = mapped_field(
        Count(Pattern("COMMENTS_ON", "in")), "Number of comments by users, with replies and without deleted ones."
    )
    follower_count: int = mapped_field(Count(Pattern("FOLLOWS", "in")), "Number of followers.")
    save_count: int = mapped_field(Count(Pattern("SAVED", "in")), "Number of people who saved the paper.")
    like_count: int = mapped_field(Count(Pattern("LIKES", "in")), "Number of people who like the paper.")
    dislike_count: int = mapped_field(Count(Pattern("DISLIKES", "in")), "Number of people who dislike the paper.")
    reaction_groups: list[ReactionGroup] = mapped_field(
        QueryResult("graphql/paper_reactions"), "Number of reactions of each kind, also kinds without reactions."
    )
    collections: CollectionConnection = mapped_field(
        QueryConnection("graphql/paper_collections", (Key("updatedAt", descending=True), ID)),
        "Public collections that contain the paper, the latest changed first.",
        page_arguments(),
    )
    comments: CommentConnection = mapped_field(
        QueryConnection("graphql/paper_comments", OLDEST_FIRST),
        "Comments on the paper and all replies, oldest first. Deleted ones are listed only if they have replies.",
        page_arguments(CommentFilter, CommentOrder),
    )
    viewer_conflicts_of_interest: list[ConflictOfInterest] = mapped_field(
        QueryResult("graphql/conflicts_of_interest"),
        "Conflicts of interest that a review of the paper by the viewer would have; at most 50. Empty without a "
        "claimed profile.",
    )
    reviews: ReviewConnection = mapped_field(
        QueryConnection("graphql/paper_reviews", LATEST_FIRST),
        "Reviews of the paper that the viewer can read, newest first.",
        page_arguments(ReviewFilter, ReviewOrder),
    )
