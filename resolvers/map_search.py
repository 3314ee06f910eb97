"""Find a research map before the query of a request runs, and compute the positions of its entities.

A query of its own finds the IDs, relationships and relevance. Its text is the same for every request, so that Neo4j
plans its 300 lines once. `traversal.map_layout` places the entities if the client wants a layout. The result is one
parameter of the request's query, which reads the entities.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, cast

from anyio import CapacityLimiter, to_thread

from cypher.catalog import PARAMETER_MAP
from cypher.driver.client import Graph
from resolvers.compile.cypher_files import query_of_file
from traversal.map_layout import PlacedNode, place_nodes

_limiter = CapacityLimiter(2)
"""Maximum number of layouts at the same time."""
COLUMNS = {
    "nodes": "[node IN nodes | node.id]",
    "centers": "size(centers)",
    "ranked": "[row IN ranked | {id: row.node.id, label: labels(row.node)[0], depth: row.depth, "
    "relevance: row.relevance}]",
    "edges": "edges",
    "edgeCount": "edgeCount",
    "kinds": "kinds",
    "truncated": "truncated",
}
"""Columns of `ids_query`: keys of the result -> expressions over the columns of `graphql/search_map`."""


@cache
def ids_query() -> str:
    """Return the Cypher that finds a map, with IDs instead of entities."""
    return query_of_file("graphql/search_map", COLUMNS)


async def find_map(graph: Graph, parameters: Mapping[str, Any], timeout_s: float) -> dict[str, Any] | None:
    """Return the parameter `found` of `graphql/research_map`; None if a center is unknown. Raises a GraphError.

    Args:
        graph: the graph.
        parameters: those of `graphql/search_map`, and `layout`: FORCE, RADIAL or None.
        timeout_s: time limit of the query in seconds.
    """
    layout = parameters["layout"]
    search = {name: value for name, value in parameters.items() if name != "layout"}
    rows = (await graph.read(ids_query(), {PARAMETER_MAP: search}, timeout_s=timeout_s)).rows
    if not rows:
        return None
    found: dict[str, Any] = dict(zip(COLUMNS, rows[0], strict=True))
    places = {identifier: place for place, identifier in enumerate(cast("Sequence[str]", found["nodes"]))}
    positions: Mapping[str, Sequence[float]] = {}
    if layout is not None:
        placed = [PlacedNode(row["id"], row["depth"], row["label"]) for row in found["ranked"]]
        edges = [(edge["from"], edge["to"], edge["weight"]) for edge in found["edges"]]
        positions = await to_thread.run_sync(place_nodes, layout, placed, edges, limiter=_limiter)
    found["ranked"] = [
        {"place": places[row["id"]], "depth": row["depth"], "relevance": row["relevance"]}
        | dict(zip("xy", positions.get(row["id"], ()), strict=False))
        for row in found["ranked"]
    ]
    return found
