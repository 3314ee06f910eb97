"""Location of the real data sets: BYLINE_TEST_DATA, or a folder next to the project; never the repository."""

import os
from pathlib import Path

import pytest


def data_set(name: str) -> Path:
    """Return the archive or unpacked folder of a data set, or skip the test with the name of the data set."""
    root = Path(os.environ.get("BYLINE_TEST_DATA") or Path(__file__).resolve().parents[3] / ".." / "shared" / "data")
    for path in (root / f"{name}.tar.zst", root / name):
        if path.exists():
            return path
    pytest.skip(f"the data set {name} is not in {root}: set BYLINE_TEST_DATA to the folder that holds it")
