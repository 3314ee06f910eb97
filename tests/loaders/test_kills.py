"""Loads and Neo4j killed at any moment, and disks that are full: what goes on ends where nothing broke off."""

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

from byline.local_neo4j.server import start_or_join
from cypher.driver.client import Address, Graph
from cypher.migrate import migrate
from loaders.export.canonical_export import export
from loaders.pipeline.run import LoadOptions, load
from loaders.sources.base import sources
from tests.byline.serving import BYLINE, environment
from tests.conftest import emptied
from tests.loaders.loading import written
from tests.loaders.streaming.test_reading import FEED
from tests.loaders.test_broken_off import many

pytestmark = [pytest.mark.graph, pytest.mark.anyio]

SAMPLE = sources()["sample"]
SCRIPT = """
import asyncio, os, signal, sys
from pathlib import Path
from cypher.driver.errors import GraphError
from cypher.driver.client import Address, Graph
from loaders.pipeline.run import LoadOptions, load
from loaders.sources.base import sources

async def main():
    async with Graph(Address(os.environ["AT"], os.environ["USER_NAME"], os.environ["PASSWORD"])) as graph:
        print("ready", flush=True)
        wishes = LoadOptions(chunk=20, resume=True, workers=2, small=0)
        try:
            found = await load(graph, sources()["sample"], [Path(sys.argv[1])], wishes)
        except GraphError as error:
            print("GraphError", error, flush=True)
            sys.exit(1)
        print(found.read, found.new, found.changed, found.unchanged, found.rejected, flush=True)

asyncio.run(main())
"""
SAID = re.compile(r"GraphError |\d+ \d+ \d+ ")
QUICKEST_S, LONGEST_S = 0.0, 4.0
"""Seconds after which a load is killed: one takes about as long as that."""


def folder_of(folder: Path) -> Path:
    """Write 400 papers in four files."""
    papers = many(400)
    for number in range(4):
        written(folder, papers[100 * number : 100 * (number + 1)], f"{number}.json")
    return folder


def killed_or_done(address: Address, path: Path, after_s: float) -> list[int] | None:
    """Go on with a load, and kill it after a while; return its counts where it was done before. No process stays."""
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


async def survives(address: Address, graph: Graph, folder: Path, kills: int, seed: int) -> None:
    """Kill loads at random moments, going on each time; each that gets to its end is compared."""
    chance = random.Random(seed)  # noqa: S311 no secret
    path = folder_of(folder)
    await load(graph, SAMPLE, [path], LoadOptions(chunk=20))
    plain = await export(graph)
    await emptied(graph)
    left, ended = kills, 0
    while left or not ended:
        after_s = chance.uniform(QUICKEST_S, LONGEST_S) if left else 60.0
        found = await anyio.to_thread.run_sync(killed_or_done, address, path, after_s)
        left -= found is None
        if found is not None:
            assert found in ([400, 400, 0, 0, 0], [400, 0, 0, 400, 0])  # the latter where it was done, and killed after
            assert await export(graph) == plain
            ended += 1
            await emptied(graph)


@pytest.mark.full
async def test_a_load_killed_at_some_moments_ends_as_if_undisturbed(
    address: Address, empty_graph: Graph, tmp_path: Path
) -> None:
    """After four kills at random moments --resume ends in the undisturbed export, and its counts add up."""
    await survives(address, empty_graph, tmp_path, 4, 1)


@pytest.mark.full
@pytest.mark.timeout(3_000)
async def test_a_load_killed_at_200_moments_ends_as_if_undisturbed(
    address: Address, empty_graph: Graph, tmp_path: Path
) -> None:
    """The same with 200 kills, over as many loads as get to their end between them."""
    await survives(address, empty_graph, tmp_path, 200, 2)


def load_while(at: Address, path: Path, neo4j: int | None, after_s: float) -> tuple[int, list[str]]:
    """Go on with a load in a process of its own, Neo4j killed after a while; return its exit code and what it said."""
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


async def through_kills_of_neo4j(home: Path, folder: Path, kills: int) -> None:
    """Load into a Neo4j of its own that is killed again and again, going on each time it is back."""
    chance = random.Random(kills)  # noqa: S311 no secret
    path = folder_of(folder)
    left = kills
    while True:
        managed = await anyio.to_thread.run_sync(lambda: start_or_join(home, heap="512m", page_cache="64m"))
        at = managed.connection
        address = Address(at.uri, at.username, at.password, at.database)
        try:
            async with Graph(address) as graph:
                await migrate(graph)
                killed, after_s = managed.jvm.pid if left else None, chance.uniform(QUICKEST_S, LONGEST_S)
                code, said = await anyio.to_thread.run_sync(load_while, address, path, killed, after_s)
                if managed.alive():
                    assert code == 0
                    await same_as_undisturbed(graph, path, [int(one) for one in said])
                    await emptied(graph)
                    if not left:
                        return
                else:
                    assert (code, said[:1]) in ((1, ["GraphError"]), (0, ["400"]))
                    left -= 1
        finally:
            managed.stop()


async def same_as_undisturbed(graph: Graph, path: Path, counts: Sequence[int]) -> None:
    assert counts == [400, 400, 0, 0, 0]
    broken = await export(graph)
    await emptied(graph)
    await load(graph, SAMPLE, [path], LoadOptions(chunk=20))
    assert await export(graph) == broken


@pytest.mark.full
@pytest.mark.timeout(600)
async def test_a_load_whose_neo4j_is_killed_goes_on(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Neo4j is killed amid a load, which ends with an error that says so; once it is back, --resume ends as if not."""
    await through_kills_of_neo4j(tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("files"), 1)


@pytest.mark.full
@pytest.mark.timeout(3_600)
async def test_a_load_whose_neo4j_is_killed_20_times_goes_on(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The same with 20 kills."""
    await through_kills_of_neo4j(tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("files"), 20)


@pytest.mark.full
def test_a_full_disk_is_told(address: Address, tmp_path: Path) -> None:
    """No room for what is unpacked, or for the list of refusals: it is told what and where, with exit code 1."""
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
