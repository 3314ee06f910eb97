"""What a walk through the graph finds: paths, maps, hits."""

from enum import Enum

import strawberry

from schema.field_mapping import NodeIn, NodesIn, PropertyMapping, RowsIn, mapped_field, prop
from schema.groups.grouping import Group, Grouping, GroupOrder, by, grouped, kinds, measure, measured
from schema.node import Node
from schema.paging import Connection, Edge
from schema.paper import Paper
from schema.researcher import Researcher


@strawberry.enum(description="Group keys for search results.")
class SearchKey(Enum):
    """Group keys for search results."""

    KIND = kinds("Type of the entity, as in EntityKind: PAPER, RESEARCHER, ...")
    YEAR = by("year", "Year of first publication, of papers.")
    COUNTRY = by("country", "Country, of institutions.")


@strawberry.enum(description="Measures of search results.")
class SearchMeasure(Enum):
    """Measures of search results."""

    CITATIONS = measure("citationCount", "Citations from papers in this graph, of papers and researchers.")
    PAPERS = measure("paperCount", "Number of papers, of everything but papers.")


@strawberry.type(description="Results with the same keys.")
class SearchGroup(Group):
    """Results with the same keys."""

    sum: float = measured("sum", SearchMeasure, "The sum of a measure over the group.")
    avg: float | None = measured("avg", SearchMeasure, "Mean. Null if no item has a value.")
    min: float | None = measured("min", SearchMeasure, "Minimum. Null if no item has a value.")
    max: float | None = measured("max", SearchMeasure, "Maximum. Null if no item has a value.")


@strawberry.input(description="A sort key for groups of results.")
class SearchGroupOrder(GroupOrder[SearchMeasure]):
    """A sort key for groups of results."""


@strawberry.type(description="Groups of results.")
class SearchGrouping(Grouping[SearchGroup]):
    """Groups of results."""


@strawberry.type
class GroupedResults:
    """Results of a search that can be grouped."""

    group_by: SearchGrouping = grouped(SearchKey, SearchGroupOrder)


@strawberry.enum(description="Kinds of entity.")
class EntityKind(Enum):
    """Kinds of entity."""

    PAPER = strawberry.enum_value("Paper", description="Papers.")
    RESEARCHER = strawberry.enum_value("Researcher", description="Researchers.")
    TOPIC = strawberry.enum_value("Topic", description="Topics.")
    INSTITUTION = strawberry.enum_value("Institution", description="Institutions.")
    VENUE = strawberry.enum_value("Venue", description="Venues.")
    FUNDER = strawberry.enum_value("Funder", description="Funders.")


@strawberry.type(description="One step between two people, with its proof.")
class CollaborationHop:
    """One step between two people, with its proof."""

    from_: Researcher = mapped_field(NodeIn("from"), "Where the step starts.", name="from")
    to: Researcher = mapped_field(NodeIn("to"), "Researcher at the end of the step.")
    paper_count: int = prop("paperCount", "Papers that the two wrote together.")
    papers: list[Paper] = mapped_field(NodesIn("papers"), "The newest of these papers, at most ten.")


@strawberry.type(description="A chain of co-authors.")
class CollaborationPath:
    """A chain of co-authors."""

    length: int = prop("length", "Steps.")
    people: list[Researcher] = mapped_field(NodesIn("people"), "Everyone on the way, both ends among them.")
    hops: list[CollaborationHop] = mapped_field(RowsIn("hops"), "The steps, in order.")


@strawberry.type(description="One line on a research map.")
class ResearchMapEdge:
    """One line on a research map."""

    from_: strawberry.ID = mapped_field(PropertyMapping("from"), "Where it starts: a node's id.", name="from")
    to: strawberry.ID = prop("to", "Where it ends: a node's id.")
    type: str = prop(
        "type",
        "The relationship: AUTHORED, ABOUT, CITES, WRITTEN_AT, APPEARED_IN (a paper in a venue, or in a volume of it), "
        "AFFILIATED_WITH, COLLABORATED_WITH, PART_OF, RELATED_TO or SUCCEEDED_BY; and WROTE_ON, derived from the "
        "papers that tie a person or an institution to a topic, where one of the two is the centre.",
    )
    weight: float = prop("weight", "How strong: joint papers for people, papers for WROTE_ON, otherwise 1.")


@strawberry.type(description="The neighborhood of a node.")
class ResearchMap:
    """The neighborhood of a node."""

    center: Node = mapped_field(NodeIn("center"), "The node in the middle.")
    nodes: list[Node] = mapped_field(
        NodesIn("nodes"), "The nearest people, papers, topics and institutions, the centre first."
    )
    edges: list[ResearchMapEdge] = mapped_field(
        RowsIn("edges"), "Every typed relationship among these nodes. Each node has at least one with the centre."
    )
    truncated: bool = prop("truncated", "Whether there is more around than is shown.")


@strawberry.type(description="Something that was found.")
class SearchEdge(Edge[Node]):
    """Something that was found."""

    score: float = prop("score", "How well it fits; only to compare within one answer.")


@strawberry.type(description="Results, best first.")
class SearchConnection(Connection[SearchEdge, Node], GroupedResults):
    """Results, best first."""

    total_count: int = prop("totalCount", "How many were found: at most 1,000 of those that fit by their words.")
    truncated: bool = prop("truncated", "Whether 1,000 were found: there may be more that fit less well.")
