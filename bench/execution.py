"""Execution without database and HTTP: 1,000 papers of six fields, compared with Strawberry and graphql-js."""

import asyncio
import statistics
import time
from collections.abc import Callable
from typing import Any

import strawberry

from bench.generated_graph import benchmark_neo4j, fill_graph
from bench.peers.processes import execute_in_graphql_js, install_peers
from bench.table import Row, report
from byline.server.uvicorn_server import tune_gc
from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.compile.row_decoders import DecodeState
from resolvers.plan_cache import PlanCache

OBJECTS = 1_000
FIELDS = "id title year publishedOn doi citationCount"
OURS = f"{{ papers(first: {OBJECTS}) {{ nodes {{ {FIELDS} }} }} }}"


@strawberry.type
class Paper:
    """A paper in memory."""

    id: strawberry.ID
    title: str
    year: int | None
    published_on: str | None
    doi: str | None
    citation_count: int


HELD: list[Paper] = []


@strawberry.type
class Query:
    """The root of the papers in memory."""

    @strawberry.field
    def papers(self) -> list[Paper]:
        """Return the papers."""
        return HELD


def median_duration(work: Callable[[], object], seconds: float = 2.0) -> float:
    """Return the median duration of a function in seconds."""
    work()
    times: list[float] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        started_at = time.perf_counter()
        work()
        times.append(time.perf_counter() - started_at)
    return statistics.median(times)


async def _row(address: Address) -> tuple[Callable[[], Any], list[Any]]:
    """Return a function that executes a request on the row of Neo4j, and the papers."""
    plan_cache = PlanCache(15)
    plan, variables = plan_cache.plan(OURS, None, {})
    bound = plan.bind(variables)
    async with Graph(address) as graph:
        row: list[Any] = list((await graph.read(bound.text, bound.parameters, timeout_s=60)).rows[0])

    def once() -> Any:  # noqa: ANN401 JSON
        found, coerced = plan_cache.plan(OURS, None, {})
        return found.decode_row(row, DecodeState(found.bind(coerced).parameters))

    return once, once()["papers"]["nodes"]


def run(address: Address) -> list[Row]:
    """Measure. Raises SystemExit if the responses differ."""
    install_peers()
    ours, papers = asyncio.run(_row(address))
    HELD[:] = [
        Paper(
            id=strawberry.ID(one["id"]),
            title=one["title"],
            year=one["year"],
            published_on=one["publishedOn"],
            doi=one["doi"],
            citation_count=one["citationCount"],
        )
        for one in papers
    ]
    schema = strawberry.Schema(Query)
    tune_gc()
    query = f"{{ papers {{ {FIELDS} }} }}"
    seconds, data = execute_in_graphql_js(papers)
    strawberry_data = schema.execute_sync(query).data
    if (
        len(papers) != OBJECTS
        or data["papers"] != papers
        or strawberry_data is None
        or strawberry_data["papers"] != papers
    ):
        raise SystemExit("Execution alone: the answers differ.")
    mine, theirs = median_duration(ours), median_duration(lambda: schema.execute_sync(query))
    label = "execution alone, 1,000 objects of six fields"
    return [
        Row(f"{label}: Strawberry", "versus", 1 / mine, 1 / theirs, "executions/s"),
        Row(f"{label}: graphql-js", "versus", 1 / mine, 1 / seconds, "executions/s"),
    ]


def main() -> None:
    """Run the benchmark."""
    with benchmark_neo4j() as address:
        fill_graph(address)
        found = run(address)
    report("alone", "Execution alone", found)


if __name__ == "__main__":
    main()
