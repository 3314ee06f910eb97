"""`byline reset`: delete all data in the graph."""

from typing import Annotated

import typer

from byline.cli.runtime import fail, out, run_with_graph
from cypher.driver.client import Graph
from cypher.migrate import clear_graph, migrate, pending
from loaders.writing.lease import write_lease

app = typer.Typer(add_completion=False)


@app.command("reset", epilog="Example: byline reset --yes")
def command(*, yes: Annotated[bool, typer.Option("--yes", help="Delete without confirmation.")] = False) -> None:
    """Delete all data in the graph: records, entities and decisions. Asks for confirmation."""
    if not yes and not typer.confirm("Delete all data in the graph permanently?"):
        raise fail("Nothing was deleted.")

    reset()


def reset() -> None:
    """Delete all data in the graph that the settings select."""
    run_with_graph(_reset)
    out.print("The graph is empty.")


async def _reset(graph: Graph) -> None:
    await pending(graph, imported=True)  # refuse to delete the graph of a later Byline version
    async with write_lease(graph, "byline reset"):
        await clear_graph(graph)
    await migrate(graph)
