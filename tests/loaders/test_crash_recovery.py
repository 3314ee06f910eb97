"""Loads and Neo4j killed at any moment, and full disks: a resumed load equals an undisturbed one."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from threading import Timer

import anyio
import anyio.to_thread
import psutil
import pytest

from bench.reliability.fault_operator import kill
from byline.local_neo4j.recovery import unrecovered_log_bytes
from byline.local_neo4j.server import ManagedServer, start_or_join
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.migrate import migrate
from loaders.export.canonical_export import export
from loaders.pipeline.run import LoadOptions, load
from loaders.sources.base import sources
from tests.byline.server_process import BYLINE, environment
from tests.conftest import emptied
from tests.loaders.load_helpers import write_records
from tests.loaders.streaming.test_chunk_reader import FEED
from tests.loaders.test_interrupted_loads import many_records

pytestmark = [pytest.mark.graph, pytest.mark.anyio]

SAMPLE = sources()["sample"]
SCRIPT = """
import asyncio, os, signal, sys
from pathlib import Path
from cypher.driver.errors import GraphError
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.pipeline.run import LoadOptions, load
from loaders.sources.base import sources

async def main():
    async with Graph(Address(os.environ["AT"], os.environ["USER_NAME"], os.environ["PASSWORD"])) as graph:
        print("ready", flush=True)
        wishes = LoadOptions(chunk_size=20, resume=True, workers=2, min_pool_bytes=0)
        try:
            found = await load(graph, sources()["sample"], [Path(sys.argv[1])], wishes)
        except GraphError as error:
            print("GraphError", error, flush=True)
            sys.exit(1)
        print(found.read, found.new, found.changed, found.unchanged, found.rejected, flush=True)

asyncio.run(main())
"""
PAPERS_OF_DEFAULT_BATCHES = 6_000
SAID = re.compile(r"GraphError |\d+ \d+ \d+ ")
QUICKEST_S, LONGEST_S = 0.0, 4.0
"""Seconds after which a load is killed: one takes about as long as that."""


def write_papers(folder: Path) -> Path:
    """Write 400 papers in four files."""
    papers = many_records(400)
    for number in range(4):
        write_records(folder, papers[100 * number : 100 * (number + 1)], f"{number}.json")
    return folder


def resume_and_kill(address: Address, path: Path, after_s: float) -> list[int] | None:
    """Resume a load and kill it after a delay; return its counts if it ended before. No process remains."""
    at = {**os.environ, "AT": address.uri, "USER_NAME": address.username, "PASSWORD": address.password}
    with subprocess.Popen([sys.executable, "-c", SCRIPT, str(path)], env=at, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout
        assert run.stdout.readline() == "ready\n"
        timer = Timer(after_s, run.kill)
        timer.start()
        said = run.stdout.readline()
        timer.cancel()
        below = [one for one in psutil.Process().children(recursive=True) if one.pid != run.pid]
        run.wait(30)
    assert run.returncode in {0, -signal.SIGKILL}
    readers = [one for one in below if one.is_running() and "spawn_main" in " ".join(_command(one))]
    assert psutil.wait_procs(readers, timeout=10)[1] == []
    return [int(count) for count in said.split()] or None


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


async def check_load_survives_kills(address: Address, graph: Graph, folder: Path, kills: int, seed: int) -> None:
    """Kill loads at random moments, resume each time, and compare each completed load."""
    chance = random.Random(seed)  # noqa: S311 no secret
    path = write_papers(folder)
    await load(graph, SAMPLE, [path], LoadOptions(chunk_size=20))
    plain = await export(graph)
    await emptied(graph)
    left, ended = kills, 0
    while left or not ended:
        after_s = chance.uniform(QUICKEST_S, LONGEST_S) if left else 60.0
        found = await anyio.to_thread.run_sync(resume_and_kill, address, path, after_s)
        left -= found is None
        if found is not None:
            assert found in ([400, 400, 0, 0, 0], [400, 0, 0, 400, 0])  # the latter where it was done, and killed after
            assert await export(graph) == plain
            ended += 1
            await emptied(graph)


@pytest.mark.full
async def test_load_killed_at_random_moments_gives_same_graph(
    address: Address, empty_graph: Graph, tmp_path: Path
) -> None:
    """After four kills at random moments, --resume gives the undisturbed export, and its counts add up."""
    await check_load_survives_kills(address, empty_graph, tmp_path, 4, 1)


@pytest.mark.full
@pytest.mark.timeout(3_000)
async def test_load_killed_200_times_gives_same_graph(address: Address, empty_graph: Graph, tmp_path: Path) -> None:
    """The same property holds for 200 kills over several loads."""
    await check_load_survives_kills(address, empty_graph, tmp_path, 200, 2)


def load_during_kill(at: Address, path: Path, neo4j: int | None, after_s: float) -> tuple[int, list[str]]:
    """Resume a load in a separate process and kill Neo4j after a delay; return its exit code and output."""
    env = {**os.environ, "AT": at.uri, "USER_NAME": at.username, "PASSWORD": at.password}
    with subprocess.Popen([sys.executable, "-c", SCRIPT, str(path)], env=env, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout
        assert run.stdout.readline() == "ready\n"
        timer = Timer(after_s, os.kill, (neo4j, signal.SIGKILL))
        if neo4j is not None:
            timer.start()
        lines = [line for line in run.stdout if SAID.match(line)]  # beside it stand warnings of what is tried again
        timer.cancel()
        return run.wait(30), lines[0].split()


def connection_address(managed: ManagedServer) -> Address:
    """Return the address of a Neo4j with its credentials."""
    at = managed.connection
    return Address(at.uri, at.username, at.password, at.database)


async def load_through_neo4j_kills(home: Path, folder: Path, kills: int) -> None:
    """Load into a separate Neo4j that is killed repeatedly, and resume each time it has restarted."""
    chance = random.Random(kills)  # noqa: S311 no secret
    path = write_papers(folder)
    left = kills
    while True:
        managed = await anyio.to_thread.run_sync(lambda: start_or_join(home, heap="512m", page_cache="64m"))
        address = connection_address(managed)
        try:
            async with Graph(address) as graph:
                await migrate(graph)
                killed, after_s = managed.jvm.pid if left else None, chance.uniform(QUICKEST_S, LONGEST_S)
                code, said = await anyio.to_thread.run_sync(load_during_kill, address, path, killed, after_s)
                if managed.alive():
                    assert code == 0
                    await assert_same_as_undisturbed(graph, path, [int(one) for one in said])
                    await emptied(graph)
                    if not left:
                        return
                else:
                    assert (code, said[:1]) in ((1, ["GraphError"]), (0, ["400"]))
                    left -= 1
        finally:
            managed.stop()


async def assert_same_as_undisturbed(graph: Graph, path: Path, counts: Sequence[int]) -> None:
    """Check that the counts and the export equal those of an undisturbed load."""
    assert counts == [400, 400, 0, 0, 0]
    broken = await export(graph)
    await emptied(graph)
    await load(graph, SAMPLE, [path], LoadOptions(chunk_size=20))
    assert await export(graph) == broken


@pytest.mark.full
@pytest.mark.timeout(600)
async def test_load_resumes_after_neo4j_kill(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A kill of Neo4j ends the load with an error, and --resume gives the undisturbed result."""
    await load_through_neo4j_kills(tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("files"), 1)


