"""Requests a second: points, lists and the two pages, beside the bare Bolt round trip of the same Cypher."""

import asyncio
import json
import tempfile
import time
from pathlib import Path

# pyright: reportUnknownMemberType=false
# The driver leaves its **config untyped.
import neo4j

from bench.http_load import measure
from bench.table import Row, report
from cypher.migrate import migrate
from cypher.run import Address, Graph
from loaders.run import load
from loaders.source import sources
from resolvers.prepare import Preparer
from tests import neo4j_under_test
from tests.byline.serving import served
from tests.conftest import emptied
from tests.resolvers.pages import LIST_PAGE, PAPER_PAGE, RESEARCHER_PAGE

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


async def _bare(address: Address, text: str, parameters: dict[str, object], connections: int) -> float:
    """Return round trips a second of one Cypher text on the bare driver."""
    driver = neo4j.AsyncGraphDatabase.driver(
        address.uri, auth=(address.username, address.password), telemetry_disabled=True
    )
    async with driver:
        counts = [0] * connections

        async def one(place: int, until: float) -> None:
            while time.perf_counter() < until:
                async with driver.session(database="neo4j", default_access_mode="READ", fetch_size=-1) as session:
                    await (await session.run(text, parameters)).values()  # pyright: ignore[reportArgumentType]
                counts[place] += 1

        await asyncio.gather(*(one(place, time.perf_counter() + WARM_SECONDS) for place in range(connections)))
        counts = [0] * connections
        await asyncio.gather(*(one(place, time.perf_counter() + SECONDS) for place in range(connections)))
    return sum(counts) / SECONDS


def main() -> None:
    """Run the benchmark on the Neo4j that the tests use."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as home, neo4j_under_test.started(Path(home)) as address:
        asyncio.run(_fill(address))
        with served(address) as client:
            url = f"{str(client.base_url).rstrip('/')}/graphql"
            for name, (query, variables) in ASKED.items():
                body = json.dumps({"query": query, "variables": variables}).encode()
                plan, coerced = Preparer(15).plan(query, None, variables)
                bound = plan.bind(coerced)
                for connections in (1, 8):
                    asyncio.run(measure(url, body, connections, WARM_SECONDS))
                    ours = asyncio.run(measure(url, body, connections, SECONDS))
                    peer = asyncio.run(_bare(address, bound.text, dict(bound.parameters), connections))
                    label = f"{name}, {connections} connection{'s' if connections > 1 else ''}"
                    rows.append(Row(label, "versus", ours.per_second, peer, "requests/s, peer: bare driver"))
                    rows.append(Row(f"{label}, p50", "own", ours.p50_ms, None, "ms"))
                    rows.append(Row(f"{label}, p99", "own", ours.p99_ms, None, "ms"))
    report("requests", f"GraphQL over HTTP on the sample ({neo4j_under_test.choice()})", rows)


if __name__ == "__main__":
    main()
