"""Reads from a Bolt server that misbehaves in every way: each ends with a GraphError, and the next one succeeds."""

import asyncio
import random
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import neo4j
import pytest
from neo4j.exceptions import ServiceUnavailable

from cypher.driver.address import Address
from cypher.driver.bolt import BoltConnection
from cypher.driver.client import Graph
from cypher.driver.errors import (
    DatabaseUnavailableError,
    GraphAuthError,
    GraphBusyError,
    GraphError,
    GraphRejectedError,
    GraphTimeoutError,
    GraphUnavailableError,
)
from cypher.driver.packstream import UnknownVersionError, encode_sign_in, negotiate
from cypher.driver.read_pool import LIVENESS_S, endpoint_of
from cypher.driver.values import QueryResult
from tests.cypher.bolt_server import (
    HANDSHAKE,
    HELLO,
    IGNORED,
    LOGON,
    MANIFEST,
    NOOP,
    PULL,
    RESET,
    RUN,
    STEPS,
    VERSION,
    BoltServer,
    Reply,
    bolt_server,
    failure,
    record,
    self_signed,
    success,
)
from tests.tiers import sampled_cases

# pyright: reportPrivateUsage=false

SIGNED_IN = success(server="Neo4j/5.26.0") + success()
READ = success(fields=["x", "y"]) + record(1, "é" * 40_000) + NOOP + record(None, [{"a": 1.5}]) + success(bookmark="b")


@pytest.fixture
async def server() -> AsyncGenerator[BoltServer]:
    async with bolt_server() as started:
        yield started


@pytest.fixture
async def graph(server: BoltServer) -> AsyncGenerator[Graph]:
    async with Graph(address_of(server), pool_size=4) as opened:
        yield without_driver(opened)


def address_of(server: BoltServer) -> Address:
    return Address(f"bolt://127.0.0.1:{server.port}", "neo4j", "secret", "papers")


def without_driver(graph: Graph) -> Graph:
    """Make a graph fail instead of reading over the official driver."""

    async def fail(text: str, parameters: object, limit_s: float) -> QueryResult:
        raise AssertionError(f"The driver runs {text}")

    graph._read_with_driver = fail
    return graph


async def read(graph: Graph, x: object, timeout_s: float = 5) -> object:
    """Return the value that the server returns for a parameter."""
    result = await graph.read("RETURN $x AS x", {"x": cast("Any", x)}, timeout_s=timeout_s)
    assert result.columns == ("x",)
    return result.rows[0][0]


class MemoryTransport(asyncio.Transport):
    """Collects the bytes that a connection sends."""

    def __init__(self) -> None:
        super().__init__()
        self.written = bytearray()
        self.aborted = False

    def write(self, data: "bytes | bytearray | memoryview[Any]") -> None:
        """Collect bytes."""
        self.written += data

    def abort(self) -> None:
        """Remember that the connection was closed."""
        self.aborted = True


async def replay(parts: list[bytes]) -> tuple[BoltConnection, object]:
    """Feed the answer to a read to a connection, part by part, and return the result or the error."""
    connection = BoltConnection()
    connection.connection_made(MemoryTransport())
    for exchange, reply in ((connection.shake_hands(), VERSION), (connection.sign_in(AUTH), SIGNED_IN)):
        task = asyncio.ensure_future(exchange)
        await asyncio.sleep(0)
        connection.data_received(reply)
        await task
    reading = asyncio.create_task(connection.run_read(b"RUN and PULL"))
    await asyncio.sleep(0)
    for part in parts:
        connection.data_received(part)
    if not reading.done() and connection._waiter is not None and not connection._waiter.done():
        connection.connection_lost(None)
    return connection, (await asyncio.gather(reading, return_exceptions=True))[0]


AUTH = neo4j.basic_auth("neo4j", "secret")
ROWS = (("x", "y"), [[1, "é" * 40_000], [None, [{"a": 1.5}]]], "b", False)


async def test_answer_in_parts_of_any_size() -> None:
    """An answer decodes to the same rows if the network splits it anywhere, down to single bytes."""
    edges = [*range(1, 200), *range(65_500, 65_560), *range(len(READ) - 200, len(READ))]
    for edge in edges:
        _, result = await replay([READ[:edge], READ[edge:]])
        assert result == ROWS, edge
    for size in (1, 2, 3, 7, 1000, 65_537):
        _, result = await replay([READ[start : start + size] for start in range(0, len(READ), size)])
        assert result == ROWS, size


