"""Attacks on a server: each is a request or a behavior that a hostile client repeats until a moment."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

from graphql import get_introspection_query

from bench.reliability.clients import JSON_TYPE, connect, post, receive

SOURCE = "127.0.2.1"
"""Address of the attacker."""
PAUSE_S = 0.02
"""Pause in seconds between the requests of a connection: an attacker that sends without a pause measures the client."""
CODE = re.compile(rb'"code":"(\w+)"')
NDJSON = "application/x-ndjson"
NUMBER = "$NUMBER"
"""In a query: a number that is new in each request, so that the server does not know the document."""
Attack: TypeAlias = Callable[[int, float, Counter[str]], Awaitable[None]]
"""A behavior of one connection: port, end as a moment of `time.perf_counter`, and the outcomes to count."""


def repeat(query: str, accept: str = JSON_TYPE) -> Attack:
    """Send a query again and again, and read each response. NUMBER in the query changes in each request."""
    is_fixed, request, numbers = NUMBER not in query, post(query, accept=accept), count()

    async def run(port: int, until: float, outcomes: Counter[str]) -> None:
        while time.perf_counter() < until:
            try:
                reader, writer = await connect(port, SOURCE)
            except OSError as error:
                outcomes[type(error).__name__] += 1
                await asyncio.sleep(PAUSE_S)
                continue
            try:
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + until - time.perf_counter()):
                    while True:
                        new_query = query if is_fixed else query.replace(NUMBER, str(next(numbers)))
                        writer.write(request if is_fixed else post(new_query, accept=accept))
                        status, body = await _outcome(reader)
                        code = CODE.search(body)
                        outcomes[f"{status} {code[1].decode()}" if code else str(status)] += 1
                        await asyncio.sleep(PAUSE_S)
            except TimeoutError:
                outcomes["unfinished at the end"] += 1
            except (OSError, asyncio.IncompleteReadError):
                outcomes["disconnected"] += 1
            finally:
                writer.close()

    return run


async def _outcome(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Return the status and the body; of a stream, the first 64 KB."""
    header = await reader.readuntil(b"\r\n\r\n")
    status = int(header.split(b" ", 2)[1])
    lengths = [line[15:] for line in header.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    if lengths:
        return status, await reader.readexactly(int(lengths[0]))
    while (line := await reader.readline()) != b"0\r\n":  # chunks of a stream
        await reader.readexactly(int(line, 16) + 2)
    await reader.readline()
    return status, b""


def abandon(query: str, after_s: float) -> Attack:
    """Send a query, and disconnect before its response."""
    request = post(query)

    async def run(port: int, until: float, outcomes: Counter[str]) -> None:
        while (remaining := until - time.perf_counter()) > 0:
            _, writer = await connect(port, SOURCE)
            writer.write(request)
            await asyncio.sleep(min(after_s, remaining))
            writer.close()
            outcomes["abandoned"] += 1

    return run


async def send_endless_header(port: int, until: float, outcomes: Counter[str]) -> None:
    """Send a header that does not end."""
    while time.perf_counter() < until:
        reader, writer = await connect(port, SOURCE)
        try:
            writer.write(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ")
            while time.perf_counter() < until and not reader.at_eof():
                writer.write(b"a" * 16_384)
                await writer.drain()
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.01):
                        status, _ = await receive(reader)
                        outcomes[str(status)] += 1
                        break
        except (OSError, asyncio.IncompleteReadError):
            outcomes["disconnected"] += 1
        finally:
            writer.close()
        await asyncio.sleep(PAUSE_S)


async def send_slow_headers(port: int, until: float, outcomes: Counter[str]) -> None:
    """Send a header with one byte each second."""
    while time.perf_counter() < until:
        reader, writer = await connect(port, SOURCE)
        try:
            writer.write(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ")
            while time.perf_counter() < until:
                writer.write(b"a")
                with suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        status, _ = await receive(reader)
                        outcomes[str(status)] += 1
                        break
            else:
                outcomes["still connected at the end"] += 1
        except (OSError, asyncio.IncompleteReadError):
            outcomes["disconnected"] += 1
        finally:
            writer.close()


async def read_slowly(port: int, until: float, outcomes: Counter[str]) -> None:
    """Request all papers as a stream, and read 1 KB each second."""
    request = post("{ papers { nodes { id title year doi } } }", accept=NDJSON)
    while time.perf_counter() < until:
        reader, writer = await connect(port, SOURCE)
        try:
            writer.write(request)
            async with asyncio.timeout(until - time.perf_counter()):
                while await reader.read(1_024):  # noqa: ASYNC110 the pause is the attack
                    await asyncio.sleep(1)
            outcomes["disconnected"] += 1
        except TimeoutError:
            outcomes["still connected at the end"] += 1
        except OSError:
            outcomes["disconnected"] += 1
        finally:
            writer.transport.abort()


async def hold_connection(port: int, until: float, outcomes: Counter[str]) -> None:
    """Open a connection, and send a small query every five seconds."""
    request = post("{ __typename }")
    while time.perf_counter() < until:
        reader, writer = await connect(port, SOURCE)
        try:
            while time.perf_counter() < until:
                writer.write(request)
                status, _ = await receive(reader)
                outcomes[str(status)] += 1
                await asyncio.sleep(min(5, max(0.0, until - time.perf_counter())))
        except (OSError, asyncio.IncompleteReadError):
            outcomes["disconnected"] += 1
        finally:
            writer.close()


def _aliases(count: int, field: str) -> str:
    return " ".join(f"a{number}: {field}" for number in range(count))


NESTED = "{authors: {all: {node: {papers: {none: {node: {authors: {all: {node: {paperCount: {gt: 1}}}}}}}}}}}"
CONTAINS = ", ".join(f'{{title: {{contains: "x{number}y"}}}}' for number in range(40))
SEARCHES = " ".join(
    f'a{number}: search(query: "graph learning {number}", first: 20) {{ nodes {{ __typename }} }}'
    for number in range(15)
)


@dataclass(frozen=True)
class NamedAttack:
    """An attack with its number of connections."""

    name: str
    connections: int
    attack: Attack


ATTACKS = (
    NamedAttack(
        "abandoned regular expressions",
        16,
        abandon('{ papers(first: 1, where: {title: {matches: ".*a.*e.*qzz"}}) { totalCount } }', 0.3),
    ),
    NamedAttack(
        "export with 100 repeated fields", 8, repeat(f"{{ papers {{ nodes {{ {_aliases(100, 'title')} }} }} }}", NDJSON)
    ),
    NamedAttack(
        "introspection, 20 aliases",
        8,
        repeat(f"{{ {_aliases(20, '__schema { types { name fields { name args { name type { name } } } } }')} }}"),
    ),
    NamedAttack("introspection, new documents", 8, repeat(f"{get_introspection_query()} # {NUMBER}")),
    NamedAttack(
        "new documents",
        8,
        repeat(f"{{ papers(first: 3) {{ nodes {{ id a{NUMBER}: title authors {{ nodes {{ id }} }} }} }} }}"),
    ),
    NamedAttack(
        "groups of three keys",
        16,
        repeat("{ papers { groupBy(keys: [YEAR, TOPIC, KIND], first: 1000) { groups { count keys { value } } } } }"),
    ),
    NamedAttack(
        "40 contains in an or", 16, repeat(f"{{ papers(where: {{or: [{CONTAINS}]}}) {{ totalCount nodes {{ id }} }} }}")
    ),
    NamedAttack("nested all and none filters", 16, repeat(f"{{ papers(where: {NESTED}) {{ totalCount }} }}")),
    NamedAttack("15 aliased searches", 16, repeat(f"{{ {SEARCHES} }}")),
    NamedAttack("endless headers", 16, send_endless_header),
    NamedAttack("slow headers", 100, send_slow_headers),
    NamedAttack("slow readers of exports", 50, read_slowly),
    NamedAttack("384 connections", 384, hold_connection),
)


async def run_attacks(attacks: tuple[NamedAttack, ...], port: int, seconds: float) -> Counter[str]:
    """Run attacks at the same time for some seconds, and return their outcomes."""
    outcomes: Counter[str] = Counter()
    until = time.perf_counter() + seconds
    await asyncio.gather(
        *(_attack_until(one.attack, port, until, outcomes) for one in attacks for _ in range(one.connections))
    )
    return outcomes


async def _attack_until(attack: Attack, port: int, until: float, outcomes: Counter[str]) -> None:
    """Attack until the end, also if the server ends or rejects a connection."""
    while time.perf_counter() < until:
        try:
            await attack(port, until, outcomes)
        except (OSError, ValueError, asyncio.IncompleteReadError) as error:
            outcomes[type(error).__name__] += 1
            await asyncio.sleep(PAUSE_S)
