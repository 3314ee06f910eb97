"""Degrees of separation and paths on a generated network: memory, Neo4j, PostgreSQL, and a plain search in Python.

    .venv/bin/python -m bench.paths [PEOPLE PAIRS]

Default: 1,000,000 people and 10,000,000 pairs, with a hub of 5,000 co-authors and two halves without a connection. The
import into Neo4j takes minutes the first time; BYLINE_BENCH_HOME keeps it.
"""

import asyncio
import itertools
import os
import resource
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from bench.paths.neo4j_network import READ_TIMEOUT_S, imported
from bench.paths.network import Network, generate_network, identifier
from bench.paths.postgres_search import CONNECTIONS, SECONDS, Answers, Rates, searches_per_second
from bench.table import Row, report
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.writing.lease import LEASE_NAME
from resolvers.execute import Limits, Request, Service
from traversal.coauthor_graph import CoauthorGraph, from_arrays
from traversal.distance import distances
from traversal.network_copy import NetworkCopy
from traversal.paths import PathQuery, find_paths

Pair = tuple[int, int]
SOURCES, TARGETS = 5, 2_000
"""People whose distances to others are computed in Python, and others per person: 10,000 pairs."""
TIMED_PAIRS = 400
"""Pairs whose latency is measured, a tenth of them from the hub. They are connected."""
TURNS = 3
"""Number of times that Byline and Neo4j alternately search all pairs."""
SHORTEST = {
    "SHORTEST 1": "MATCH path = SHORTEST 1 (a:Researcher {id: $a})-[:COLLABORATED_WITH]-{1,10}(b:Researcher {id: $b}) "
    "RETURN length(path) AS length",
    "shortestPath": "MATCH (a:Researcher {id: $a}), (b:Researcher {id: $b}) "
    "MATCH path = shortestPath((a)-[:COLLABORATED_WITH*..10]-(b)) RETURN length(path) AS length",
}
DISTANCES = """query D($a: [ID!]!, $b: [ID!]!) {
  coauthorDistances(from: $a, to: $b) { degreesOfSeparation }
}"""
MANY_FROM, MANY_TO = 25, 40
"""People on each side of a request for 1,000 distances."""
CHANGE = """MERGE (feed:ChangeFeedCounter {name: 'changes'})
SET feed.seq = coalesce(feed.seq, 0) + 1
WITH feed
MATCH (person:Researcher)
WITH feed, person LIMIT 1000
SET person.collaborationsChangedIn = feed.seq"""
PATHS = """query P($a: [ID!]!, $b: [ID!]!) {
  collaborationPaths(from: $a, to: $b, maxLength: 10) { computedBy paths { length people { id name } } }
}"""


def main() -> None:
    """Measure, print the table and write bench/out/paths.json."""
    people, pairs = (
        int(sys.argv[place]) if len(sys.argv) > place else size for place, size in ((1, 10**6), (2, 10**7))
    )
    began = time.perf_counter()
    generated = generate_network(people, pairs)
    print(f"{people:,} people, {pairs:,} pairs generated in {time.perf_counter() - began:.0f} s", flush=True)
    network, rows = _measure_build(generated)
    rows += _check_lengths(network)
    asked = connected_pairs(network, TIMED_PAIRS)
    own = _own_times(network, asked)
    found = [find_paths(network, PathQuery([one], [other], 3, 10)) for one, other in asked]
    paths = [[path.people for path in answer.paths] for answer in found]
    sql_rates = searches_per_second(generated, asked, Answers([length for length, _ in own], paths))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(os.environ.get("BYLINE_BENCH_HOME", folder))
        with imported(home, generated) as address:
            del generated
            rows += asyncio.run(_compare_with_neo4j(address, network, asked, sql_rates))
    report("paths", f"Paths among {people:,} people with {pairs:,} pairs", rows)


