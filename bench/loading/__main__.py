"""Measure loading: `python -m bench.loading FOLDER [EVERY]`, a folder with the data of bench/README.md, unpacked.

EVERY takes each so-manyth collection of the ACL Anthology beside the plain loaders; 11 unless said, for a row at a time
takes long.
"""

import sys
import tempfile
from pathlib import Path

from bench.data_folder import data_folder
from bench.loading.loader_comparison import measured
from bench.loading.read_rates import rates
from bench.table import report
from tests import neo4j_under_test

EVERY = 11


def main() -> None:
    """Measure, print the tables, write bench/out/reading.json and bench/out/loading.json."""
    folder = data_folder("bench.loading", "acl_anthology")
    every = int(sys.argv[2]) if len(sys.argv) > 2 else EVERY
    report("reading", "Reading, one process", rates(folder))
    with tempfile.TemporaryDirectory() as scratch, neo4j_under_test.started(Path(scratch)) as address:
        rows = measured(address, folder / "acl_anthology", every)
    report("loading", f"Loading ({neo4j_under_test.choice()})", rows)


if __name__ == "__main__":
    main()
