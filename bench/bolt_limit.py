"""Round trips of one Cypher text on Byline's Bolt connections: the upper bound for Byline's server."""

import asyncio
import time

from bench.http_load import Measured
from bench.queries import BenchmarkQuery
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.driver.values import Value
from resolvers.plan_cache import PlanCache


def compile_query(query: BenchmarkQuery) -> tuple[str, dict[str, Value]]:
    """Return the Cypher that Byline runs for a query, and its parameters."""
    plan, variables = PlanCache(15).plan(query.byline, None, query.variables)
    bound = plan.bind(variables)
    return bound.text, dict(bound.parameters)


async def measure(address: Address, query: BenchmarkQuery, connections: int, seconds: float) -> Measured:
    """Measure round trips, including the decoding of the whole result."""
    text, parameters = compile_query(query)
    async with Graph(address) as graph:

        async def repeat(until: float) -> list[float]:
            times: list[float] = []
            while (started := time.perf_counter()) < until or not times:
                await graph.read(text, parameters)
                times.append((time.perf_counter() - started) * 1000)
            return times

        await asyncio.gather(*(repeat(0) for _ in range(connections)))  # connections are opened before
        until = time.perf_counter() + seconds
        found = await asyncio.gather(*(repeat(until) for _ in range(connections)))
        return Measured.of([ms for times in found for ms in times], seconds)
