"""Collaboration paths and research maps."""

import strawberry

from schema.enums import ResearchMapEdgeKind
from schema.field_mapping import NodeIn, NodesIn, PropertyMapping, RowsIn
from schema.fields import mapped_field, prop
from schema.node import Node
from schema.paper import Paper
from schema.researcher import Researcher


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
    kind: ResearchMapEdgeKind = prop("type", "Type of the relationship.")
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
