"""`byline unload`: take a loader's records out of the graph."""

import asyncio
from typing import Annotated

import typer
from rich.console import Console

from byline.commands.load import stop

out = Console()


def unload(source: Annotated[str, typer.Argument(metavar="SOURCE", help="Whose records to take out.")]) -> None:
    """Take out every record that a loader brought, and settle what is left anew.

    What no other record describes goes away, unless people did something with it.

    Example: byline unload sample
    """
    from byline.neo4j_server.terminal import plainly  # noqa: PLC0415 help must not pay for it
    from cypher.errors import GraphError  # noqa: PLC0415

    with plainly():
        try:
            count = asyncio.run(_unload(source))
        except GraphError as error:
            stop(str(error))
        else:
            out.print(f"{count:,} records of {source} taken out.", highlight=False)


async def _unload(source: str) -> int:
    from byline.connection import connect  # noqa: PLC0415
    from cypher.migrate import migrate  # noqa: PLC0415
    from loaders.unload import unload as run  # noqa: PLC0415

    async with connect() as graph:
        await migrate(graph)
        return await run(graph, source)
