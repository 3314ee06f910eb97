"""Related entities: papers by their citations, topics of the same papers, partners of institutions, venues."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.arguments import PAPER_ID
from schema.enums import SimilarityReasonKind
from schema.field_mapping import ColumnNode, ColumnNodes, ColumnRows, ComputedBy, Key, QueryConnection, QueryResult
from schema.fields import Arguments, mapped_field, prop
from schema.groups.named import GroupedInstitutions, GroupedTopics, GroupedVenues
from schema.groups.paper import GroupedPapers
from schema.order.sort import ID, ORD
from schema.paging import Connection, Edge

if TYPE_CHECKING:
    from schema.institution import Institution
    from schema.paper import Paper
    from schema.researcher import Researcher
    from schema.topic import Topic
    from schema.venue import Venue
else:
    Institution: TypeAlias = Annotated["Institution", strawberry.lazy("schema.institution")]
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]
    Researcher: TypeAlias = Annotated["Researcher", strawberry.lazy("schema.researcher")]
    Topic: TypeAlias = Annotated["Topic", strawberry.lazy("schema.topic")]
    Venue: TypeAlias = Annotated["Venue", strawberry.lazy("schema.venue")]

SHARED_WORKS = QueryResult("graphql/field/similarity_papers", row_parameters=("fromId", "toId", "kind"))
"""Papers that make two papers similar: references of both, or papers that cite both."""
RELATED_COST = 500
"""Cost of a list of related entities in addition to its rows, in values read."""


def related_connection(file: str, count: str) -> QueryConnection:
    """Return the connection of a `.cypher` file, the highest value of a column first."""
    order = (Key(count, descending=True, on="edge", number=True), ORD)
    return QueryConnection(file, order, weight=RELATED_COST)


@strawberry.type(description="A reason why two papers are similar.")
class SimilarityReason:
    """A reason why two papers are similar."""

    kind: SimilarityReasonKind = prop("kind", "Type of the reason.")
    count: int = prop("count", "Number of shared references, citing papers, authors or topics. 0 for MEANING.")
    similarity: float | None = prop(
        "similarity", "For MEANING: cosine similarity of the two vectors, 0 to 1. Null for other reasons."
    )
    score: float = prop("score", "Contribution to the score, 0 to 100.")
    papers: list[Paper] = mapped_field(
        SHARED_WORKS,
        "For SHARED_REFERENCES: references of both, the most cited five. For CITED_TOGETHER: papers that cite "
        "both, the newest five. Empty otherwise.",
    )
    researchers: list[Researcher] = mapped_field(
        QueryResult("graphql/field/similarity_researchers", row_parameters=("fromId", "toId", "kind")),
        "For SHARED_AUTHORS: up to five authors of both. Empty otherwise.",
    )
    topics: list[Topic] = mapped_field(
        QueryResult("graphql/field/similarity_topics", row_parameters=("fromId", "toId", "kind")),
        "For SHARED_TOPICS: up to five topics of both, by name. Empty otherwise.",
    )


@strawberry.type(description="A similar paper, with the reasons.")
class SimilarPaper:
    """A similar paper, with the reasons."""

    paper: Paper = mapped_field(ColumnNode("node"), "The similar paper.")
    score: float = prop(
        "score",
        "Similarity, 0 to 100, rounded to two decimals: 100 * points / points of an identical paper. Each shared "
        "reference and citing paper is 1 point, each shared author 0.5, each shared topic 0.25; the texts are 2 * "
        "`similarity`. An identical paper shares all that Byline compares. Compare scores of one list only.",
    )
    reasons: list[SimilarityReason] = mapped_field(ColumnRows("reasons"), "Reasons, the highest score first.")


@strawberry.type(description="A paper that is cited together with a paper.")
class CoCitedPaperEdge(Edge[Paper]):
    """A paper that is cited together with a paper."""

    citing_paper_count: int = prop("shared", "Number of papers that cite both.")
    citing_papers: list[Paper] = mapped_field(SHARED_WORKS, "Papers that cite both, the newest five.")


@strawberry.type(description="Papers that are cited together with a paper (co-citation).")
class CoCitedPaperConnection(Connection[CoCitedPaperEdge, Paper], GroupedPapers):
    """Papers that are cited together with a paper."""


@strawberry.type(description="A paper that has references in common with a paper.")
class CoupledPaperEdge(Edge[Paper]):
    """A paper that has references in common with a paper."""

    shared_reference_count: int = prop("shared", "Number of references of both.")
    shared_reference_share: float = prop(
        "share", "Shared references divided by all references of the two papers (Jaccard index), 0 to 1."
    )
    shared_references: list[Paper] = mapped_field(SHARED_WORKS, "References of both, the most cited five.")


@strawberry.type(description="Papers that have references in common with a paper (bibliographic coupling).")
class CoupledPaperConnection(Connection[CoupledPaperEdge, Paper], GroupedPapers):
    """Papers that have references in common with a paper."""


@strawberry.type(description="A paper about a text.")
class PaperAboutEdge(Edge[Paper]):
    """A paper about a text."""

    score: float = prop("score", "Reciprocal rank fusion: the sum of 1 / (60 + rank) of `wordRank` and `meaningRank`.")
    word_rank: int | None = prop(
        "wordRank", "Rank by the words of the title. Null for papers that are found by meaning alone."
    )
    meaning_rank: int | None = prop(
        "meaningRank", "Rank by the similarity of the vectors. Null for papers that are found by words alone."
    )
    similarity: float | None = prop(
        "similarity", "Cosine similarity of the vectors of the text and the paper, 0.4 to 1. Null if `meaningRank` is."
    )


@strawberry.type(description="Papers about a text.")
class PaperAboutConnection(Connection[PaperAboutEdge, Paper], GroupedPapers):
    """Papers about a text."""


PAPERS_ABOUT = QueryConnection(
    "graphql/papers_about",
    (Key("score", descending=True, on="edge", number=True), ID),
    max_rows=2_000,
    weight=2_000,
    scored_by="text",
    computed=ComputedBy("vector", "graphql/papers_about"),
)
"""Papers about a text, the highest score first."""


@strawberry.type(description="A paper on the main path of a topic.")
class MainPathStep:
    """A paper on the main path of a topic."""

    paper: Paper = mapped_field(ColumnNode("node"), "The paper.")
    share: float | None = prop(
        "share",
        "Share of all search paths that pass the citation of the paper before, 0 to 1: its search path count divided "
        "by the number of paths. Null for the first paper.",
    )


@strawberry.type(description="Main path of a topic: the chain of citations through which most of its knowledge flows.")
class MainPath:
    """Main path of a topic."""

    steps: list[MainPathStep] = mapped_field(
        ColumnRows("steps"), "The papers, the oldest first; each cites the one before. Empty without citations."
    )
    paper_count: int = prop("paperCount", "Papers of the topic with citations or references that were compared.")
    citation_count: int = prop("citationCount", "Citations among these papers.")
    ignored_citation_count: int = prop(
        "ignoredCitationCount", "Citations of papers that are not older, which no path uses."
    )
    truncated: bool = prop("truncated", "True if only the 2,000 most cited papers of the topic were compared.")


TOPIC_MAIN_PATH = QueryResult(
    "graphql/topic_main_path",
    single=True,
    weight=5_000,
    computed=ComputedBy("found", "graphql/topic_citations"),
    check="graphql/check/topic",
)
"""The main path of a topic."""

EARLIER_PAPER: Arguments = {
    "to": Annotated[strawberry.ID, strawberry.argument(description=f"The earlier paper: {PAPER_ID}")]
}


@strawberry.type(description="A path of citations between two papers.")
class CitationPath:
    """A path of citations between two papers."""

    length: int = prop("length", "Number of citations.")
    papers: list[Paper] = mapped_field(
        ColumnNodes("papers"), "Papers on the path, with both ends. Each cites the next."
    )


@strawberry.type(description="Shortest paths of citations between two papers.")
class CitationPaths:
    """Shortest paths of citations between two papers."""

    paths: list[CitationPath] = mapped_field(ColumnRows("paths"), "The paths, best first. Empty without a path.")
    distance: int | None = prop(
        "distance", "Number of citations on a shortest path. Null if there is no path of at most `maxLength` citations."
    )
    truncated: bool = prop(
        "truncated", "True if there are more than 1,000 shortest paths, of which Byline compared 1,000."
    )
    reason: str | None = prop("reason", "Why there is no path, or why paths are missing. Null otherwise.")


@strawberry.type(description="A topic that occurs in the same papers as a topic.")
class RelatedTopicEdge(Edge[Topic]):
    """A topic that occurs in the same papers as a topic."""

    paper_count: int = prop("papers", "Number of papers about both.")
    share: float = prop("share", "This number divided by the number of papers about the first topic, 0 to 1.")


@strawberry.type(description="Topics that occur in the same papers as a topic.")
class RelatedTopicConnection(Connection[RelatedTopicEdge, Topic], GroupedTopics):
    """Topics that occur in the same papers as a topic."""


@strawberry.type(description="An institution that wrote papers together with an institution.")
class InstitutionPartnerEdge(Edge[Institution]):
    """An institution that wrote papers together with an institution."""

    paper_count: int = prop("papers", "Number of joint papers.")
    first_year: int | None = prop("firstYear", "Year of the earliest paper with a date. Null if no paper has one.")
    last_year: int | None = prop("lastYear", "Year of the latest paper with a date. Null if no paper has one.")


@strawberry.type(description="Institutions that wrote papers together with an institution.")
class InstitutionPartnerConnection(Connection[InstitutionPartnerEdge, Institution], GroupedInstitutions):
    """Institutions that wrote papers together with an institution."""


@strawberry.type(description="A venue that citations connect to a venue.")
class RelatedVenueEdge(Edge[Venue]):
    """A venue that citations connect to a venue."""

    citation_count: int = prop("citations", "Number of citations in both directions.")
    cited_count: int = prop("cited", "Number of citations of papers at the related venue by papers at the first venue.")
    citing_count: int = prop("citing", "Number of citations in the other direction.")


@strawberry.type(description="Venues that citations connect to a venue.")
class RelatedVenueConnection(Connection[RelatedVenueEdge, Venue], GroupedVenues):
    """Venues that citations connect to a venue."""
