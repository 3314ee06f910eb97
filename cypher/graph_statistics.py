"""Size of the graph: nodes per label and mean degrees per relationship type.

Neo4j keeps the number of nodes per label, and of relationships per type and label of one end. The degree to expect at a
node that was reached over a relationship is higher than the mean, because prolific nodes are reached more often; it is
measured on a sample.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from cypher.catalog import Query
from cypher.driver.client import Graph
from cypher.queries import admin

TIMEOUT_S = 60.0
"""The first call after a start of Neo4j takes seconds."""
DEGREES: Mapping[str, Query[admin.DegreesRow]] = {
    "ABOUT": admin.DEGREES_ABOUT,
    "AFFILIATED_WITH": admin.DEGREES_AFFILIATED_WITH,
    "APPEARED_IN": admin.DEGREES_APPEARED_IN,
    "AUTHORED": admin.DEGREES_AUTHORED,
    "CITES": admin.DEGREES_CITES,
    "COLLABORATED_WITH": admin.DEGREES_COLLABORATED_WITH,
    "EDITED": admin.DEGREES_EDITED,
    "FUNDED_BY": admin.DEGREES_FUNDED_BY,
    "PART_OF": admin.DEGREES_PART_OF,
    "WRITTEN_AT": admin.DEGREES_WRITTEN_AT,
}
SAMPLED_RELATIONSHIPS = 5_000


@dataclass(frozen=True)
class GraphStatistics:
    """Counts of nodes and relationships; without counts every estimate is 0."""

    nodes: Mapping[str, int] = field(default_factory=dict[str, int])
    """Number of nodes per label."""
    outgoing: Mapping[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    """Number of relationships per type and label of the start node; the label "" stands for all."""
    incoming: Mapping[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    """Number of relationships per type and label of the end node; the label "" stands for all."""
    reached: Mapping[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    """Mean degree of nodes reached over a relationship, per type and direction ("out" or "in")."""

    def degree(self, label: str, relationship: str, direction: str, *, reached: bool = False) -> float:
        """Return the mean number of relationships of a type per node.

        Args:
            label: Label of the nodes. For a name that is not a label, such as an interface, the label with the most
                relationships of this type counts.
            relationship: Type of the relationships.
            direction: "out", "in" or "both".
            reached: True if the nodes were reached over a relationship.
        """
        ways = ("out", "in") if direction == "both" else (direction,)
        means = [self._mean({"out": self.outgoing, "in": self.incoming}[way], label, relationship) for way in ways]
        if not reached or not any(means):
            return sum(means)
        return max(sum(means), sum(self.reached.get((relationship, way), 0) for way in ways))

    def end_label(self, relationship: str, direction: str) -> str:
        """Return the label of most nodes that a type of relationship leads to; "" without any."""
        ends = {"out": self.incoming, "in": self.outgoing}.get(direction, self.incoming)
        counts = {label: count for (type_, label), count in ends.items() if type_ == relationship and label}
        return max(counts, key=counts.__getitem__, default="")

    def _mean(self, counts: Mapping[tuple[str, str], int], label: str, relationship: str) -> float:
        if label not in self.nodes:
            labels = {known: count for (type_, known), count in counts.items() if type_ == relationship and known}
            label = max(labels, key=labels.__getitem__, default="")
        return counts.get((relationship, label), 0) / max(1, self.nodes.get(label, 1))


NO_STATISTICS = GraphStatistics()


async def read_counts(graph: Graph) -> dict[str, int]:
    """Return the number of nodes of each label, and of relationships of each type. Raises GraphError."""
    row = (await graph.fetch(admin.GRAPH_COUNTS, timeout_s=TIMEOUT_S))[0]
    counts = _node_counts(row)
    for entry in cast("list[dict[str, Any]]", row.relationships):
        if "relationshipType" in entry and "startLabel" not in entry and "endLabel" not in entry:
            counts[entry["relationshipType"]] = int(entry["count"])
    return counts


async def read_statistics(graph: Graph) -> GraphStatistics:
    """Read the counts and degrees of a graph. Raises GraphError."""
    row = (await graph.fetch(admin.GRAPH_COUNTS, timeout_s=TIMEOUT_S))[0]
    outgoing, incoming = defaultdict[tuple[str, str], int](int), defaultdict[tuple[str, str], int](int)
    for entry in cast("list[dict[str, Any]]", row.relationships):
        type_, count = entry.get("relationshipType"), int(entry["count"])
        if type_ is None:
            continue
        start, end = entry.get("startLabel"), entry.get("endLabel")
        if end is None:
            outgoing[type_, start or ""] = count
        if start is None:
            incoming[type_, end or ""] = count
    return GraphStatistics(_node_counts(row), dict(outgoing), dict(incoming), await _reached_degrees(graph))


def _node_counts(row: admin.GraphCountsRow) -> dict[str, int]:
    return {
        entry["label"]: int(entry["count"]) for entry in cast("list[dict[str, Any]]", row.nodes) if "label" in entry
    }


async def _reached_degrees(graph: Graph) -> dict[tuple[str, str], float]:
    degrees: dict[tuple[str, str], float] = {}
    for relationship, query in DEGREES.items():
        (row,) = await graph.fetch(query, {"sample": SAMPLED_RELATIONSHIPS}, timeout_s=TIMEOUT_S)
        degrees[relationship, "out"], degrees[relationship, "in"] = row.outgoing or 0, row.incoming or 0
    return degrees
