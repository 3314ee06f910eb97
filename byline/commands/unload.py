"""`byline unload`: take a loader's records out of the graph."""

from typing import TYPE_CHECKING, Annotated

import typer

from byline.commands.manners import fail, on_graph, out

if TYPE_CHECKING:
    from cypher.run import Graph

app = typer.Typer(add_completion=False)


@app.command("unload", epilog="Example: byline unload sample")
def command(source: Annotated[str, typer.Argument(metavar="SOURCE", help="Whose records to take out.")]) -> None:
    """Take out every record that a loader brought, and settle what is left anew.

    What no other record describes goes away, unless people did something with it. `byline unload byline` takes out the
    topics that `byline classify` gave.
    """
    from loaders.record import BYLINE  # noqa: PLC0415 help must not pay for the loaders
    from loaders.source import sources  # noqa: PLC0415 as above

    known = (*sources(), BYLINE)
    if source not in known:
        raise fail(f"There is no source {source!r}. Sources are: {', '.join(known)}.", code=2)
    count = on_graph(lambda graph: _unload(graph, source))
    out.print(f"{count:,} records of {source} taken out.", highlight=False)


async def _unload(graph: "Graph", source: str) -> int:
    from cypher.migrate import migrate  # noqa: PLC0415
    from loaders.unload import unload  # noqa: PLC0415

    await migrate(graph)
    return await unload(graph, source)
