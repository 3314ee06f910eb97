"""Recovery of a store that was not closed cleanly, with the heap that it needs."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from neo4j import GraphDatabase
from neo4j.exceptions import Neo4jError

from byline.local_neo4j import recovery, server
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.recovery import RecoveryHeap, unrecovered_log_bytes
from byline.local_neo4j.server import start_or_join

PAIRS = 60_000
"""Pairs of nodes in a transaction: their commands need more than 128 MB of heap."""
CREATE_PAIRS = "UNWIND range(1, $pairs) AS i CREATE (:Paper {k: i, title: 'paper number ' + i})-[:R]->(:Topic {k: i})"
MAX_TRANSACTIONS = 20
"""Number of transactions that exceed the small file system."""
MB = 1_000_000


def unclean_folder(tmp_path: Path) -> DataDirectory:
    """Return a folder with 65 MB of transaction logs after the last checkpoint, and 5 MB before it."""
    folder = DataDirectory.for_version(tmp_path)
    folder.prepare()
    for database, size, modified_s in (("neo4j", 65 * MB, 300), ("system", 5 * MB, 100)):
        logs = folder.data / "transactions" / database
        logs.mkdir(parents=True)
        for name, length, time_s in (("neostore.transaction.db.0", size, modified_s), ("checkpoint.0", 614, 200)):
            with (logs / name).open("wb") as file:
                file.truncate(length)
            os.utime(logs / name, (time_s, time_s))
    return folder


def test_logs_after_last_checkpoint_are_counted(tmp_path: Path) -> None:
    """Only log files that changed after the last checkpoint of their database count; a new folder has none."""
    assert unrecovered_log_bytes(DataDirectory.for_version(tmp_path / "new")) == 0
    assert unrecovered_log_bytes(unclean_folder(tmp_path)) == 65 * MB


def test_heap_is_raised_only_for_recovery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an OutOfMemoryError the heap doubles, to at least 1 GB, while the machine has memory; no other failure and
    no clean store raises it.
    """
    folder = unclean_folder(tmp_path)
    heap = RecoveryHeap.before_start(folder, "256m")
    folder.console_log.write_text("ERROR Failed to start: No space left on device")
    assert (heap.raise_after_failure(), heap.heap) == ("", "256m")
    folder.console_log.write_text("Terminating due to java.lang.OutOfMemoryError: Java heap space")
    assert replace(heap, log_bytes=0).raise_after_failure() == ""
    monkeypatch.setattr(recovery, "SHARE_OF_FREE_MEMORY", 1e9)
    assert "65 MB of transaction logs with a heap of 256m. Starting it with 1024m" in heap.raise_after_failure()
    heap.raise_after_failure()
    assert heap.heap == "2048m"
    monkeypatch.setattr(recovery, "SHARE_OF_FREE_MEMORY", 0)
    with pytest.raises(ServerError, match="cannot recover 65 MB of transaction logs") as error:
        heap.raise_after_failure()
    assert "Free memory" in error.value.hint


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a file system of 60 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=60m", "tmpfs", str(disk)]
    if not sys.platform.startswith("linux") or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root can mount a small file system")
    try:
        yield disk
    finally:
        server.stop(disk)
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill_disk(home: Path) -> int:
    """Write large transactions until the disk is full, and return the number of those that were acknowledged."""
    managed = start_or_join(home, heap="1g", page_cache="32m")
    to, acknowledged = managed.connection, 0
    with (
        GraphDatabase.driver(to.uri, auth=(to.username, to.password)) as driver,  # pyright: ignore[reportUnknownMemberType]
        suppress(Neo4jError),  # the disk is full
    ):
        for _ in range(MAX_TRANSACTIONS):
            driver.execute_query(CREATE_PAIRS, pairs=PAIRS)
            acknowledged += 1
    managed.stop()
    return acknowledged


