"""Write a synthetic graph: first the targets of papers' relationships, then papers; the next batch is built during a
write.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from ulid import ULID

from cypher.catalog import statement
from cypher.driver.client import Graph, Statement
from cypher.driver.errors import GraphError
from cypher.queries import lookup
from loaders.generate import rows
from loaders.generate.graph_model import GraphShape
from loaders.pipeline.progress import LOADING, Progress, ReportProgress, no_progress
from loaders.pipeline.run import update_load_node, utc_now
from loaders.writing.derive import derive
from loaders.writing.lease import WriterLease, write_lease
from loaders.writing.rows import Row

BATCH = 5_000
"""Number of nodes per transaction, with their relationships."""
DERIVATION_STEPS = (
    "papers",
    "collaborations",
    "researchers",
    "h_index",
    "topics",
    "percentiles",
    "institutions",
    "venues",
)
"""Derived facts that can be computed without records; a synthetic graph has none."""
LOADER = "generate"


async def generate(graph: Graph, shape: GraphShape, version: str = "", report: ReportProgress = no_progress) -> None:
    """Write the graph of a shape.

    Raises:
        GraphError: The graph is not empty, or another error of the graph.
        LeaseHeldError: Another command is writing.
    """
    async with write_lease(graph, "byline generate") as lease:
        if (await graph.fetch(lookup.HAS_LOADED_DATA, timeout_s=60))[0].has_loaded_data:
            raise GraphError(
                "The graph is not empty. Synthetic papers can be written only to an empty graph. To empty it, run: "
                "byline reset"
            )
        load = f"l_{ULID()}"
        await update_load_node(
            lease, load, {"loader": LOADER, "version": version, "startedAt": utc_now(), "inputs": []}
        )
        await _write(shape, lease, report)
        count = shape.papers + shape.people
        await derive_all(lease, lambda step: report(Progress(1, 1, count, step)))
        await update_load_node(lease, load, {"finishedAt": utc_now(), "read": count, "new": count})


async def derive_all(lease: WriterLease, report: Callable[[str], None] = lambda _: None) -> None:
    """Compute the derived facts of everything marked as stale, and remove the marks."""
    report("affiliations")
    await lease.graph.administer(statement("ingest/generate/affiliations").text)
    async for step in derive(lease, (*DERIVATION_STEPS, "clear_stale_marks")):
        report(step)


async def _write(shape: GraphShape, lease: WriterLease, report: ReportProgress) -> None:
    total, done = shape.people + 2 * shape.papers, 0
    batches = _batches(shape)
    next_batch = asyncio.create_task(asyncio.to_thread(_next, batches))
    while (batch := await next_batch) is not None:
        next_batch = asyncio.create_task(asyncio.to_thread(_next, batches))
        name, batch_rows, size = batch
        try:
            await lease.write(Statement(statement(f"ingest/{name}").text, {"rows": batch_rows}))
        except BaseException:
            await asyncio.wait([next_batch])
            raise
        done += size
        report(Progress(done, total, done, LOADING))


def _next(batches: "Iterator[tuple[str, list[Row], int]]") -> tuple[str, list[Row], int] | None:
    return next(batches, None)


def _batches(shape: GraphShape) -> Iterator[tuple[str, list[Row], int]]:
    """Yield batches: the statement name, its rows, and the number of nodes that count as progress."""
    for name, nodes in (("generate/topics", rows.topics()), ("generate/institutions", rows.institutions(shape))):
        yield from ((name, part, 0) for part in _parts(nodes, BATCH))
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


def _parts(nodes: Iterator[Row], size: int) -> Iterator[list[Row]]:
    while part := list(islice(nodes, size)):
        yield part
