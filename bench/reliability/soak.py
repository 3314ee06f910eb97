"""Send mixed reads for minutes, and report errors, latency and memory: `make soak`, or `make soak SECONDS=60`."""

import asyncio
import sys

from bench.reliability.clients import Figures, growth, run_clients
from bench.reliability.service import Service, running
from bench.table import Row, report

SECONDS = 600.0
WARM_SECONDS = 10.0
SAMPLES = 20
"""Number of measurements of memory per run."""
CONNECTIONS = (32, 200)


async def soak(service: Service, connections: int, seconds: float) -> tuple[Figures, list[tuple[float, float]]]:
    """Return the figures of the clients, and the memory of server and Neo4j in MB at equal distances."""
    await run_clients(service.port, connections, WARM_SECONDS)
    clients = asyncio.create_task(run_clients(service.port, connections, seconds))
    memory = [service.memory_mb()]
    for _ in range(SAMPLES):
        await asyncio.sleep(seconds / SAMPLES)
        memory.append(service.memory_mb())
    return await clients, memory


def rows(connections: int, figures: Figures, memory: list[tuple[float, float]]) -> list[Row]:
    """Return the rows of a run."""
    name = f"{connections} connections"
    found = [
        Row(f"{name}: requests", "own", figures.rate, None, "1/s"),
        Row(f"{name}: errors", "own", figures.error_share * 100, None, "%"),
        Row(f"{name}: p50", "own", figures.percentile(0.5), None, "ms"),
        Row(f"{name}: p99", "own", figures.percentile(0.99), None, "ms"),
    ]
    for place, process in enumerate(("server", "Neo4j")):
        series = [sample[place] for sample in memory]
        found += [
            Row(f"{name}: memory of {process}, start", "own", series[0], None, "MB"),
            Row(f"{name}: memory of {process}, middle", "own", series[len(series) // 2], None, "MB"),
            Row(f"{name}: memory of {process}, end", "own", series[-1], None, "MB"),
            Row(f"{name}: growth of {process} in the second half", "own", growth(series) * 100, None, "%"),
        ]
    return found


def main() -> None:
    """Measure, print the table and write bench/out/soak.json."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    found: list[Row] = []
    with running() as service:
        for connections in CONNECTIONS:
            figures, memory = asyncio.run(soak(service, connections, seconds))
            found += rows(connections, figures, memory)
            print(f"{connections} connections: errors {dict(figures.errors)}", flush=True)
    report("soak", f"Mixed reads for {seconds:g} s each", found)


if __name__ == "__main__":
    main()
