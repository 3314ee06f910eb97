"""Growth of the preparation of a bulk load: `python -m bench.loading.scale WORKS...`, works in OpenAlex's format.

Each number of works is written anew, prepared by two processes, and measured: seconds of each step, memory of the
tables and of the largest process, bytes of the working folder at its end.
"""

import resource
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from bench.loading import works
from bench.table import Row, report
from loaders.bulk.executors.local import local_executor
from loaders.bulk.pipeline import BulkOptions, prepare
from loaders.bulk.splits import SourceInput
from loaders.bulk.work_dir import PartitionStore
from loaders.sources.base import sources

WORKERS = 2
MEMORY = "2GB"


def mb_at_most() -> int:
    """Return the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000


def memory_of(_store: PartitionStore, _number: int) -> int:
    """Return the peak memory of the worker that runs this function."""
    return mb_at_most()


def measure(number: int) -> list[Row]:
    """Prepare a number of works; return the rate of each step, and the peak memory and disk space."""

    def own(what: str, value: float, unit: str) -> Row:
        return Row(f"{number:,} works: {what}", "own", value, None, unit)

    with tempfile.TemporaryDirectory(prefix="byline-scale-") as place:
        unpacked = works.write(Path(place) / "snapshot", number)
        began: list[tuple[str, float]] = [("reading", time.monotonic())]
        with local_executor(WORKERS) as at_work:
            how = BulkOptions(at_work, MEMORY, step=lambda step: began.append((step, time.monotonic())))
            prepare([SourceInput(sources()["openalex"], (Path(place) / "snapshot",))], Path(place) / "bulk", how)
            began.append(("", time.monotonic()))
            largest = max(mb for _, mb in at_work.map_unordered(memory_of, Path(place) / "bulk", range(8 * WORKERS)))
        held = [path.stat().st_size for path in (Path(place) / "bulk").rglob("*") if path.is_file()]
        imported = sum(path.stat().st_size for path in (Path(place) / "bulk/import").iterdir())
    rows = [own(step, number / (then - at), "works/s") for (step, at), (_, then) in pairwise(began)]
    rows.append(own("all of it", number / (began[-1][1] - began[0][1]), "works/s"))
    rows.append(own("the snapshot, unpacked", unpacked / 1e6, "MB"))
    rows.append(own("the working folder at its end", sum(held) / 1e6, "MB"))
    rows.append(own("of that, the files to import", imported / 1e6, "MB"))
    rows.append(own("files in the working folder", len(held), ""))
    rows.append(own("memory at most, this process", mb_at_most(), "MB"))
    rows.append(own("memory at most, a worker", largest, "MB"))
    return rows


def main() -> None:
    """Print a table, and write bench/out/scale.json."""
    numbers = sys.argv[1:]
    if not numbers or not all(one.isdecimal() and int(one) for one in numbers):
        sys.exit("Usage: python -m bench.loading.scale WORKS..., such as 20000 80000")
    report("scale", "Preparing a bulk load", [row for one in numbers for row in measure(int(one))])


if __name__ == "__main__":
    main()
