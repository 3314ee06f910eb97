"""Take a loader's records out, all or those that its files have no more, and settle what is left.

A removal that was broken off is finished by the next: each batch is one transaction.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from ulid import ULID

from cypher.catalog import statement
from cypher.run import Graph, Statement
from cypher.values import Value
from loaders.absent import Release, Tell, list_read, none_of_them
from loaders.key_list import KeyList, list_held
from loaders.records.stated import Ref
from loaders.run import derive_due, note, now
from loaders.streaming.reading import CHUNK
from loaders.summary import noted
from loaders.writing.derive import sweep
from loaders.writing.lease import Turn, writing
from loaders.writing.settle import decide
from loaders.writing.write import commit

FIRST = 10
"""So many of the records that go are named."""


@dataclass(frozen=True, slots=True)
class Which:
    """Which of a loader's records go: those of one source (`only`), those that files have no more; unless said, all.

    With `dry` none goes.
    """

    only: str | None = None
    absent_from: Release | None = None
    dry: bool = False


@dataclass(slots=True)
class Taken:
    """How many records there were to choose from, how many of them went or would go, and the first of these."""

    there: int = 0
    gone: int = 0
    nameless: int = 0
    """Records of the files of which nobody could tell which they are."""
    first: tuple[Ref, ...] = ()


def untold(_: str) -> None:
    """Tell nobody."""


async def unload(graph: Graph, loader: str, which: Which | None = None, tell: Tell = untold) -> Taken:
    """Remove records that `loader` brought.

    Raises AbsentError, SourceError, ArchiveError or WorkerError where the files do not say which are absent from them,
    BusyError where a load is at work, or another GraphError: then nothing is taken out but whole batches.
    """
    which = which or Which()
    if which.dry:
        return await _unload(graph, loader, which, tell, None)
    async with writing(graph, f"byline unload {loader}") as turn:
        return await _unload(graph, loader, which, tell, turn)


async def _unload(graph: Graph, loader: str, which: Which, tell: Tell, turn: Turn | None) -> Taken:
    taken = Taken()
    with KeyList(loader) as held, KeyList(loader) as read:
        if which.absent_from:
            taken.nameless = await list_read(which.absent_from, read, tell)
        taken.there = await list_held(graph, which.only, held)
        for ref in held.missing(read):
            taken.gone += 1
            taken.first += (ref,) if taken.gone <= FIRST else ()
        if which.absent_from and taken.gone and taken.gone == taken.there:
            raise none_of_them(loader, taken.there)
        if turn is not None:
            await (_take_out(turn, loader, held.missing(read), taken.gone, tell) if taken.gone else _tidy(turn, tell))
        return taken


async def _take_out(turn: Turn, loader: str, refs: Iterable[Ref], total: int, tell: Tell) -> None:
    graph, load, left, count = turn.graph, f"l_{ULID()}", iter(refs), 0
    begun: dict[str, Value] = {"loader": f"unload {loader}", "startedAt": now()}
    await turn.write(noted(load, begun), Statement(statement("write/give_up_loads").text, {"loader": loader}))
    while removed := list(islice(left, CHUNK)):
        batch, _ = await decide(graph, {}, removed, frozenset(removed))
        count += len(removed)
        await commit(turn, batch, load, [noted(load, {"read": count})])
        tell(f"{count:,} of {total:,} records taken out")
    await _tidy(turn, tell)
    await note(turn, load, {"finishedAt": now()})


async def _tidy(turn: Turn, tell: Tell) -> None:
    """Count anew what was touched, by a removal that was broken off too, and delete what nothing leads to."""
    await derive_due(turn, lambda step: tell(f"counting ({step})"))
    await sweep(turn.graph)
