"""Run `byline embed`: compute and write the missing and outdated vectors of papers."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

import msgspec

from cypher.driver.client import Graph
from cypher.driver.values import Value
from loaders.embed.model import EmbeddingModel
from loaders.embed.papers import Paper, hash_of, pages
from loaders.graph_queries import write_statement
from loaders.writing.lease import WriterLease, write_lease

REPORT_INTERVAL_S = 10.0
"""Seconds between two progress messages."""
CALL = 32
"""Papers of a call of the model, after which a signal can end the run: about two seconds."""
DECIMALS = 6
"""Decimals of the numbers of a vector that are sent to Neo4j, which stores 7 significant digits."""


@dataclass(frozen=True, slots=True)
class EmbedOptions:
    """Options of a run.

    Attributes:
        everything: Compute all vectors again, also those that are up to date.
        dry_run: Count the papers without computing vectors.
        report: Receives progress messages.
    """

    everything: bool = False
    dry_run: bool = False
    report: Callable[[str], None] = lambda _: None


class Outcome(msgspec.Struct, frozen=True):
    """Result of a run.

    Attributes:
        model: Name of the model.
        dimension: Numbers per vector.
        papers: Papers in the graph.
        new: Papers that had no vector.
        replaced: Papers with a vector of another text or model; with `everything`, all papers that had a vector.
        unchanged: Papers with an up-to-date vector.
        seconds: Duration.
        dry_run: True if nothing was written.
    """

    model: str
    dimension: int
    papers: int
    new: int
    replaced: int
    unchanged: int
    seconds: float
    dry_run: bool


@dataclass(slots=True)
class _Counts:
    papers: int = 0
    new: int = 0
    replaced: int = 0

    @property
    def embedded(self) -> int:
        return self.new + self.replaced


async def embed(graph: Graph, model: EmbeddingModel, options: EmbedOptions) -> Outcome:
    """Compute the vectors of all papers that need one.

    Each page is one transaction: after an interruption, the next run continues, because written vectors are up to
    date. Only with `everything` does it start from the beginning. Raises LeaseHeldError if another process writes to
    the graph, or another GraphError.
    """
    started, counts = time.monotonic(), _Counts()
    next_report = started + REPORT_INTERVAL_S
    async with AsyncExitStack() as stack:
        options.report(f"Reading papers without an up-to-date vector of the model {model.name}.")
        lease = None if options.dry_run else await stack.enter_async_context(write_lease(graph, "byline embed"))
        async for page in pages(graph):
            wanted = _select(page, model.name, counts, everything=options.everything)
            if lease is not None and wanted:
                await _write(lease, model, wanted)
            if time.monotonic() >= next_report:
                rate = counts.embedded / (time.monotonic() - started)
                options.report(f"{counts.papers:,} papers read, {counts.embedded:,} embedded, {rate:,.0f} per second.")
                next_report = time.monotonic() + REPORT_INTERVAL_S
    return Outcome(
        model.name,
        model.dimension,
        counts.papers,
        counts.new,
        counts.replaced,
        counts.papers - counts.embedded,
        time.monotonic() - started,
        options.dry_run,
    )


def _select(page: Sequence[Paper], model: str, counts: _Counts, *, everything: bool) -> list[Paper]:
    """Return the papers of a page that need a vector, and count them."""
    wanted = [paper for paper in page if everything or paper.hash != hash_of(paper.text, model)]
    new = sum(paper.hash is None for paper in wanted)
    counts.papers += len(page)
    counts.new += new
    counts.replaced += len(wanted) - new
    return wanted


async def _write(lease: WriterLease, model: EmbeddingModel, papers: Sequence[Paper]) -> None:
    """Compute the vectors of papers, and write them in one transaction.

    A text without a token gets no vector: Neo4j has no cosine of the vector 0.
    """
    rows: list[Value] = []
    for start in range(0, len(papers), CALL):
        some = papers[start : start + CALL]
        vectors = await asyncio.to_thread(model.embed, [paper.text for paper in some])
        rows += [
            {"id": paper.id, "vector": vector, "model": model.name, "hash": hash_of(paper.text, model.name)}
            for paper, vector in zip(some, vectors.round(DECIMALS).tolist(), strict=True)
            if any(vector)
        ]
    await lease.write(write_statement("ingest/embeddings", rows=rows))
