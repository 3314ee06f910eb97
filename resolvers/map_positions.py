"""Compute the positions of a research map before the query of a request runs.

The layout needs all entities and relationships of the map. A query reads their IDs, `traversal.map_layout` places them,
and the positions become one parameter of the request's query.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, cast

from anyio import CapacityLimiter, to_thread

from cypher.catalog import PARAMETER_MAP, group_parameters, statement
from cypher.driver.client import Graph
from resolvers.compile.cypher_files import inline_statement
from traversal.map_layout import PlacedNode, place_nodes

_limiter = CapacityLimiter(2)
"""Maximum number of layouts at the same time."""


@cache
def ids_query() -> str:
    """Return the Cypher that reads the IDs, depths, types and relationships of a map; its parameters are in one map."""
    file = statement("graphql/research_map")
    opening = inline_statement(file, {parameter.name: f"${parameter.name}" for parameter in file.params}, "")
    return group_parameters(
        f"{opening} RETURN [row IN ranked | [row.node.id, row.depth, labels(row.node)[0]]] AS nodes, "
        "[edge IN edges | [edge.from, edge.to, edge.weight]] AS edges } RETURN nodes, edges"
    )


async def find_positions(
    graph: Graph, parameters: Mapping[str, Any], timeout_s: float
) -> dict[str, list[float]] | None:
    """Return [x, y] by ID; None without a layout, or if a center is unknown. Raises a GraphError.

    Args:
        graph: the graph.
        parameters: those of `graphql/research_map`; `positions` is the layout, FORCE or RADIAL, or None.
        timeout_s: time limit of the query in seconds.
    """
    layout = parameters["positions"]
    if layout is None:
        return None
    rows = (await graph.read(ids_query(), {PARAMETER_MAP: {**parameters, "positions": None}}, timeout_s=timeout_s)).rows
    if not rows:
        return None
    nodes, edges = cast("tuple[list[tuple[str, int, str]], list[tuple[str, str, float]]]", rows[0])
    placed = [PlacedNode(*node) for node in nodes]
    return await to_thread.run_sync(place_nodes, layout, placed, edges, limiter=_limiter)
