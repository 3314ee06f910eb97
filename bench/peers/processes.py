"""The peers as separate processes, and the processor time that a process and its children have used."""

import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import psutil

from bench.peers.postgres import Postgres
from cypher.driver.address import Address
from tests.byline.server_process import environment, free_port

HERE = Path(__file__).parent
STAMP = HERE / "node_modules" / ".package-lock.json"


class PeerProcess(NamedTuple):
    """A running peer: the URL of its GraphQL endpoint, and its process."""

    url: str
    pid: int


def install_peers() -> None:
    """Install the npm peers from the lock file. Raises SystemExit if npm is missing."""
    if STAMP.is_file() and STAMP.stat().st_mtime >= (HERE / "package-lock.json").stat().st_mtime:
        return
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("npm is needed for the peers that `make bench` measures against: install Node.js 20 or newer.")
    subprocess.run([npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=HERE, check=True)


def processor_seconds(pid: int) -> float:
    """Return the processor seconds of a process and of its running children."""
    seconds = 0.0
    parent = psutil.Process(pid)
    for process in (parent, *parent.children(recursive=True)):
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        seconds += times.user + times.system + times.children_user + times.children_system
    return seconds


@contextmanager
def serve_neo4j_graphql(address: Address) -> Generator[PeerProcess]:
    """Serve @neo4j/graphql with yoga."""
    with _process([_node(), "neo4j_graphql_server.mjs"], environment(address)) as peer:
        yield peer


@contextmanager
def serve_strawberry(address: Address) -> Generator[PeerProcess]:
    """Serve the Strawberry peer."""
    port = free_port()
    command = [sys.executable, "-m", "bench.peers.strawberry_server", str(port)]
    with _process(command, environment(address), HERE.parents[1], port) as peer:
        yield peer


@contextmanager
def serve_postgraphile(postgres: Postgres) -> Generator[PeerProcess]:
    """Serve PostGraphile."""
    variables = {**os.environ, "DATABASE_URL": postgres.url, "GRAPHILE_ENV": "production"}
    with _process([_node(), "postgraphile.mjs"], variables) as peer:
        yield peer


@contextmanager
def serve_graphjin(postgres: Postgres) -> Generator[PeerProcess]:
    """Compile and serve graphjin. Raises CalledProcessError if it does not compile."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "graphjin"
        subprocess.run(["go", "build", "-o", program, "."], cwd=HERE / "graphjin", check=True)
        variables = {**os.environ, "DATABASE_URL": postgres.url}
        with _process([str(program)], variables, Path(folder)) as peer:
            yield peer


def _node() -> str:
    """Return the Node.js of the lock file, if it exists for this platform, else the one of the search path."""
    bundled = HERE / "node_modules" / f"node-{platform.system().lower()}-x64" / "bin" / "node"
    return str(bundled) if bundled.is_file() else "node"


@contextmanager
def _process(
    command: Sequence[str], variables: dict[str, str], folder: Path = HERE, port: int | None = None
) -> Generator[PeerProcess]:
    port = port or free_port()
    env = {**variables, "PORT": str(port), "NODE_ENV": "production"}
    with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.DEVNULL) as process:
        try:
            url = f"http://127.0.0.1:{port}/graphql"
            _wait(url, process)
            yield PeerProcess(url, process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait(url: str, process: "subprocess.Popen[bytes]") -> None:
    """Wait for any HTTP response: graphjin answers documents of its allow list only."""
    for _ in range(600):
        if process.poll() is not None:
            raise SystemExit(f"A peer exited: {process.args!r}")
        try:
            httpx2.post(url, json={"query": "query Typename { __typename }"}, timeout=10)
        except httpx2.TransportError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit(f"A peer did not respond within a minute: {process.args!r}")


def execute_in_graphql_js(papers: list[dict[str, Any]]) -> tuple[float, Any]:
    """Return the seconds that graphql-js needs to execute a list of papers, and its `data`."""
    done = subprocess.run(
        [_node(), "execute.mjs"],
        cwd=HERE,
        env={**os.environ, "NODE_ENV": "production"},
        input=json.dumps(papers),
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    return found["seconds"], found["data"]
