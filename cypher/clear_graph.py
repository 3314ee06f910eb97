"""Emptying a graph, however large, in a small heap."""

from cypher.catalog import statement
from cypher.driver.client import Graph, Statement

BATCH = 20_000
"""Relationships or nodes of one transaction: about 50 MB of Neo4j's memory."""


async def clear_graph(graph: Graph) -> None:
    """Delete everything but the record of the migrations and who may write. Raises GraphError; going on is safe.

    Relationships go first, for deleting a node with all of its own takes them into one transaction, and a load's node
    has one for each record that it saw.
    """
    for file in ("admin/delete_relationships", "admin/delete_nodes"):
        deleted = BATCH
        while deleted == BATCH:
            [answer] = await graph.write(Statement(statement(file).text, {"batch": BATCH}))
            deleted = int(str(answer.rows[0][0]))
