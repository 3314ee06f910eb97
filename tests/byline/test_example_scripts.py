"""The scripts in examples/ run on the sample as examples/README.md describes."""

import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import httpx2
import pytest

from cypher.driver.address import Address
from tests.byline.command_line import forked_server
from tests.byline.sample_graph import sampled
from tests.byline.server_process import BYLINE, environment

pytestmark = [pytest.mark.graph, pytest.mark.full]
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def server(address: Address) -> Generator[httpx2.Client]:
    """Serve the sample."""
    sampled(address)
    with forked_server(address) as client:
        yield client


@pytest.fixture(scope="module")
def folder(address: Address, server: httpx2.Client, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Export the citation network to a file of a new folder."""
    folder = tmp_path_factory.mktemp("exports")
    words = "export --graph graphml --relationship CITES --output citations.graphml"
    subprocess.run([BYLINE, *words.split()], env=environment(address), cwd=folder, check=True)
    return folder


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (["front_end.py", "Jared Casper"], "Jared Casper: "),
        (["analyst.py"], "topic,otherTopic,papers,firstYear"),
        (["network.py", "citations.graphml"], "  Megatron-LM"),
        (["integrator.py", "Jared Casper", "Mostofa Patwary"], "Jared Casper -> Mostofa Patwary"),
        (["operator.sh"], "Back up with: "),
    ],
)
def test_example_script_prints_answer(
    address: Address, server: httpx2.Client, folder: Path, command: list[str], expected: str
) -> None:
    """Each script exits with code 0 and prints the answer that its README describes."""
    url = f"http://127.0.0.1:{server.base_url.port}"
    path = str(EXAMPLES / command[0])
    words = [sys.executable, path] if path.endswith(".py") else ["bash", path]
    result = subprocess.run(
        [*words, *command[1:]],
        env=environment(address, BYLINE_URL=url, BYLINE=str(BYLINE)),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert expected in result.stdout
