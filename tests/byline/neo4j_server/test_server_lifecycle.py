"""Life cycle of a real server. Every test stops what it started, by process ID."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
import pytest
from neo4j import GraphDatabase, Query
from neo4j.exceptions import AuthError

from byline.local_neo4j import aot, backup, jars, java, server, state, supervisor
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.progress import NullProgress
from byline.local_neo4j.server import find_running_server, start_or_join

small = partial(start_or_join, heap="512m", page_cache="32m")
STARTER = """
import sys, time
from pathlib import Path
from byline.local_neo4j.server import start_or_join
managed = start_or_join(Path(sys.argv[1]), heap="512m", page_cache="32m")
print(managed.pid, managed.connection.uri, flush=True)
time.sleep(600)
"""


def ask(to: state.Connection, query: Query) -> object:
    # The driver leaves its **config untyped.
    with GraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType]
        to.uri, auth=(to.username, to.password)
    ) as driver:
        record = driver.execute_query(query).records
        return record[0][0] if record else None


def ends_within(pid: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "a home"
    for version in ("2026.08.1", "5.26.30"):
        server.stop(tmp_path / "a home", version=version)


@pytest.mark.full
def test_server_life_cycle(home: Path) -> None:
    """A second start joins the server; killing the starter ends its JVM. Byline detects a killed JVM's state,
    and the graph survives.
    """
    with subprocess.Popen([sys.executable, "-c", STARTER, str(home)], stdout=subprocess.PIPE, text=True) as starter:
        try:
            assert starter.stdout is not None
            pid, uri = starter.stdout.readline().split()
            joined = small(home)
            assert not joined.started
            assert joined.connection.uri == uri
            ask(joined.connection, Query("CREATE (:Paper {title: 'kept'})"))
            joined.stop()
            assert find_running_server(home) == joined.connection
        finally:
            starter.kill()
    assert ends_within(int(pid), 15)
    assert find_running_server(home) is None

    heard: list[str] = []
    second = small(home, progress=heard.append)
    assert second.started
    assert second.pid is not None
    assert any("not stopped cleanly" in line for line in heard)
    os.kill(second.pid, signal.SIGKILL)
    assert ends_within(second.pid, 15)
    assert state.read_state(DataDirectory.for_version(home)) is not None

    heard.clear()
    third = small(home, progress=heard.append)
    assert third.started
    assert any("not stopped cleanly" in line for line in heard)
    assert ask(third.connection, Query("MATCH (p:Paper) RETURN p.title")) == "kept"
    begun = time.monotonic()
    third.stop()
    third.stop()
    assert time.monotonic() - begun < 5
    assert find_running_server(home) is None
    assert state.read_state(DataDirectory.for_version(home)) is None


@pytest.mark.full
def test_server_requires_folder_password(home: Path) -> None:
    """The server rejects any other password, listens on loopback only, and reads no file for LOAD CSV."""
    managed = small(home)
    try:
        with pytest.raises(AuthError):
            ask(replace(managed.connection, password="neo4j-neo4j"), Query("RETURN 1"))  # noqa: S106 - a wrong one
        listening = [c for c in psutil.Process(managed.pid).net_connections() if c.status == psutil.CONN_LISTEN]
        assert {c.laddr[0] for c in listening} <= {"127.0.0.1", "::ffff:127.0.0.1"}
        with pytest.raises(Exception, match=r"(?i)import|not allowed|disabled|configur"):
            ask(managed.connection, Query("LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line LIMIT 1"))
    finally:
        managed.stop()


def test_killed_supervisor_ends_child(tmp_path: Path) -> None:
    """On Linux, the JVM ends even if the process between it and Byline is killed."""
    if not sys.platform.startswith("linux"):
        pytest.skip("other systems have no death signal")
    command = [sys.executable, "-I", "-S", supervisor.__file__, "attached", "0", str(tmp_path / "log"), "sleep", "600"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as keeper:
        assert keeper.stdout is not None
        child = int(keeper.stdout.readline())
        keeper.kill()
    assert ends_within(child, 5)


def test_closed_pipe_ends_child(tmp_path: Path) -> None:
    """The child ends when its starter's pipe closes, which every death of the starter causes."""
    command = [sys.executable, "-I", "-S", supervisor.__file__, "attached", "0", str(tmp_path / "log"), "sleep", "600"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as keeper:
        assert keeper.stdout is not None
        child = int(keeper.stdout.readline())
        assert keeper.stdin is not None
        keeper.stdin.close()
        assert ends_within(child, 5)


@pytest.mark.full
def test_failed_start_shows_end_of_log(home: Path) -> None:
    """A server that cannot start reports the end of its log and a remedy, and leaves no state file."""
    with pytest.raises(ServerError) as error:
        start_or_join(home, heap="900000g", page_cache="32m")
    assert "heap" in error.value.tail
    assert "BYLINE_NEO4J_HEAP" in error.value.hint
    assert state.read_state(DataDirectory.for_version(home)) is None


def kill_while_starting(home: Path, count: int) -> None:
    """Kill the first JVMs of a folder as soon as they are recorded."""
    killed: set[int] = set()
    folder = DataDirectory.for_version(home, "2026.08.1")
    while len(killed) < count:
        found = state.read_state(folder)
        if found is not None and found.jvm.pid not in killed and found.jvm.alive():
            os.kill(found.jvm.pid, signal.SIGKILL)
            killed.add(found.jvm.pid)
        time.sleep(0.05)


@pytest.mark.full
def test_neo4j_killed_while_starting_starts_again(home: Path) -> None:
    """The server starts again after its JVM was killed twice, and reports the reason after the third time."""
    DataDirectory.for_version(home, "2026.08.1").prepare()
    with ThreadPoolExecutor(1) as pool:
        killer = pool.submit(kill_while_starting, home, 2)
        managed = small(home)
        killer.result()
        assert ask(managed.connection, Query("RETURN 1")) == 1
        managed.stop()
        killer = pool.submit(kill_while_starting, home, 3)
        with pytest.raises(ServerError, match=r"Neo4j was killed while starting\."):
            small(home)
        killer.result()
    assert find_running_server(home) is None


@pytest.mark.full
def test_dump_restores_graph(home: Path, tmp_path: Path) -> None:
    """A graph is unchanged after dump, wipe and restore, and the server runs after each step.
    A damaged dump changes nothing.
    """
    managed = small(home, attached=False)
    ask(managed.connection, Query("UNWIND range(1, 1000) AS i CREATE (:Paper {i: i})"))
    target, file, heard = backup.ManagedGraph(home, heap="512m", page_cache="32m"), tmp_path / "graph.dump", list[str]()
    backup.dump(target, file, progress=heard.append)
    assert heard == ["Stopping Neo4j to dump its graph.", "Restarting Neo4j."]
    with pytest.raises(ServerError, match="already exists"):
        backup.dump(target, file)
    now = find_running_server(home)
    assert now is not None
    ask(now, Query("MATCH (p) DELETE p"))
    with pytest.raises(ServerError, match="already"):
        backup.restore(target, file)
    backup.restore(target, file, force=True)
    bad = tmp_path / "bad.dump"
    bad.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(ServerError):
        backup.restore(target, bad, force=True)
    now = find_running_server(home)
    assert now is not None
    assert ask(now, Query("MATCH (p:Paper) RETURN sum(p.i)")) == 500500
    assert (
        sorted(
            p.name for p in DataDirectory.for_version(home).path.iterdir() if p.name.startswith(("restore", "admin"))
        )
        == []
    )


@pytest.mark.full
def test_dump_rejects_server_of_other_process(home: Path, tmp_path: Path) -> None:
    """A dump does not stop a server that belongs to a running process."""
    managed = small(home)
    with pytest.raises(ServerError, match=f"belongs to process {os.getpid()}"):
        backup.dump(backup.ManagedGraph(home), tmp_path / "graph.dump")
    assert managed.alive()
    managed.stop()


@pytest.mark.full
def test_older_store_is_dumped_before_upgrade(home: Path, tmp_path: Path) -> None:
    """Byline dumps a graph of 5.26 before the current release opens it, and rejects the way back."""
    old = small(home, version="5.26.30")
    ask(old.connection, Query("CREATE (:Paper {title: 'from 5.26'})"))
    old.stop()
    DataDirectory.for_version(home, "5.26.30").path.rename(DataDirectory.for_version(home).path)
    heard: list[str] = []
    new = small(home, progress=heard.append)
    assert any("before opening it with 2026.08.1" in line for line in heard)
    assert [p.suffix for p in DataDirectory.for_version(home).dumps.iterdir()] == [".dump"]
    assert ask(new.connection, Query("MATCH (p:Paper) RETURN p.title")) == "from 5.26"
    new.stop()
    DataDirectory.for_version(home).path.rename(DataDirectory.for_version(home, "5.26.30").path)
    with pytest.raises(ServerError, match=r"2026\.08\.1, which 5\.26\.30 cannot read"):
        small(home, version="5.26.30")
    assert find_running_server(home, version="5.26.30") is None
    assert tmp_path.exists()


@pytest.mark.full
def test_damaged_aot_cache_is_ignored(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Byline trains an AOT cache with a load and queries, and uses it. A canceled training leaves no file and no
    process, and a damaged cache does not prevent a start.
    """
    jars.class_path("2026.08.1", NullProgress())
    (tmp_path / "byline").mkdir()
    (tmp_path / "byline" / "jars").symlink_to(jars.cache_folder() / "jars")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = jars.class_path("2026.08.1", NullProgress())
    cancelled = aot.train_in_background(workload=aot.WORKLOAD)
    deadline = time.monotonic() + 60
    while cancelled.workload is None and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(2)
    begun = time.monotonic()
    cancelled.cancel()
    assert time.monotonic() - begun < 0.5
    assert cancelled.wait(10) is None
    assert cancelled.workload is not None
    assert cancelled.workload.wait(5) != 0
    assert not list((tmp_path / "byline" / "aot").glob("*.aot"))
    training = aot.train_in_background(workload=aot.WORKLOAD)
    made = training.wait(600)
    assert made is not None
    assert training.workload is not None
    assert training.workload.returncode == 0
    assert aot.find_cache("2026.08.1", java.find(), path) == made
    assert [p.name for p in (tmp_path / "byline" / "aot").iterdir() if p.name != ".lock"] == [made.name]

    small(home).stop()
    whole = made.read_bytes()
    for damaged in (whole[:5000], whole[:10_000_000] + bytes(30_000_000) + whole[40_000_000:]):
        made.write_bytes(damaged)
        managed = small(home)
        assert ask(managed.connection, Query("RETURN 1")) == 1
        managed.stop()
    assert not made.exists(), "the last damage makes Java crash, which costs the cache"
