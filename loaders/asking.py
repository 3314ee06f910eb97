"""How loaders ask the graph."""

from cypher.catalog import statement
from cypher.run import Graph
from cypher.values import Value

READ_S = 120.0
"""A batch may ask for much at once."""


async def ask(graph: Graph | None, name: str, **parameters: Value) -> list[list[Value]]:
    """Run one reading statement of the catalog with a loader's patience.

    No graph stands for one that holds nothing to meet: nothing is asked, for Neo4j plans each statement at first.
    """
    if graph is None:
        return []
    return (await graph.read(statement(name).text, parameters, timeout_s=READ_S)).rows