async def test_message_in_chunks_of_any_size() -> None:
    """A message may consist of any number of chunks, with keep-alive chunks between messages."""
    body = record(list(range(300)))[2:-2]
    for size in (1, 2, 5, 255, 256, 600):
        pieces = [body[start : start + size] for start in range(0, len(body), size)]
        message = b"".join(len(piece).to_bytes(2, "big") + piece for piece in pieces) + NOOP
        answer = NOOP * 3 + success(fields=["x"]) + NOOP + message * 2 + NOOP * 2 + success()
        _, result = await replay([answer])
        assert result == (("x",), [[list(range(300))]] * 2, None, False)


@pytest.mark.parametrize("seed", sampled_cases(range(20), 2))
async def test_damaged_answers_never_hang(seed: int) -> None:
    """An answer with damaged, missing or inserted bytes is a result or an error that closes the connection."""
    chance = random.Random(seed)  # noqa: S311 as in any fuzzing
    answer = success(fields=["x", "y"]) + record(1, "text") * 3 + record([1, {"a": None}], 2.5) + success(bookmark="b")
    for _ in range(300):
        damaged = bytearray(answer)
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(damaged))
            match chance.randrange(3):
                case 0:
                    damaged[place] = chance.choice(HARMLESS)
                case 1:
                    del damaged[place : place + chance.randint(1, 20)]
                case _:
                    damaged[place:place] = bytes(chance.choices(HARMLESS, k=chance.randint(1, 20)))
        connection, result = await replay([bytes(damaged)])
        if isinstance(result, BaseException):
            assert isinstance(result, Exception)
            assert connection.failure is not None or not isinstance(result, ServiceUnavailable)


HARMLESS = [byte for byte in range(256) if byte not in {0xD6, 0xDA}]
"""Without lists and maps of 32-bit size: the compiled codec ends the process if it cannot allocate their memory."""

WRONG: list[bytes] = [
    success(fields=["x"]),
    success(fields=["x"]) + record(1, 2) + success(),
    success(fields="x") + record(1) + success(),
    success() + record(1) + success(),
    record(1) + success(fields=["x"]) + success(),
    success(fields=["x"]) + record(1) + success(has_more=True),
    success(fields=["x"]) + IGNORED,
    IGNORED + IGNORED,
    success(fields=["x"]) + b"\0\2\xb0\x71\0\0" + success(),
    success(fields=["x"]) + b"\0\3\xb1\x71\x01\0\0" + success(),
    success(fields=["x"]) + b"\0\4\xb2\x71\x91\x01\0\0" + success(),
    success(fields=["x"]) + b"\0\4\xb1\x71\x92\x01\0\0" + success(),
    success(fields=["x"]) + b"\0\5\xb1\x71\x91\x01\x01\0\0" + success(),
    success(fields=["x"]) + b"\0\4\xb1\x71\x91\xc7\0\0" + success(),
    success(fields=["x"]) + b"\0\5\xb1\x71\x91\x81\xff\0\0" + success(),
    success(fields=["x"]) + b"\0\x08\xb1\x71\x91\xd2\xff\xff\xff\xff\0\0" + success(),
    success(fields=["x"]) + b"\0\1\xb1\0\0",
    b"\0\3\xb1\x42\xa0\0\0",
    b"\0\3\xb1\x70\x01\0\0",
    b"HTTP/1.1 400 Bad Request\r\n\r\n",
    b"\xff" * 200_000,
]


@pytest.mark.parametrize("answer", WRONG, ids=range(len(WRONG)))
async def test_wrong_answers_close_the_connection(answer: bytes) -> None:
    """An answer that is not an answer to RUN and PULL is an error, and its connection is not used again."""
    connection, result = await replay([answer])
    assert isinstance(result, ServiceUnavailable)
    assert connection.failure is not None
    assert cast("MemoryTransport", connection._transport).aborted or len(answer) < 100


@pytest.mark.parametrize("extra", [success(), record(2), IGNORED, b"\0\1\xb1\0\0"], ids=range(4))
async def test_messages_after_the_answer_close_the_connection(extra: bytes) -> None:
    """A message after the answer is not part of it, and its connection is not used again."""
    connection, result = await replay([success(fields=["x"]) + record(1) + success() + extra])
    assert result == (("x",), [[1]], None, False)
    assert connection.failure is not None


