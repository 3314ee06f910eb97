"""Byline, @neo4j/graphql and Strawberry with DataLoaders on one Neo4j: the same queries, the same JSON, in one run."""

import json
import os
from typing import Any

import httpx2
import uvloop

from bench import driver_limit
from bench.generated_graph import benchmark_neo4j, fill_graph
from bench.http_load import Measured, measure
from bench.peers.processes import install_peers, serve_neo4j_graphql, serve_strawberry
from bench.queries import BenchmarkQuery, benchmark_queries
from bench.query_subjects import select_subjects
from bench.table import Row, report
from cypher.driver.address import Address
from tests.byline.server_process import served

SECONDS = float(os.environ.get("BYLINE_BENCH_SECONDS", "3"))
TURNS = 4
CONNECTIONS = (1, 8)
OURS, LIBRARY, STRAWBERRY, DRIVER = "Byline", "@neo4j/graphql", "Strawberry", "the official driver"


def body(query: BenchmarkQuery, server: str) -> bytes:
    """Return the body of the request for a server."""
    text = query.neo4j_graphql if server == LIBRARY else query.byline
    return json.dumps({"query": text, "variables": query.variables}).encode()


def data(url: str, query: BenchmarkQuery, server: str) -> Any:  # noqa: ANN401 JSON of any shape
    """Return the data of a response. Raises SystemExit if it has errors."""
    headers = {"content-type": "application/json"}
    found = httpx2.post(url, content=body(query, server), headers=headers, timeout=60).json()
    if found.get("errors"):
        raise SystemExit(f"{server} returns errors: {json.dumps(found['errors'])[:2_000]}")
    answer = found["data"]
    return {"papers": {"nodes": answer["papers"]}} if query.bare_list and server == LIBRARY else answer


def check_same_data(name: str, query: BenchmarkQuery, urls: dict[str, str]) -> None:
    """Check that all servers return the same data, and no empty data. Raises SystemExit."""
    answers = {server: data(url, query, server) for server, url in urls.items()}
    if not all(answers[OURS].values()):
        raise SystemExit(f"{name}: the response has no data.")
    for server, answer in answers.items():
        if json.dumps(answer) != json.dumps(answers[OURS]):
            raise SystemExit(
                f"{name}: {server} returns other data.\n{json.dumps(answer)[:3_000]}\n"
                f"{json.dumps(answers[OURS])[:3_000]}"
            )


def rows(label: str, found: dict[str, Measured]) -> list[Row]:
    """Return the rows of a query: requests per second and p99 against each peer, p50 against the official driver."""
    ours = found[OURS]
    table_rows: list[Row] = []
    for server in (LIBRARY, STRAWBERRY):
        table_rows.append(Row(f"{label}: {server}", "versus", ours.per_second, found[server].per_second, "requests/s"))
        table_rows.append(Row(f"{label}: {server}, p99", "versus", ours.p99_ms, found[server].p99_ms, "ms"))
    table_rows.append(Row(f"{label}: {DRIVER}, p50", "own", ours.p50_ms, found[DRIVER].p50_ms, "ms"))
    table_rows.append(Row(f"{label}: {DRIVER}", "own", ours.per_second, found[DRIVER].per_second, "requests/s"))
    return table_rows


def run(address: Address) -> list[Row]:
    """Measure all queries on a generated graph. Raises SystemExit if responses differ."""
    install_peers()
    table_rows: list[Row] = []
    with (
        served(address) as client,
        serve_neo4j_graphql(address) as neo4j_graphql_url,
        serve_strawberry(address) as strawberry_url,
    ):
        urls = {
            OURS: f"{str(client.base_url).rstrip('/')}/graphql",
            LIBRARY: neo4j_graphql_url,
            STRAWBERRY: strawberry_url,
        }
        table_rows += _measure_typename(urls[OURS])
        for name, query in benchmark_queries(select_subjects(address)).items():
            check_same_data(name, query, urls)
            for connections in CONNECTIONS:
                table_rows += rows(f"{name}, {connections}", _turns(address, query, urls, connections))
    return table_rows


def _measure_typename(url: str) -> list[Row]:
    """Measure a request that reads nothing from the graph: the cost of HTTP and GraphQL alone."""
    found = uvloop.run(measure(url, b'{"query": "{ __typename }"}', 1, SECONDS))
    return [Row("__typename, 1: p50", "own", found.p50_ms, None, "ms")]


def _turns(address: Address, query: BenchmarkQuery, urls: dict[str, str], connections: int) -> dict[str, Measured]:
    """Measure the servers in short turns, so that other work on the machine affects all of them equally."""
    found: dict[str, list[Measured]] = {server: [] for server in (*urls, DRIVER)}
    for turn in range(TURNS + 1):  # the first warms up
        for server, url in urls.items():
            found[server].append(uvloop.run(measure(url, body(query, server), connections, SECONDS / TURNS)))
        found[DRIVER].append(uvloop.run(driver_limit.measure(address, query, connections, SECONDS / TURNS)))
        if not turn:
            for runs in found.values():
                runs.clear()
    return {server: Measured.together(runs) for server, runs in found.items()}


def main() -> None:
    """Run the benchmark."""
    with benchmark_neo4j() as address:
        graph = fill_graph(address, allow_existing=True)
        table_rows = run(address)
    report("peer_comparison", f"GraphQL over HTTP at 1 and 8 connections; {graph}", table_rows)


if __name__ == "__main__":
    main()
