"""Take a loader's records out, all or those that its files have no more, and settle what is left.

A removal that was broken off is finished by the next: each batch is one transaction.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from ulid import ULID

from cypher.run import Graph
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
            await (_take_out(turn, held.missing(read), taken.gone, tell) if taken.gone else _tidy(graph, tell))
        return taken


async def _take_out(turn: Turn, refs: Iterable[Ref], total: int, tell: Tell) -> None:
    graph, load, count = turn.graph, f"l_{ULID()}", 0
    await note(graph, load, {"loader": turn.doing.removeprefix("byline "), "startedAt": now()})
    left = iter(refs)
    while removed := list(islice(left, CHUNK)):
        batch, _ = await decide(graph, {}, removed, frozenset(removed))
        count += len(removed)
        await commit(turn, batch, load, [noted(load, {"read": count})])
        tell(f"{count:,} of {total:,} records taken out")
    await _tidy(graph, tell)
    await note(graph, load, {"finishedAt": now()})


async def _tidy(graph: Graph, tell: Tell) -> None:
    """Count anew what was touched, by a removal that was broken off too, and delete what nothing leads to."""
    await derive_due(graph, lambda step: tell(f"counting ({step})"))
    await sweep(graph)
