"""Reads over Byline's own Bolt connections and over the official driver have the same results and errors."""

import asyncio
import math
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from neo4j.time import Date

from cypher.driver.address import Address
from cypher.driver.client import Graph, Statement
from cypher.driver.errors import GraphError, GraphRejectedError
from cypher.driver.values import QueryResult
from tests.byline.proxy import Proxy
from tests.cypher.bolt_server import self_signed, tls_terminator
from tests.tiers import sampled_cases

# pyright: reportPrivateUsage=false

pytestmark = pytest.mark.graph


def over_driver(graph: Graph) -> Graph:
    """Make a graph read over the official driver only."""
    graph.read_pool = None
    return graph


def over_own_connections(graph: Graph) -> Graph:
    """Make a graph fail instead of reading over the official driver."""

    async def fail(text: str, parameters: object, limit_s: float) -> QueryResult:
        raise AssertionError(f"The driver runs {text}")

    graph._read_with_driver = fail
    return graph


BOTH = (over_own_connections, over_driver)


@pytest.fixture
async def own(address: Address) -> AsyncGenerator[Graph]:
    async with Graph(address) as opened:
        yield over_own_connections(opened)


@pytest.fixture
async def driver(address: Address) -> AsyncGenerator[Graph]:
    async with Graph(address) as opened:
        yield over_driver(opened)


LONG = "é中\U0001f600\u0000" * 30_000
READS: list[tuple[str, dict[str, Any]]] = [
    (
        "RETURN $value AS value, [$value] AS list, {key: $value} AS map",
        {"value": [None, True, False, 0, -1, 127, 128, -129, 2**31, -(2**31) - 1, 2**63 - 1, -(2**63)]},
    ),
    ("RETURN $value", {"value": [0.0, -0.0, 1.5, 5e-324, 1.7976931348623157e308, math.inf, -math.inf]}),
    ("RETURN 0.0 / 0.0 AS nan, 1 / 0.0 AS infinity", {}),
    ("RETURN $value, size($value) AS characters", {"value": LONG}),
    ("RETURN $value", {"value": ["", "a\u0000b", "\u202eאבג", "\U0010ffff", "e\u0301"]}),
    ("RETURN $value", {"value": bytes(range(256)) * 300}),
    ("RETURN $value", {"value": {"deep": [[[[{"a": {"b": [[], {}, [None]]}}]]]], "": 1, "é": ()}}),
    ("RETURN $value", {"value": (1, (2, [3, (4,)]))}),
    ("RETURN range(1, 100000) AS numbers", {}),
    ("UNWIND range(1, 5000) AS x RETURN x, toString(x) AS text, [x, x * 0.5] AS pair", {}),
    ("UNWIND [] AS x RETURN x", {}),
    ("MATCH (n:NoSuchLabel) RETURN n.x, n.y AS y", {}),
    ("RETURN count(*)", {}),
]
DRIVER_READS: list[tuple[str, dict[str, Any]]] = [
    ("RETURN date('2020-02-29') AS date, [point({x: 1, y: 2})] AS points, duration('P1D') AS duration", {}),
    ("UNWIND range(1, 1000) AS x RETURN CASE x WHEN 900 THEN datetime('2020-01-01T00:00Z') ELSE x END AS x", {}),
    ("RETURN {date: date('2020-02-29')}.date AS date", {}),
    ("RETURN $date AS date", {"date": Date(2020, 2, 29)}),
]
ERRORS: list[Any] = [
    ("RETURN nonsense", {}, None),
    ("MATCH (n RETURN n", {}, None),
    ("CREATE (n:Nothing) RETURN n.x", {}, None),
    ("RETURN $missing", {}, None),
    ("RETURN 1 / 0", {}, None),
    ("UNWIND [1, 2, 0] AS x RETURN 1 / x", {}, None),
    pytest.param("UNWIND range(1, 100000000000) AS x RETURN max(x % 7)", {}, 0.5, marks=pytest.mark.full),
]


def comparable(value: object) -> object:
    """Return a value that is equal only to one of the same type; NaN equals NaN."""
    match value:
        case float():
            return ("float", repr(value))
        case list() | tuple():
            return [comparable(item) for item in cast("Sequence[Any]", value)]
        case dict():
            return {key: comparable(item) for key, item in cast("dict[str, Any]", value).items()}
        case _:
            return (type(value).__name__, value)


