import time
from dataclasses import replace

import anyio
import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph, Statement
from cypher.driver.errors import (
    GraphAuthError,
    GraphError,
    GraphRejectedError,
    GraphTimeoutError,
    GraphUnavailableError,
)
from tests.byline.proxy import Proxy

pytestmark = pytest.mark.graph


async def test_read_returns_columns_and_rows(graph: Graph) -> None:
    """A read returns its columns and one list per record, in order."""
    answer = await graph.read("UNWIND $xs AS x RETURN x, x * 2 AS twice", {"xs": [1, 2]})
    assert answer == (("x", "twice"), [[1, 2], [2, 4]])


async def test_read_cannot_write(graph: Graph) -> None:
    """READ access mode rejects a writing statement."""
    with pytest.raises(GraphRejectedError):
        await graph.read("CREATE (n:Nothing) RETURN n.x")


async def test_failed_write_leaves_nothing(graph: Graph) -> None:
    """If the second statement of a write fails, the first leaves nothing."""
    with pytest.raises(GraphRejectedError):
        await graph.write(Statement("CREATE (:Scratch)", {}), Statement("RETURN nonsense", {}))
    assert (await graph.read("MATCH (n:Scratch) RETURN count(n)")).rows == [[0]]


async def test_read_sees_earlier_writes(graph: Graph) -> None:
    """Bookmarks make a write visible to the read that follows."""
    await graph.write(Statement("CREATE (:Scratch {x: 1})", {}))
    assert (await graph.read("MATCH (n:Scratch) RETURN n.x")).rows == [[1]]
    await graph.write(Statement("MATCH (n:Scratch) DELETE n", {}))


async def test_long_query_is_stopped_in_neo4j(graph: Graph) -> None:
    """A query over its time limit raises a timeout soon after the limit, and stops running in Neo4j."""
    started = time.monotonic()
    with pytest.raises(GraphTimeoutError):
        await graph.read("UNWIND range(1, 100000000000) AS x RETURN max(x % 7)", timeout_s=1.0)
    assert time.monotonic() - started < 8
    running = "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery STARTS WITH 'UNWIND range' RETURN 1"
    while (await graph.read(running)).rows:  # a busy machine takes its time to end it
        assert time.monotonic() - started < 20
        await anyio.sleep(0.1)


async def test_long_planning_times_out(graph: Graph) -> None:
    """A statement whose planning exceeds the limit, which Neo4j does not stop, also raises a timeout."""
    counts = (f"COUNT {{ MATCH (a:Paper)-[:CITES]->()-[:CITES]->(b) WHERE a.id = '{n}' }} AS x{n}" for n in range(200))
    started = time.monotonic()
    with pytest.raises(GraphTimeoutError):
        await graph.read(f"RETURN {', '.join(counts)}", timeout_s=0.1)
    assert time.monotonic() - started < 2


@pytest.mark.full
async def test_hanging_server_is_unavailable(address: Address) -> None:
    """If Neo4j does not respond, a read ends in under 5 s whatever its limit; afterwards, reads succeed again."""
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


async def test_wrong_password_is_auth_error(address: Address) -> None:
    """A rejected sign-in raises GraphAuthError, which names the setting."""
    async with Graph(Address(address.uri, "nobody", "wrong-password")) as wrong:
        with pytest.raises(GraphAuthError, match="NEO4J_PASSWORD"):
            await wrong.verify()


async def test_missing_server_fails_fast() -> None:
    """An address without a server raises GraphUnavailableError in under 5 seconds."""
    started = time.monotonic()
    async with Graph(Address("bolt://127.0.0.1:1", "neo4j", "x")) as nowhere:
        with pytest.raises(GraphUnavailableError, match="byline doctor"):
            await nowhere.read("RETURN 1")
    assert time.monotonic() - started < 5


def test_address_of_other_protocol_is_rejected() -> None:
    """An address of another protocol is rejected with its text."""
    with pytest.raises(GraphError, match="http://x"):
        Graph(Address("http://x", "neo4j", "x"))


async def test_ended_server_gets_no_sign_in(address: Address) -> None:
    """If the server has ended, the client neither signs in again nor uses an open connection."""
    runs = True
    async with Graph(replace(address, is_running=lambda: runs)) as graph:
        assert (await graph.read("RETURN 1")).rows == [[1]]
        runs = False
        with pytest.raises(GraphUnavailableError, match="Neo4j has stopped"):
            await graph.read("RETURN 1")
        runs = True
        assert (await graph.read("RETURN 1")).rows == [[1]]
