"""A copy of the graph maintained through the change feed, with queries to compare it with the graph."""

from collections.abc import Mapping
from typing import Any

from cypher.driver.client import Graph
from cypher.driver.values import Value
from resolvers.execute import Request, Service

FEED = """query ($since: String, $after: String) { changes(since: $since, after: $after, first: 500) {
  edges { cursor node { kind id mergedInto } } pageInfo { hasNextPage endCursor } } }"""
BEGINNING = "2000-01-01T00:00:00Z"
THINGS = """MATCH (n:Paper|Researcher|Institution|Venue|Volume|Topic|Funder)
WHERE $ids IS NULL OR n.id IN $ids
RETURN n.id, [n.title, n.name, n.year, n.kind]"""
# AFFILIATED_WITH is left out: its years are those of papers, and what is derived is not told.
EDGES = """MATCH (a)-[r:AUTHORED|WRITTEN_AT|CITES|RELATES_TO|ABOUT|APPEARED_IN|PART_OF|EDITED|FUNDED_BY|
  SUCCEEDED_BY|RELATED_TO]->(b)
WHERE a.id IS NOT NULL AND b.id IS NOT NULL AND ($ids IS NULL OR a.id IN $ids OR b.id IN $ids)
RETURN a.id, type(r), b.id, properties(r)"""
WAY = frozenset({"rid", "pid", "ord", "tid", "iid", "fid"})
"""What a relationship repeats of its ends, for indexes."""


class Mirror:
    """Entities by ID and the relationships between them, as learned from the change feed."""

    def __init__(self) -> None:
        self.things: dict[str, Value] = {}
        self.edges: set[str] = set()
        self.merged: dict[str, str] = {}
        self._after: str | None = None

    async def follow(self, graph: Graph) -> None:
        """Read the feed on from where it was left, and ask anew for what it tells, with all its relationships."""
        told: dict[str, Any] = {}
        more = True
        while more:
            begin = None if self._after else BEGINNING
            reply = await Service(graph).answer(Request(FEED, {"since": begin, "after": self._after}))
            assert not reply.errors, reply.errors
            assert reply.data is not None
            page = reply.data["changes"]
            told |= {edge["node"]["id"]: edge["node"] for edge in page["edges"]}
            self._after = page["pageInfo"]["endCursor"] or self._after
            more = page["pageInfo"]["hasNextPage"]
        for one, node in told.items():
            if node["kind"] == "MERGED":
                self.merged[one] = node["mergedInto"]
            else:
                self.merged.pop(one, None)
            if node["kind"] == "ADDED":
                assert one not in self.things or one in await entities(graph), f"{one} was added twice"
        for one in told:
            self.things.pop(one, None)
            self.edges = {edge for edge in self.edges if one not in edge}
        self.things |= await entities(graph, list(told))
        self.edges |= await relationships(graph, list(told))

    async def differing(self, graph: Graph) -> list[str]:
        """Return what the graph holds and the copy does not, or the other way round."""
        now, there = await entities(graph), await relationships(graph)
        return sorted(
            [
                f"{one}: {self.things.get(one)}, and it is {now.get(one)}"
                for one in now.keys() | self.things.keys()
                if now.get(one) != self.things.get(one)
            ]
            + [f"- {one}" for one in self.edges - there]
            + [f"+ {one}" for one in there - self.edges]
        )


async def entities(graph: Graph, ids: list[str] | None = None) -> dict[str, Value]:
    """Return all entities, or those with the given IDs."""
    return {str(one): said for one, said in (await graph.read(THINGS, {"ids": ids})).rows}


async def relationships(graph: Graph, ids: list[str] | None = None) -> set[str]:
    """Return all relationships that sources state, or those at the given IDs."""
    found: set[str] = set()
    for one, kind, other, said in (await graph.read(EDGES, {"ids": ids})).rows:
        assert isinstance(said, Mapping)
        kept = {key: said[key] for key in sorted(said.keys() - WAY)}
        found.add(f"{one} {kind} {other} {kept}")
    return found
