"""The folder of data sets that a benchmark is given."""

import sys
from pathlib import Path


def given(module: str, *needed: str) -> Path:
    """Return the folder that the command line names. Raises SystemExit where it lacks a data set that is needed."""
    if len(sys.argv) < 2:
        sys.exit(f"Usage: python -m {module} FOLDER, one with {', '.join(needed)} (bench/README.md)")
    folder = Path(sys.argv[1])
    if missing := [name for name in needed if not (folder / name).exists()]:
        sys.exit(f"{folder} has no {', no '.join(missing)}: bench/README.md says which data sets a benchmark wants.")
    return folder
