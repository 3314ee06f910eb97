"""`byline serve` on a free port as an operator starts it, which takes seconds.

Tests over HTTP use `tests.byline.command_line.forked_server` unless they need the process itself.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx2

from cypher.driver.address import Address

BYLINE = str(Path(sys.executable).with_name("byline"))


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(address: Address, **more: str) -> dict[str, str]:
    """Return the environment in which a command connects to this Neo4j."""
    return {
        **os.environ,
        "NEO4J_URI": address.uri,
        "NEO4J_USERNAME": address.username,
        "NEO4J_PASSWORD": address.password,
        **more,
    }


@contextmanager
def served(address: Address, *, log_file: Path | None = None, **settings: str) -> Generator[httpx2.Client]:
    """Start the server, wait until it is healthy, yield a client, and stop the server with SIGTERM."""
    port = free_port()
    with (
        log_file.open("w+", encoding="utf-8")
        if log_file
        else tempfile.TemporaryFile("w+", encoding="utf-8") as log,  # a full pipe would stall it
        subprocess.Popen(
            [BYLINE, "serve", "--port", str(port)],
            env=environment(address, **settings),
            stdout=subprocess.DEVNULL,
            stderr=log,
        ) as process,
    ):
        try:
            with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
                wait_until_healthy(client, lambda: process.poll() is not None, log)
                yield client
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()


def wait_until_healthy(client: httpx2.Client, has_ended: Callable[[], bool], log: IO[str]) -> None:
    """Wait until a server is healthy, at most 30 s. Raises AssertionError with its log if it ends."""
    for _ in range(300):
        try:
            if client.get("/healthz").status_code == 200:
                return
        except httpx2.TransportError:
            pass
        if has_ended():
            log.seek(0)
            raise AssertionError(log.read() or "the server ended")
        time.sleep(0.1)
    raise AssertionError("the server did not come up in 30 s")
