"""The graph is read as a whole only while nobody writes to it."""

import socket
import subprocess
import sys
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import pytest

from cypher.driver.client import Address, Graph
from cypher.driver.values import Value
from loaders.export.canonical_export import ConcurrentWriteError, export, iter_canonical_lines
from loaders.records.record import PaperRecord
from loaders.writing import process_identity as processes
from loaders.writing.lease import write_lease
from tests.byline.command_line import run
from tests.byline.serving import environment
from tests.loaders.loading import loaded

pytestmark = pytest.mark.graph

ONE = PaperRecord(source="acl", key="one", title="One")
TWO = PaperRecord(source="acl", key="two", title="Two")
KILLED = "CREATE (:Lease {name: 'writer', holder: $holder, doing: 'byline load acl', until: timestamp() + 60000})"


async def test_an_export_beside_a_writer_ends_with_an_error(empty_graph: Graph, tmp_path: Path) -> None:
    """While a load is at work the command says so, fails, leaves no file; and the lease is no line of any export."""
    await loaded(empty_graph, tmp_path, [ONE])
    file = tmp_path / "whole"
    async with write_lease(empty_graph, "byline load acl"):
        done = run("export", "--canonical", "--output", str(file), env=environment(empty_graph.address))
    assert done.returncode == 1
    assert "byline load acl writes to it during the export" in done.stderr
    assert "Traceback" not in done.stderr
    assert not file.exists()
    assert not any("Lease" in line for line in await export(empty_graph))


def ended_process() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait(timeout=30)
    return ended.pid


class Beside(Graph):
    """A graph into which somebody else loads a paper once so many statements have been read whole."""

    async def stream(
        self, text: str, parameters: Mapping[str, Value] | None = None, *, size: int = 1000, timeout_s: float
    ) -> AsyncGenerator[list[list[Value]]]:
        """Yield rows as ever, and load the paper behind the last of them where it is time."""
        async for page in super().stream(text, parameters, size=size, timeout_s=timeout_s):
            yield page
        self.left -= 1
        if self.left == 0:
            await loaded(self, self.folder, [TWO])

    def __init__(self, address: Address, left: int, folder: Path) -> None:
        super().__init__(address)
        self.left = left
        self.folder = folder


@pytest.mark.parametrize("read", range(1, 5))
async def test_what_changed_while_it_was_read_is_not_given(empty_graph: Graph, tmp_path: Path, read: int) -> None:
    """A load that came and went after one of the four readings is noticed before the first line is given."""
    await loaded(empty_graph, tmp_path, [ONE])
    async with Beside(empty_graph.address, read, tmp_path) as graph:
        with pytest.raises(ConcurrentWriteError, match=r"has changed during the export\. Run it again"):
            await anext(iter_canonical_lines(graph))
        assert len([line for line in await export(graph) if line.startswith("Record ")]) == 2


async def test_who_was_killed_disturbs_nobody(empty_graph: Graph, tmp_path: Path) -> None:
    """The lease of a process of this machine that has ended keeps nobody from reading."""
    await loaded(empty_graph, tmp_path, [ONE])
    holder = f"{socket.gethostname()} {ended_process()}@{processes.current_process_token().partition('@')[2]} 01H"
    await empty_graph.administer(KILLED, {"holder": holder})
    assert await export(empty_graph)
