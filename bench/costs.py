"""Estimated costs beside measured times: 300 generated queries on the graph that NEO4J_URI names.

    NEO4J_URI=... NEO4J_PASSWORD=... .venv/bin/python -m bench.costs [QUERIES]

Each query runs twice, and the second time counts, so that Neo4j has its plan. Prints the rank correlation (Spearman) of
the estimate and the time in Neo4j, and the slowest queries that the default limit admits.
"""

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import correlation, mean
from typing import Any, cast

from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.graph_statistics import read_statistics
from resolvers.errors import Code
from resolvers.execute import Limits, Request, Service
from tests.reference.generate import Generator
from tests.reference.graph_dump import ROOTS, Thing, World

QUERIES = 300
SAMPLE = "MATCH (n:{label}) WHERE n.ord IS NOT NULL RETURN properties(n) ORDER BY n.ord LIMIT 500"
UNLIMITED = 1_000_000_000
TIMEOUT_S = 10.0
SLOW_S = 2.0
SHOWN = 10


@dataclass(frozen=True, slots=True)
class Measurement:
    """One query, its estimated cost, and its time in Neo4j in seconds."""

    query: str
    estimate: int
    seconds: float


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal values share their mean rank."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [mean(places[value]) for value in values]


def rank_correlation(left: Sequence[float], right: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    return correlation(ranks(left), ranks(right))


async def sample_world(graph: Graph) -> World:
    """Return 500 nodes of each type without relationships: the source of the values in filters."""
    things: list[Thing] = []
    for label in ROOTS.values():
        rows = (await graph.read(SAMPLE.format(label=label))).rows
        things += [Thing(label, cast("dict[str, Any]", row[0])) for row in rows]
    return World(things)


async def measure(service: Service, query: str) -> Measurement | None:
    """Run a query twice and return its second time; None if it is not valid."""
    await service.answer(Request(query))
    reply = await service.answer(Request(query))
    if reply.code is Code.TIMEOUT:
        plan, coerced = service.plan_cache.plan(query, None, {})
        return Measurement(query, plan.bind(coerced, service.statistics).cost, TIMEOUT_S)
    if reply.errors:
        return None
    return Measurement(query, reply.extensions["cost"]["estimated"], reply.timing_s.get("neo4j", 0.0))


async def run(queries: int) -> list[Measurement]:
    """Measure generated queries."""
    address = Address(os.environ["NEO4J_URI"], os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ["NEO4J_PASSWORD"])
    async with Graph(address) as graph:
        statistics = await read_statistics(graph)
        service = Service(graph, Limits(max_cost=UNLIMITED, timeout_s=TIMEOUT_S), statistics=statistics)
        generator = Generator(await sample_world(graph), seed=1)
        measured = [await measure(service, generator.operation()) for _ in range(queries)]
    return [one for one in measured if one is not None]


def main() -> None:
    """Print the correlation and the slowest admitted queries."""
    measured = asyncio.run(run(int(sys.argv[1]) if len(sys.argv) > 1 else QUERIES))
    statistic = rank_correlation([one.estimate for one in measured], [one.seconds for one in measured])
    admitted = sorted((one for one in measured if one.estimate <= Limits().max_cost), key=lambda one: -one.seconds)
    slow = [one for one in admitted if one.seconds > SLOW_S]
    print(f"queries: {len(measured)}, rank correlation of estimate and time: {statistic:.2f}")
    print(f"admitted at the default limit: {len(admitted)}, of these over {SLOW_S:.0f} s: {len(slow)}")
    for one in admitted[:SHOWN]:
        print(f"{one.seconds * 1000:8.0f} ms  estimate {one.estimate:>7,}  {one.query}")


if __name__ == "__main__":
    main()
