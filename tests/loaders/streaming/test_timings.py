"""Measurement of the time that a load spends in each activity."""

import asyncio
import time
from pathlib import Path

import pytest

from cypher.driver.client import Graph
from cypher.driver.metrics import timed, waiting
from loaders.pipeline.progress import Progress
from loaders.pipeline.run import LoadOptions, load
from loaders.pipeline.timings import TimeBreakdown, measure_load
from loaders.sources.base import sources
from tests.loaders.load_helpers import write_records
from tests.loaders.test_interrupted_loads import many_records

pytestmark = pytest.mark.anyio


def test_time_shares_are_listed_largest_first() -> None:
    """Shares are listed from the largest, without zeros; before any measurement the text is empty."""
    assert TimeBreakdown().format() == TimeBreakdown().bottleneck == ""
    spent = TimeBreakdown(reading_s=14, resolving_s=25, neo4j_s=61)
    assert spent.format() == "limited by: Neo4j (61% of the time), resolving 25%, reading 14%"
    assert TimeBreakdown(reading_s=3, deriving_s=1).format() == "limited by: reading (75% of the time), deriving 25%"


async def test_each_second_is_counted_once() -> None:
    """Reader, Neo4j, computation and derivation are separate; overlapping requests count once."""
    with measure_load() as clock:
        with clock.reading():
            await asyncio.sleep(0.1)
        time.sleep(0.2)  # noqa: ASYNC251 work that keeps the loop busy
        await asyncio.gather(*(wait_for_neo4j(seconds) for seconds in (0.05, 0.3, 0.3)))
        clock.start_deriving()
        await wait_for_neo4j(0.15)
        spent = clock.spent
    assert spent.reading_s == pytest.approx(0.1, abs=0.05)
    assert spent.resolving_s == pytest.approx(0.2, abs=0.05)
    assert spent.neo4j_s + spent.network_s == pytest.approx(0.3, abs=0.05)
    assert spent.network_s == pytest.approx(0.15, abs=0.03)
    assert spent.deriving_s == pytest.approx(0.15, abs=0.05)


def test_first_requests_are_not_counted_as_network() -> None:
    """The first requests, which wait for query plans, add no network time."""
    with timed() as stopwatch:
        for _ in range(3):
            with waiting():
                time.sleep(0.01)
    assert stopwatch.waited_s > 0.02
    assert stopwatch.network_s == 0


async def wait_for_neo4j(seconds: float) -> None:
    """Wait the given number of seconds for ten round trips."""
    with waiting(10):
        await asyncio.sleep(seconds)


async def test_each_task_has_own_stopwatch() -> None:
    """The Neo4j requests of another task, such as the lease renewal, do not count for this task."""
    other = asyncio.create_task(wait_for_neo4j(0.1))
    with timed() as stopwatch:
        await other
        await wait_for_neo4j(0.02)
    assert (stopwatch.trips, stopwatch.waited_s) == (10, pytest.approx(0.02, abs=0.015))


@pytest.mark.full
@pytest.mark.graph
async def test_load_time_breakdown_adds_up(empty_graph: Graph, tmp_path: Path) -> None:
    """The parts add up to the duration of the load and grow from step to step."""
    told: list[Progress] = []
    began = time.perf_counter()
    path = write_records(tmp_path, many_records(200))
    summary = await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk_size=50, report=told.append))
    assert summary.spent.whole_s == pytest.approx(time.perf_counter() - began, rel=0.2)
    assert summary.spent.neo4j_s > 0
    assert summary.spent.deriving_s > 0
    wholes = [one.spent.whole_s for one in told]
    assert wholes == sorted(wholes)
    assert [one.counts.new for one in told][:6] == [0, 50, 100, 150, 200, 200]
    assert (told[-1].counts.files, told[-1].counts.total_files) == (1, 1)
