"""Rates of the steps that prepare a bulk load, by number of works: `python -m bench.loading.scale WORKS...`.

Two processes prepare synthetic works in OpenAlex's format. The report has works per second of each step, the peak
memory of the main process and of a worker, and the size of the work directory.
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


def peak_memory_mb() -> int:
    """Return the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000


def worker_memory_mb(_store: PartitionStore, _number: int) -> int:
    """Return the peak memory of the worker that runs this step, in MB."""
    return peak_memory_mb()


def measure(count: int) -> list[Row]:
    """Prepare a number of works; return the rate of each step, and the peak memory and disk space."""

    def row(name: str, value: float, unit: str) -> Row:
        return Row(f"{count:,} works: {name}", "own", value, None, unit)

    with tempfile.TemporaryDirectory(prefix="byline-scale-") as name:
        folder = Path(name)
        input_size = works.write_works(folder / "snapshot", count)
        step_starts: list[tuple[str, float]] = [("reading", time.monotonic())]
        with local_executor(WORKERS) as executor:
            options = BulkOptions(executor, MEMORY, step=lambda step: step_starts.append((step, time.monotonic())))
            prepare([SourceInput(sources()["openalex"], (folder / "snapshot",))], folder / "bulk", options)
            step_starts.append(("", time.monotonic()))
            workers = executor.map_unordered(worker_memory_mb, folder / "bulk", range(8 * WORKERS))
            largest_worker = max(memory for _, memory in workers)
        sizes = [path.stat().st_size for path in (folder / "bulk").rglob("*") if path.is_file()]
        import_size = sum(path.stat().st_size for path in (folder / "bulk/import").iterdir())
    rows = [row(step, count / (end - start), "works/s") for (step, start), (_, end) in pairwise(step_starts)]
    return [
        *rows,
        row("all steps", count / (step_starts[-1][1] - step_starts[0][1]), "works/s"),
        row("input, uncompressed", input_size / 1e6, "MB"),
        row("work directory at the end", sum(sizes) / 1e6, "MB"),
        row("import files in it", import_size / 1e6, "MB"),
        row("files in the work directory", len(sizes), ""),
        row("peak memory of this process", peak_memory_mb(), "MB"),
        row("peak memory of a worker", largest_worker, "MB"),
    ]


def main() -> None:
    """Print a table, and write bench/out/scale.json."""
    counts = sys.argv[1:]
    if not counts or not all(count.isdecimal() and int(count) for count in counts):
        sys.exit("Usage: python -m bench.loading.scale WORKS..., such as 20000 80000")
    report("scale", "Preparing a bulk load", [row for count in counts for row in measure(int(count))])


if __name__ == "__main__":
    main()
