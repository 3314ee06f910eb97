"""Byline and GraphQL servers on Neo4j and on PostgreSQL: the same content, over HTTP, by turns in one run."""

import json
import os
import shutil
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import docker
import httpx2
import psutil
import uvloop
from docker.errors import DockerException
from rich.table import Table

from bench import bolt_limit
from bench.generated_graph import benchmark_neo4j, fill_graph
from bench.http_load import Measured, measure
from bench.peers.postgres import copy_graph, find_programs, serve_postgres
from bench.peers.processes import (
    install_peers,
    processor_seconds,
    serve_graphjin,
    serve_neo4j_graphql,
    serve_postgraphile,
    serve_strawberry,
)
from bench.queries import BenchmarkQuery, benchmark_queries
from bench.query_subjects import select_subjects
from bench.table import Row, print_table, write_json
from cypher.driver.address import Address
from tests.byline.server_process import served

SECONDS = float(os.environ.get("BYLINE_BENCH_SECONDS", "3"))
TURNS = 4
CONNECTIONS = (1, 8)
BYLINE, LIBRARY, STRAWBERRY = "Byline", "@neo4j/graphql", "Strawberry"
POSTGRAPHILE, GRAPHJIN, BOLT = "PostGraphile", "graphjin", "Bolt alone"
MAX_WARMUP_TURNS, STEADY_RATIO = 12, 1.05
"""A server is warm when its best rate of two turns exceeds that of the turns before by less than this."""


@dataclass(frozen=True)
class Server:
    """A GraphQL server: its endpoint, its documents, and the processes of the server and of its database."""

    url: str
    document: Callable[[BenchmarkQuery], str]
    process: int
    database: int | None
    """None: the database runs on another machine, so its processor time is unknown."""

    def body(self, query: BenchmarkQuery) -> bytes:
        """Return the body of the request."""
        return json.dumps({"query": self.document(query), "variables": query.variables}).encode()

    def processor_seconds(self) -> tuple[float, float]:
        """Return the processor seconds of the server and of its database."""
        return processor_seconds(self.process), processor_seconds(self.database) if self.database else 0.0


@dataclass
class Turns:
    """Figures of one server and query: those of each turn, and the processor seconds of all turns."""

    runs: list[Measured] = field(default_factory=list[Measured])
    server_s: float = 0.0
    database_s: float = 0.0

    @property
    def together(self) -> Measured:
        """The figures of all turns."""
        return Measured.together(self.runs)

    @property
    def spread(self) -> float:
        """The difference between the fastest and the slowest turn, in percent of the rate of all."""
        rates = [run.per_second for run in self.runs]
        return 100 * (max(rates) - min(rates)) / self.together.per_second

    @property
    def server_ms(self) -> float:
        """Processor time of the server, in milliseconds per request."""
        return 1000 * self.server_s / self.requests

    @property
    def database_ms(self) -> float:
        """Processor time of the database, in milliseconds per request."""
        return 1000 * self.database_s / self.requests

    @property
    def requests(self) -> int:
        """Number of requests of all turns."""
        return sum(len(run.times) for run in self.runs)


class Bag(list[Any]):
    """The content of an object, without its field names."""


def content(value: Any) -> Any:  # noqa: ANN401 JSON of any shape
    """Return the content of a response in a form that does not depend on the names and the nesting of a server.

    The items of a list keep their order. An object becomes the sorted content of its fields, objects in it are merged
    into it, and a list of one item is that item.
    """
    if isinstance(value, list):
        items = [content(item) for item in value]  # pyright: ignore[reportUnknownVariableType] JSON of any shape
        return items[0] if len(items) == 1 else items
    if not isinstance(value, dict):
        return value
    bag = Bag()
    for child in map(content, value.values()):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] JSON of any shape
        bag.extend(child if isinstance(child, Bag) else [child])
    return bag[0] if len(bag) == 1 else Bag(sorted(bag, key=json.dumps))


def data(name: str, server: Server, query: BenchmarkQuery) -> Any:  # noqa: ANN401 JSON of any shape
    """Return the data of a response. Raises SystemExit if it has errors."""
    headers = {"content-type": "application/json"}
    response = httpx2.post(server.url, content=server.body(query), headers=headers, timeout=60)
    if not response.is_success or response.json().get("errors"):
        raise SystemExit(f"{name} returns errors: {response.text[:2_000]}")
    return response.json()["data"]


def check_same_content(query_name: str, query: BenchmarkQuery, servers: Mapping[str, Server]) -> None:
    """Check that all servers return the same content, and not nothing. Raises SystemExit."""
    answers = {name: data(name, server, query) for name, server in servers.items()}
    if not all(answers[BYLINE].values()):
        raise SystemExit(f"{query_name}: the response has no data.")
    expected = json.dumps(content(answers[BYLINE]))
    for name, answer in answers.items():
        if (found := json.dumps(content(answer))) != expected:
            raise SystemExit(f"{query_name}: {name} returns other content.\n{found[:3_000]}\n{expected[:3_000]}")


