"""People with thousands of papers do not stall the server."""

import time
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from cypher.run import Address, Graph
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
        await graph.administer(PAIRS)
        yield Service(graph)
        await emptied(graph)


ONE, OTHER = "r_00000000000000000000000001", "r_00000000000000000000000002"


async def test_paths_between_two_hubs(hubs: Service) -> None:
    """20 paths between two people of 3,000 papers each come within the query's time limit, all of two steps."""
    started = time.monotonic()
    ends = f'from: "{ONE}", to: "{OTHER}"'
    query = f"{{ collaborationPaths({ends}, k: 20) {{ length hops {{ paperCount papers {{ id }} }} }} }}"
    reply = await hubs.answer(Request(query))
    assert not reply.errors
    paths: Any = (reply.data or {})["collaborationPaths"]
    assert [path["length"] for path in paths] == [2] * 20
    assert all(hop["papers"] for path in paths for hop in path["hops"])
    assert time.monotonic() - started < hubs.limits.timeout_s


async def test_a_map_around_a_hub(hubs: Service) -> None:
    """A map around someone of 3,000 papers keeps its caps and says that it was cut."""
    reply = await hubs.answer(
        Request(f'{{ researchMap(around: "{ONE}") {{ truncated nodes {{ id }} edges {{ type }} }} }}')
    )
    assert not reply.errors
    found: Any = (reply.data or {})["researchMap"]
    assert found["truncated"] is True
    assert len(found["nodes"]) == 1 + 10 + 10
