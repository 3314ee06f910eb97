"""Requests per second of points, lists and two pages, compared with the official driver running the same Cypher."""

import asyncio
import json
import tempfile
import time
from pathlib import Path

# pyright: reportUnknownMemberType=false
# The driver leaves its **config untyped.
import neo4j

from bench.http_load import Measured, measure
from bench.table import Row, report
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.migrate import migrate
from loaders.pipeline.run import load
from loaders.sources.base import sources
from resolvers.plan_cache import PlanCache
from tests import neo4j_under_test
from tests.byline.server_process import served
from tests.conftest import emptied
from tests.resolvers.page_queries import LIST_PAGE, PAPER_PAGE, RESEARCHER_PAGE

SECONDS = 4.0
WARM_SECONDS = 3.0
ASKED: dict[str, tuple[str, dict[str, object]]] = {
    "point": ("query P($a: String!) { paper(by: {arxiv: $a}) { title year } }", {"a": "1909.08053"}),
    "list": (LIST_PAGE, {}),
    "researcher's page": (RESEARCHER_PAGE, {"name": "Jared Casper"}),
    "paper's page": (PAPER_PAGE, {"arxiv": "2201.11990"}),
}


async def _fill(address: Address) -> None:
    async with Graph(address) as graph:
        await migrate(graph)
        await emptied(graph)
        sample = sources()["sample"]
        await load(graph, sample, [sample.bundle()])


async def _bare(address: Address, text: str, parameters: dict[str, object], connections: int) -> Measured:
    """Measure round trips of one Cypher text on the official driver."""
    driver = neo4j.AsyncGraphDatabase.driver(
        address.uri,
        auth=(address.username, address.password),
        telemetry_disabled=True,
        notifications_min_severity="OFF",
    )
    async with driver:

        async def one(until: float) -> list[float]:
            times: list[float] = []
            while (started := time.perf_counter()) < until:
                async with driver.session(database="neo4j", default_access_mode="READ", fetch_size=-1) as session:
                    await (await session.run(text, parameters)).values()  # pyright: ignore[reportArgumentType]
                times.append((time.perf_counter() - started) * 1000)
            return times

        async def all_of_them(seconds: float) -> list[float]:
            until = time.perf_counter() + seconds
            return [ms for times in await asyncio.gather(*(one(until) for _ in range(connections))) for ms in times]

        await all_of_them(WARM_SECONDS)
        return Measured.of(await all_of_them(SECONDS), SECONDS)


def main() -> None:
    """Run the benchmark on the Neo4j that the tests use."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as home, neo4j_under_test.started(Path(home)) as address:
        asyncio.run(_fill(address))
        with served(address) as client:
            url = f"{str(client.base_url).rstrip('/')}/graphql"
            for name, (query, variables) in ASKED.items():
                body = json.dumps({"query": query, "variables": variables}).encode()
                plan, coerced = PlanCache(15).plan(query, None, variables)
                bound = plan.bind(coerced)
                for connections in (1, 8):
                    asyncio.run(measure(url, body, connections, WARM_SECONDS))
                    ours = asyncio.run(measure(url, body, connections, SECONDS))
                    peer = asyncio.run(_bare(address, bound.text, dict(bound.parameters), connections))
                    label = f"{name}, {connections} connection{'s' if connections > 1 else ''}"
                    rows += [
                        Row(label, "versus", ours.per_second, peer.per_second, "requests/s"),
                        Row(f"{label}, p50", "versus", ours.p50_ms, peer.p50_ms, "ms"),
                        Row(f"{label}, p99", "versus", ours.p99_ms, peer.p99_ms, "ms"),
                    ]
    report(
        "requests",
        f"GraphQL over HTTP; peer: the bare driver, same Cypher ({neo4j_under_test.choice()})",
        rows,
    )


if __name__ == "__main__":
    main()
