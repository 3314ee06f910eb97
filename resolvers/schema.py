"""The one schema object, and its printed form."""

from functools import cache
from typing import Annotated

import strawberry
from graphql import GraphQLSchema
from strawberry.schema.config import StrawberryConfig

from resolvers.mutations import Mutation
from schema.changes import SINCE, ChangeConnection
from schema.field_mapping import (
    ById,
    Key,
    LabelConnection,
    Lookup,
    Matched,
    QueryConnection,
    QueryResult,
    SameNode,
    ServiceResolved,
    mapped_field,
)
from schema.funder import Funder
from schema.identity import (
    ANY_ID as SUBJECT,
)
from schema.identity import (
    PAGE,
    DecisionConnection,
    IdentityComparison,
    IdentityExplanation,
    ReviewItemConnection,
    ReviewKind,
)
from schema.institution import Institution
from schema.keys import FunderBy, InstitutionBy, PaperBy, ResearcherBy, TopicBy, VenueBy, VolumeBy
from schema.lists import (
    FunderConnection,
    InstitutionConnection,
    PaperConnection,
    ResearcherConnection,
    TopicConnection,
    VenueConnection,
    VolumeConnection,
)
from schema.match import InstitutionMatchInput, Match, PaperMatchInput, ResearcherMatchInput
from schema.meta import Meta
from schema.node import Node
from schema.order.funder import FunderOrder
from schema.order.institution import InstitutionOrder
from schema.order.paper import PaperOrder
from schema.order.researcher import ResearcherOrder
from schema.order.sort import ORD
from schema.order.topic import TopicOrder
from schema.order.venue import VenueOrder, VolumeOrder
from schema.paging import pages
from schema.paper import Paper
from schema.paths_and_search import CollaborationPath, EntityKind, ResearchMap, SearchConnection
from schema.researcher import Researcher
from schema.scalars import PARTIAL_DATE_SCALAR, PartialDate
from schema.topic import Topic
from schema.venue import Venue, Volume
from schema.where.funder import FunderWhere
from schema.where.institution import InstitutionWhere
from schema.where.paper import PaperWhere
from schema.where.researcher import ResearcherWhere
from schema.where.topic import TopicWhere
from schema.where.venue import VenueWhere, VolumeWhere

BY = "Compiled: one look-up by the unique key of (:Identifier), or of the node itself."
ANY_ID = (
    "Byline ids, retired ones too; outside ids with their scheme, such as doi:10.1000/182; addresses of "
    "DOIs, arXiv, ORCID, ROR and OpenAlex."
)
BESIDE = "Not compiled: the rules for identities answer it, in a few Cypher statements of cypher/read/identity/."
PART = (Key("source"), Key("key"), Key("loader"), Key("role"), Key("position", number=True))
"""Where a record, or a name in one, stands in an explanation."""
LIST = "Compiled: one MATCH over the label, whose orders are indexes; filters are checked on the way."


def _text(description: str) -> object:
    return Annotated[str, strawberry.argument(description=description)]


def _id(description: str, name: str | None = None) -> object:
    return Annotated[strawberry.ID, strawberry.argument(description=description, name=name)]


def _int(description: str) -> object:
    return Annotated[int | None, strawberry.argument(description=description)]


def _facts(kind: type) -> object:
    return Annotated[list[kind] | None, strawberry.argument(description="At most 1,000; the answer has their order.")]


def _by(kind: type) -> dict[str, object]:
    return {"by": Annotated[kind, strawberry.argument(description="Exactly one key.")]}