@pytest.mark.parametrize(("text", "parameters"), READS)
async def test_results_equal_those_of_driver(own: Graph, driver: Graph, text: str, parameters: dict[str, Any]) -> None:
    """Every type of value, empty and large results, and strings over chunk limits arrive as the driver returns them."""
    result, expected = [await graph.read(text, parameters, timeout_s=60) for graph in (own, driver)]
    assert result.columns == expected.columns
    assert comparable(result.rows) == comparable(expected.rows)


@pytest.mark.parametrize(("text", "parameters"), DRIVER_READS)
async def test_driver_reads_values_of_other_types(
    graph: Graph, driver: Graph, text: str, parameters: dict[str, Any]
) -> None:
    """The driver runs a read whose result has dates, points or nodes, also after rows without them."""
    assert (await graph.read(text, parameters)) == (await driver.read(text, parameters))
    assert (await graph.read("RETURN 1")).rows == [[1]]


@pytest.mark.parametrize(("text", "parameters", "timeout_s"), ERRORS)
async def test_errors_equal_those_of_driver(
    own: Graph, driver: Graph, text: str, parameters: dict[str, Any], timeout_s: float | None
) -> None:
    """A failed read raises the driver's class, message and code, and its connection reads on."""
    raised: list[GraphError] = []
    for graph in (own, driver):
        with pytest.raises(GraphError) as caught:
            await graph.read(text, parameters, timeout_s=timeout_s)
        raised.append(caught.value)
    # the client cancels a slow statement that the server has not stopped in time
    messages = [str(error).replace("was cancelled", "was stopped") for error in raised]
    assert (type(raised[0]), messages[0], vars(raised[0])) == (type(raised[1]), messages[1], vars(raised[1]))
    assert own.read_pool is not None
    assert len(own.read_pool._idle) == 1 or timeout_s
    assert (await own.read("RETURN 2")).rows == [[2]]


@pytest.mark.parametrize("value", [2**63, "\ud800", object()], ids=["integer", "surrogate", "object"])
async def test_invalid_parameters_raise_the_error_of_driver(graph: Graph, driver: Graph, value: Any) -> None:  # noqa: ANN401 any object
    """A parameter that Bolt cannot carry raises the driver's error, and later reads succeed."""
    raised: list[Exception] = []
    for reader in (graph, driver):
        with pytest.raises((OverflowError, ValueError, GraphError)) as caught:
            await reader.read("RETURN $value", {"value": value})
        raised.append(caught.value)
    assert (type(raised[0]), str(raised[0])[:40]) == (type(raised[1]), str(raised[1])[:40])
    assert (await graph.read("RETURN 1")).rows == [[1]]


@pytest.mark.full
async def test_memory_limit_error_equals_that_of_driver(own: Graph, driver: Graph) -> None:
    """A statement over the memory limit of transactions raises the driver's error."""
    text = "UNWIND range(1, 200000000) AS x WITH collect([x, toString(x)]) AS all RETURN size(all)"
    raised: list[GraphError] = []
    for graph in (own, driver):
        with pytest.raises(GraphError) as caught:
            await graph.read(text, timeout_s=60)
        raised.append(caught.value)
    assert type(raised[0]) is type(raised[1])
    assert str(raised[0])[:60] == str(raised[1])[:60]


@pytest.mark.parametrize("change", [{"password": "wrong"}, {"username": "nobody"}, {"database": "absent"}])
async def test_sign_in_errors_equal_those_of_driver(address: Address, change: dict[str, str]) -> None:
    """Wrong credentials and a missing database raise the driver's errors."""
    raised: list[GraphError] = []
    for prepare in BOTH:
        async with Graph(replace(address, **change)) as graph:
            with pytest.raises(GraphError) as caught:
                await prepare(graph).read("RETURN 1")
            raised.append(caught.value)
    assert (type(raised[0]), str(raised[0])) == (type(raised[1]), str(raised[1]))


async def test_stopped_server_is_unavailable_and_recovers(address: Address) -> None:
    """While the server is stopped, reads raise the driver's class of error; then they succeed again, without a retry
    by the caller.
    """
    with Proxy(address) as proxy:
        raised: list[GraphError] = []
        for prepare in BOTH:
            async with Graph(proxy.address) as graph:
                await prepare(graph).read("RETURN 1")
                proxy.cut()
                with pytest.raises(GraphError, match="byline doctor") as caught:
                    await graph.read("RETURN 2")
                raised.append(caught.value)
                proxy.mend()
                assert (await graph.read("RETURN 3")).rows == [[3]]
        assert type(raised[0]) is type(raised[1])


