"""Where the time of a load goes is measured, not guessed."""

import asyncio
import time
from pathlib import Path

import pytest

from cypher.driver.client import Graph
from cypher.driver.metrics import timed, waiting
from loaders.pipeline.progress import Progress
from loaders.pipeline.run import LoadOptions, load
from loaders.pipeline.timings import TimeBreakdown, running
from loaders.sources.base import sources
from tests.loaders.loading import written
from tests.loaders.test_broken_off import many

pytestmark = pytest.mark.anyio


def test_it_is_said_with_the_largest_first() -> None:
    """Shares are said from the largest on, those of nothing left out; before anything was spent nothing is said."""
    assert TimeBreakdown().format() == TimeBreakdown().bottleneck == ""
    spent = TimeBreakdown(reading_s=14, resolving_s=25, neo4j_s=61)
    assert spent.format() == "limited by: Neo4j (61% of the time), resolving 25%, reading 14%"
    assert TimeBreakdown(reading_s=3, deriving_s=1).format() == "limited by: reading (75% of the time), deriving 25%"


async def test_each_second_is_counted_once() -> None:
    """Waiting for reader and Neo4j, working and counting are told apart; answers that overlap are waited for once."""
    with running() as clock:
        with clock.reading():
            await asyncio.sleep(0.1)
        time.sleep(0.2)  # noqa: ASYNC251 work that keeps the loop busy
        await asyncio.gather(*(answered(seconds) for seconds in (0.05, 0.3, 0.3)))
        clock.count()
        await answered(0.15)
        spent = clock.spent
    assert spent.reading_s == pytest.approx(0.1, abs=0.05)
    assert spent.resolving_s == pytest.approx(0.2, abs=0.05)
    assert spent.neo4j_s + spent.network_s == pytest.approx(0.3, abs=0.05)
    assert spent.network_s == pytest.approx(0.15, abs=0.03)
    assert spent.deriving_s == pytest.approx(0.15, abs=0.05)


def test_a_few_slow_answers_are_not_the_networks() -> None:
    """Of the first trips, whose answers wait for plans, nothing is put down to the network."""
    with timed() as stopwatch:
        for _ in range(3):
            with waiting():
                time.sleep(0.01)
    assert stopwatch.waited_s > 0.02
    assert stopwatch.network_s == 0


async def answered(seconds: float) -> None:
    """Wait so long for ten trips."""
    with waiting(10):
        await asyncio.sleep(seconds)


async def test_another_task_has_a_stopwatch_of_its_own() -> None:
    """What a task that runs already asks of Neo4j, such as the keeper of the lease, is not taken for this one's."""
    other = asyncio.create_task(answered(0.1))
    with timed() as stopwatch:
        await other
        await answered(0.02)
    assert (stopwatch.trips, stopwatch.waited_s) == (10, pytest.approx(0.02, abs=0.015))


@pytest.mark.full
@pytest.mark.graph
async def test_a_load_adds_up_to_its_time(empty_graph: Graph, tmp_path: Path) -> None:
    """What was spent on all together is the time that the load took, and grows from step to step."""
    told: list[Progress] = []
    began = time.perf_counter()
    path = written(tmp_path, many(200))
    summary = await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk=50, tell=told.append))
    assert summary.spent.whole_s == pytest.approx(time.perf_counter() - began, rel=0.2)
    assert summary.spent.neo4j_s > 0
    assert summary.spent.deriving_s > 0
    wholes = [one.spent.whole_s for one in told]
    assert wholes == sorted(wholes)
    assert [one.counts.new for one in told][:6] == [0, 50, 100, 150, 200, 200]
    assert (told[-1].counts.files, told[-1].counts.of_files) == (1, 1)
