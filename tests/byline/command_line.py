"""Byline's commands as a user starts them, each in a process forked from one that has imported Byline."""

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from threading import Lock, Timer

from cypher.driver.address import Address
from tests.byline import cli_server
from tests.byline.server_process import BYLINE, environment

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
    with tempfile.TemporaryDirectory() as name, _lock:
        files = {stream: Path(name, stream) for stream in ("stdin", "stdout", "stderr")}
        for stream, file in files.items():
            file.write_text(typed if stream == "stdin" else "", "utf-8")
        request = {
            "arguments": words,
            "environment": dict(env),
            "folder": str(folder or Path.cwd()),
            **{stream: str(file) for stream, file in files.items()},
        }
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
        done = subprocess.CompletedProcess(
            list(words), int(answer), files["stdout"].read_text("utf-8"), files["stderr"].read_text("utf-8")
        )
    assert "Traceback" not in done.stderr
    return done


def byline(address: Address, *words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command on a Neo4j with a terminal width of 200 columns and return its result."""
    return run(*words, env=environment(address, **{"COLUMNS": "200", **more}), typed=typed, timeout_s=240)


def three_papers(address: Address) -> None:
    """Empty the graph and load three papers of the sample with commands."""
    assert byline(address, "reset", "--yes", "--delete-accounts").returncode == 0
    assert byline(address, "load", "sample", "--bundle", "three-papers").returncode == 0
