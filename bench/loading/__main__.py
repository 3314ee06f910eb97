"""Measure loading: `python -m bench.loading FOLDER [INTERVAL]`. FOLDER contains the unpacked data of bench/README.md.

The comparison with simple loaders uses one collection of the ACL Anthology in INTERVAL. Default: 11, because the loader
that writes one row at a time is slow.
"""

import sys
import tempfile
from pathlib import Path

from bench.data_folder import data_folder
from bench.loading.loader_comparison import compare_loaders
from bench.loading.read_rates import rates
from bench.table import report
from tests import neo4j_under_test

INTERVAL = 11


def main() -> None:
    """Measure, print the tables, write bench/out/reading.json and bench/out/loading.json."""
    folder = data_folder("bench.loading", "acl_anthology")
    interval = int(sys.argv[2]) if len(sys.argv) > 2 else INTERVAL
    report("reading", "Reading, one process", rates(folder))
    with tempfile.TemporaryDirectory() as scratch, neo4j_under_test.started(Path(scratch)) as address:
        rows = compare_loaders(address, folder / "acl_anthology", interval)
    report("loading", f"Loading ({neo4j_under_test.choice()})", rows)


if __name__ == "__main__":
    main()
