"""Output that cannot be written: full disk, closed pipe, and devices as output files."""

import json
import os
import resource
import subprocess
from pathlib import Path

import anyio
import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.pipeline.run import load
from loaders.records.record import PaperRecord
from loaders.sources.base import sources
from tests.byline.command_line import run
from tests.byline.server_process import BYLINE, environment
from tests.conftest import emptied
from tests.loaders.load_helpers import write_records
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph
QUERY = ("export", "--query", "{ papers { nodes { id title } } }")
FULL = Path("/dev/full")


async def _fill_graph(address: Address, folder: Path) -> None:
    async with Graph(address) as graph:
        await emptied(graph)
        papers = [PaperRecord(source="acl", key=f"k{n}", title=f"Title {n}") for n in range(3_000)]
        await load(graph, sources()["sample"], [write_records(folder, papers)])


@pytest.fixture(scope="module")
def filled(address: Address, tmp_path_factory: pytest.TempPathFactory) -> Address:
    anyio.run(_fill_graph, address, tmp_path_factory.mktemp("papers"))
    return address


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("command", sampled_cases([("changes",), QUERY, ("export", "--records")]))
def test_full_disk_on_standard_output_is_reported(filled: Address, command: tuple[str, ...]) -> None:
    """If standard output is full, the command prints one line with a remedy and exits with code 1."""
    with FULL.open("wb") as full:
        done = subprocess.run(
            [BYLINE, *command], env=environment(filled), stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == (
        "Cannot write to standard output: No space left on device. The output is truncated, possibly within a line. "
        "Free space there, or write to another file.\n"
    )


@pytest.mark.full
@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_device_is_written_directly(filled: Address) -> None:
    """Lines go directly to a device named as output; a full device is reported and stays a device."""
    done = run(*QUERY, "--output", str(FULL), env=environment(filled))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "Cannot write to /dev/full: No space left on device. Free space there, or write to another file.\n"
    )
    assert FULL.is_char_device()


@pytest.mark.parametrize("there", sampled_cases(["as it was\n", None]))
def test_failed_output_keeps_previous_file(filled: Address, tmp_path: Path, there: str | None) -> None:
    """If a file cannot grow, its previous content stays, and no partial file remains."""
    file = tmp_path / "papers.ndjson"
    if there is not None:
        file.write_text(there, "utf-8")
    done = subprocess.run(
        [BYLINE, *QUERY, "--output", str(file)],
        env=environment(filled),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"Cannot write to {file}: File too large. The partial output was removed. Free space there, or write to "
        "another file.\n"
    )
    assert [one.name for one in tmp_path.iterdir()] == ([] if there is None else [file.name])
    assert there is None or file.read_text("utf-8") == there


def test_output_replaces_file_atomically(filled: Address, tmp_path: Path) -> None:
    """A complete file replaces the previous one with the same permissions, also through a symbolic link."""
    file, link = tmp_path / "papers.ndjson", tmp_path / "link"
    file.write_text("old", "utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    assert run(*QUERY, "--output", str(link), env=environment(filled)).returncode == 0
    assert len([json.loads(line) for line in file.read_text("utf-8").splitlines()]) == 3_000
    assert (link.is_symlink(), file.stat().st_mode & 0o777) == (True, 0o640)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link", file.name]


@pytest.mark.full
def test_closed_pipe_ends_command_silently(filled: Address) -> None:
    """If the reader of standard output closes the pipe, the command prints nothing and exits with code 1."""
    end, given = os.pipe()
    os.close(end)
    with os.fdopen(given, "wb") as nobody:
        done = subprocess.run(
            [BYLINE, *QUERY], env=environment(filled), stdout=nobody, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (1, "")