def _measure_build(generated: Network) -> tuple[CoauthorGraph, list[Row]]:
    ids = np.array([identifier(person) for person in range(generated.people)], "S28")
    began = time.perf_counter()
    network = from_arrays(
        ids,
        (generated.low.astype(np.int32), generated.high.astype(np.int32)),
        generated.papers.astype(np.int32),
        (generated.first_year.astype(np.int16), generated.last_year.astype(np.int16)),
    )
    built_s = time.perf_counter() - began
    return network, [
        Row("build from arrays", "own", built_s, None, "s"),
        Row("memory of the network", "own", network.nbytes / 1e6, None, "MB"),
    ]


def connected_pairs(network: CoauthorGraph, count: int) -> list[Pair]:
    """Return random pairs of people who share a component, a tenth of them with the hub."""
    random = np.random.default_rng(1)
    half = network.people // 2
    pairs: list[Pair] = [(0, int(other)) for other in random.integers(1, half, count // 10)]
    while len(pairs) < count:
        one, other = (int(number) for number in random.integers(0, network.people, 2))
        if one != other and network.component[one] == network.component[other]:
            pairs.append((one, other))
    return [(one, other) for one, other in pairs if network.component[one] == network.component[other]]


def _check_lengths(network: CoauthorGraph) -> list[Row]:
    """Compare distances with those of a breadth-first search in Python. Raises SystemExit if one differs."""
    random = np.random.default_rng(2)
    sources = [0, *random.integers(0, network.people, SOURCES - 1).tolist()]
    wrong = without = 0
    for source in sources:
        expected = _plain_distances(network, source)
        targets: list[int] = random.integers(0, network.people, TARGETS).tolist()
        found = distances(network, [(source, target) for target in targets])
        wrong += sum(one != expected.get(target) for one, target in zip(found, targets, strict=True))
        without += found.count(None)
    if wrong:
        raise SystemExit(f"{wrong:,} of {SOURCES * TARGETS:,} distances differ from a breadth-first search in Python.")
    return [
        Row("distances equal to a search in Python", "own", SOURCES * TARGETS, None, "pairs"),
        Row("of these, without a path", "own", without, None, "pairs"),
    ]


def _plain_distances(network: CoauthorGraph, source: int) -> dict[int, int]:
    seen = {source: 0}
    frontier = [source]
    while frontier:
        reached: list[int] = []
        for person in frontier:
            for other in network.targets[network.offsets[person] : network.offsets[person + 1]].tolist():
                if other not in seen:
                    seen[other] = seen[person] + 1
                    reached.append(other)
        frontier = reached
    return seen


async def _compare_with_neo4j(
    address: Address, network: CoauthorGraph, asked: Sequence[Pair], sql_rates: Rates
) -> list[Row]:
    rows: list[Row] = []
    async with Graph(address, read_timeout_s=READ_TIMEOUT_S) as graph:
        copy = NetworkCopy(graph, LEASE_NAME, 2 * 10**9)
        await copy.refresh()
        rows.append(Row("build from Neo4j", "own", copy.status.build_s, None, "s"))
        print(f"built from Neo4j in {copy.status.build_s:.0f} s", flush=True)
        rows.append(
            Row("update after a write that changes 1,000 people", "own", await _update_s(graph, copy), None, "s")
        )
        for name, text in SHORTEST.items():
            [await _timed(graph, text, pair) for pair in asked[: len(asked) // 4]]  # warms the page cache
            own, peer = list[tuple[int | None, float]](), list[tuple[int | None, float]]()
            for _ in range(TURNS):
                own += _own_times(network, asked)
                peer += [await _timed(graph, text, pair) for pair in asked]
            if [length for length, _ in peer] != [length for length, _ in own]:
                raise SystemExit(f"{name} finds other lengths.")
            rows += _latencies(f"distance, {name} in Neo4j", own, peer)
        memory = Service(graph, Limits(timeout_s=READ_TIMEOUT_S), network=copy.network)
        plain = Service(graph, Limits(timeout_s=READ_TIMEOUT_S))
        few = asked[::12]
        for service in (memory, plain):
            [await _answered(service, pair) for pair in few[:5]]
        rows += _latencies(
            "collaborationPaths, three paths",
            [await _answered(memory, pair) for pair in few],
            [await _answered(plain, pair) for pair in few],
        )
        single = [{"a": [identifier(one)], "b": [identifier(other)]} for one, other in asked]
        bulk_rate = await _requests_per_second(memory, DISTANCES, _bulk_variables(network)) * MANY_FROM * MANY_TO
        for name, rate, sql_rate in (
            ("distances, 1,000 per request; PostgreSQL: one", bulk_rate, sql_rates.distances),
            ("distance", await _requests_per_second(memory, DISTANCES, single), sql_rates.distances),
            ("three paths with names", await _requests_per_second(memory, PATHS, single), sql_rates.paths),
        ):
            rows.append(Row(f"{name}, {CONNECTIONS} clients, PostgreSQL", "versus", rate, sql_rate, "1/s"))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        rows.append(Row("peak memory of this process, two networks included", "own", peak, None, "MB"))
    return rows


async def _update_s(graph: Graph, copy: NetworkCopy) -> float:
    """Return the seconds in which the copy follows a write, which leaves the network as it is."""
    await graph.administer(CHANGE)
    began = time.perf_counter()
    await copy.refresh()
    return time.perf_counter() - began


def _bulk_variables(network: CoauthorGraph) -> list[dict[str, list[str]]]:
    """Return the variables of requests for distances between people of one half."""
    random = np.random.default_rng(3)
    half = network.people // 2
    return [
        {
            side: [identifier(int(person)) for person in random.integers(0, half, number)]
            for side, number in (("a", MANY_FROM), ("b", MANY_TO))
        }
        for _ in range(20)
    ]


async def _requests_per_second(service: Service, text: str, variables: Sequence[Mapping[str, list[str]]]) -> float:
    """Return the requests per second of clients at the same time, each with one request after another."""
    ends = time.perf_counter() + SECONDS
    answers = 0

    async def ask(client: int) -> None:
        nonlocal answers
        for number in itertools.count(client):
            if time.perf_counter() > ends:
                return
            reply = await service.answer(Request(text, dict(variables[number % len(variables)])))
            if reply.errors:
                raise SystemExit(f"A request failed: {reply.errors[0]}")
            answers += 1

    await asyncio.gather(*(ask(client) for client in range(CONNECTIONS)))
    return answers / SECONDS


def _own_times(network: CoauthorGraph, pairs: Sequence[Pair]) -> list[tuple[int | None, float]]:
    """Return length and milliseconds of each pair's search; a quarter of the pairs is searched before, as in Neo4j."""
    distances(network, pairs[: len(pairs) // 4])
    results: list[tuple[int | None, float]] = []
    for pair in pairs:
        began = time.perf_counter()
        [length] = distances(network, [pair])
        results.append((length, (time.perf_counter() - began) * 1000))
    return results


async def _timed(graph: Graph, text: str, pair: Pair) -> tuple[int | None, float]:
    parameters = {"a": identifier(pair[0]), "b": identifier(pair[1])}
    began = time.perf_counter()
    result = await graph.read(text, parameters)
    took = (time.perf_counter() - began) * 1000
    length = result.rows[0][0] if result.rows else None
    return (length if isinstance(length, int) else None), took


async def _answered(service: Service, pair: Pair) -> tuple[int | None, float]:
    variables = {"a": identifier(pair[0]), "b": identifier(pair[1])}
    began = time.perf_counter()
    reply = await service.answer(Request(PATHS, variables))
    took = (time.perf_counter() - began) * 1000
    return (None if reply.errors else 1), took


def _latencies(
    name: str, own: Sequence[tuple[int | None, float]], peer: Sequence[tuple[int | None, float]]
) -> list[Row]:
    rows = [
        Row(
            f"{name}, p{share}",
            "versus",
            float(np.percentile([took for _, took in own], share)),
            float(np.percentile([took for _, took in peer], share)),
            "ms",
        )
        for share in (50, 99)
    ]
    if failed := sum(length is None for length, _ in peer):
        rows.append(Row(f"{name}, requests that the peer did not answer in time", "own", failed, None, "requests"))
    return rows


if __name__ == "__main__":
    main()
