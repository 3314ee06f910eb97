"""What a walk through the graph finds: paths, maps, hits."""

from enum import Enum

import strawberry

from schema.graph import NodeIn, NodesIn, Prop, RowsIn, placed, prop
from schema.groups.search import GroupedResults
from schema.node import Node
from schema.paging import Connection, Edge
from schema.paper import Paper
from schema.researcher import Researcher


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

    from_: Researcher = placed(NodeIn("from"), "Where the step starts.", name="from")
    to: Researcher = placed(NodeIn("to"), "Who the step leads to.")
    paper_count: int = prop("paperCount", "Papers that the two wrote together.")
    papers: list[Paper] = placed(NodesIn("papers"), "The newest of these papers, at most ten.")


@strawberry.type(description="A chain of co-authors.")
class CollaborationPath:
    """A chain of co-authors."""

    length: int = prop("length", "Steps.")
    people: list[Researcher] = placed(NodesIn("people"), "Everyone on the way, both ends among them.")
    hops: list[CollaborationHop] = placed(RowsIn("hops"), "The steps, in order.")


@strawberry.type(description="One line on a research map.")
class ResearchMapEdge:
    """One line on a research map."""

    from_: strawberry.ID = placed(Prop("from"), "Where it starts: a node's id.", name="from")
    to: strawberry.ID = prop("to", "Where it ends: a node's id.")
    type: str = prop(
        "type",
        "The relationship: AUTHORED, ABOUT, CITES, WRITTEN_AT, APPEARED_IN (a paper in a venue, or in a volume of it), "
        "AFFILIATED_WITH, COLLABORATED_WITH, PART_OF, RELATED_TO or SUCCEEDED_BY; and WROTE_ON, derived from the "
        "papers that tie a person or an institution to a topic, where one of the two is the centre.",
    )
    weight: float = prop("weight", "How strong: joint papers for people, papers for WROTE_ON, otherwise 1.")


@strawberry.type(description="What lies around a node.")
class ResearchMap:
    """What lies around a node."""

    center: Node = placed(NodeIn("center"), "The node in the middle.")
    nodes: list[Node] = placed(
        NodesIn("nodes"), "The nearest people, papers, topics and institutions, the centre first."
    )
    edges: list[ResearchMapEdge] = placed(
        RowsIn("edges"), "Every typed relationship among these nodes. Each node has at least one with the centre."
    )
    truncated: bool = prop("truncated", "Whether there is more around than is shown.")


@strawberry.type(description="Something that was found.")
class SearchEdge(Edge[Node]):
    """Something that was found."""

    score: float = prop("score", "How well it fits; only to compare within one answer.")


@strawberry.type(description="What was found, best first.")
class SearchConnection(Connection[SearchEdge, Node], GroupedResults):
    """What was found, best first."""

    total_count: int = prop("totalCount", "How many were found: at most 1,000 of those that fit by their words.")
    truncated: bool = prop("truncated", "Whether 1,000 were found: there may be more that fit less well.")