@dataclass(frozen=True)
class Comparison:
    """Figures of one query at one number of connections: of each server, and of Bolt alone."""

    query: str
    connections: int
    turns: Mapping[str, Turns]
    bolt: Measured

    def rows(self) -> list[Row]:
        """Return rate, latency and processor time against each peer, and against Bolt alone."""
        label = f"{self.query}, {self.connections}"
        byline = self.turns[BYLINE]
        ours = byline.together
        table_rows = [
            Row(f"{label}: {BOLT}", "own", ours.per_second, self.bolt.per_second, "requests/s"),
            Row(f"{label}: {BOLT}, p50", "own", ours.p50_ms, self.bolt.p50_ms, "ms"),
        ]
        for name, turns in self.turns.items():
            table_rows.append(Row(f"{label}: {name}, spread of turns", "own", turns.spread, None, "%"))
            if name == BYLINE:
                continue
            peer = turns.together
            table_rows += [
                Row(f"{label}: {name}", "versus", ours.per_second, peer.per_second, "requests/s"),
                Row(f"{label}: {name}, p50", "versus", ours.p50_ms, peer.p50_ms, "ms"),
                Row(f"{label}: {name}, p99", "versus", ours.p99_ms, peer.p99_ms, "ms"),
                Row(f"{label}: {name}, server CPU", "versus", byline.server_ms, turns.server_ms, "ms/request"),
                Row(f"{label}: {name}, database CPU", "versus", byline.database_ms, turns.database_ms, "ms/request"),
            ]
        return table_rows

    def add_to(self, table: Table) -> None:
        """Add one line per server to the printed table. The ratios are Byline's rate divided by that of the server."""
        ours = self.turns[BYLINE].together
        for name, turns in self.turns.items():
            found = turns.together
            table.add_row(
                f"{self.query}, {self.connections}" if name == BYLINE else "",
                name,
                f"{found.per_second:,.0f}",
                "" if name == BYLINE else f"{ours.per_second / found.per_second:.2f}",
                f"{found.p50_ms:,.2f}",
                f"{found.p99_ms:,.1f}",
                f"{turns.server_ms:.2f}",
                f"{turns.database_ms:.2f}" if turns.database_s else "",
                f"{turns.spread:.0f}%",
            )
        ratio = f"{ours.per_second / self.bolt.per_second:.2f}"
        p50, p99 = f"{self.bolt.p50_ms:,.2f}", f"{self.bolt.p99_ms:,.1f}"
        table.add_row("", BOLT, f"{self.bolt.per_second:,.0f}", ratio, p50, p99, end_section=True)


def print_comparisons(title: str, comparisons: Sequence[Comparison]) -> None:
    """Print one table of all queries and servers."""
    table = Table("query, connections", "server", title=title, title_justify="left")
    for column in ("requests/s", "ratio", "p50, ms", "p99, ms", "server CPU, ms", "database CPU, ms", "spread"):
        table.add_column(column, justify="right")
    for comparison in comparisons:
        comparison.add_to(table)
    print_table(table)


def run(address: Address) -> list[Row]:
    """Measure all queries, print a table, and return its figures. Raises SystemExit if responses differ."""
    install_peers()
    table_rows: list[Row] = []
    comparisons: list[Comparison] = []
    with _serve_all(address) as servers:
        table_rows += _measure_typename(servers[BYLINE].url)
        for name, query in benchmark_queries(select_subjects(address)).items():
            _record(servers, query)
            check_same_content(name, query, servers)
            for connections in CONNECTIONS:
                found, bolt = _measure_all(address, query, servers, connections)
                comparisons.append(Comparison(name, connections, found, bolt))
    print_comparisons(f"GraphQL over HTTP, {TURNS} turns of {SECONDS / TURNS:g} s", comparisons)
    return table_rows + [row for comparison in comparisons for row in comparison.rows()]