def test_handshakes_in_parts() -> None:
    """A handshake selects the highest common version; an incomplete one selects none yet."""
    for answer, version in ((VERSION, (5, 8)), (MANIFEST, (5, 8)), (b"\x00\x00\x04\x05", (5, 4))):
        assert [negotiate(answer[:length]) for length in range(len(answer))] == [None] * len(answer)
        agreed = negotiate(answer)
        assert agreed is not None
        assert agreed.version == version
    newest = negotiate(b"\x00\x00\x01\xff\x02" + b"\x00\x08\x08\x05" + b"\x00\x01\x01\x06" + b"\x81\x00")
    assert newest == ((6, 1), b"\x00\x00\x01\x06\x00")
    for old in (bytes(4), b"\x00\x00\x01\xff\x01" + b"\x00\x04\x04\x04" + b"\x00", b"\x00\x00\x01\xff\x00\x00"):
        with pytest.raises(UnknownVersionError):
            negotiate(old)
    for wrong in (b"HTTP", b"\x00\x00\x00\x09", VERSION + b"\x00", b"\x00\x00\x01\xff" + b"\xff" * 6, MANIFEST + NOOP):
        with pytest.raises(ServiceUnavailable):
            negotiate(wrong)


@pytest.mark.parametrize(
    ("uri", "endpoint"),
    [
        ("bolt://127.0.0.1", ("127.0.0.1", 7687)),
        ("bolt://[::1]:7688", ("::1", 7688)),
        ("bolt+s://db.example.org:1", ("db.example.org", 1)),
        ("neo4j://127.0.0.1", None),
        ("neo4j+ssc://127.0.0.1", None),
        ("bolt://127.0.0.1/?policy=x", None),
        ("bolt://user@127.0.0.1", None),
        ("bolt://127.0.0.1:99999", None),
    ],
)
def test_endpoints_of_addresses(uri: str, endpoint: tuple[str, int] | None) -> None:
    """The driver reads from addresses with routing, and from those that it interprets itself."""
    found = endpoint_of(uri)
    assert (found and found[:2]) == endpoint
    assert found is None or (found.tls is not None) == ("+" in uri)


GARBAGE: dict[str, Reply] = {
    "close": None,
    "wrong tag": b"\x00\x03\xb1\x42\xa0\x00\x00",
    "text": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "truncated": b"\x00\x20\xb1\x71\x91\x01",
    "random": bytes(random.Random(1).choices(HARMLESS, k=5000)),  # noqa: S311 as above
    "silence": b"\x00\x00",
}


@pytest.mark.parametrize("garbage", sampled_cases(GARBAGE, 2))
@pytest.mark.parametrize("step", STEPS)
async def test_misbehaving_server_is_an_error(server: BoltServer, graph: Graph, step: str, garbage: str) -> None:
    """Garbage, silence or the end of the connection at any step is a GraphError in time; the next read succeeds."""
    for warm in (False, True):
        if warm:
            assert await read(graph, "before") == "before"
        elif step == "pull":
            continue
        started = time.monotonic()
        server.replies = {STEPS[step]: GARBAGE[garbage]}
        if warm and step in {"handshake", "hello", "logon"}:
            assert graph.read_pool is not None
            graph.read_pool._close_idle()
        with pytest.raises((GraphUnavailableError, GraphTimeoutError)):
            await read(graph, "garbage", timeout_s=0.05)
        assert time.monotonic() - started < 3
        server.replies = {}
        assert await read(graph, "after") == "after"


async def test_endless_keep_alive_ends_at_the_limit(server: BoltServer, graph: Graph) -> None:
    """A server that only keeps the connection alive does not hold a read beyond its limit."""
    server.endless = NOOP
    server.replies = {PULL: NOOP * 2}
    started = time.monotonic()
    with pytest.raises(GraphTimeoutError):
        await read(graph, 1, timeout_s=0.1)
    assert time.monotonic() - started < 3
    server.endless, server.replies = b"", {}
    assert await read(graph, 2) == 2


async def test_slow_bytes_are_a_result(server: BoltServer, graph: Graph) -> None:
    """A server that sends byte by byte is slow, not broken."""
    server.split = lambda reply: [reply[place : place + 1] for place in range(len(reply))]
    server.pause = lambda: asyncio.sleep(0.001)
    server.replies = {HANDSHAKE: MANIFEST}
    assert await read(graph, "slow") == "slow"


