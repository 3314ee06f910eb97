"""What `byline generate` does: an empty graph is filled with made-up papers, and it shows how far it is."""

from importlib import metadata

from byline.commands.manners import on_graph
from byline.load_progress import shown
from cypher.migrate import migrate
from cypher.run import Graph
from loaders.generate.run import generate as fill
from loaders.generate.shape import Shape


def generate(shape: Shape) -> None:
    """Fill the graph that the settings mean. Raises typer.Exit where it is not empty or something else is amiss."""
    on_graph(lambda graph: _generate(graph, shape))


async def _generate(graph: Graph, shape: Shape) -> None:
    await migrate(graph)
    async with shown("generate") as tell:
        await fill(graph, shape, metadata.version("byline"), tell)
