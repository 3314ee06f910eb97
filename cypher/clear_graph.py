"""Delete all data of a graph of any size with a small heap."""

from cypher.catalog import statement
from cypher.driver.client import Graph, Statement

BATCH = 20_000
"""Relationships or nodes per transaction, which need about 50 MB of Neo4j's memory."""


async def clear_graph(graph: Graph) -> None:
    """Delete everything except the applied migrations and the writer lease. Raises GraphError; a second call continues.

    Relationships are deleted first: deleting a node with all its relationships takes one transaction, and the node of a
    load has a relationship to every record of that load.
    """
    for file in ("admin/delete_relationships", "admin/delete_nodes"):
        deleted = BATCH
        while deleted == BATCH:
            [answer] = await graph.write(Statement(statement(file).text, {"batch": BATCH}))
            deleted = int(str(answer.rows[0][0]))
