"""What `byline unload` does: checks the name of the source, takes its records out, and says how many there were."""

from byline.commands.manners import fail, on_graph, out
from cypher.migrate import migrate
from cypher.run import Graph
from loaders import unload as taking_out
from loaders.records.record import BYLINE
from loaders.source import sources


def unload(source: str) -> None:
    """Take out the records of a loader, and report. Raises typer.Exit where there is no such loader."""
    known = (*sources(), BYLINE)
    if source not in known:
        raise fail(f"There is no source {source!r}. Sources are: {', '.join(known)}.", code=2)
    count = on_graph(lambda graph: _unload(graph, source))
    out.print(f"{count:,} record{'' if count == 1 else 's'} of {source} taken out.", highlight=False)


async def _unload(graph: Graph, source: str) -> int:
    await migrate(graph)
    return await taking_out.unload(graph, source)
