"""Fixtures for the test suites of other projects: their packages, and a server with the sample."""

import shutil
import subprocess
from collections.abc import Generator
from pathlib import Path

import httpx2
import pytest

from cypher.driver.address import Address
from tests.byline.sample_graph import sampled
from tests.byline.server_process import served

HERE = Path(__file__).parent
BIN = HERE / "node_modules" / ".bin"


def tool(*words: str, cwd: Path = HERE, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command of the npm packages, or node, and return its result."""
    found = BIN / words[0]
    command = [str(found) if found.exists() else words[0], *words[1:]]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=900, check=False)


@pytest.fixture(scope="session", autouse=True)
def packages() -> None:
    """Fail if the packages are missing; `make conformance` installs them."""
    assert shutil.which("node"), "no node on this machine: the suites of others are npm packages"
    assert BIN.is_dir(), "the npm packages are not there. Run: make conformance"


@pytest.fixture(scope="session")
def client(address: Address) -> Generator[httpx2.Client]:
    """Serve the sample."""
    sampled(address)
    with served(address) as client:
        yield client
