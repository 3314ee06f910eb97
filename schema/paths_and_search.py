"""What a walk through the graph finds: paths, maps, hits."""

from enum import Enum

import strawberry

from schema.field_mapping import NodeIn, NodesIn, PropertyMapping, RowsIn
from schema.fields import mapped_field, prop
from schema.groups.grouping import Group, Grouping, GroupOrder, by, grouped, kinds, measure, measured
from schema.node import Node
from schema.paging import Connection, Edge
from schema.paper import Paper
from schema.researcher import Researcher


@strawberry.enum(description="Group keys for search results.")
class SearchGroupByKey(Enum):
    """Group keys for search results."""

    KIND = kinds("Type of the entity, as in EntityKind: PAPER, RESEARCHER, ...")
    YEAR = by("year", "Year of first publication, of papers.")
    COUNTRY = by("country", "Country, of institutions.")


@strawberry.enum(description="Measures of search results.")
class SearchGroupByMeasure(Enum):
    """Measures of search results."""

    CITATION_COUNT = measure("citationCount", "Citations from papers in this graph, of papers and researchers.")
    PAPER_COUNT = measure("paperCount", "Number of papers, of everything but papers.")


@strawberry.type(description="Results with the same keys.")
class SearchGroupByGroup(Group):
    """Results with the same keys."""

    sum: float = measured("sum", SearchGroupByMeasure, "The sum of a measure over the group.")
    avg: float | None = measured("avg", SearchGroupByMeasure, "Mean. Null if no item has a value.")
    min: float | None = measured("min", SearchGroupByMeasure, "Minimum. Null if no item has a value.")
    max: float | None = measured("max", SearchGroupByMeasure, "Maximum. Null if no item has a value.")


@strawberry.input(description="A sort key for groups of results.")
class SearchGroupByOrder(GroupOrder[SearchGroupByMeasure]):
    """A sort key for groups of results."""


@strawberry.type(description="Groups of results.")
class SearchGroupBy(Grouping[SearchGroupByGroup]):
    """Groups of results."""


@strawberry.type
class GroupedResults:
    """Results of a search that can be grouped."""

    group_by: SearchGroupBy = grouped(SearchGroupByKey, SearchGroupByOrder)


@strawberry.enum(description="Kinds of entity.")
class EntityKind(Enum):
    """Kinds of entity."""

    PAPER = strawberry.enum_value("Paper", description="Papers.")
    RESEARCHER = strawberry.enum_value("Researcher", description="Researchers.")
    TOPIC = strawberry.enum_value("Topic", description="Topics.")
    INSTITUTION = strawberry.enum_value("Institution", description="Institutions.")
    VENUE = strawberry.enum_value("Venue", description="Venues.")
    FUNDER = strawberry.enum_value("Funder", description="Funders.")


@strawberry.type(description="A step of a path: two researchers with their joint papers.")
class CollaborationHop:
    """A step of a path: two researchers with their joint papers."""

    from_: Researcher = mapped_field(NodeIn("from"), "Researcher at the start of the step.", name="from")
    to: Researcher = mapped_field(NodeIn("to"), "Researcher at the end of the step.")
    paper_count: int = prop("paperCount", "Number of joint papers.")
    papers: list[Paper] = mapped_field(NodesIn("papers"), "The newest joint papers, at most ten.")


@strawberry.type(description="A path of co-authors between two researchers.")
class CollaborationPath:
    """A path of co-authors between two researchers."""

    length: int = prop("length", "Number of steps.")
    people: list[Researcher] = mapped_field(NodesIn("people"), "Researchers on the path, with both ends.")
    hops: list[CollaborationHop] = mapped_field(RowsIn("hops"), "Steps in order.")


@strawberry.type(description="A relationship on a research map.")
class ResearchMapEdge:
    """A relationship on a research map."""

    from_: strawberry.ID = mapped_field(PropertyMapping("from"), "ID of the node at the start.", name="from")
    to: strawberry.ID = prop("to", "ID of the node at the end.")
    type: str = prop(
        "type",
        "Type: AUTHORED, ABOUT, CITES, WRITTEN_AT, APPEARED_IN (a paper in a venue, or in a volume of it), "
        "AFFILIATED_WITH, COLLABORATED_WITH, PART_OF, RELATED_TO or SUCCEEDED_BY; and WROTE_ON, derived from the "
        "papers that tie a person or an institution to a topic, where one of the two is the center.",
    )
    weight: float = prop(
        "weight", "Number of joint papers between researchers, number of papers for WROTE_ON, otherwise 1."
    )


@strawberry.type(description="The neighborhood of a node.")
class ResearchMap:
    """The neighborhood of a node."""

    center: Node = mapped_field(NodeIn("center"), "The center of the map.")
    nodes: list[Node] = mapped_field(
        NodesIn("nodes"), "The nearest people, papers, topics and institutions, the center first."
    )
    edges: list[ResearchMapEdge] = mapped_field(
        RowsIn("edges"), "Every typed relationship among these nodes. Each node has at least one with the center."
    )
    truncated: bool = prop("truncated", "True if the neighborhood has more nodes than the map shows.")


@strawberry.type(description="A search result.")
class SearchEdge(Edge[Node]):
    """A search result."""

    score: float = prop("score", "Relevance, comparable only within one response.")


@strawberry.type(description="Results, best first.")
class SearchConnection(Connection[SearchEdge, Node], GroupedResults):
    """Results, best first."""

    total_count: int = prop("totalCount", "Number of results, at most 1,000.")
    truncated: bool = prop("truncated", "True if there may be more results than 1,000.")
