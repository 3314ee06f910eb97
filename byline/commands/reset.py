"""`byline reset`: an empty graph."""

from typing import TYPE_CHECKING, Annotated

import typer

from byline.commands.manners import fail, on_graph, out

if TYPE_CHECKING:
    from cypher.run import Graph

app = typer.Typer(add_completion=False)


@app.command("reset", epilog="Example: byline reset --yes")
def command(*, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False) -> None:
    """Delete everything in the graph: what was loaded, and what people did. Asks first."""
    if not yes and not typer.confirm("Everything in the graph goes, for good. Go on?"):
        raise fail("Nothing was deleted.")
    on_graph(_reset)
    out.print("The graph is empty.")


async def _reset(graph: "Graph") -> None:
    from cypher.empty import empty  # noqa: PLC0415 as below
    from cypher.migrate import migrate  # noqa: PLC0415 help must not pay for the loaders
    from loaders.lease import writing  # noqa: PLC0415

    await migrate(graph)
    async with writing(graph, "byline reset"):
        await empty(graph)
