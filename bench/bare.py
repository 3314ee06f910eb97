"""The limit: round trips of one Cypher text on the bare driver, which nothing above it can beat."""

import asyncio
import time

# pyright: reportUnknownMemberType=false
# The driver leaves its **config untyped.
import neo4j

from bench.asked import Asked
from bench.http_load import Measured
from cypher.driver.client import Address
from resolvers.plan_cache import PlanCache


def compiled(asked: Asked) -> tuple[str, dict[str, object]]:
    """Return the Cypher that Byline asks for a question, and its parameters."""
    plan, variables = PlanCache(15).plan(asked.ours, None, asked.variables)
    bound = plan.bind(variables)
    return bound.text, dict(bound.parameters)


async def measure(address: Address, asked: Asked, connections: int, seconds: float) -> Measured:
    """Time round trips, the whole answer read."""
    text, parameters = compiled(asked)
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
