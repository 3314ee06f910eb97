"""Byline's commands as a person starts them, each a process of its own."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.byline.serving import BYLINE


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
