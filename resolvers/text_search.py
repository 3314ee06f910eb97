"""Search the entities of a text before the query of a request runs.

A query of its own finds their IDs and scores. Its text is the same for every request, so that Neo4j plans it once. The
result becomes one parameter, from which all parts of the request's query read: rows, counts and a corrected text.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, cast

from cypher.catalog import PARAMETER_MAP
from cypher.driver.client import Graph
from resolvers.compile.cypher_files import query_of_file


@cache
def ids_query() -> str:
    """Return the Cypher that searches and returns IDs and scores."""
    return query_of_file("graphql/search", {"found": "collect([node.id, score])"})


async def find_entities(graph: Graph, parameters: Mapping[str, Any], timeout_s: float) -> list[list[str | float]]:
    """Return the ID and score of each entity. Raises a GraphError.

    Args:
        graph: the graph.
        parameters: those of `graphql/search`.
        timeout_s: time limit of the query in seconds.
    """
    result = await graph.read(ids_query(), {PARAMETER_MAP: dict(parameters)}, timeout_s=timeout_s)
    return cast("list[list[str | float]]", result.rows[0][0])