async def test_lost_connection_is_replaced_once(server: BoltServer, graph: Graph) -> None:
    """If the server closes a pooled connection, the read runs on a new one, but only once."""
    assert await read(graph, 1) == 1
    server.replies = {RUN: [None]}
    assert await read(graph, 2) == 2
    assert server.connections == 2
    server.replies = {RUN: [None, None]}
    with pytest.raises(GraphUnavailableError, match="closed the connection"):
        await read(graph, 3)
    assert await read(graph, 4) == 4


async def test_failures_reset_the_connection(server: BoltServer, graph: Graph) -> None:
    """A failure of RUN or PULL raises the error of its code, and RESET makes the connection usable again."""
    for code, kind in (
        ("Neo.ClientError.Statement.SyntaxError", GraphRejectedError),
        ("Neo.TransientError.General.MemoryPoolOutOfMemoryError", GraphBusyError),
        ("Neo.ClientError.Transaction.TransactionTimedOut", GraphTimeoutError),
        ("Neo.TransientError.General.DatabaseUnavailable", DatabaseUnavailableError),
        ("nonsense", GraphRejectedError),
    ):
        server.replies = {RUN: [failure(code)], PULL: [IGNORED]}
        with pytest.raises(kind):
            await read(graph, 1)
        server.replies = {PULL: [record(1) + failure(code)]}
        with pytest.raises(kind):
            await read(graph, 1)
    assert await read(graph, 2) == 2
    assert (server.connections, len(server.sent_fields(RESET))) == (1, 10)
    server.replies = {RUN: [failure("Neo.ClientError.Statement.SyntaxError")], PULL: [IGNORED], RESET: None}
    with pytest.raises(GraphRejectedError, match="broken"):
        await read(graph, 1)
    assert await read(graph, 2) == 2
    assert server.connections == 2


async def test_rejected_sign_in(server: BoltServer, graph: Graph) -> None:
    """A rejected sign-in is an authentication error without a retry; the server may also close the connection."""
    unauthorized = failure("Neo.ClientError.Security.Unauthorized", "wrong password")
    for replies in ({HELLO: unauthorized, LOGON: None}, {LOGON: unauthorized}, {HELLO: unauthorized, LOGON: IGNORED}):
        server.replies = cast("dict[int, Reply | list[Reply]]", replies)
        connections = server.connections
        with pytest.raises(GraphAuthError, match="wrong password"):
            await read(graph, 1)
        assert server.connections == connections + 1
    server.replies = {RUN: [failure("Neo.ClientError.Security.AuthorizationExpired")], PULL: [IGNORED]}
    with pytest.raises(GraphError):
        await read(graph, 1)
    connections = server.connections
    assert await read(graph, 2) == 2
    assert server.connections == connections + 1


async def test_messages_on_the_wire(server: BoltServer, graph: Graph) -> None:
    """A read sends the credentials, READ mode, database, limit and bookmarks, and nothing else."""
    await graph._bookmarks.update_bookmarks((), ("written",))
    assert await read(graph, "x" * 200_000, timeout_s=1.5) == "x" * 200_000
    assert await read(graph, 1) == 1
    assert [tag for tag, _ in server.sent] == [HELLO, LOGON, RUN, PULL, RUN, PULL]
    hello, logon = server.sent_fields(HELLO)[0][0], server.sent_fields(LOGON)[0][0]
    assert (hello["notifications_minimum_severity"], "routing" in hello) == ("OFF", False)
    assert logon == {"scheme": "basic", "principal": "neo4j", "credentials": "secret"}
    extras = [fields[2] for fields in server.sent_fields(RUN)]
    assert extras == [
        {"mode": "r", "tx_timeout": 1500, "db": "papers", "bookmarks": ["written"]},
        {"mode": "r", "tx_timeout": 5000, "db": "papers", "bookmarks": ["bookmark"]},
    ]
    assert b"bearer" in encode_sign_in(neo4j.bearer_auth("token"))


async def test_stopped_server_process_gets_no_credentials(server: BoltServer) -> None:
    """The process is checked after connecting; without it, the client sends no credentials and no statement."""
    running = [True, False]
    async with Graph(replace(address_of(server), is_running=lambda: running.pop(0))) as graph:
        with pytest.raises(GraphUnavailableError, match="has stopped"):
            await read(without_driver(graph), 1)
        assert (server.connections, server.sent, running) == (1, [], [])
        running += [True, True, False]
        assert await read(graph, 1) == 1
        with pytest.raises(GraphUnavailableError, match="has stopped"):
            await read(graph, 2)
        assert len(server.sent_fields(RUN)) == 1


