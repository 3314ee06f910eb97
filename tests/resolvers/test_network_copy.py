"""The server's copy of the co-author network: built from Neo4j, dropped after a write, and built again."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.writing.lease import LEASE_NAME, WriterLease
from resolvers.execute import Service
from tests.conftest import emptied
from tests.resolvers.coauthor_network import fill
from tests.resolvers.graphql_client import Asker
from tests.traversal.arcs import sorted_arcs
from tests.traversal.naive_paths import Network, identifier, random_network
from traversal.network_copy import CopyState, NetworkCopy
from traversal.network_update import SortedNetwork

pytestmark = pytest.mark.graph

NETWORK = random_network(2)
LIMIT = 10_000_000
LINK = """
MATCH (a:Researcher {name: $one}), (b:Researcher {name: $other})
CREATE (a)-[:COLLABORATED_WITH {papers: 1, firstYear: 2020, lastYear: 2020}]->(b)
MERGE (feed:ChangeFeedCounter {name: 'changes'}) SET feed.seq = coalesce(feed.seq, 0) + 1
"""
PATHS = """
query P($a: [ID!]!, $b: [ID!]!) { collaborationPaths(from: $a, to: $b) { degreesOfSeparation computedBy } }
"""


@pytest.fixture
async def graph(address: Address) -> AsyncGenerator[Graph]:
    async with Graph(address) as opened:
        await emptied(opened)
        await fill(opened, NETWORK)
        yield opened
        await emptied(opened)


def rows(copy: NetworkCopy) -> dict[tuple[str, str], tuple[int, int, int]]:
    """Return the pairs of the copy by the IDs of their people, in both directions."""
    return {(arc.from_id, arc.to_id): arc[2:] for arc in sorted_arcs(copy.network())}


def expected(network: Network) -> dict[tuple[str, str], tuple[int, int, int]]:
    """Return the pairs of a network, in both directions, -1 for an unknown year."""
    both: dict[tuple[str, str], tuple[int, int, int]] = {}
    for (low, high), pair in network.pairs.items():
        values = pair.papers, -1 if pair.first is None else pair.first, -1 if pair.last is None else pair.last
        both[identifier(low), identifier(high)] = both[identifier(high), identifier(low)] = values
    return both


async def test_copy_equals_the_graph_and_follows_writes(graph: Graph) -> None:
    """The copy has every pair; it keeps the old state while a process writes, and has the new one after the write."""
    copy = NetworkCopy(graph, LEASE_NAME, LIMIT)
    ask = Asker(Service(graph, network=copy.network))

    async def answer(one: int, other: int) -> tuple[int | None, str]:
        reply: Any = (await ask(PATHS, a=identifier(one), b=identifier(other)))["collaborationPaths"]
        return reply["degreesOfSeparation"], reply["computedBy"]

    assert await answer(0, 25) == (None, "NEO4J")
    await copy.refresh()
    assert (copy.status.state, copy.status.pairs) == (CopyState.READY, len(NETWORK.pairs))
    assert rows(copy) == expected(NETWORK)
    assert await answer(0, 25) == (None, "MEMORY")
    first = copy.network()
    await copy.refresh()
    assert copy.network() is first

    lease = WriterLease(graph, "a test")
    await lease.acquire()
    await graph.administer(LINK, {"one": "N0", "other": "N25"})
    await copy.refresh()
    assert copy.network() is first
    await lease.release()
    await graph.administer("MATCH (a:Researcher {name: 'N0'}) SET a:Stale")
    await copy.refresh()
    assert copy.network() is first
    await graph.administer("MATCH (a:Researcher {name: 'N0'}) REMOVE a:Stale")
    await copy.refresh()
    assert await answer(0, 25) == (1, "MEMORY")


async def test_copy_that_is_too_large_or_off_leaves_the_search_to_neo4j(graph: Graph) -> None:
    """Above its memory limit, and with the limit 0, there is no copy, and the status says why."""
    small = NetworkCopy(graph, LEASE_NAME, 1_000)
    await small.refresh()
    assert (small.status.state, small.network()) == (CopyState.TOO_LARGE, None)
    assert small.status.needed > 1_000
    off = NetworkCopy(graph, LEASE_NAME, 0)
    await off.keep_current()
    assert (off.status.state, off.network()) == (CopyState.OFF, None)


class CopyBuiltDuringAWrite(NetworkCopy):
    """A copy whose first build ends after another process has written."""

    writes = 1

    async def _build(self) -> SortedNetwork:
        built = await super()._build()
        if self.writes:
            self.writes -= 1
            await self.graph.administer(LINK, {"one": "N0", "other": "N25"})
        return built


async def test_copy_of_a_changing_graph_is_discarded(graph: Graph) -> None:
    """A copy during whose build the graph changed is not used; the next check builds it again."""
    copy = CopyBuiltDuringAWrite(graph, LEASE_NAME, LIMIT)
    await copy.refresh()
    assert copy.network() is None
    await copy.refresh()
    assert copy.status.state is CopyState.READY
    assert (identifier(0), identifier(25)) in rows(copy)
