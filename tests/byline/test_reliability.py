"""Short forms of `make soak`, `make attack`, `make faults` and `make fuzz-documents`, on Byline's own Neo4j."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.reliability.attack import attack_process
from bench.reliability.attacks import ATTACKS, NDJSON, run_attacks
from bench.reliability.clients import connect, growth, post, run_clients
from bench.reliability.faults import FAULTS, check_faults
from bench.reliability.fuzz_documents import check
from bench.reliability.service import Service, running
from bench.reliability.soak import soak

pytestmark = [pytest.mark.graph, pytest.mark.full, pytest.mark.timeout(1_800)]
SECONDS = 4.0
LARGE_EXPORT = """{ papers { nodes {
  id title year doi abstract authors(first: 20) { nodes { id name } } citedBy(first: 20) { nodes { id title } }
} } }"""
FAULTS_PER_TEST = 5
"""Number of faults that share an undisturbed load; each takes up to three minutes on a busy machine."""


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """Yield a server on a graph of 2,000 papers; Neo4j has the plans of the reads."""
    with running(2_000) as started:
        asyncio.run(run_clients(started.port, 8, 3 * SECONDS))
        yield started


def test_mixed_reads_have_no_errors(service: Service) -> None:
    """200 connections with mixed reads get no error, and the memory of the server does not double."""
    figures, memory = asyncio.run(soak(service, 200, SECONDS))
    assert figures.errors == Counter()
    assert len(figures.times) > 200
    assert growth([server_mb for server_mb, _ in memory]) < 1


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_ordinary_clients_have_no_errors_beside_an_attack(service: Service, attack: object) -> None:
    """Clients of other addresses get no error while an attack runs, and the attack reaches the server."""
    named = next(one for one in ATTACKS if one is attack)

    async def together() -> tuple[Counter[str], Counter[str]]:
        outcomes, figures = await asyncio.gather(
            run_attacks((named,), service.port, SECONDS), run_clients(service.port, 4, SECONDS)
        )
        return outcomes, figures.errors

    outcomes, errors = asyncio.run(together())
    assert errors == Counter()
    assert outcomes.total()
    assert not [outcome for outcome in outcomes if outcome.startswith("500")]


async def read_slowly(port: int, bytes_per_s: int, seconds: float) -> int:
    """Request a large export, read it slowly for some seconds, and return the number of bytes."""
    reader, writer = await connect(port, "127.0.4.1")
    writer.write(post(LARGE_EXPORT, accept=NDJSON))
    read, until = 0, time.monotonic() + seconds
    while time.monotonic() < until and not reader.at_eof():
        read += len(await reader.read(bytes_per_s // 4))
        await asyncio.sleep(0.25)
    writer.transport.abort()
    return read


async def most_memory_mb(service: Service, readers: int, seconds: float) -> float:
    """Let clients read exports with 4 kB/s, and return the maximum memory of the server in MB."""
    reading = [asyncio.create_task(read_slowly(service.port, 4_000, seconds)) for _ in range(readers)]
    most = 0.0
    while not all(task.done() for task in reading):
        await asyncio.sleep(0.5)
        most = max(most, service.memory_mb()[0])
    assert min([await task for task in reading]) > 0
    return most


async def test_slow_readers_occupy_little_memory(service: Service) -> None:
    """24 slow readers of exports occupy at most 150 MB of the server, and the next 24 occupy the same memory."""
    before, _ = service.memory_mb()
    first = await most_memory_mb(service, 24, 3 * SECONDS)
    second = await most_memory_mb(service, 24, 3 * SECONDS)
    assert first - before < 150
    assert second - first < 30


def test_server_answers_after_all_attacks(service: Service) -> None:
    """All attacks at once end neither the server nor Neo4j, and afterwards clients get no error."""
    attack_process(frozenset(one.name for one in ATTACKS), service.port, SECONDS)
    assert asyncio.run(run_clients(service.port, 8, SECONDS)).errors == Counter()
    assert service.server.is_running()
    assert service.neo4j.is_running()


def test_random_requests_have_known_codes() -> None:
    """Random requests get responses with known codes, within the time limit, and leave no traceback in the log."""
    assert check(1_000, 1).wrong == []


@pytest.mark.parametrize("first", range(0, len(FAULTS), FAULTS_PER_TEST))
def test_faults_leave_the_same_graph(tmp_path: Path, first: int) -> None:
    """After each kind of fault, the canonical export equals that of an undisturbed load."""
    skipped = check_faults(tmp_path, 200, 1, first, tuple(FAULTS)[first : first + FAULTS_PER_TEST])
    if skipped:
        pytest.skip(f"The other faults passed. This machine cannot inject: {', '.join(skipped)}")
