"""`Graph.read` over Byline's own connections, compared with `Graph.read` over the official driver, by turns."""

import asyncio
import resource
import statistics
import time
from typing import NamedTuple

import uvloop

from bench.generated_graph import benchmark_neo4j
from bench.table import Row, report
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.driver.values import Value

TURNS = 5
SECONDS = 2.0
READS: dict[str, tuple[str, dict[str, Value]]] = {
    "a point": ("RETURN [$id, 'A title of ordinary length', 2020] AS paper", {"id": "p_1"}),
    "one record of 1,000 x 6 values": (
        """
        UNWIND range(1, $rows) AS i
        RETURN collect(['p_' + i, 'Title of ordinary length ' + i, 2020, '10.1000/example.' + i, i * 0.5, i % 3 = 0])
        """,
        {"rows": 1000},
    ),
}


class Turn(NamedTuple):
    """Requests per second, and CPU of this process per request in milliseconds."""

    rate: float
    cpu_ms: float


async def measure(graph: Graph, text: str, parameters: dict[str, Value], connections: int) -> Turn:
    """Read for some seconds over a number of connections."""
    requests = 0
    began, cpu = time.perf_counter(), _cpu_s()
    until = began + SECONDS

    async def read_repeatedly() -> None:
        nonlocal requests
        while time.perf_counter() < until:
            await graph.read(text, parameters)
            requests += 1

    await asyncio.gather(*(read_repeatedly() for _ in range(connections)))
    return Turn(requests / (time.perf_counter() - began), 1000 * (_cpu_s() - cpu) / requests)


def _cpu_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


async def run(address: Address) -> list[Row]:
    """Measure. Raises SystemExit if the results differ."""
    rows: list[Row] = []
    async with Graph(address) as own, Graph(address) as driver:
        if own.read_pool is None:
            raise SystemExit("These reads need the official driver: see cypher/driver/read_pool.py.")
        driver.read_pool = None
        for name, (text, parameters) in READS.items():
            if await own.read(text, parameters) != await driver.read(text, parameters):
                raise SystemExit(f"Reads of {name}: the results differ.")
            for connections in (1, 8):
                turns: dict[Graph, list[Turn]] = {own: [], driver: []}
                for _ in range(TURNS):
                    for graph, taken in turns.items():
                        taken.append(await measure(graph, text, parameters, connections))
                ours, peers = (Turn(*map(statistics.median, zip(*taken, strict=True))) for taken in turns.values())
                label = f"{name}, {connections} connection{'s' if connections > 1 else ''}"
                rows.append(Row(label, "versus", ours.rate, peers.rate, "requests/s"))
                rows.append(Row(label, "versus", ours.cpu_ms, peers.cpu_ms, "ms CPU"))
    return rows


def main() -> None:
    """Run the benchmark."""
    with benchmark_neo4j() as address:
        rows = uvloop.run(run(address))
    report("reads", "Reads over own connections, and over the driver", rows)


if __name__ == "__main__":
    main()
