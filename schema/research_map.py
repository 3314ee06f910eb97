"""Research maps: the neighborhood of entities, with the relevance and the position of each entity."""

import strawberry

from schema.enums import ResearchMapEdgeKind, ResearchMapKind
from schema.field_mapping import ColumnNode, ColumnNodes, ColumnRows, PropertyMapping, QueryResult
from schema.fields import mapped_field, prop
from schema.node import Node
from schema.paper import Paper


@strawberry.type(description="An entity on a research map.")
class ResearchMapNode:
    """An entity on a research map."""

    node: Node = mapped_field(ColumnNode("node"), "The entity.")
    depth: int = prop("depth", "Number of steps from the nearest center on this map; a center has 0.")
    relevance: float = prop(
        "relevance",
        "Relevance for the centers, 0 to 1, after two steps of a personalized PageRank: a random walk starts at one of "
        "the centers, each with equal probability, and follows `edges` in proportion to their weights; 2/3 of the "
        "probability to be there after one step plus 1/3 of the probability after two, divided by the highest sum. A "
        "center has 1.",
    )
    x: float | None = prop("x", "Horizontal position, -1 to 1; the mean of the centers is 0. Null without `layout`.")
    y: float | None = prop("y", "Vertical position, -1 to 1; the mean of the centers is 0. Null without `layout`.")


@strawberry.type(description="A relationship on a research map.")
class ResearchMapEdge:
    """A relationship on a research map."""

    from_: strawberry.ID = mapped_field(PropertyMapping("from"), "ID of the node at the start.", name="from")
    to: strawberry.ID = prop("to", "ID of the node at the end.")
    kind: ResearchMapEdgeKind = prop("type", "Type of the relationship.")
    weight: float = prop(
        "weight", "Number of joint papers between researchers, number of papers for WROTE_ON, otherwise 1."
    )
    relevance: float = prop(
        "relevance",
        "Relevance for the centers, 0 to 1: the lower relevance of the two nodes times e / (e + 1), where e is "
        "`weight` between researchers and for WROTE_ON, otherwise the number of sources, at least 1. A node of "
        "`exclude` counts as the other one.",
    )
    sources: list[str] = prop("sources", "Sources that state the relationship, sorted. Empty if Byline derives it.")
    papers: list[Paper] = mapped_field(
        QueryResult("graphql/field/map_edge_papers", row_parameters=("from", "to", "type")),
        "Papers that show the relationship, at most three, newest first: joint papers; papers of the researcher on the "
        "topic or at the institution; for relationships of a paper, the paper. Byline reads "
        "the 1,000 newest papers. Empty between topics, institutions, volumes and venues.",
    )


@strawberry.type(description="Number of entities of a type at one depth of a research map.")
class ResearchMapCount:
    """Number of entities of a type at one depth of a research map."""

    kind: ResearchMapKind = prop("kind", "Type of the entities.")
    depth: int = prop("depth", "Number of steps from the nearest center: 1 or 2.")
    shown: int = prop("shown", "Number on the map.")
    known: int = prop(
        "known",
        "Number that Byline found. At depth 1 of one center, without `where` and `exclude`, it is exact for papers and "
        "co-authors; topics, people and institutions that papers connect are counted in the 500 newest papers. For "
        "several centers, it is at least the number for each, and counts the 500 nearest entities of each without "
        "duplicates. At depth 2, it counts the entities around the shown ones at depth 1.",
    )


@strawberry.type(description="The neighborhood of nodes.")
class ResearchMap:
    """The neighborhood of nodes."""

    centers: list[Node] = mapped_field(
        ColumnNodes("centers"), "The centers of the map in the order of their IDs in the request, without duplicates."
    )
    nodes: list[Node] = mapped_field(
        ColumnNodes("nodes"), "The nearest people, papers, topics and institutions, the centers first."
    )
    ranked_nodes: list[ResearchMapNode] = mapped_field(
        ColumnRows("ranked"),
        "The same nodes with depth, relevance and position: the centers first, then the most relevant first.",
    )
    edges: list[ResearchMapEdge] = mapped_field(
        ColumnRows("edges"),
        "Typed relationships among these nodes, and between them and `exclude`: the 2,000 with most weight. Each node "
        "at depth 1 has at least one with a center.",
    )
    edge_count: int = prop("edgeCount", "Number of relationships before this limit.")
    counts: list[ResearchMapCount] = mapped_field(
        ColumnRows("kinds"), "Number of entities of each requested type at each depth, shown and known."
    )
    truncated: bool = prop("truncated", "True if the neighborhood has more nodes than the map shows.")
