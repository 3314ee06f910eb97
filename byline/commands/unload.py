"""`byline unload`: take a loader's records out of the graph."""

from typing import Annotated

import typer

from byline.commands.manners import fail, out, run, say

app = typer.Typer()


@app.command("unload", epilog="Example: byline unload sample")
def command(source: Annotated[str, typer.Argument(metavar="SOURCE", help="Whose records to take out.")]) -> None:
    """Take out every record that a loader brought, and settle what is left anew.

    What no other record describes goes away, unless people did something with it.
    """
    from loaders.source import sources  # noqa: PLC0415 help must not pay for the loaders

    if source not in sources():
        raise fail(f"There is no source {source!r}. Sources are: {', '.join(sources())}.", code=2)
    count = run(lambda: _unload(source))
    out.print(f"{count:,} records of {source} taken out.", highlight=False)


async def _unload(source: str) -> int:
    from byline.connection import connect  # noqa: PLC0415
    from cypher.migrate import migrate  # noqa: PLC0415
    from loaders.unload import unload  # noqa: PLC0415

    async with connect(say=say) as graph:
        await migrate(graph)
        return await unload(graph, source)
