"""Duration and memory of loading the whole ACL Anthology, and of loading it again unchanged.

Run: python -m bench.loading.anthology PATH [WORKERS]. It starts the Neo4j that the tests use, or takes
BYLINE_TEST_NEO4J_URI, and refuses a graph that is not empty.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

import anyio

from bench.table import Row, report
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.migrate import migrate
from loaders.pipeline.progress import Progress
from loaders.pipeline.run import LoadOptions, load
from loaders.sources.base import sources
from tests import neo4j_under_test

MEBIBYTE = 1024


class Clock:
    """Records the start of each step of a load."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.steps: dict[str, float] = {}

    def report(self, now: Progress) -> None:
        """Record the start of a step."""
        self.steps.setdefault(now.activity, time.monotonic() - self.started)

    def total(self) -> float:
        """Return seconds since the start."""
        return time.monotonic() - self.started


async def measured(address: Address, path: Path, workers: int) -> list[Row]:
    """Load twice and return the rows."""
    async with Graph(address) as graph:
        await migrate(graph)
        if (await graph.read("MATCH (n) WHERE NOT n:Migration RETURN count(n)")).rows != [[0]]:
            sys.exit("This graph is not empty: a benchmark of loading would mix with what it holds.")
        first = Clock()
        summary = await load(graph, sources()["acl"], [path], LoadOptions(report=first.report, workers=workers))
        taken = first.total()
        second = Clock()
        again = await load(graph, sources()["acl"], [path], LoadOptions(report=second.report, workers=workers))
    if again.unchanged != summary.read:
        sys.exit(f"The second load found {again.new} new and {again.changed} changed records.")
    derived = taken - min(at for step, at in first.steps.items() if step != "loading")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEBIBYTE
    sys.stdout.write(f"{workers} workers, first load {summary.spent.format()}; second {again.spent.format()}\n")
    return [
        Row("whole Anthology", "own", taken, None, "s"),
        Row("whole Anthology, records", "own", summary.read / taken, None, "records/s"),
        Row("of that deriving", "own", derived, None, "s"),
        Row("second load, unchanged, and the first", "growth", second.total(), taken, "s"),
        Row("the loader's memory at most", "own", memory, None, "MiB"),
    ]


def main() -> None:
    """Measure, print the table, write bench/out/load.json."""
    if len(sys.argv) not in {2, 3}:
        sys.exit("Usage: python -m bench.loading.anthology PATH-OF-THE-ACL-ANTHOLOGY [WORKERS]")
    workers = int(sys.argv[2]) if len(sys.argv) == 3 else 0
    with tempfile.TemporaryDirectory() as folder, neo4j_under_test.started(Path(folder)) as address:
        rows = anyio.run(measured, address, Path(sys.argv[1]), workers)
    report("load", f"The ACL Anthology ({neo4j_under_test.choice()})", rows)


if __name__ == "__main__":
    main()
