"""What Neo4j's import leaves to be done in the graph itself."""

from collections.abc import Iterable, Sequence

from cypher.catalog import statement
from cypher.migrate import migrate, migrations
from cypher.run import Graph
from loaders.asking import ask
from loaders.bulk.export import Empty


async def finish(graph: Graph, empty: Iterable[Empty]) -> None:
    """Make the empty lists, and the indexes. Doing it again changes nothing. Raises a GraphError."""
    for one in empty:
        if one.of_relationships:
            text = statement("write/empty_lists_of_relationships").text
            await graph.administer(text, {"type": one.name, "property": one.property})
        else:
            text = statement("write/empty_lists").text
            await graph.administer(text, {"label": one.name, "property": one.property})
    for text in (text for one in migrations() for text in one.statements):
        if text.startswith("CREATE INDEX"):  # Neo4j fills these beside the constraints, each of which one waits for
            await graph.administer(text)
    await migrate(graph, imported=True)  # last: a graph that has migrations is taken for finished


async def missing(graph: Graph, loads: Sequence[str]) -> list[str]:
    """Return which loads the graph does not hold: one that was imported holds those it was prepared from."""
    there = {str(row[0]) for row in await ask(graph, "write/loads_there", ids=list(loads))}
    return [one for one in loads if one not in there]
