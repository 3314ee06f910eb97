"""Byline's commands as a user starts them, each in a process forked from one that has imported Byline."""

import atexit
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock, Timer

import httpx2
import psutil

from cypher.driver.address import Address
from tests.byline import cli_server
from tests.byline.server_process import BYLINE, environment, free_port, wait_until_healthy

STREAMS = ("stdin", "stdout", "stderr")
_lock = Lock()


@cache
def _server() -> "subprocess.Popen[str]":
    """Start the process that forks the commands, once per test process."""
    server = subprocess.Popen(
        [sys.executable, cli_server.__file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    atexit.register(server.kill)
    return server


def run(
    *words: str, env: Mapping[str, str], typed: str = "", folder: Path | None = None, timeout_s: float = 120
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder and return its exit code and output. The output never holds a traceback."""
    if "PYTHONPATH" in env:  # the interpreter itself has to see it
        return subprocess.run(
            [BYLINE, *words],
            env=env,
            input=typed,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
        )
    with tempfile.TemporaryDirectory() as name:
        files = {stream: Path(name, stream) for stream in STREAMS}
        for stream, file in files.items():
            file.write_text(typed if stream == "stdin" else "", "utf-8")
        answer = _send(
            words,
            env,
            timeout_s,
            paths={**{stream: str(file) for stream, file in files.items()}, "folder": str(folder or Path.cwd())},
        )
        done = subprocess.CompletedProcess(
            list(words), answer, files["stdout"].read_text("utf-8"), files["stderr"].read_text("utf-8")
        )
    assert "Traceback" not in done.stderr
    return done


@contextmanager
def forked_server(address: Address, port: int | None = None, **settings: str) -> Generator[httpx2.Client]:
    """Start a server without import time, yield a client, and stop the server with SIGTERM.

    Args:
        address: the address of Neo4j.
        port: the port of the server; None for a free one.
        settings: environment variables of the server.
    """
    port = port or free_port()
    words = ("serve", "--port", str(port))
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as log:
        process = psutil.Process(
            _send(words, environment(address, **settings), 30, waits=False, paths={"stderr": log.name})
        )

        def has_ended() -> bool:
            return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE

        try:
            with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
                wait_until_healthy(client, has_ended, log)
                yield client
        finally:
            process.terminate()
            deadline = time.monotonic() + 15
            while not has_ended():
                time.sleep(0.02)
                if time.monotonic() > deadline:
                    process.kill()


def _send(
    words: Sequence[str], env: Mapping[str, str], timeout_s: float, *, paths: Mapping[str, str], waits: bool = True
) -> int:
    """Return the exit code of a command or, if nobody waits for it, its process ID.

    Args:
        paths: Files of the standard streams, and the `folder`. A stream without a file has no data.
    """
    defaults = {**dict.fromkeys(STREAMS, os.devnull), "folder": str(Path.cwd())}
    request = {"arguments": words, "environment": dict(env), "waits": waits, **defaults, **paths}
    with _lock:
        server = _server()
        assert server.stdin is not None
        assert server.stdout is not None
        watch = Timer(timeout_s, server.kill)
        watch.start()
        server.stdin.write(f"{json.dumps(request)}\n")
        server.stdin.flush()
        answer = server.stdout.readline()
        watch.cancel()
    assert answer, f"byline {' '.join(words)} did not end within {timeout_s:g} s"
    return int(answer)


def byline(address: Address, *words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command on a Neo4j with a terminal width of 200 columns and return its result."""
    return run(*words, env=environment(address, **{"COLUMNS": "200", **more}), typed=typed, timeout_s=240)


def three_papers(address: Address) -> None:
    """Empty the graph and load three papers of the sample with commands."""
    assert byline(address, "reset", "--yes", "--delete-accounts").returncode == 0
    assert byline(address, "load", "sample", "--bundle", "three-papers").returncode == 0
