"""Start the peers as processes. At first use, `install_peers` installs the JavaScript peers with npm from the lock
file.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

from cypher.driver.address import Address
from tests.byline.server_process import environment, free_port

HERE = Path(__file__).parent
OK = 200
STAMP = HERE / "node_modules" / ".package-lock.json"


def install_peers() -> None:
    """Install the npm peers. Raises SystemExit if npm is missing."""
    if STAMP.is_file() and STAMP.stat().st_mtime >= (HERE / "package-lock.json").stat().st_mtime:
        return
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("npm is needed for the peers that `make bench` measures against: install Node.js 20 or newer.")
    subprocess.run([npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=HERE, check=True)


@contextmanager
def serve_neo4j_graphql(address: Address) -> Generator[str]:
    """Serve @neo4j/graphql with yoga, and yield the URL of its GraphQL endpoint."""
    port = free_port()
    with _process(["node", "neo4j_graphql_server.mjs"], address, port) as url:
        yield url


@contextmanager
def serve_strawberry(address: Address) -> Generator[str]:
    """Serve the Strawberry peer, and yield the URL of its GraphQL endpoint."""
    port = free_port()
    with _process(
        [sys.executable, "-m", "bench.peers.strawberry_server", str(port)], address, port, HERE.parents[1]
    ) as url:
        yield url


@contextmanager
def _process(command: Sequence[str], address: Address, port: int, folder: Path = HERE) -> Generator[str]:
    more = {"PORT": str(port), "NODE_ENV": "production"}
    with subprocess.Popen(command, cwd=folder, env=environment(address, **more)) as process:
        try:
            url = f"http://127.0.0.1:{port}/graphql"
            _wait(url, process)
            yield url
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait(url: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise SystemExit(f"A peer exited: {process.args!r}")
        try:
            if httpx2.post(url, json={"query": "{ __typename }"}).status_code == OK:
                return
        except httpx2.TransportError:
            pass
        time.sleep(0.1)
    raise SystemExit(f"A peer did not respond within a minute: {process.args!r}")


def execute_in_graphql_js(papers: list[dict[str, Any]]) -> tuple[float, Any]:
    """Return the seconds that graphql-js needs to execute a list of papers, and its `data`."""
    done = subprocess.run(
        ["node", "execute.mjs"],
        cwd=HERE,
        env={**os.environ, "NODE_ENV": "production"},
        input=json.dumps(papers),
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    return found["seconds"], found["data"]
