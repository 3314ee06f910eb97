"""The root fields: what a question can start from, and which Cypher stands behind each."""

from typing import Annotated

import strawberry

from schema.changes import SINCE, ChangeConnection
from schema.funder import Funder
from schema.graph import Beside, ById, Everything, Key, Lookup, Matched, Named, NamedEdges, Same, placed
from schema.identity import (
    ANY_ID as SUBJECT,
)
from schema.identity import (
    PAGE,
    DecisionConnection,
    IdentityComparison,
    IdentityDoubt,
    IdentityExplanation,
    IdentityQuestionConnection,
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
from schema.match import InstitutionFacts, Match, PaperFacts, ResearcherFacts
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
from schema.researcher import Researcher
from schema.topic import Topic
from schema.traversal import CollaborationPath, EntityKind, ResearchMap, SearchConnection
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

    node: Node | None = placed(ById(), f"Anything by an id. {BY}", required={"id": _id(ANY_ID)})
    nodes: list[Node | None] = placed(
        ById(many=True),
        f"Things by ids of any kind, in the order asked, null for what is not there. At most 1,000. {BY}",
        required={"ids": Annotated[list[strawberry.ID], strawberry.argument(description=ANY_ID)]},
    )
    researcher: Researcher | None = placed(
        Lookup(
            "Researcher",
            {"acl": "acl-person", "openalex": "openalex-person", "s2": "s2-person", "dblp": "dblp-person"},
        ),
        f"One researcher. {BY}",
        required=_by(ResearcherBy),
    )
    paper: Paper | None = placed(Lookup("Paper"), f"One paper. {BY}", required=_by(PaperBy))
    topic: Topic | None = placed(
        Lookup("Topic", properties={"code": ("scheme", "arxiv", "code")}), f"One topic. {BY}", required=_by(TopicBy)
    )
    institution: Institution | None = placed(
        Lookup("Institution"), f"One institution. {BY}", required=_by(InstitutionBy)
    )
    venue: Venue | None = placed(Lookup("Venue", {"acl": "acl-venue"}), f"One venue. {BY}", required=_by(VenueBy))
    volume: Volume | None = placed(
        Lookup("Volume", {"isbn": "volume:isbn", "key": "volume"}), f"One volume. {BY}", required=_by(VolumeBy)
    )
    funder: Funder | None = placed(
        Lookup("Funder", {"registry": "funder"}), f"One funder. {BY}", required=_by(FunderBy)
    )
    researchers: ResearcherConnection = placed(
        Everything("Researcher", (ORD,)), f"Researchers, by name. {LIST}", pages(ResearcherWhere, ResearcherOrder)
    )
    papers: PaperConnection = placed(
        Everything("Paper", (ORD,)), f"Papers, newest first, then by id. {LIST}", pages(PaperWhere, PaperOrder)
    )
    topics: TopicConnection = placed(
        Everything("Topic", (ORD,)), f"Topics, by scheme and code. {LIST}", pages(TopicWhere, TopicOrder)
    )
    institutions: InstitutionConnection = placed(
        Everything("Institution", (ORD,)), f"Institutions, by name. {LIST}", pages(InstitutionWhere, InstitutionOrder)
    )
    venues: VenueConnection = placed(
        Everything("Venue", (ORD,)), f"Venues, by name. {LIST}", pages(VenueWhere, VenueOrder)
    )
    volumes: VolumeConnection = placed(
        Everything("Volume", (ORD,)), f"Volumes, newest first, then by id. {LIST}", pages(VolumeWhere, VolumeOrder)
    )
    funders: FunderConnection = placed(
        Everything("Funder", (ORD,)), f"Funders, by name. {LIST}", pages(FunderWhere, FunderOrder)
    )
    search: SearchConnection = placed(
        NamedEdges(
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
    match: list[Match] = placed(
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
            "researchers": _facts(ResearcherFacts),
            "papers": _facts(PaperFacts),
            "institutions": _facts(InstitutionFacts),
            "limit": _int("At most this many candidates for each. 1 to 10; 3 unless said."),
        },
    )
    collaboration_paths: list[CollaborationPath] = placed(
        Named("read/collaboration_paths", weight=2_000),
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
    research_map: ResearchMap | None = placed(
        Named("read/research_map", one=True, weight=5_000),
        "The people, papers, topics and institutions nearest to anything. "
        "Cypher: cypher/read/research_map.cypher, joined to the selection.",
        {"per_kind": _int("At most this many of each kind. 1 to 50; 10 unless said.")},
        {"around": _id("The Byline id in the middle.")},
    )
    changes: ChangeConnection | None = placed(
        Named("read/changes", one=True, weight=1_000),
        "What was added, changed, merged or removed since a load, a time or a cursor, oldest first; each thing "
        "where it was added, and where it changed last. Null where there is no such load or number, or the feed ends "
        "before the cursor, for the graph was made anew. Derived figures, such as counts, are no "
        "changes. Cypher: cypher/read/changes.cypher, joined to the selection.",
        SINCE,
    )
    explain_identity: IdentityExplanation | None = placed(
        Beside(weight=2_000, row=10, order=PART),
        "Why an id names what it names: its records, or the places at which a person is named, the rule that brought "
        f"each there, the evidence, what people decided. As `byline identity explain`. {BESIDE}",
        PAGE,
        {"id": SUBJECT},
    )
    compare_identities: IdentityComparison | None = placed(
        Beside(weight=3_000),
        f"What speaks for two ids naming one thing or person, and what against. As `byline identity explain`. {BESIDE}",
        required={"one": SUBJECT, "other": SUBJECT},
    )
    review_identities: IdentityQuestionConnection | None = placed(
        Beside(weight=2_000, row=100, order=(Key("stands"),), told_by="about"),
        "What is left apart for being uncertain: people who may be several, things of one name, disputed ids. As "
        f"`byline identity review`. {BESIDE}",
        PAGE,
        {"about": Annotated[IdentityDoubt, strawberry.argument(description="What is uncertain of what.")]},
    )
    decision_log: DecisionConnection | None = placed(
        Beside(weight=100, row=5, order=(Key("key", descending=True),)),
        "What people decided about who is who, the latest first: who, when, why, and whether it was taken back. As "
        f"`byline identity log`. {BESIDE}",
        PAGE,
    )
    meta: Meta = placed(
        Same(), "What the graph holds and where it comes from. Cypher: one file a field in cypher/read/meta/."
    )
