"""Write a made-up graph: first what papers point to, then papers, each batch made while the one before is written."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from ulid import ULID

from cypher.catalog import statement
from cypher.errors import GraphError
from cypher.run import Graph, Statement
from loaders.generate import rows
from loaders.generate.shape import Shape
from loaders.run import note, now
from loaders.streaming.progress import LOADING, Progress, Tell, untold
from loaders.writing.derive import derive
from loaders.writing.lease import Turn, writing
from loaders.writing.rows import Row

BATCH = 5_000
"""Nodes of one transaction, with what they point to."""
DERIVED = ("papers", "unpair", "pairs", "people", "h_index", "topics", "percentiles", "institutions", "venues")
"""Derived facts that need no records: there are none behind a made-up graph."""
LOADER = "generate"


async def generate(graph: Graph, shape: Shape, version: str = "", tell: Tell = untold) -> None:
    """Write the graph of a shape.

    Raises GraphError where the graph is not empty, BusyError where something is being written, or another GraphError.
    """
    async with writing(graph, "byline generate") as turn:
        if (await graph.read(statement("write/generate/anything").text, timeout_s=60)).rows[0][0]:
            raise GraphError(
                "The graph is not empty, and made-up papers go into an empty one. To empty it: byline reset"
            )
        load = f"l_{ULID()}"
        await note(turn, load, {"loader": LOADER, "version": version, "startedAt": now(), "inputs": []})
        await _write(shape, turn, tell)
        count = shape.papers + shape.people
        await derived(turn, lambda step: tell(Progress(1, 1, count, step)))
        await note(turn, load, {"finishedAt": now(), "read": count, "new": count})


async def derived(turn: Turn, tell: Callable[[str], None] = lambda _: None) -> None:
    """Count the derived facts of what is marked as due, and take the marks off."""
    tell("affiliations")
    await turn.graph.administer(statement("write/generate/affiliations").text)
    async for step in derive(turn, (*DERIVED, "settled")):
        tell(step)


async def _write(shape: Shape, turn: Turn, tell: Tell) -> None:
    total, done = shape.people + 2 * shape.papers, 0
    batches = _batches(shape)
    ahead = asyncio.create_task(asyncio.to_thread(_next, batches))
    while (batch := await ahead) is not None:
        ahead = asyncio.create_task(asyncio.to_thread(_next, batches))
        name, made, size = batch
        try:
            await turn.write(Statement(statement(f"write/{name}").text, {"rows": made}))
        except BaseException:
            await asyncio.wait([ahead])
            raise
        done += size
        tell(Progress(done, total, done, LOADING))


def _next(batches: "Iterator[tuple[str, list[Row], int]]") -> tuple[str, list[Row], int] | None:
    return next(batches, None)


def _batches(shape: Shape) -> Iterator[tuple[str, list[Row], int]]:
    """Yield what to write: the statement, its rows, and how many of the nodes that are told it comes to."""
    for name, every in (("generate/topics", rows.topics()), ("generate/institutions", rows.institutions(shape))):
        yield from ((name, part, 0) for part in _parts(every, BATCH))
    yield from (("generate/venues", part, 0) for part in _parts(rows.venues(shape), 100))
    for numbers in _ranges(shape.people):
        yield "generate/people", rows.people(shape, numbers), len(numbers)
    for numbers in _ranges(shape.papers):
        yield "generate/papers", [rows.paper(shape, shape.paper(number)) for number in numbers], len(numbers)
    for numbers in _ranges(shape.papers):
        cited = [row for number in numbers if (row := rows.cites(shape.paper(number)))]
        yield "generate/cites", cited, len(numbers)


def _ranges(count: int) -> Iterator[Sequence[int]]:
    return (range(start, min(start + BATCH, count)) for start in range(0, count, BATCH))


def _parts(every: Iterator[Row], size: int) -> Iterator[list[Row]]:
    while part := list(islice(every, size)):
        yield part
