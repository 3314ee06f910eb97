"""Round trips of one Cypher text on the official driver: the upper bound for a server that uses it."""

import asyncio
import time

# pyright: reportUnknownMemberType=false
# The driver leaves its **config untyped.
import neo4j

from bench.http_load import Measured
from bench.queries import BenchmarkQuery
from cypher.driver.address import Address
from resolvers.plan_cache import PlanCache


def compile_query(query: BenchmarkQuery) -> tuple[str, dict[str, object]]:
    """Return the Cypher that Byline runs for a query, and its parameters."""
    plan, variables = PlanCache(15).plan(query.byline, None, query.variables)
    bound = plan.bind(variables)
    return bound.text, dict(bound.parameters)


async def measure(address: Address, query: BenchmarkQuery, connections: int, seconds: float) -> Measured:
    """Measure round trips, including the reading of the whole result."""
    text, parameters = compile_query(query)
    driver = neo4j.AsyncGraphDatabase.driver(
        address.uri, auth=(address.username, address.password), telemetry_disabled=True
    )
    async with driver:

        async def one(until: float) -> list[float]:
            times: list[float] = []
            while (started := time.perf_counter()) < until or not times:
                async with driver.session(database="neo4j", default_access_mode="READ", fetch_size=-1) as session:
                    await (await session.run(text, parameters)).values()  # pyright: ignore[reportArgumentType] the driver asks for a literal
                times.append((time.perf_counter() - started) * 1000)
            return times

        await asyncio.gather(*(one(0) for _ in range(connections)))  # connections are opened before
        until = time.perf_counter() + seconds
        found = await asyncio.gather(*(one(until) for _ in range(connections)))
        return Measured.of([ms for times in found for ms in times], seconds)
