"""People with thousands of papers do not stall the server."""

import time
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Request, Service
from tests.conftest import emptied

pytestmark = pytest.mark.graph

HUBS = """
UNWIND [1, 2] AS h
CREATE (hub:Researcher {id: 'r_0000000000000000000000000' + h, ord: 'hub' + h, name: 'Hub ' + h, paperCount: 3000})
WITH hub, h
UNWIND range(1, 3000) AS i
CREATE (p:Paper {id: 'p_' + h + '_' + i, ord: toString(10000000 + i) + 'p' + h, title: 'T' + i,
                 year: 2000, authorCount: 3})
CREATE (hub)-[:AUTHORED {rid: hub.id, pid: p.id, ord: p.ord, position: 1, nameAsWritten: 'Hub', sources: ['x']}]->(p)
MERGE (one:Researcher {id: 'r_' + h + '_' + (i % 1500)}) ON CREATE SET one.ord = one.id, one.name = one.id
MERGE (two:Researcher {id: 'r_s_' + (i % 700)}) ON CREATE SET two.ord = two.id, two.name = two.id
CREATE (one)-[:AUTHORED {rid: one.id, pid: p.id, ord: p.ord, position: 2, nameAsWritten: 'A', sources: ['x']}]->(p)
CREATE (two)-[:AUTHORED {rid: two.id, pid: p.id, ord: p.ord, position: 3, nameAsWritten: 'B', sources: ['x']}]->(p)
"""
FAR_HUB = """
CREATE (hub:Researcher {id: 'r_00000000000000000000000003', ord: 'hub3', name: 'Hub 3', paperCount: 3000})
WITH hub
UNWIND range(1, 3000) AS i
CREATE (p:Paper {id: 'p_3_' + i, ord: toString(10000000 + i) + 'p3', title: 'T' + i, year: 2000, authorCount: 2})
MERGE (one:Researcher {id: 'r_3_' + (i % 1500)}) ON CREATE SET one.ord = one.id, one.name = one.id
CREATE (hub)-[:AUTHORED {rid: hub.id, pid: p.id, ord: p.ord, position: 1, nameAsWritten: 'Hub', sources: ['x']}]->(p)
CREATE (one)-[:AUTHORED {rid: one.id, pid: p.id, ord: p.ord, position: 2, nameAsWritten: 'A', sources: ['x']}]->(p)
WITH count(*) AS _
UNWIND ['r_1_1', 'r_3_1'] AS known
MATCH (one:Researcher {id: known})
MERGE (p:Paper {id: 'p_bridge'}) ON CREATE SET p.ord = 'b', p.title = 'Bridge', p.year = 2000, p.authorCount = 2
CREATE (one)-[:AUTHORED {rid: one.id, pid: p.id, ord: p.ord, position: 1, nameAsWritten: 'B', sources: ['x']}]->(p)
"""
PAIRS = """
MATCH (a:Researcher)-[:AUTHORED]->(p)<-[:AUTHORED]-(b)
WHERE a.id < b.id
WITH a, b, count(*) AS papers
CREATE (a)-[:COLLABORATED_WITH {papers: papers, firstYear: 2000, lastYear: 2000}]->(b)
"""


@pytest.fixture(scope="module")
async def hubs(address: Address) -> AsyncGenerator[Service]:
    async with Graph(address) as graph:
        await emptied(graph)
        await graph.administer(HUBS)
        await graph.administer(FAR_HUB)
        await graph.administer(PAIRS)
        yield Service(graph)
        await emptied(graph)


ONE, OTHER, FAR = (f"r_0000000000000000000000000{hub}" for hub in (1, 2, 3))


@pytest.mark.full
async def test_paths_between_two_hubs(hubs: Service) -> None:
    """20 paths of two steps between two people with 3,000 papers each are found within the time limit."""
    started = time.monotonic()
    ends = f'from: "{ONE}", to: "{OTHER}"'
    query = (
        f"{{ collaborationPaths({ends}, first: 20) {{ paths {{ length hops {{ paperCount papers {{ id }} }} }} }} }}"
    )
    reply = await hubs.answer(Request(query))
    assert not reply.errors
    paths: Any = (reply.data or {})["collaborationPaths"]["paths"]
    assert [path["length"] for path in paths] == [2] * 20
    assert all(hop["papers"] for path in paths for hop in path["hops"])
    assert time.monotonic() - started < hubs.limits.timeout_s


@pytest.mark.full
@pytest.mark.parametrize(("start", "end"), [(ONE, FAR), (FAR, OTHER)])
async def test_long_paths_between_two_hubs(hubs: Service, start: str, end: str) -> None:
    """Paths between people with 3,000 papers each that only one bridging paper connects are found in time."""
    started = time.monotonic()
    query = (
        f'{{ collaborationPaths(from: "{start}", to: "{end}", first: 20) {{ paths {{ length people {{ id }} }} }} }}'
    )
    reply = await hubs.answer(Request(query))
    assert not reply.errors
    paths: Any = (reply.data or {})["collaborationPaths"]["paths"]
    assert paths[0]["length"] == (3 if start == ONE else 4)
    assert len(paths) == (11 if start == ONE else 20)  # those of up to two steps more
    assert all(len({one["id"] for one in path["people"]}) == path["length"] + 1 for path in paths)
    assert time.monotonic() - started < hubs.limits.timeout_s


@pytest.mark.full
async def test_map_around_hub_is_truncated(hubs: Service) -> None:
    """A map around a person with 3,000 papers respects its limits and reports that it is truncated."""
    reply = await hubs.answer(
        Request(f'{{ researchMap(around: "{ONE}") {{ truncated nodes {{ id }} edges {{ kind }} }} }}')
    )
    assert not reply.errors
    found: Any = (reply.data or {})["researchMap"]
    assert found["truncated"] is True
    assert len(found["nodes"]) == 1 + 10 + 10
