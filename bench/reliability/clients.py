"""Clients that send a mix of reads over keep-alive connections from an address of their own, and their figures."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bench.queries import GENERATED

HOST = "127.0.0.1"
JSON_TYPE = "application/graphql-response+json"
TIMEOUT_S = 30.0
"""Maximum time in seconds that a client waits for a response; a longer wait is an error."""
PROBE_PAUSE_S = 0.02
"""Time in seconds between a response to the probe and its next request."""
READS: tuple[tuple[str, dict[str, object]], ...] = (
    ("query P($doi: String!) { paper(by: {doi: $doi}) { title year } }", {"doi": GENERATED.doi}),
    (
        """query R($id: ID!) {
          researcher(by: {id: $id}) { name paperCount papers(first: 20) { totalCount nodes { id title year } } }
        }""",
        {"id": GENERATED.person},
    ),
    (
        """query H($id: ID!) {
          researcher(by: {id: $id}) { name papers(first: 20) { nodes { id title authors { nodes { name } } } } }
        }""",
        {"id": GENERATED.hub},
    ),
    (
        """query C($id: ID!) {
          paper(by: {id: $id}) {
            title citedBy(first: 10) { nodes { id title } } references(first: 10) { nodes { id title } }
          }
        }""",
        {"id": GENERATED.paper},
    ),
    ("{ papers(first: 50) { nodes { id title year doi } } }", {}),
    ('{ search(query: "graph learning", first: 5) { nodes { __typename } } }', {}),
)
"""Points, pages, a list and a search, which clients send in turn."""
Connection: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def post(query: str, variables: dict[str, object] | None = None, accept: str = JSON_TYPE) -> bytes:
    """Return the bytes of a GraphQL request."""
    body = json.dumps({"query": query, "variables": variables or {}}).encode()
    head = (
        f"POST /graphql HTTP/1.1\r\nhost: {HOST}\r\ncontent-type: application/json\r\naccept: {accept}\r\n"
        f"content-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def connect(port: int, source: str) -> Connection:
    """Open a connection from a source address, such as 127.0.0.2: Linux accepts all of 127.0.0.0/8 on loopback."""
    return await asyncio.open_connection(HOST, port, local_addr=(source, 0))


async def receive(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Return the status and the body of a response with a content length."""
    header = await reader.readuntil(b"\r\n\r\n")
    status = int(header.split(b" ", 2)[1])
    lengths = [line[15:] for line in header.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    return status, await reader.readexactly(int(lengths[0])) if lengths else b""


@dataclass
class Figures:
    """Durations of successful requests in milliseconds, errors by kind, and the duration of the run in seconds."""

    times: list[float] = field(default_factory=list[float])
    errors: Counter[str] = field(default_factory=Counter[str])
    seconds: float = 0

    @property
    def rate(self) -> float:
        """Successful requests per second."""
        return len(self.times) / self.seconds

    @property
    def error_share(self) -> float:
        """Share of requests that failed."""
        failed = self.errors.total()
        return failed / max(1, failed + len(self.times))

    def percentile(self, share: float) -> float:
        """Return the duration in milliseconds that this share of the requests did not exceed."""
        ordered = sorted(self.times)
        return ordered[int((len(ordered) - 1) * share)] if ordered else float("inf")


async def run_clients(port: int, connections: int, seconds: float, per_address: int = 8) -> Figures:
    """Send reads on a number of connections, and return the figures.

    Args:
        port: Port of the server.
        connections: Number of connections, at most 250 times `per_address`.
        seconds: Duration in seconds.
        per_address: Number of connections for each client address.
    """
    figures = Figures(seconds=seconds)
    requests = [post(query, variables) for query, variables in READS]
    until = time.perf_counter() + seconds
    await asyncio.gather(
        *(
            _client(
                port,
                f"127.0.1.{1 + number // per_address}",
                requests[number % len(requests) :] + requests,
                figures,
                until,
            )
            for number in range(connections)
        )
    )
    return figures


async def _client(  # noqa: PLR0913
    port: int, source: str, requests: Sequence[bytes], figures: Figures, until: float, *, pause_s: float = 0
) -> None:
    connection: Connection | None = None
    turn = 0
    while (started := time.perf_counter()) < until:
        try:
            async with asyncio.timeout(TIMEOUT_S):
                connection = connection or await connect(port, source)
                connection[1].write(requests[turn % len(requests)])
                status, body = await receive(connection[0])
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            figures.errors[type(error).__name__] += 1
            connection = _close(connection)
            await asyncio.sleep(0.05)  # a real client waits too
            continue
        turn += 1
        if status != 200 or b'"errors"' in body[:200]:
            figures.errors[str(status)] += 1
        else:
            figures.times.append((time.perf_counter() - started) * 1000)
        if pause_s:
            await asyncio.sleep(pause_s)
    _close(connection)


async def run_probe(port: int, seconds: float, source: str = "127.0.3.1") -> Figures:
    """Send a query for one paper every `PROBE_PAUSE_S` on one connection, and return the figures."""
    figures = Figures(seconds=seconds)
    query, variables = READS[0]
    until = time.perf_counter() + seconds
    await _client(port, source, [post(query, variables)], figures, until, pause_s=PROBE_PAUSE_S)
    return figures


def _close(connection: Connection | None) -> None:
    if connection is not None:
        connection[1].close()


def growth(samples: Sequence[float]) -> float:
    """Return the relative growth of equidistant samples from their middle to their end."""
    return samples[-1] / samples[len(samples) // 2] - 1
