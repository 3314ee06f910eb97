"""The whole ACL Anthology: loaded twice, and queried with answers computed from its files."""

from collections import Counter
from collections.abc import AsyncGenerator

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.pipeline.run import load
from loaders.pipeline.summary import Summary
from loaders.sources.base import sources
from resolvers.execute import Service
from tests.anthology.operations import OPERATIONS
from tests.anthology.query_templates import Anthology
from tests.anthology.source import lines, papers
from tests.conftest import emptied
from tests.loaders.sources.data_sets import data_set
from tests.resolvers.graphql_client import Asker

pytestmark = [pytest.mark.data, pytest.mark.full, pytest.mark.graph, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
async def loaded_anthology(address: Address) -> AsyncGenerator[tuple[Graph, Summary]]:
    path = data_set("acl_anthology")
    async with Graph(address) as graph:
        await emptied(graph)
        yield graph, await load(graph, sources()["acl"], [path])


@pytest.fixture(scope="module")
def source() -> Anthology:
    return Anthology(papers(data_set("acl_anthology")))


async def test_load_counts_match_files(loaded_anthology: tuple[Graph, Summary]) -> None:
    """The load creates 97,494 papers and 335,781 authorships, and rejects no record."""
    graph, summary = loaded_anthology
    assert (summary.rejected, summary.authorships) == (0, 335_781)
    answer = await graph.read("RETURN COUNT { (:Paper) }, COUNT { ()-[:AUTHORED]->() }", timeout_s=60)
    assert answer.rows == [[97_494, summary.authorship_edges]]


def test_operations_number_two_hundred() -> None:
    """The list of operations contains at least 200 different queries."""
    assert len({operation.query for operation in OPERATIONS}) >= 200


async def test_answers_match_plain_reading_of_xml(loaded_anthology: tuple[Graph, Summary], source: Anthology) -> None:
    """Each answer equals that of a plain reader of the XML: counts, bylines, orders, pages, groups, years."""
    ask = Asker(Service(loaded_anthology[0]))
    for operation in OPERATIONS:
        assert await ask(operation.query) == operation.expected(source), operation.query


async def test_second_load_leaves_records_unchanged(loaded_anthology: tuple[Graph, Summary]) -> None:
    """A second load of the same files counts every record as unchanged."""
    graph, summary = loaded_anthology
    again = await load(graph, sources()["acl"], [data_set("acl_anthology")])
    assert (again.unchanged, again.new, again.changed) == (summary.read, 0, 0)


async def test_citations_come_from_aan(loaded_anthology: tuple[Graph, Summary], source: Anthology) -> None:
    """Each AAN line whose two papers are in the Anthology becomes exactly one citation in the graph."""
    graph, _ = loaded_anthology
    path = data_set("aan_citations")
    summary = await load(graph, sources()["aan"], [path])
    assert (summary.read, summary.rejected) == (94_973, 67)
    pairs = {tuple(line.split(" , ")) for line in lines(path, "acl.txt")}
    expected = Counter(one for one, other in pairs if one != other and {one, other} <= source.by_acl.keys())
    cites = "MATCH (p:Paper {referencesKnown: true})-[:CITES {sources: ['aan']}]->()"
    found = (await graph.read(f"{cites} RETURN p.acl, count(*), p.referenceCount", timeout_s=60)).rows
    assert {str(acl): count for acl, count, _ in found} == expected
    assert all(count == told for _, count, told in found)
    assert sum(expected.values()) == 93_923
