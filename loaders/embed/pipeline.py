"""Run `byline embed`: compute and write the missing and outdated vectors of papers.

Papers are read with the hashes of their vectors, page by page to limit memory use.
"""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from cypher.driver.client import Graph
from cypher.driver.values import Value
from cypher.queries import lookup
from loaders.embed.model import EmbeddingModel
from loaders.graph_queries import run_query, write_statement
from loaders.writing.lease import WriterLease, write_lease

PAGE = 500
"""Papers of a page, which one transaction writes."""
REPORT_INTERVAL_S = 10.0
"""Seconds between two progress messages."""
CALL = 32
"""Papers of a call of the model, after which a signal can end the run: about two seconds."""
DECIMALS = 6
"""Decimals of the numbers of a vector that are sent to Neo4j, which stores 7 significant digits."""


class Paper(NamedTuple):
    """A paper with its text, and the hash of the text and the model of its vector; None without a vector."""

    id: str
    text: str
    hash: str | None


def text_of(title: str, abstract: str | None) -> str:
    """Return the text that is embedded: the title, and the abstract if there is one."""
    return f"{title}. {abstract}" if abstract else title


def hash_of(text: str, model: str) -> str:
    """Return the hash by which a vector is known to be outdated: of the name of the model and of the text."""
    return hashlib.sha256(f"{model}\n{text}".encode()).hexdigest()[:32]


async def pages(graph: Graph) -> AsyncIterator[list[Paper]]:
    """Yield all papers of the graph in pages, sorted by ID."""
    after = ""
    while rows := await run_query(graph, lookup.EMBED_PAPERS, after=after, limit=PAGE):
        yield [Paper(row.id, text_of(row.title or "", row.abstract), row.hash) for row in rows]
        after = rows[-1].id


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
