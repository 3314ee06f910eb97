"""The folder of data sets on the command line of a benchmark."""

import sys
from pathlib import Path


def data_folder(module: str, *needed: str) -> Path:
    """Return the folder on the command line. Raises SystemExit if it lacks a needed data set."""
    if len(sys.argv) < 2:
        sys.exit(f"Usage: python -m {module} FOLDER. The folder must contain {', '.join(needed)} (bench/README.md)")
    folder = Path(sys.argv[1])
    if missing := [name for name in needed if not (folder / name).exists()]:
        sys.exit(f"{folder} has no {', no '.join(missing)}. bench/README.md lists the data sets of each benchmark.")
    return folder
