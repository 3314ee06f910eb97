"""An export reads the graph only while no process writes to it."""

import socket
import subprocess
import sys
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.driver.values import Value
from loaders.export.canonical_export import ConcurrentWriteError, export, iter_canonical_lines
from loaders.records.record import PaperRecord
from loaders.writing import process_identity as processes
from loaders.writing.lease import write_lease
from tests.byline.command_line import run
from tests.byline.server_process import environment
from tests.loaders.load_helpers import load_records

pytestmark = pytest.mark.graph

ONE = PaperRecord(source="acl", key="one", title="One")
TWO = PaperRecord(source="acl", key="two", title="Two")
KILLED = "CREATE (:Lease {name: 'writer', holder: $holder, doing: 'byline load acl', until: timestamp() + 60000})"


@pytest.mark.full
async def test_export_during_load_raises_error(empty_graph: Graph, tmp_path: Path) -> None:
    """During a load the export fails with a message and leaves no file; the lease is never exported."""
    await load_records(empty_graph, tmp_path, [ONE])
    file = tmp_path / "whole"
    async with write_lease(empty_graph, "byline load acl"):
        done = run("export", "--canonical", "--output", str(file), env=environment(empty_graph.address))
    assert done.returncode == 1
    assert "byline load acl writes to it during the export" in done.stderr
    assert "Traceback" not in done.stderr
    assert not file.exists()
    assert not any("Lease" in line for line in await export(empty_graph))


def ended_process() -> int:
    """Return the process ID of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait(timeout=30)
    return ended.pid


class GraphWithConcurrentLoad(Graph):
    """A graph into which a paper is loaded after a number of complete reads."""

    async def stream(
        self, text: str, parameters: Mapping[str, Value] | None = None, *, size: int = 1000, timeout_s: float
    ) -> AsyncGenerator[list[list[Value]]]:
        """Yield rows as ever, and load the paper behind the last of them where it is time."""
        async for page in super().stream(text, parameters, size=size, timeout_s=timeout_s):
            yield page
        self.left -= 1
        if self.left == 0:
            await load_records(self, self.folder, [TWO])

    def __init__(self, address: Address, left: int, folder: Path) -> None:
        super().__init__(address)
        self.left = left
        self.folder = folder


@pytest.mark.parametrize("read", range(1, 5))
async def test_change_during_export_is_detected(empty_graph: Graph, tmp_path: Path, read: int) -> None:
    """A load after one of the four reads is detected before the export yields its first line."""
    await load_records(empty_graph, tmp_path, [ONE])
    async with GraphWithConcurrentLoad(empty_graph.address, read, tmp_path) as graph:
        with pytest.raises(ConcurrentWriteError, match=r"has changed during the export\. Run it again"):
            await anext(iter_canonical_lines(graph))
        assert len([line for line in await export(graph) if line.startswith("Record ")]) == 2


async def test_lease_of_killed_process_does_not_block_export(empty_graph: Graph, tmp_path: Path) -> None:
    """The lease of an ended process of this machine does not block an export."""
    await load_records(empty_graph, tmp_path, [ONE])
    holder = f"{socket.gethostname()} {ended_process()}@{processes.current_process_token().partition('@')[2]} 01H"
    await empty_graph.administer(KILLED, {"holder": holder})
    assert await export(empty_graph)
