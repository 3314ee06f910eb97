"""Byline's commands as a person starts them, each a process of its own."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

from cypher.run import Address
from tests.byline.serving import BYLINE, environment


def run(
    *words: str, env: Mapping[str, str], typed: str = "", folder: Path | None = None, timeout_s: float = 120
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder and return what it did and said; a traceback is never what it says."""
    done = subprocess.run(
        [BYLINE, *words],
        env=env,
        input=typed,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done


def byline(address: Address, *words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command on a Neo4j, on a wide terminal, and return what it did and said."""
    return run(*words, env=environment(address, **{"COLUMNS": "200", **more}), typed=typed, timeout_s=240)


def three_papers(address: Address) -> None:
    """Empty the graph and load three papers of the sample, as a person would."""
    assert byline(address, "reset", "--yes").returncode == 0
    assert byline(address, "load", "sample", "--only", "three-papers").returncode == 0