@pytest.mark.full
@pytest.mark.timeout(3_600)
async def test_load_resumes_after_20_neo4j_kills(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The same property holds for 20 kills."""
    await load_through_neo4j_kills(tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("files"), 20)


@pytest.mark.full
@pytest.mark.timeout(600)
async def test_load_is_recovered_with_the_default_heap(tmp_path: Path) -> None:
    """After a load of default batches and a kill of Neo4j, the transaction logs are recovered without a larger heap."""
    file = write_records(tmp_path, many_records(PAPERS_OF_DEFAULT_BATCHES), "papers.json")
    home, messages = tmp_path / "home", list[str]()
    managed = await anyio.to_thread.run_sync(start_or_join, home)
    address = connection_address(managed)
    async with Graph(address) as graph:
        await migrate(graph)
        summary = await load(graph, SAMPLE, [file], LoadOptions())
        assert summary.new == PAPERS_OF_DEFAULT_BATCHES
    await anyio.to_thread.run_sync(kill, psutil.Process(managed.jvm.pid))
    managed.stop()
    assert unrecovered_log_bytes(managed.folder) > 10_000_000
    managed = await anyio.to_thread.run_sync(lambda: start_or_join(home, progress=messages.append))
    try:
        assert not [message for message in messages if "heap" in message]
        async with Graph(connection_address(managed)) as graph:
            assert (await graph.administer("MATCH (p:Paper) RETURN count(p)")).rows == [[PAPERS_OF_DEFAULT_BATCHES]]
    finally:
        managed.stop()


@pytest.mark.full
def test_full_disk_is_reported(address: Address, tmp_path: Path) -> None:
    """If there is no space to unpack a file or list rejects, the error names the cause and place; exit code 1."""
    (tmp_path / "feed.xml").write_bytes(FEED)
    with tarfile.open(tmp_path / "feed.tar", "w") as tar:
        tar.add(tmp_path / "feed.xml", "feed.xml")
    (tmp_path / "bad.json").write_text(json.dumps([{"record": "paper", "source": "s", "key": "k", "title": ""}]))
    env = environment(address, BYLINE_HOME=str(tmp_path / "home"), COLUMNS="300")

    def run(command: str) -> str:
        done = subprocess.run(
            ["bash", "-c", command], env=env, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1, done.stderr
        assert "Traceback" not in done.stderr
        return done.stderr

    told = run(f"ulimit -f 64; exec {BYLINE} load arxiv feed.tar")  # no file may have more than 64 KiB
    assert "feed.tar: cannot unpack: File too large in " in told
    assert "TMPDIR" in told
    told = run(f"exec {BYLINE} load sample bad.json --rejects /dev/full")
    assert "Cannot write the reject file /dev/full: No space left on device." in told
