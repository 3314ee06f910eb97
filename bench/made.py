"""The graph that the benchmarks ask: made up, in the Neo4j that `BYLINE_BENCH_URI` names or one started for it."""

import asyncio
import os
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from cypher.driver.client import Address, Graph
from cypher.migrate import clear_graph, migrate
from loaders.generate.graph_model import GraphShape
from loaders.generate.pipeline import generate
from tests import neo4j_under_test

PAPERS = int(os.environ.get("BYLINE_BENCH_PAPERS", "50000"))
"""How many papers; 0: the graph as it is, of real sources too, for what makes up nothing."""
HUB = min(20_000, PAPERS // 2)
"""Papers of the one who writes most, and citations of the paper that is cited most."""


@contextmanager
def started() -> Generator[Address]:
    """Give a Neo4j for the benchmarks, started if none is named; one that is named keeps its graph."""
    if os.environ.get("BYLINE_BENCH_URI"):
        yield Address(
            os.environ["BYLINE_BENCH_URI"],
            os.environ.get("BYLINE_BENCH_USERNAME", "neo4j"),
            os.environ.get("BYLINE_BENCH_PASSWORD", ""),
        )
        return
    with tempfile.TemporaryDirectory() as home, neo4j_under_test.started(Path(home)) as address:
        yield address


def filled(address: Address, papers: int = PAPERS, hub: int = HUB, *, as_it_is: bool = False) -> str:
    """Fill the graph, unless it holds exactly that already, and say what it holds.

    Empties only what was made up; `as_it_is` takes any graph where no papers are to be made up. Raises SystemExit.
    """
    if not papers:
        if not as_it_is:
            raise SystemExit("BYLINE_BENCH_PAPERS=0 is for bench.versus: the others ask what was made up.")
        return asyncio.run(_as_it_is(address))
    asyncio.run(_fill(address, GraphShape(papers, hub_papers=hub)))
    return f"{papers:,} papers, a hub of {hub:,}"


async def _as_it_is(address: Address) -> str:
    async with Graph(address) as graph:
        [[papers, hub]] = (
            await graph.read(
                "MATCH (n:Researcher) WITH max(n.paperCount) AS hub RETURN COUNT { (:Paper) }, hub", timeout_s=60
            )
        ).rows
    return f"{papers:,} papers as they are, a hub of {hub:,}"


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
            raise SystemExit("That graph holds records of real sources. Name an empty one in BYLINE_BENCH_URI.")
        if (papers, hub) == (shape.papers, shape.hub):
            return
        began = time.perf_counter()
        await clear_graph(graph)
        await generate(graph, shape)
        print(f"{shape.papers:,} papers made up in {time.perf_counter() - began:,.0f} s", flush=True)
