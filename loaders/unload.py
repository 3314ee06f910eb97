"""Take a loader's records out, batch by batch, and settle what they described from the records that are left."""

from ulid import ULID

from cypher.run import Graph
from loaders.asking import ask
from loaders.records.stated import Ref
from loaders.run import finish, note, now
from loaders.streaming.reading import CHUNK
from loaders.summary import noted
from loaders.writing.derive import sweep
from loaders.writing.lease import Turn, writing
from loaders.writing.settle import decide
from loaders.writing.write import commit


async def unload(graph: Graph, loader: str) -> int:
    """Remove every record that `loader` brought; return how many there were.

    A removal that was broken off is finished by the next: each batch is one transaction. Raises BusyError where a load
    is at work, or another GraphError.
    """
    async with writing(graph, f"byline unload {loader}") as turn:
        return await _unload(graph, loader, turn)


async def _unload(graph: Graph, loader: str, turn: Turn) -> int:
    load = f"l_{ULID()}"
    await note(graph, load, {"loader": f"unload {loader}", "startedAt": now()})
    count = 0
    while rows := await ask(graph, "write/records_of_loader", loader=loader, limit=CHUNK):
        removed = [Ref(str(source), str(key), loader) for source, key in rows]
        batch, _ = await decide(graph, {}, removed, frozenset(removed))
        count += len(removed)
        await commit(turn, batch, load, [noted(load, {"read": count})])
    await finish(graph, load, lambda _: None)
    await sweep(graph)
    return count
