"""Run queries for loaders."""

from cypher.catalog import statement
from cypher.driver.client import Graph
from cypher.driver.values import Value

READ_S = 120.0
"""Timeout of a query in seconds; one batch may query many keys."""


async def run_query(graph: Graph | None, name: str, **parameters: Value) -> list[list[Value]]:
    """Run a read statement of the catalog with the timeout for loaders.

    Without a graph, return no rows and send nothing: an empty graph has no matches, and Neo4j would plan each
    statement.
    """
    if graph is None:
        return []
    return (await graph.read(statement(name).text, parameters, timeout_s=READ_S)).rows
