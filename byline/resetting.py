"""What `byline reset` does: empties the graph while nobody else writes."""

from byline.commands.manners import on_graph, out
from cypher.empty import empty
from cypher.migrate import migrate, pending
from cypher.run import Graph
from loaders.writing.lease import writing


def reset() -> None:
    """Delete everything in the graph that the settings mean, and say so."""
    on_graph(_reset)
    out.print("The graph is empty.")


async def _reset(graph: Graph) -> None:
    await pending(graph, imported=True)  # of a later Byline's graph nothing goes
    async with writing(graph, "byline reset"):
        await empty(graph)
    await migrate(graph)