@strawberry.type(description="What can be asked.")
class Query:
    """What can be asked."""

    node: Node | None = mapped_field(ById(), f"Anything by an id. {BY}", required={"id": _id(ANY_ID)})
    nodes: list[Node | None] = mapped_field(
        ById(many=True),
        f"Things by ids of any kind, in the order asked, null for what is not there. At most 1,000. {BY}",
        required={"ids": Annotated[list[strawberry.ID], strawberry.argument(description=ANY_ID)]},
    )
    researcher: Researcher | None = mapped_field(
        Lookup(
            "Researcher",
            {"acl": "acl-person", "openalex": "openalex-person", "s2": "s2-person", "dblp": "dblp-person"},
        ),
        f"One researcher. {BY}",
        required=_by(ResearcherBy),
    )
    paper: Paper | None = mapped_field(Lookup("Paper"), f"One paper. {BY}", required=_by(PaperBy))
    topic: Topic | None = mapped_field(
        Lookup("Topic", properties={"code": ("scheme", "arxiv", "code")}), f"One topic. {BY}", required=_by(TopicBy)
    )
    institution: Institution | None = mapped_field(
        Lookup("Institution"), f"One institution. {BY}", required=_by(InstitutionBy)
    )
    venue: Venue | None = mapped_field(Lookup("Venue", {"acl": "acl-venue"}), f"One venue. {BY}", required=_by(VenueBy))
    volume: Volume | None = mapped_field(
        Lookup("Volume", {"isbn": "volume:isbn", "key": "volume"}), f"One volume. {BY}", required=_by(VolumeBy)
    )
    funder: Funder | None = mapped_field(
        Lookup("Funder", {"registry": "funder"}), f"One funder. {BY}", required=_by(FunderBy)
    )
    researchers: ResearcherConnection = mapped_field(
        LabelConnection("Researcher", (ORD,)), f"Researchers, by name. {LIST}", pages(ResearcherWhere, ResearcherOrder)
    )
    papers: PaperConnection = mapped_field(
        LabelConnection("Paper", (ORD,)), f"Papers, newest first, then by id. {LIST}", pages(PaperWhere, PaperOrder)
    )
    topics: TopicConnection = mapped_field(
        LabelConnection("Topic", (ORD,)), f"Topics, by scheme and code. {LIST}", pages(TopicWhere, TopicOrder)
    )
    institutions: InstitutionConnection = mapped_field(
        LabelConnection("Institution", (ORD,)),
        f"Institutions, by name. {LIST}",
        pages(InstitutionWhere, InstitutionOrder),
    )
    venues: VenueConnection = mapped_field(
        LabelConnection("Venue", (ORD,)), f"Venues, by name. {LIST}", pages(VenueWhere, VenueOrder)
    )
    volumes: VolumeConnection = mapped_field(
        LabelConnection("Volume", (ORD,)), f"Volumes, newest first, then by id. {LIST}", pages(VolumeWhere, VolumeOrder)
    )
    funders: FunderConnection = mapped_field(
        LabelConnection("Funder", (ORD,)), f"Funders, by name. {LIST}", pages(FunderWhere, FunderOrder)
    )
    search: SearchConnection = mapped_field(
        QueryConnection(
            "read/search",
            (Key("score", descending=True, on="edge", number=True), Key("id", unique=True)),
            most=1_000,
            weight=2_000,
            scored_by="query",
        ),
        "Anything by words, a name, an id or a DOI in any form, best first: what the text is an id of, what it names "
        "exactly (title, name, alias, acronym or topic code, accents and case aside), then by how well the words fit. "
        "Every word is wanted, the last may be begun. What is typed is never a syntax error. "
        "Cypher: cypher/read/search.cypher, joined to the selection.",
        {
            "kinds": Annotated[
                list[EntityKind] | None, strawberry.argument(description="Only these kinds; all unless said.")
            ],
            **pages(),
        },
        {"query": _text("What a person types.")},
    )
    match: list[Match] = mapped_field(
        Matched(
            {
                "researchers": ("Researcher", "read/match/researchers"),
                "papers": ("Paper", "read/match/papers"),
                "institutions": ("Institution", "read/match/institutions"),
            }
        ),
        "Messy names, titles or affiliations to entities: for each description, in the order given, what it may mean, "
        "with scores and reasons. Give exactly one of the three lists. docs/matching.md has the rule. "
        "Cypher: cypher/read/match/, joined to the selection.",
        {
            "researchers": _facts(ResearcherMatchInput),
            "papers": _facts(PaperMatchInput),
            "institutions": _facts(InstitutionMatchInput),
            "limit": _int("At most this many candidates for each. 1 to 10; 3 unless said."),
        },
    )
    collaboration_paths: list[CollaborationPath] = mapped_field(
        QueryResult("read/collaboration_paths", weight=2_000),
        "The shortest chains of co-authors between two people, each step with the papers that prove it; empty where "
        "there is none. Nobody stands in a chain twice; of chains of one length those of more joint papers come first. "
        "Between people whose circles are of millions of steps, chains of four to six steps are any of the shortest, "
        "and some may be missing; the file says where that begins. "
        "Cypher: cypher/read/collaboration_paths.cypher, joined to the selection.",
        {
            "k": _int("At most this many paths. 1 to 20; 3 unless said."),
            "max_length": _int("At most this many steps. 1 to 6; 4 unless said."),
        },
        {"from_": _id("A researcher's Byline id.", name="from"), "to": _id("Another's.")},
    )
    research_map: ResearchMap | None = mapped_field(
        QueryResult("read/research_map", single=True, weight=5_000),
        "The people, papers, topics and institutions nearest to anything. "
        "Cypher: cypher/read/research_map.cypher, joined to the selection.",
        {"per_kind": _int("At most this many of each kind. 1 to 50; 10 unless said.")},
        {"center_id": _id("The Byline id in the middle.")},
    )
    changes: ChangeConnection | None = mapped_field(
        QueryResult("read/changes", single=True, weight=1_000),
        "What was added, changed, merged or removed since a load, a time or a cursor, oldest first; each thing "
        "where it was added, and where it changed last. Null where there is no such load or number, or the feed ends "
        "before the cursor, for the graph was made anew. Derived figures, such as counts, are no "
        "changes. Cypher: cypher/read/changes.cypher, joined to the selection.",
        SINCE,
    )
    explain_entity: IdentityExplanation | None = mapped_field(
        ServiceResolved(weight=2_000, row=10, order=PART),
        "Why an id names what it names: its records, or the places at which a person is named, the rule that brought "
        f"each there, the evidence, what people decided. As `byline identity explain`. {BESIDE}",
        PAGE,
        {"id": SUBJECT},
    )
    compare_entities: IdentityComparison | None = mapped_field(
        ServiceResolved(weight=3_000),
        f"What speaks for two ids naming one thing or person, and what against. As `byline identity explain`. {BESIDE}",
        required={"left_id": SUBJECT, "right_id": SUBJECT},
    )
    review_queue: ReviewItemConnection | None = mapped_field(
        ServiceResolved(weight=2_000, row=100, order=(Key("stands"),), told_by="kind"),
        "What is left apart for being uncertain: people who may be several, things of one name, disputed ids. As "
        f"`byline identity review`. {BESIDE}",
        PAGE,
        {"kind": Annotated[ReviewKind, strawberry.argument(description="What is uncertain of what.")]},
    )
    decision_log: DecisionConnection | None = mapped_field(
        ServiceResolved(weight=100, row=5, order=(Key("key", descending=True),)),
        "What people decided about who is who, the latest first: who, when, why, and whether it was taken back. As "
        f"`byline identity log`. {BESIDE}",
        PAGE,
    )
    meta: Meta = mapped_field(
        SameNode(), "What the graph holds and where it comes from. Cypher: one file a field in cypher/read/meta/."
    )


@cache
def strawberry_schema() -> strawberry.Schema:
    """Return the schema as Strawberry knows it."""
    return strawberry.Schema(
        Query,
        Mutation,
        types=[Researcher, Paper, Topic, Institution, Venue, Volume, Funder],
        config=StrawberryConfig(scalar_map={PartialDate: PARTIAL_DATE_SCALAR}),
    )


def graphql_schema() -> GraphQLSchema:
    """Return the schema as graphql-core knows it."""
    return strawberry_schema()._schema  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] the only way to it


def printed() -> str:
    """Return the schema in GraphQL's schema definition language, as schema/schema.graphql keeps it."""
    return strawberry_schema().as_str() + "\n"
