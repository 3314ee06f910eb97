"""The root fields of queries, and the schema as an object and as text."""

from functools import cache
from typing import Annotated

import strawberry
from graphql import GraphQLSchema
from strawberry.schema.config import StrawberryConfig

from resolvers.account_roots import AccountRoots
from resolvers.mutations import Mutation
from resolvers.subscriptions import Subscription
from schema.arguments import (
    ANY_ID,
    LAYOUT,
    MAP_ARGUMENTS,
    PATH_ARGUMENTS,
    RESEARCHER_ID,
    descriptions_argument,
    id_argument,
    ids_argument,
    key_argument,
    kinds_argument,
    text_argument,
)
from schema.field_mapping import (
    ComputedBy,
    Key,
    LabelConnection,
    Lookup,
    MatchResult,
    NodeById,
    QueryConnection,
    QueryResult,
    SameNode,
    ServiceResolved,
)
from schema.fields import int_argument, mapped_field
from schema.funder import Funder
from schema.identity import (
    IDENTITY_ID,
    PAGE,
    PART,
    DecisionConnection,
    IdentityComparison,
    IdentityExplanation,
    ReviewItemConnection,
    ReviewKind,
)
from schema.institution import Institution
from schema.match import InstitutionMatchInput, Match, PaperMatchInput, ResearcherMatchInput
from schema.node import Node
from schema.order.funder import FunderOrder
from schema.order.institution import InstitutionOrder
from schema.order.paper import PaperOrder
from schema.order.researcher import ResearcherOrder
from schema.order.sort import ORD
from schema.order.topic import TopicOrder
from schema.order.venue import VenueOrder, VolumeOrder
from schema.paging import page_arguments, searched_arguments
from schema.paper import Paper
from schema.query import (
    SINCE,
    ChangeConnection,
    FunderBy,
    FunderConnection,
    InstitutionBy,
    InstitutionConnection,
    Meta,
    PaperBy,
    PaperConnection,
    ResearcherBy,
    ResearcherConnection,
    SearchConnection,
    Suggestion,
    TopicBy,
    TopicConnection,
    VenueBy,
    VenueConnection,
    VolumeBy,
    VolumeConnection,
)
from schema.recommendation import (
    REVIEW_ARGUMENTS,
    Introducer,
    PaperOverview,
    RecommendedPaper,
    RecommendedResearcher,
    TrendingEntity,
    paper_overview,
    recommended_papers,
    trending,
)
from schema.related import PAPERS_ABOUT, TOPIC_MAIN_PATH, MainPath, PaperAboutConnection
from schema.research_map import ResearchMap
from schema.researcher import Researcher
from schema.scalars import SCALARS
from schema.topic import Topic
from schema.traversal import CoauthorDistance, CoauthorNetwork, CollaborationPaths
from schema.venue import Venue, Volume
from schema.where.funder import FunderFilter
from schema.where.institution import InstitutionFilter
from schema.where.paper import PaperFilter
from schema.where.researcher import ResearcherFilter
from schema.where.search import SearchFilter
from schema.where.topic import TopicFilter
from schema.where.venue import VenueFilter, VolumeFilter


