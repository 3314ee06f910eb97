"""The graph as plain Python: every node and relationship, read with one plain statement each."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, cast

from cypher.driver.client import Graph

NODES = "MATCH (n) WHERE n.id IS NOT NULL OR n:Identifier RETURN elementId(n), labels(n)[0], properties(n)"
EDGES = "MATCH (a)-[e]->(b) RETURN elementId(a), type(e), properties(e), elementId(b)"

ROOTS = {
    "papers": "Paper",
    "researchers": "Researcher",
    "topics": "Topic",
    "institutions": "Institution",
    "venues": "Venue",
    "volumes": "Volume",
    "funders": "Funder",
}
"""What each list of everything holds."""


@dataclass(eq=False)
class Thing:
    """A node."""

    label: str
    props: dict[str, Any]
    out: dict[str, list["Step"]] = field(default_factory=lambda: defaultdict(list["Step"]), repr=False)
    into: dict[str, list["Step"]] = field(default_factory=lambda: defaultdict(list["Step"]), repr=False)


@dataclass(eq=False)
class Step:
    """A relationship, seen from one end."""

    props: dict[str, Any]
    thing: Thing


@dataclass
class World:
    """All nodes of the graph."""

    things: list[Thing]

    def of(self, label: str) -> list[Thing]:
        """Return every node of a label."""
        return [thing for thing in self.things if thing.label == label]


async def world(graph: Graph) -> World:
    """Read a whole (small) graph."""
    things: dict[str, Thing] = {}
    for key, label, props in (await graph.read(NODES)).rows:
        things[str(key)] = Thing(str(label), cast("dict[str, Any]", props))
    for start, type_, props, end in (await graph.read(EDGES)).rows:
        one, other = things.get(str(start)), things.get(str(end))
        if one is not None and other is not None:
            found = cast("dict[str, Any]", props)
            one.out[str(type_)].append(Step(found, other))
            other.into[str(type_)].append(Step(found, one))
    return World(list(things.values()))