async def test_unknown_version_uses_driver(server: BoltServer) -> None:
    """The driver runs all reads of a server that speaks other versions of Bolt."""
    server.replies = {HANDSHAKE: bytes(4)}
    texts: list[str] = []

    async def read_with_driver(text: str, parameters: object, limit_s: float) -> QueryResult:
        texts.append(text)
        return QueryResult(("x",), [["driver"]])

    async with Graph(address_of(server)) as graph:
        graph._read_with_driver = read_with_driver
        for _ in range(3):
            assert await read(graph, 1) == "driver"
    assert (len(texts), server.connections) == (3, 1)


@pytest.mark.full
async def test_silent_server_is_unavailable_after_its_hint(server: BoltServer, graph: Graph) -> None:
    """A server that announces a maximum silence and exceeds it counts as lost."""
    server.replies = {HELLO: success(hints={"connection.recv_timeout_seconds": 1})}
    assert await read(graph, 1) == 1
    server.replies[PULL] = NOOP
    started = time.monotonic()
    with pytest.raises(GraphUnavailableError, match="sent nothing for 1 s"):
        await read(graph, 2, timeout_s=10)
    assert 1 <= time.monotonic() - started < 5


async def test_idle_connections_are_checked(server: BoltServer, graph: Graph) -> None:
    """A connection that was idle for long is reset before use, and replaced if it does not answer."""
    pool = graph.read_pool
    assert pool is not None
    assert await read(graph, 1) == 1
    pool._idle[0].used_at -= LIVENESS_S + 1
    assert await read(graph, 2) == 2
    assert (server.connections, len(server.sent_fields(RESET))) == (1, 1)
    pool._idle[0].used_at -= LIVENESS_S + 1
    server.replies = {RESET: NOOP}
    assert await read(graph, 3) == 3
    assert server.connections == 2


async def test_connections_are_limited(server: BoltServer, graph: Graph) -> None:
    """Any number of concurrent reads shares `pool_size` connections."""
    assert await asyncio.gather(*(read(graph, x) for x in range(50))) == list(range(50))
    assert server.most_open == 4


@pytest.mark.parametrize("step", [*STEPS, "reset"])
async def test_cancellation_closes_the_connection(server: BoltServer, graph: Graph, step: str) -> None:
    """A read that is cancelled at any step closes its connection and frees its slot."""
    server.replies = {STEPS.get(step, RESET): NOOP[:1]}
    if step == "reset":
        server.replies |= {RUN: failure("Neo.ClientError.Statement.SyntaxError"), PULL: IGNORED}
    reads = [asyncio.create_task(read(graph, x)) for x in range(4)]
    await asyncio.sleep(0.1)
    for task in reads:
        task.cancel()
    ends = await asyncio.gather(*reads, return_exceptions=True)
    assert [type(end) for end in ends] == [asyncio.CancelledError] * 4
    await asyncio.sleep(0.05)
    assert server.open_connections == 0
    server.replies = {}
    assert await asyncio.gather(*(read(graph, x) for x in range(8))) == list(range(8))


async def test_closing_ends_pending_reads(server: BoltServer, graph: Graph) -> None:
    """Closing the graph fails pending reads and closes all connections."""
    await asyncio.gather(*(read(graph, x) for x in range(3)))
    server.replies = {PULL: NOOP}
    pending = asyncio.create_task(read(graph, 1))
    await asyncio.sleep(0.05)
    await graph.close()
    with pytest.raises(GraphError):
        await pending
    await asyncio.sleep(0.05)
    assert server.open_connections == 0


async def test_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`bolt+ssc` accepts any certificate; `bolt+s` requires a trusted one of the right host, as does no TLS at all."""
    tls, certificate = self_signed(tmp_path)
    async with bolt_server(tls) as server:
        address = Address(f"bolt+ssc://localhost:{server.port}", "neo4j", "secret")
        async with Graph(address) as graph:
            assert await read(without_driver(graph), 1) == 1
        refused = ("bolt+s://localhost", "bolt+s://127.0.0.1", "bolt://localhost")
        for trusted in (False, True):
            if trusted:
                monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            for uri in refused[trusted:]:
                async with Graph(replace(address, uri=f"{uri}:{server.port}")) as graph:
                    with pytest.raises(GraphUnavailableError):
                        await read(without_driver(graph), 1)
        async with Graph(replace(address, uri=f"bolt+s://localhost:{server.port}")) as graph:
            assert await read(without_driver(graph), 1) == 1