@contextmanager
def _serve_all(address: Address) -> Generator[dict[str, Server]]:
    """Start Byline and all peers whose programs exist, and print which are missing."""
    neo4j = _neo4j_process(address)
    with ExitStack() as stack:
        client = stack.enter_context(served(address))
        library = stack.enter_context(serve_neo4j_graphql(address))
        strawberry = stack.enter_context(serve_strawberry(address))
        assert client.base_url.port is not None  # noqa: S101 it is a server of this benchmark
        servers = {
            BYLINE: Server(
                f"{str(client.base_url).rstrip('/')}/graphql", _byline, _listener(client.base_url.port), neo4j
            ),
            LIBRARY: Server(library.url, lambda query: query.neo4j_graphql, library.pid, neo4j),
            STRAWBERRY: Server(strawberry.url, _byline, strawberry.pid, neo4j),
        }
        programs = find_programs()
        if programs is None:
            print(f"{POSTGRAPHILE} and {GRAPHJIN} are not measured: install PostgreSQL (Debian: postgresql).")
        else:
            postgres = stack.enter_context(serve_postgres(programs, partial(copy_graph, address)))
            peer = stack.enter_context(serve_postgraphile(postgres))
            servers[POSTGRAPHILE] = Server(peer.url, lambda query: query.postgraphile, peer.pid, postgres.pid)
            if shutil.which("go") is None:
                print(f"{GRAPHJIN} is not measured: install Go 1.24 or newer.")
            else:
                peer = stack.enter_context(serve_graphjin(postgres))
                servers[GRAPHJIN] = Server(peer.url, lambda query: query.graphjin, peer.pid, postgres.pid)
        yield servers


def _byline(query: BenchmarkQuery) -> str:
    return query.byline


def _record(servers: Mapping[str, Server], query: BenchmarkQuery) -> None:
    """Add a query to graphjin's allow list. Raises SystemExit if graphjin rejects it."""
    if server := servers.get(GRAPHJIN):
        url = server.url.replace("/graphql", "/record")
        response = httpx2.post(url, content=server.body(query), timeout=60)
        if not response.is_success:
            raise SystemExit(f"{GRAPHJIN} rejects {server.document(query)}: {response.text}")


def _listener(port: int) -> int:
    """Return the ID of the process that listens on a port of this machine."""
    listening = (found for found in psutil.net_connections("tcp") if found.status == psutil.CONN_LISTEN)
    return next(found.pid for found in listening if found.laddr and found.laddr.port == port and found.pid)


def _neo4j_process(address: Address) -> int | None:
    """Return the process ID of Neo4j, in a container or not; None if it is on another machine."""
    parts = urlsplit(address.uri)
    if parts.hostname not in {"127.0.0.1", "localhost"}:
        return None
    port = parts.port or 7687
    try:
        for container in docker.from_env(timeout=10).containers.list(ignore_removed=True):
            published = container.ports.get("7687/tcp") or []
            if any(place["HostPort"] == str(port) for place in published):
                return int(container.attrs["State"]["Pid"])
    except DockerException:
        pass  # no Docker engine: Neo4j is a process of this machine
    return _listener(port)


def _measure_typename(url: str) -> list[Row]:
    """Measure a request that reads nothing from the graph: the cost of HTTP and GraphQL alone."""
    found = uvloop.run(measure(url, b'{"query": "{ __typename }"}', 1, SECONDS))
    return [Row("__typename, 1: p50", "own", found.p50_ms, None, "ms")]


def _measure_all(
    address: Address, query: BenchmarkQuery, servers: Mapping[str, Server], connections: int
) -> tuple[dict[str, Turns], Measured]:
    """Measure warm servers in short turns, so that other work on the machine affects all of them equally."""
    seconds = SECONDS / TURNS
    for name, server in servers.items():
        if not _warm(server, query, connections, seconds):
            print(f"{name} was not steady after {MAX_WARMUP_TURNS} turns: {server.document(query)[:60]}", flush=True)
    found = {name: Turns() for name in servers}
    bolt: list[Measured] = []
    order = list(servers)
    for turn in range(TURNS):
        for name in order[turn % len(order) :] + order[: turn % len(order)]:
            server, turns = servers[name], found[name]
            server_s, database_s = server.processor_seconds()
            turns.runs.append(uvloop.run(measure(server.url, server.body(query), connections, seconds)))
            server_end, database_end = server.processor_seconds()
            turns.server_s += server_end - server_s
            turns.database_s += database_end - database_s
        bolt.append(uvloop.run(bolt_limit.measure(address, query, connections, seconds)))
    return found, Measured.together(bolt)


def _warm(server: Server, query: BenchmarkQuery, connections: int, seconds: float) -> bool:
    """Send a query until the rate of the server no longer grows. Returns whether it became steady."""
    best = 0.0
    unchanged = 0
    for _ in range(MAX_WARMUP_TURNS):
        rate = uvloop.run(measure(server.url, server.body(query), connections, seconds)).per_second
        unchanged = 0 if rate > STEADY_RATIO * best else unchanged + 1
        best = max(best, rate)
        if unchanged == 2:
            return True
    return False


def main() -> None:
    """Run the benchmark."""
    with benchmark_neo4j() as address:
        graph = fill_graph(address, allow_existing=True)
        table_rows = run(address)
    print(graph)
    write_json("peer_comparison", table_rows)


if __name__ == "__main__":
    main()