async def test_dead_pooled_connections_are_replaced(address: Address) -> None:
    """After a restart of the server, no read fails although every pooled connection is dead."""
    with Proxy(address) as proxy:
        async with Graph(proxy.address) as graph:
            over_own_connections(graph)
            await asyncio.gather(*(graph.read("RETURN 1") for _ in range(4)))
            proxy.cut()
            proxy.mend()
            results = await asyncio.gather(*(graph.read("RETURN $x", {"x": x}) for x in range(4)))
    assert [result.rows for result in results] == [[[x]] for x in range(4)]


async def test_cancelled_read_ends_in_server(own: Graph, driver: Graph) -> None:
    """A cancelled read disappears from the server, and later reads get their own results."""
    text = "UNWIND range(1, 100000000000) AS cancelled RETURN max(cancelled % 7)"
    listing = "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery STARTS WITH $text RETURN count(*)"

    async def wait_until_running(number: int) -> None:
        for _ in range(400):
            if (await driver.read(listing, {"text": text})).rows == [[number]]:
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"The server does not run {number} statements.")

    reads = [asyncio.create_task(own.read(text, timeout_s=60)) for _ in range(3)]
    await wait_until_running(3)
    for read in reads:
        read.cancel()
    ends = await asyncio.gather(*reads, return_exceptions=True)
    assert [type(end) for end in ends] == [asyncio.CancelledError] * 3
    assert own.read_pool is not None
    assert not own.read_pool._busy
    await wait_until_running(0)
    assert (await own.read("RETURN 'own'")).rows == [["own"]]


@pytest.mark.parametrize("rounds", sampled_cases([30, 600]))
async def test_cancellation_at_any_time_mixes_no_results(own: Graph, rounds: int) -> None:
    """Reads that are cancelled after 0 to 3 ms never leave their result to another read."""
    number = 0

    async def read_one(value: int) -> None:
        task = asyncio.create_task(own.read("UNWIND range(1, 50) AS x RETURN $value", {"value": value}))
        await asyncio.sleep(value % 7 * 0.0005)
        if value % 3:
            task.cancel()
        try:
            assert (await task).rows == [[value]] * 50
        except asyncio.CancelledError:
            assert value % 3

    for _ in range(rounds):
        await asyncio.gather(*(read_one(number + index) for index in range(8)))
        number += 8
    assert own.read_pool is not None
    assert len(own.read_pool._idle) <= 8
    assert not own.read_pool._busy


async def test_reads_send_bookmarks_of_writes(own: Graph) -> None:
    """A read sends the bookmarks of all earlier writes, and replaces them with its own."""
    try:
        for value in range(3):
            await own.write(Statement("CREATE (:Scratch {x: $x})", {"x": value}))
            written = set(await own._bookmarks.get_bookmarks())
            assert written
            assert (await own.read("MATCH (n:Scratch) RETURN count(n)")).rows == [[value + 1]]
        await asyncio.gather(*(own.write(Statement("CREATE (:Scratch)", {})) for _ in range(4)))
        assert (await own.read("MATCH (n:Scratch) RETURN count(n)")).rows == [[7]]
        assert len(list(await own._bookmarks.get_bookmarks())) == 1
    finally:
        await own.write(Statement("MATCH (n:Scratch) DELETE n", {}))


async def test_tls_results_equal_those_of_driver(address: Address, tmp_path: Path) -> None:
    """Over TLS, large results and errors equal the driver's."""
    tls, _ = self_signed(tmp_path)
    text, parameters = READS[3]
    async with tls_terminator(urlsplit(address.uri).port or 7687, tls) as port:
        encrypted = replace(address, uri=f"bolt+ssc://localhost:{port}")
        async with Graph(encrypted) as own, Graph(encrypted) as driver:
            results = [
                await prepare(graph).read(text, parameters) for prepare, graph in zip(BOTH, (own, driver), strict=True)
            ]
            assert results[0] == results[1]
            with pytest.raises(GraphRejectedError):
                await own.read("RETURN nonsense")
            assert (await own.read("RETURN 1")).rows == [[1]]


async def test_reads_follow_missing_codec(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiled codec, the driver runs all reads."""
    monkeypatch.setattr("cypher.driver.read_pool.CODEC", None)
    async with Graph(address) as graph:
        assert graph.read_pool is None
        assert (await graph.read("RETURN 1")).rows == [[1]]


async def test_routing_scheme_uses_driver(address: Address) -> None:
    """The driver runs the reads of an address with the scheme neo4j."""
    async with Graph(replace(address, uri="neo4j://127.0.0.1:1")) as graph:
        assert graph.read_pool is None
