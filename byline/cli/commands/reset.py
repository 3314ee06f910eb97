"""`byline reset`: an empty graph."""

from typing import Annotated

import typer

from byline.cli.runtime import fail, out, run_with_graph
from cypher.clear_graph import clear_graph
from cypher.driver.client import Graph
from cypher.migrate import migrate, pending
from loaders.writing.lease import write_lease

app = typer.Typer(add_completion=False)


@app.command("reset", epilog="Example: byline reset --yes")
def command(*, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False) -> None:
    """Delete everything in the graph: what was loaded, and what people did. Asks first."""
    if not yes and not typer.confirm("Everything in the graph goes, for good. Go on?"):
        raise fail("Nothing was deleted.")

    reset()


def reset() -> None:
    """Delete everything in the graph that the settings mean, and say so."""
    run_with_graph(_reset)
    out.print("The graph is empty.")


async def _reset(graph: Graph) -> None:
    await pending(graph, imported=True)  # of a later Byline's graph nothing goes
    async with write_lease(graph, "byline reset"):
        await clear_graph(graph)
    await migrate(graph)
