"""Run queries and build write statements for loaders."""

from collections.abc import Mapping
from typing import Protocol

from cypher.catalog import Query, RowT
from cypher.driver.client import Statement
from cypher.driver.values import Value

READ_S = 120.0
"""Timeout of a query in seconds; one batch may query many keys."""


class GraphReader(Protocol):
    """A graph to read from."""

    async def fetch(
        self, query: Query[RowT], parameters: Mapping[str, Value] | None = None, *, timeout_s: float | None = None
    ) -> list[RowT]:
        """Run a query of the catalog and return its typed rows. Raises a GraphError."""
        ...


async def run_query(graph: GraphReader | None, query: Query[RowT], **parameters: Value) -> list[RowT]:
    """Run a query of the catalog with the timeout for loaders, and return its typed rows.

    Without a graph, return no rows and send nothing: an empty graph has no matches, and Neo4j would plan each
    query.
    """
    if graph is None:
        return []
    return await graph.fetch(query, parameters, timeout_s=READ_S)


def write_statement(name: str, **parameters: Value) -> Statement:
    """Return a statement of the catalog, such as `ingest/papers`, for a write transaction."""
    return Statement.grouped(name, parameters)
