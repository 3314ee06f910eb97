"""Latency of research maps around hubs of a generated graph, and the database hits of their statement.

    .venv/bin/python -m bench.map

The hub has 20,000 papers. Each map is requested over and over after a warm-up, through the service without HTTP. The
columns: 50th and 99th percentile in milliseconds, the median time in Neo4j, and database hits of PROFILE.
"""

import asyncio
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import neo4j
from rich.table import Table

from bench.generated_graph import HUB, benchmark_neo4j, fill_graph
from bench.table import OUT, print_table
from cypher.catalog import statement
from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Limits, Request, Service

WARM_UP, REQUESTS = 150, 200
"""Requests of each map before the measurement, and in it."""
QUERY = """
query Map($around: [ID!]!, $depth: Int) {
  researchMap(around: $around, depth: $depth) {
    centers { id }
    rankedNodes { depth relevance node { __typename id name } }
    edges { from to kind weight relevance sources }
    edgeCount
    counts { kind depth shown known }
    truncated
  }
}
"""
DEFAULTS: Mapping[str, Any] = {
    "first": 10,
    "kinds": ["Institution", "Paper", "Researcher", "Topic"],
    "exclude": [],
    "since": None,
    "until": None,
    "minSharedPapers": 1,
    "minCitations": 0,
}
"""Parameters of the statement without arguments."""
SUBJECTS = """
MATCH (node:Researcher) WITH node ORDER BY node.paperCount DESC, node.id LIMIT 2
WITH collect(node.id) AS people
MATCH (topic:Topic) WITH people, topic ORDER BY topic.paperCount DESC, topic.id LIMIT 1
RETURN people[0], people[1], topic.id
"""


def percentile(times: Sequence[float], share: float) -> float:
    """Return the time that this share of the times does not exceed."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def _database_hits(plan: Mapping[str, Any]) -> int:
    return int(plan["args"].get("DbHits", 0)) + sum(map(_database_hits, plan.get("children", ())))


async def count_hits(address: Address, around: Sequence[str], depth: int) -> int:
    """Return the database hits of the statement of a map."""
    parameters = {**DEFAULTS, "around": [["byline", key] for key in around], "depth": depth}
    auth = (address.username, address.password)
    connect: Any = neo4j.AsyncGraphDatabase
    async with connect.driver(address.uri, auth=auth, notifications_min_severity="OFF") as driver:
        answer = await driver.execute_query(f"PROFILE {statement('graphql/search_map').text}", parameters)
    return _database_hits(answer.summary.profile)


async def measure(service: Service, around: Sequence[str], depth: int) -> dict[str, float]:
    """Return percentiles of the time of a map in milliseconds. Raises SystemExit if the answer has errors."""
    request = Request(QUERY, {"around": list(around), "depth": depth})
    whole: list[float] = []
    database: list[float] = []
    for number in range(WARM_UP + REQUESTS):
        began = time.perf_counter()
        reply = await service.answer(request)
        if reply.errors:
            raise SystemExit(f"The map is answered with errors: {reply.errors}")
        if number >= WARM_UP:
            whole.append((time.perf_counter() - began) * 1000)
            database.append(reply.timing_s["neo4j"] * 1000)
    return {"p50_ms": percentile(whole, 0.5), "p99_ms": percentile(whole, 0.99), "neo4j_ms": percentile(database, 0.5)}


def cases(hub: str, person: str, topic: str) -> Iterator[tuple[str, list[str], int]]:
    """Yield the name, the centers and the depth of each map."""
    yield f"researcher with {HUB:,} papers", [hub], 1
    yield f"researcher with {HUB:,} papers, depth 2", [hub], 2
    yield "researcher with the next most papers", [person], 1
    yield "largest topic", [topic], 1
    yield "both researchers", [hub, person], 1
    yield "both researchers and the topic", [hub, person, topic], 1


async def run(address: Address) -> list[dict[str, Any]]:
    """Measure all maps."""
    rows: list[dict[str, Any]] = []
    async with Graph(address) as graph:
        service = Service(graph, Limits(timeout_s=60))
        [subjects] = (await graph.read(SUBJECTS, timeout_s=60)).rows
        for name, around, depth in cases(*map(str, subjects)):
            figures = await measure(service, around, depth)
            rows.append({"name": name, **figures, "hits": await count_hits(address, around, depth)})
    return rows


def main() -> None:
    """Run the benchmark, print the table and write bench/out/map.json."""
    with benchmark_neo4j() as address:
        title = f"map: {fill_graph(address)}"
        rows = asyncio.run(run(address))
    table = Table("map around", title=title, title_justify="left")
    for column in ("p50 ms", "p99 ms", "Neo4j ms", "database hits"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        times = (f"{row[name]:,.1f}" for name in ("p50_ms", "p99_ms", "neo4j_ms"))
        table.add_row(row["name"], *times, f"{row['hits']:,}")
    print_table(table)
    OUT.mkdir(exist_ok=True)
    (OUT / "map.json").write_text(json.dumps(rows, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
