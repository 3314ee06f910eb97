"""A topic: a subject in a classification."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import (
    Count,
    Key,
    Pattern,
    QueryConnection,
    RelatedList,
    RelationshipConnection,
    RelationshipPageIndex,
)
from schema.fields import mapped_field, prop
from schema.groups.named import GroupedTopics
from schema.groups.paper import GroupedPapers
from schema.groups.researcher import GroupedResearchers
from schema.node import Node, ResearchMap, external_url, research_map
from schema.order.links import RelatedTopicOrder, TopicHierarchyOrder, TopicPaperOrder, TopicResearcherOrder
from schema.order.sort import EDGE_ORD, ORD
from schema.paging import Connection, Edge, page_arguments
from schema.related import RelatedTopicConnection, related_connection
from schema.scalars import URL
from schema.transitive import HierarchyDepth, TransitiveConnectionFields, transitive_arguments, transitive_connection
from schema.where.paper import PaperFilter
from schema.where.researcher import ResearcherFilter
from schema.where.topic import TopicFilter

if TYPE_CHECKING:
    from schema.paper import Paper
    from schema.researcher import Researcher

    Other: TypeAlias = "Topic"
else:
    Other: TypeAlias = Annotated["Topic", strawberry.lazy("schema.topic")]
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]
    Researcher: TypeAlias = Annotated["Researcher", strawberry.lazy("schema.researcher")]


@strawberry.type(description="A broader or narrower topic.")
class TopicHierarchyEdge(Edge[Other]):
    """A broader or narrower topic."""

    depth: int = prop("depth", "Number of steps in the classification. 1: directly broader or narrower.")


@strawberry.type(description="Broader or narrower topics.")
class TopicHierarchyConnection(Connection[TopicHierarchyEdge, Other], TransitiveConnectionFields, GroupedTopics):
    """Broader or narrower topics."""


@strawberry.type(description="A paper about a topic.")
class TopicPaperEdge(Edge[Paper]):
    """A paper about a topic."""

    score: float = prop("score", "Score, 0 to 1. 1 for an assignment by a person.")
    primary: bool = prop("primary", "True if the topic is the primary category of the paper.", default=False)
    source: str = prop("source", "Source of the statement.")


@strawberry.type(description="Papers about a topic.")
class TopicPaperConnection(Connection[TopicPaperEdge, Paper], GroupedPapers):
    """Papers about a topic."""


@strawberry.type(description="An author of papers about a topic.")
class TopicResearcherEdge(Edge[Researcher]):
    """An author of papers about a topic."""

    paper_count: int = prop("papers", "Number of papers by the author about the topic.")
    first_year: int | None = prop("firstYear", "Year of the earliest paper with a date. Null if no paper has one.")
    last_year: int | None = prop("lastYear", "Year of the latest paper with a date. Null if no paper has one.")


@strawberry.type(description="Authors of papers about a topic.")
class TopicResearcherConnection(Connection[TopicResearcherEdge, Researcher], GroupedResearchers):
    """Authors of papers about a topic."""


@strawberry.type(description="A subject in a classification, such as an arXiv category.")
class Topic(Node):
    """A subject in a classification."""

    scheme: str = prop("scheme", "Classification, such as arxiv.")
    code: str = prop("code", "Code in the classification, such as cs.CL.")
    name: str = prop("name", "Name, or the code if no name is known.")
    url: URL | None = external_url(("website", ""))
    map: ResearchMap = research_map()
    paper_count: int = prop("paperCount", "Number of papers about the topic.", default=0)
    follower_count: int = mapped_field(Count(Pattern("FOLLOWS", "in")), "Number of followers.")
    first_year: int | None = prop("firstYear", "Year of the earliest paper with a date. Null if no paper has one.")
    last_year: int | None = prop("lastYear", "Year of the latest paper with a date. Null if no paper has one.")
    broader: list["Topic"] = mapped_field(RelatedList(Pattern("PART_OF", "out"), (ORD,)), "Directly broader topics.")
    narrower: list["Topic"] = mapped_field(RelatedList(Pattern("PART_OF", "in"), (ORD,)), "Directly narrower topics.")
    ancestors: TopicHierarchyConnection = mapped_field(
        transitive_connection("graphql/topic_ancestors"),
        "All broader topics, nearest first.",
        transitive_arguments(HierarchyDepth, page_arguments(TopicFilter, TopicHierarchyOrder)),
    )
    descendants: TopicHierarchyConnection = mapped_field(
        transitive_connection("graphql/topic_descendants"),
        "All narrower topics, nearest first.",
        transitive_arguments(HierarchyDepth, page_arguments(TopicFilter, TopicHierarchyOrder)),
    )
    papers: TopicPaperConnection = mapped_field(
        RelationshipConnection(Pattern("ABOUT", "in"), (EDGE_ORD,), RelationshipPageIndex("tid")),
        "Papers, newest first, then by ID.",
        page_arguments(PaperFilter, TopicPaperOrder),
    )
    related_topics: RelatedTopicConnection = mapped_field(
        related_connection("graphql/related_topics", "papers"),
        "Topics that occur in the same papers, most papers first. Byline reads the 5,000 newest papers of the topic.",
        page_arguments(TopicFilter, RelatedTopicOrder),
    )
    researchers: TopicResearcherConnection = mapped_field(
        QueryConnection(
            "graphql/topic_researchers",
            (Key("papers", descending=True, on="edge", number=True), ORD),
        ),
        "Authors of papers about the topic, most papers first.",
        page_arguments(ResearcherFilter, TopicResearcherOrder),
    )
