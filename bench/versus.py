"""Byline beside @neo4j/graphql and stock Strawberry on one Neo4j: the same questions, the same JSON, one run."""

import json
import os
from typing import Any

import httpx2
import uvloop

from bench import bare
from bench.asked import Asked, every
from bench.chosen import chosen
from bench.http_load import Measured, measure
from bench.made import filled, started
from bench.peers.started import installed, library, stock
from bench.table import Row, report
from cypher.driver.client import Address
from tests.byline.server_process import served

SECONDS = float(os.environ.get("BYLINE_BENCH_SECONDS", "3"))
TURNS = 4
CONNECTIONS = (1, 8)
OURS, LIBRARY, STRAWBERRY, BARE = "Byline", "@neo4j/graphql", "Strawberry", "the bare driver"


def body(asked: Asked, who: str) -> bytes:
    """Return a question as a request's body."""
    query = asked.library if who == LIBRARY else asked.ours
    return json.dumps({"query": query, "variables": asked.variables}).encode()


def data(url: str, asked: Asked, who: str) -> Any:  # noqa: ANN401 JSON of any shape
    """Return an answer's data. Raises SystemExit where it has errors."""
    headers = {"content-type": "application/json"}
    found = httpx2.post(url, content=body(asked, who), headers=headers, timeout=60).json()
    if found.get("errors"):
        raise SystemExit(f"{who} answers with errors: {json.dumps(found['errors'])[:2_000]}")
    answer = found["data"]
    return {"papers": {"nodes": answer["papers"]}} if asked.bare_list and who == LIBRARY else answer


def same(name: str, asked: Asked, urls: dict[str, str]) -> None:
    """Check that all answer with one JSON, and with something. Raises SystemExit."""
    answers = {who: data(url, asked, who) for who, url in urls.items()}
    if not all(answers[OURS].values()):
        raise SystemExit(f"{name}: nothing is there.")
    for who, answer in answers.items():
        if json.dumps(answer) != json.dumps(answers[OURS]):
            raise SystemExit(
                f"{name}: {who} answers otherwise.\n{json.dumps(answer)[:3_000]}\n{json.dumps(answers[OURS])[:3_000]}"
            )


def rows(label: str, found: dict[str, Measured]) -> list[Row]:
    """Return one question's rows: requests a second and the p99 against each peer, the p50 against the limit."""
    ours = found[OURS]
    made: list[Row] = []
    for who in (LIBRARY, STRAWBERRY):
        made.append(Row(f"{label}: {who}", "versus", ours.per_second, found[who].per_second, "requests/s"))
        made.append(Row(f"{label}: {who}, p99", "versus", ours.p99_ms, found[who].p99_ms, "ms"))
    made.append(Row(f"{label}: {BARE}, p50", "own", ours.p50_ms, found[BARE].p50_ms, "ms"))
    made.append(Row(f"{label}: {BARE}", "own", ours.per_second, found[BARE].per_second, "requests/s"))
    return made


def run(address: Address) -> list[Row]:
    """Measure on a graph that is filled. Raises SystemExit where answers differ."""
    installed()
    made: list[Row] = []
    with served(address) as client, library(address) as theirs, stock(address) as stocked:
        urls = {OURS: f"{str(client.base_url).rstrip('/')}/graphql", LIBRARY: theirs, STRAWBERRY: stocked}
        made += _nothing(urls[OURS])
        for name, asked in every(chosen(address)).items():
            same(name, asked, urls)
            for connections in CONNECTIONS:
                made += rows(f"{name}, {connections}", _turns(address, asked, urls, connections))
    return made


def _nothing(url: str) -> list[Row]:
    """Measure a request that asks nothing of the graph: what HTTP and GraphQL cost by themselves."""
    found = uvloop.run(measure(url, b'{"query": "{ __typename }"}', 1, SECONDS))
    return [Row("nothing asked of the graph, 1: p50", "own", found.p50_ms, None, "ms")]


def _turns(address: Address, asked: Asked, urls: dict[str, str], connections: int) -> dict[str, Measured]:
    """Measure all in short turns, one after the other again and again, so that other work meets them alike."""
    found: dict[str, list[Measured]] = {who: [] for who in (*urls, BARE)}
    for turn in range(TURNS + 1):  # the first warms up
        for who, url in urls.items():
            found[who].append(uvloop.run(measure(url, body(asked, who), connections, SECONDS / TURNS)))
        found[BARE].append(uvloop.run(bare.measure(address, asked, connections, SECONDS / TURNS)))
        if not turn:
            for runs in found.values():
                runs.clear()
    return {who: Measured.together(runs) for who, runs in found.items()}


def main() -> None:
    """Run the benchmark."""
    with started() as address:
        graph = filled(address, as_it_is=True)
        made = run(address)
    report("versus", f"GraphQL over HTTP at 1 and 8 connections; {graph}", made)


if __name__ == "__main__":
    main()
