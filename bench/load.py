"""How long it takes to load the whole ACL Anthology, to load it again unchanged, and in how much memory.

Run: python bench/load.py PATH. It starts the Neo4j that the tests use, or takes BYLINE_TEST_NEO4J_URI, and
refuses a graph that is not empty.
"""

import json
import resource
import sys
import tempfile
import time
from pathlib import Path

import anyio

from cypher.migrate import migrate
from cypher.run import Address, Graph
from loaders.run import Progress, Wishes, load
from loaders.source import sources
from tests import neo4j_under_test

OUT = Path(__file__).parent / "out" / "load.json"
MEBIBYTE = 1024


class Clock:
    """Notes when each step of a load begins."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.steps: dict[str, float] = {}

    def tell(self, now: Progress) -> None:
        """Take note of a step."""
        self.steps.setdefault(now.doing, time.monotonic() - self.started)

    def total(self) -> float:
        """Return seconds since the start."""
        return time.monotonic() - self.started


def row(name: str, kind: str, ours: float, unit: str, peer: float | None = None) -> dict[str, object]:
    """Return one row of the table: `peer` is what it is compared with."""
    ratio = None if peer is None else round(ours / peer, 3)
    return {"name": name, "kind": kind, "ours": round(ours, 2), "peer": peer, "ratio": ratio, "unit": unit}


async def measured(address: Address, path: Path) -> list[dict[str, object]]:
    """Load twice and return the rows."""
    async with Graph(address) as graph:
        await migrate(graph)
        if (await graph.read("MATCH (n) WHERE NOT n:Migration RETURN count(n)")).rows != [[0]]:
            sys.exit("This graph is not empty: a benchmark of loading would mix with what it holds.")
        first = Clock()
        summary = await load(graph, sources()["acl"], [path], Wishes(tell=first.tell))
        taken = first.total()
        second = Clock()
        again = await load(graph, sources()["acl"], [path], Wishes(tell=second.tell))
    if again.unchanged != summary.read:
        sys.exit(f"The second load found {again.new} new and {again.changed} changed records.")
    derived = taken - min(at for step, at in first.steps.items() if step != "loading")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEBIBYTE
    return [
        row("whole Anthology", "own", taken, "s"),
        row("whole Anthology, records", "own", summary.read / taken, "records/s"),
        row("of that deriving", "own", derived, "s"),
        row("second load, unchanged", "growth", second.total(), "s", round(taken, 2)),
        row("Python's memory at most", "own", memory, "MiB"),
    ]


def main() -> None:
    """Measure, print the table, write bench/out/load.json."""
    if len(sys.argv) != 2:
        sys.exit("Usage: python bench/load.py PATH-OF-THE-ACL-ANTHOLOGY")
    with tempfile.TemporaryDirectory() as folder, neo4j_under_test.started(Path(folder)) as address:
        rows = anyio.run(measured, address, Path(sys.argv[1]))
    for one in rows:
        compared = "" if one["peer"] is None else f"  of {one['peer']} {one['unit']}: {one['ratio']}"
        print(f"{one['name']:32} {one['ours']:>12} {one['unit']}{compared}")
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(rows, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
