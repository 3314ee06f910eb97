"""The generated graph of the benchmarks, in the Neo4j that `BYLINE_BENCH_URI` names or in a new one."""

import asyncio
import os
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.migrate import clear_graph, migrate
from loaders.generate.graph_model import GraphShape
from loaders.generate.pipeline import generate
from tests import neo4j_under_test

PAPERS = int(os.environ.get("BYLINE_BENCH_PAPERS", "50000"))
"""Number of papers; 0: the benchmark reads the existing graph, also one of real sources."""
HUB = min(20_000, PAPERS // 2)
"""Papers of the most prolific researcher, and citations of the most cited paper."""

SETTINGS = {"NEO4J_server_memory_heap_max__size": "3g", "NEO4J_server_memory_pagecache_size": "1g"}
"""Memory of the container; everything else is as Neo4j ships it."""


@contextmanager
def benchmark_neo4j() -> Generator[Address]:
    """Yield the address of the Neo4j that BYLINE_BENCH_URI names, or of one that is started and removed."""
    if os.environ.get("BYLINE_BENCH_URI"):
        yield Address(
            os.environ["BYLINE_BENCH_URI"],
            os.environ.get("BYLINE_BENCH_USERNAME", "neo4j"),
            os.environ.get("BYLINE_BENCH_PASSWORD", ""),
        )
        return
    with tempfile.TemporaryDirectory() as home, neo4j_under_test.started(Path(home), SETTINGS) as address:
        yield address


def fill_graph(address: Address, papers: int = PAPERS, hub: int = HUB, *, allow_existing: bool = False) -> str:
    """Generate the graph unless it exists, and return its description.

    Deletes only generated data. Raises SystemExit if the graph has records of real sources.

    Args:
        allow_existing: Accept any existing graph if BYLINE_BENCH_PAPERS is 0.
    """
    if not papers:
        if not allow_existing:
            raise SystemExit(
                "BYLINE_BENCH_PAPERS=0 works only with bench.peer_comparison. Other benchmarks need generated papers."
            )
        return asyncio.run(_describe_graph(address))
    asyncio.run(_fill(address, GraphShape(papers, hub_papers=hub)))
    return f"{papers:,} papers, a hub of {hub:,}"


async def _describe_graph(address: Address) -> str:
    async with Graph(address) as graph:
        [[papers, hub]] = (
            await graph.read(
                "MATCH (n:Researcher) WITH max(n.paperCount) AS hub RETURN COUNT { (:Paper) }, hub", timeout_s=60
            )
        ).rows
    return f"{papers:,} papers of the existing graph, a hub of {hub:,}"


async def _fill(address: Address, shape: GraphShape) -> None:
    async with Graph(address, write_timeout_s=3600) as graph:
        await migrate(graph)
        [[papers, records, hub]] = (
            await graph.read(
                "RETURN COUNT { (:Paper) }, COUNT { (:Record) }, "
                "COUNT { (:Researcher {id: 'r_01GENERATED000000000000000'})-[:AUTHORED]->() }"
            )
        ).rows
        if records:
            raise SystemExit("The graph has real records. Set BYLINE_BENCH_URI to an empty Neo4j.")
        if (papers, hub) == (shape.papers, shape.hub):
            return
        began = time.perf_counter()
        await clear_graph(graph)
        await generate(graph, shape)
        print(f"{shape.papers:,} papers generated in {time.perf_counter() - began:,.0f} s", flush=True)
