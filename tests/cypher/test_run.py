import time
from dataclasses import replace

import anyio
import pytest

from cypher.driver.client import Address, Graph, Statement
from cypher.driver.errors import (
    GraphAuthError,
    GraphError,
    GraphRejectedError,
    GraphTimeoutError,
    GraphUnavailableError,
)
from tests.byline.proxy import Proxy

pytestmark = pytest.mark.graph


async def test_a_read_returns_columns_and_rows(graph: Graph) -> None:
    """A read gives its columns and one list a record, in order."""
    answer = await graph.read("UNWIND $xs AS x RETURN x, x * 2 AS twice", {"xs": [1, 2]})
    assert answer == (("x", "twice"), [[1, 2], [2, 4]])


async def test_a_read_cannot_write(graph: Graph) -> None:
    """READ access mode refuses a writing statement."""
    with pytest.raises(GraphRejectedError):
        await graph.read("CREATE (n:Nothing) RETURN n.x")


async def test_a_write_is_all_or_nothing(graph: Graph) -> None:
    """Where the second statement of a write fails, the first leaves nothing."""
    with pytest.raises(GraphRejectedError):
        await graph.write(Statement("CREATE (:Scratch)", {}), Statement("RETURN nonsense", {}))
    assert (await graph.read("MATCH (n:Scratch) RETURN count(n)")).rows == [[0]]


async def test_a_read_sees_the_writes_before_it(graph: Graph) -> None:
    """Bookmarks make a write visible to the read that follows."""
    await graph.write(Statement("CREATE (:Scratch {x: 1})", {}))
    assert (await graph.read("MATCH (n:Scratch) RETURN n.x")).rows == [[1]]
    await graph.write(Statement("MATCH (n:Scratch) DELETE n", {}))


async def test_a_long_query_is_stopped_in_neo4j(graph: Graph) -> None:
    """A query over its time limit is a timeout of ours, soon after the limit, and no longer runs in Neo4j."""
    started = time.monotonic()
    with pytest.raises(GraphTimeoutError):
        await graph.read("UNWIND range(1, 100000000000) AS x RETURN max(x % 7)", timeout_s=1.0)
    assert time.monotonic() - started < 8
    running = "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery STARTS WITH 'UNWIND range' RETURN 1"
    while (await graph.read(running)).rows:  # a busy machine takes its time to end it
        assert time.monotonic() - started < 20
        await anyio.sleep(0.1)


async def test_planning_too_ends_soon_after_the_limit(graph: Graph) -> None:
    """A statement that Neo4j plans beyond its limit, which nothing there ends, is a timeout of ours all the same."""
    counts = (f"COUNT {{ MATCH (a:Paper)-[:CITES]->()-[:CITES]->(b) WHERE a.id = '{n}' }} AS x{n}" for n in range(200))
    started = time.monotonic()
    with pytest.raises(GraphTimeoutError):
        await graph.read(f"RETURN {', '.join(counts)}", timeout_s=0.1)
    assert time.monotonic() - started < 2


@pytest.mark.full
async def test_a_server_that_hangs_is_given_up(address: Address) -> None:
    """Where Neo4j neither answers nor refuses, a read ends in under 5 s whatever its limit; mended, it answers."""
    with Proxy(address) as proxy:
        async with Graph(proxy.address) as graph:
            assert (await graph.read("RETURN 1")).rows == [[1]]
            proxy.stall()
            started = time.monotonic()
            with pytest.raises(GraphUnavailableError, match="not responding"):
                await graph.read("RETURN 2", timeout_s=60)
            assert time.monotonic() - started < 5
            proxy.mend()
            assert (await graph.read("RETURN 3")).rows == [[3]]


async def test_a_wrong_password_is_told_apart(address: Address) -> None:
    """A refused sign-in is an error of its own, naming the settings."""
    async with Graph(Address(address.uri, "nobody", "wrong-password")) as wrong:
        with pytest.raises(GraphAuthError, match="NEO4J_PASSWORD"):
            await wrong.verify()


async def test_a_server_that_is_not_there_is_told_soon() -> None:
    """No server at an address is GraphUnavailableError in under 5 seconds."""
    started = time.monotonic()
    async with Graph(Address("bolt://127.0.0.1:1", "neo4j", "x")) as nowhere:
        with pytest.raises(GraphUnavailableError, match="byline doctor"):
            await nowhere.read("RETURN 1")
    assert time.monotonic() - started < 5


def test_a_wrong_address_is_refused_at_once() -> None:
    """An address of another protocol is refused with its text."""
    with pytest.raises(GraphError, match="http://x"):
        Graph(Address("http://x", "neo4j", "x"))


async def test_no_password_for_a_server_that_has_ended(address: Address) -> None:
    """Where the server that is meant has ended, nobody signs in: neither anew nor over a connection that stood."""
    runs = True
    async with Graph(replace(address, is_running=lambda: runs)) as graph:
        assert (await graph.read("RETURN 1")).rows == [[1]]
        runs = False
        with pytest.raises(GraphUnavailableError, match="Neo4j has stopped"):
            await graph.read("RETURN 1")
        runs = True
        assert (await graph.read("RETURN 1")).rows == [[1]]