@pytest.mark.full
@pytest.mark.timeout(900)
def test_full_disk_is_recovered_with_a_larger_heap(small_disk: Path) -> None:
    """After a disk filled up and room was made, a start with a small heap recovers every acknowledged transaction with
    a larger one, and the next start uses the small one again.
    """
    acknowledged = fill_disk(small_disk)
    assert 0 < acknowledged < MAX_TRANSACTIONS
    folder, heard = DataDirectory.for_version(small_disk), list[str]()
    assert unrecovered_log_bytes(folder) > 20 * MB
    subprocess.run(["mount", "-o", "remount,size=400m", str(small_disk)], check=True)

    managed = start_or_join(small_disk, heap="128m", page_cache="32m", progress=heard.append)
    assert any("ran out of memory" in line and "Starting it with 1024m" in line for line in heard)
    assert "-Xmx1024m" in (folder.path / "java.arguments").read_text()
    to = managed.connection
    with GraphDatabase.driver(to.uri, auth=(to.username, to.password)) as driver:  # pyright: ignore[reportUnknownMemberType]
        pairs = driver.execute_query("MATCH (:Paper)-[r:R]->(:Topic) RETURN count(r)").records[0][0]
    assert pairs in (acknowledged * PAIRS, (acknowledged + 1) * PAIRS)  # the last one may be in the log only
    managed.stop()
    assert unrecovered_log_bytes(folder) == 0

    heard.clear()
    start_or_join(small_disk, heap="128m", page_cache="32m", progress=heard.append).stop()
    assert heard == []
    assert "-Xmx128m" in (folder.path / "java.arguments").read_text()


def write_and_kill(home: Path) -> DataDirectory:
    """Write two transactions and kill Neo4j; return its folder."""
    managed = start_or_join(home, heap="512m", page_cache="32m", attached=False)
    to = managed.connection
    with GraphDatabase.driver(to.uri, auth=(to.username, to.password)) as driver:  # pyright: ignore[reportUnknownMemberType]
        for _ in range(2):
            driver.execute_query(CREATE_PAIRS, pairs=10)
    process = psutil.Process(managed.jvm.pid)
    process.kill()
    process.wait(30)
    return managed.folder


@pytest.mark.full
@pytest.mark.timeout(600)
def test_torn_transaction_is_reported_and_discarded(tmp_path: Path) -> None:
    """With half of a transaction at the end of the logs, a start fails and names the option that discards it; with this
    option, every acknowledged transaction is in the graph.
    """
    folder = write_and_kill(tmp_path)
    [log] = (folder.data / "transactions" / "neo4j").glob("neostore.transaction.db.*")
    content = log.read_bytes().rstrip(b"\0")
    log.write_bytes(content + content[-600:-300] + b"\xff" * 300)
    with pytest.raises(ServerError, match="cannot read the end of its transaction logs") as error:
        start_or_join(tmp_path, heap="512m", page_cache="32m")
    assert "byline db start --truncate-log" in error.value.hint
    assert server.find_running_server(tmp_path) is None

    managed = start_or_join(tmp_path, heap="512m", page_cache="32m", truncate_log=True)
    to = managed.connection
    with GraphDatabase.driver(to.uri, auth=(to.username, to.password)) as driver:  # pyright: ignore[reportUnknownMemberType]
        assert driver.execute_query("MATCH (:Paper)-[r:R]->(:Topic) RETURN count(r)").records[0][0] == 20
    managed.stop()


@pytest.mark.full
@pytest.mark.timeout(300)
def test_graph_that_does_not_start_is_an_error(tmp_path: Path) -> None:
    """If Neo4j starts without the graph for another reason, the error has Neo4j's reason and names the log."""
    folder = write_and_kill(tmp_path)
    (folder.store / "neostore").write_bytes(b"damaged")
    with pytest.raises(ServerError, match="Neo4j started without its graph: ") as error:
        start_or_join(tmp_path, heap="512m", page_cache="32m")
    assert "byline db restore FILE" in error.value.hint
    assert str(folder.debug_log) in error.value.hint
    assert server.find_running_server(tmp_path) is None