@strawberry.type
class EntityRoots:
    """Root fields of entities and of the whole graph."""

    node: Node | None = mapped_field(NodeById(), "An entity by its ID.", required={"id": id_argument(ANY_ID)})
    nodes: list[Node | None] = mapped_field(
        NodeById(many=True),
        "Entities by their IDs, in the order of the IDs; null for unknown IDs. At most 1,000.",
        required={"ids": Annotated[list[strawberry.ID], strawberry.argument(description=ANY_ID)]},
    )
    researcher: Researcher | None = mapped_field(
        Lookup(
            "Researcher",
            {"acl": "acl-person", "openalex": "openalex-person", "s2": "s2-person", "dblp": "dblp-person"},
        ),
        "A researcher by one of its keys.",
        required=key_argument(ResearcherBy),
    )
    paper: Paper | None = mapped_field(Lookup("Paper"), "A paper by one of its keys.", required=key_argument(PaperBy))
    topic: Topic | None = mapped_field(
        Lookup("Topic", properties={"code": ("scheme", "arxiv", "code")}),
        "A topic by one of its keys.",
        required=key_argument(TopicBy),
    )
    institution: Institution | None = mapped_field(
        Lookup("Institution"), "An institution by one of its keys.", required=key_argument(InstitutionBy)
    )
    venue: Venue | None = mapped_field(
        Lookup("Venue", {"acl": "acl-venue"}), "A venue by one of its keys.", required=key_argument(VenueBy)
    )
    volume: Volume | None = mapped_field(
        Lookup("Volume", {"isbn": "volume:isbn", "key": "volume"}),
        "A volume by one of its keys.",
        required=key_argument(VolumeBy),
    )
    funder: Funder | None = mapped_field(
        Lookup("Funder", {"registry": "funder"}), "A funder by one of its keys.", required=key_argument(FunderBy)
    )
    researchers: ResearcherConnection = mapped_field(
        LabelConnection("Researcher", (ORD,)),
        "Researchers, by name.",
        searched_arguments(ResearcherFilter, ResearcherOrder),
    )
    papers: PaperConnection = mapped_field(
        LabelConnection("Paper", (ORD,)),
        "Papers, newest first, then by ID.",
        searched_arguments(PaperFilter, PaperOrder),
    )
    topics: TopicConnection = mapped_field(
        LabelConnection("Topic", (ORD,)), "Topics, by scheme and code.", searched_arguments(TopicFilter, TopicOrder)
    )
    institutions: InstitutionConnection = mapped_field(
        LabelConnection("Institution", (ORD,)),
        "Institutions, by name.",
        searched_arguments(InstitutionFilter, InstitutionOrder),
    )
    venues: VenueConnection = mapped_field(
        LabelConnection("Venue", (ORD,)), "Venues, by name.", searched_arguments(VenueFilter, VenueOrder)
    )
    volumes: VolumeConnection = mapped_field(
        LabelConnection("Volume", (ORD,)),
        "Volumes, newest first, then by ID.",
        searched_arguments(VolumeFilter, VolumeOrder),
    )
    funders: FunderConnection = mapped_field(
        LabelConnection("Funder", (ORD,)), "Funders, by name.", searched_arguments(FunderFilter, FunderOrder)
    )
    search: SearchConnection = mapped_field(
        QueryConnection(
            "graphql/search_results",
            (Key("score", descending=True, on="edge", number=True), Key("id", unique=True)),
            max_rows=1_000,
            max_filtered_rows=10_000,
            weight=2_000,
            scored_by="query",
            computed=ComputedBy("found", "graphql/search"),
        ),
        "Search all entities, most relevant first: entities with this external ID; exact matches of a title, name, "
        "alias, acronym or topic code, ignoring accents and case; then matches of all words. A search word matches "
        "equal words and words that begin with it. If there are few matches, papers follow whose title, year and names "
        "of authors have the words together, and entities with similar words. Any text is valid.",
        {
            "kinds": kinds_argument("Types to search. Default: all."),
            **page_arguments(SearchFilter),
        },
        {"query": text_argument("Search text, as typed.")},
    )
    papers_about: PaperAboutConnection = mapped_field(
        PAPERS_ABOUT,
        "Papers about a text, such as an abstract, highest score first: at most 100 by the words of their titles and "
        "100 by meaning. Words alone count if the graph has no vectors (`byline embed`) or the server has no model. "
        "`where` selects among the best 1,000 of each.",
        page_arguments(PaperFilter),
        {"text": text_argument("Title, abstract or question in English, at most 10,000 characters.")},
    )
    suggest: list[Suggestion] = mapped_field(
        QueryResult("graphql/suggest", weight=500),
        "Suggestions while a user types: the entity with this ID, then entities with a word that begins with each word "
        "of the text, or with similar words if there are none. The most cited papers and the entities with most papers "
        "are first.",
        {
            "kinds": kinds_argument("Types to suggest. Default: all."),
            "first": int_argument("Maximum number of suggestions, 1 to 50.", 10),
        },
        {"prefix": text_argument("Text that the user has typed.")},
    )
    match: list[Match] = mapped_field(
        MatchResult(
            {
                "researchers": ("Researcher", "graphql/match/researchers"),
                "papers": ("Paper", "graphql/match/papers"),
                "institutions": ("Institution", "graphql/match/institutions"),
            }
        ),
        "Match descriptions of researchers, papers or institutions to entities. For each description, in the same "
        "order: candidates with scores and reasons. Give exactly one of the three lists. docs/matching.md describes "
        "the rule.",
        {
            "researchers": descriptions_argument(ResearcherMatchInput),
            "papers": descriptions_argument(PaperMatchInput),
            "institutions": descriptions_argument(InstitutionMatchInput),
            "first": int_argument("Maximum number of candidates per description, 1 to 10.", 3),
        },
    )
    collaboration_paths: CollaborationPaths = mapped_field(
        QueryResult(
            "graphql/collaboration_paths",
            single=True,
            weight=2_000,
            computed=ComputedBy("found", "graphql/search_paths"),
        ),
        "Best paths of co-authors between two researchers, or between two sets of researchers, each step with its "
        "joint papers. An institution stands for its current and former people, a paper for its authors, and a topic "
        "for the authors of its newest papers: 10,000, divided by the number of IDs of the side that has more. If "
        "`from` has four IDs and `to` has one, these are the 2,500 newest papers of each topic. A side has at most "
        "1,000 researchers: those with an ID of their own first, then those with most papers, then by name. A path "
        "contains each researcher once, and only its ends are from the sets. Papers with more than 100 authors do not "
        "connect their authors.",
        PATH_ARGUMENTS,
        {
            "from_": ids_argument(
                f"One to 100 researchers, institutions, topics or papers. Each: {ANY_ID}", name="from"
            ),
            "to": ids_argument(f"One to 100 researchers, institutions, topics or papers. Each: {ANY_ID}"),
        },
    )
    coauthor_distances: list[CoauthorDistance] = mapped_field(
        QueryResult(
            "graphql/coauthor_distances", weight=2_000, computed=ComputedBy("found", "graphql/search_distances")
        ),
        "Degrees of separation between each researcher of `from` and each of `to`, in this order. At most 1,000 pairs. "
        "IDs of institutions, topics and papers are not accepted.",
        required={
            "from_": ids_argument(f"One or more researchers. Each: {RESEARCHER_ID}", name="from"),
            "to": ids_argument(f"One or more other researchers. Each: {RESEARCHER_ID}"),
        },
    )
    coauthor_network: CoauthorNetwork | None = mapped_field(
        QueryResult(
            "graphql/coauthor_network",
            single=True,
            weight=5_000,
            computed=ComputedBy("found", "graphql/search_coauthor_network"),
            check="graphql/check/researcher",
        ),
        "How far a researcher reaches in the co-author network: size of the connected component, and number of "
        "researchers at each distance. Null, with an error, if the ID is unknown.",
        required={"researcher": id_argument(f"The researcher: {RESEARCHER_ID}")},
    )
    topic_main_path: MainPath | None = mapped_field(
        TOPIC_MAIN_PATH,
        "Main path of a topic: the path of citations with the highest sum of search path counts. The count of a "
        "citation is the number of paths through it, from papers without references in the topic to papers without "
        "citations in the topic. Null, with an error, if there is no such topic.",
        required=key_argument(TopicBy),
    )
    introducers: list[Introducer] | None = mapped_field(
        QueryResult(
            "graphql/introducers",
            weight=2_500,
            computed=ComputedBy("found", "graphql/search_introducers"),
            check="graphql/check/two_researchers",
        ),
        "Co-authors of one researcher who can introduce the researcher to another: co-authors of both first, then "
        "co-authors who worked with a co-author of the other; in each group, the highest score first. Null, with an "
        "error, if an ID is unknown or both are the same researcher.",
        {"first": int_argument("Maximum number of introducers, 1 to 50.", 5)},
        {
            "from_": id_argument(f"The researcher who looks for an introduction: {RESEARCHER_ID}", name="from"),
            "to": id_argument(f"The researcher to meet: {RESEARCHER_ID}"),
        },
    )
    suggested_reviewers: list[RecommendedResearcher] | None = mapped_field(
        QueryResult("graphql/suggested_reviewers", weight=2_500, check="graphql/check/reviewed_paper"),
        "Researchers who can review a paper, or a paper on a topic: authors of papers that it cites and of papers on "
        "its topics, the highest score first, without people who have a conflict of interest. Null, with an error, if "
        "an ID is unknown or both are absent. docs/traversal.md describes the score and the conflicts.",
        REVIEW_ARGUMENTS,
    )
    paper_overview: PaperOverview | None = paper_overview()
    recommended_papers: list[RecommendedPaper] | None = recommended_papers()
    trending: list[TrendingEntity] = trending()
    research_map: ResearchMap | None = mapped_field(
        QueryResult(
            "graphql/research_map",
            single=True,
            weight=4_000,
            weight_per_item="around",
            computed=ComputedBy("found", "graphql/search_map"),
            check="graphql/check/map_centers",
        ),
        "The researchers, papers, topics and institutions nearest to 1 to 10 entities. Null, with an error, if an ID "
        "is unknown.",
        {**MAP_ARGUMENTS, **LAYOUT},
        {"around": ids_argument(f"One to 10 centers of the map, of any types. Each: {ANY_ID}")},
    )
    changes: ChangeConnection | None = mapped_field(
        QueryResult(
            "graphql/changes", single=True, weight=1_000, computed=ComputedBy("found", "graphql/search_changes")
        ),
        "Entities that were added, changed, merged or removed since a load, a time or a cursor, oldest first. An "
        "entity is listed at most twice: when it was added, and when it changed last. Null if there is no such load "
        "or number of a change, or if the cursor is beyond the end of the feed because the graph was recreated. "
        "Derived values, such as counts, are not changes.",
        SINCE,
    )
    explain_entity: IdentityExplanation | None = mapped_field(
        ServiceResolved(weight=2_000, row_cost=10, order=PART),
        "Explain an entity: its records or mentions, the rule that assigned each, the evidence, and the decisions of "
        "curators. Same as `byline identity explain`.",
        PAGE,
        {"id": IDENTITY_ID},
    )
    compare_entities: IdentityComparison | None = mapped_field(
        ServiceResolved(weight=3_000),
        "Evidence for and against two IDs identifying the same entity. Same as `byline identity explain`.",
        required={"left_id": IDENTITY_ID, "right_id": IDENTITY_ID},
    )
    review_queue: ReviewItemConnection | None = mapped_field(
        ServiceResolved(weight=2_000, row_cost=100, order=(Key("stands"),), cursor_argument="kind"),
        "Uncertain cases for curators: ambiguous people, namesakes, entities with the same name, conflicting IDs. Same "
        "as `byline identity review`.",
        PAGE,
        {"kind": Annotated[ReviewKind, strawberry.argument(description="Kind of uncertain case.")]},
    )
    decision_log: DecisionConnection | None = mapped_field(
        ServiceResolved(weight=100, row_cost=5, order=(Key("key", descending=True),)),
        "Decisions of curators, newest first, with curator, time, reason and revocation. Same as "
        "`byline identity log`.",
        PAGE,
    )
    meta: Meta = mapped_field(SameNode(), "Contents of the graph and their origin.")


@strawberry.type(description="Queries.")
class Query(EntityRoots, AccountRoots):
    """The queries."""


@cache
def strawberry_schema() -> strawberry.Schema:
    """Return the Strawberry schema."""
    return strawberry.Schema(
        Query,
        Mutation,
        Subscription,
        types=[Researcher, Paper, Topic, Institution, Venue, Volume, Funder],
        config=StrawberryConfig(scalar_map=SCALARS),
    )


def graphql_schema() -> GraphQLSchema:
    """Return the graphql-core schema."""
    return strawberry_schema()._schema  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] Strawberry has no public attribute for it


def print_schema() -> str:
    """Return the schema in the schema definition language, as stored in schema/schema.graphql."""
    return strawberry_schema().as_str() + "\n"
