"""The whole ACL Anthology: loaded, loaded again, and asked what its files answer."""

from collections import Counter
from collections.abc import AsyncGenerator

import pytest

from cypher.driver.client import Address, Graph
from loaders.pipeline.run import load
from loaders.pipeline.summary import Summary
from loaders.sources.base import sources
from resolvers.execute import Service
from tests.anthology.forms import Anthology
from tests.anthology.operations import OPERATIONS
from tests.anthology.source import lines, papers
from tests.conftest import emptied
from tests.loaders.sources.beside import data_set
from tests.resolvers.asker import Asker

pytestmark = [pytest.mark.data, pytest.mark.full, pytest.mark.graph, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
async def loaded(address: Address) -> AsyncGenerator[tuple[Graph, Summary]]:
    path = data_set("acl_anthology")
    async with Graph(address) as graph:
        await emptied(graph)
        yield graph, await load(graph, sources()["acl"], [path])


@pytest.fixture(scope="module")
def source() -> Anthology:
    return Anthology(papers(data_set("acl_anthology")))


async def test_it_loads_with_the_counts_of_its_files(loaded: tuple[Graph, Summary]) -> None:
    """97,494 papers and 335,781 authorships arrive, and nothing is rejected."""
    graph, summary = loaded
    assert (summary.rejected, summary.authorships) == (0, 335_781)
    answer = await graph.read("RETURN COUNT { (:Paper) }, COUNT { ()-[:AUTHORED]->() }", timeout_s=60)
    assert answer.rows == [[97_494, summary.authorship_edges]]


def test_there_are_two_hundred_questions() -> None:
    """Two hundred different questions are asked."""
    assert len({operation.query for operation in OPERATIONS}) >= 200


async def test_every_question_is_answered_as_the_files_do(loaded: tuple[Graph, Summary], source: Anthology) -> None:
    """Each answer is the one that a plain reading of the XML gives: counts, by-lines, orders, pages, groups, years."""
    ask = Asker(Service(loaded[0]))
    for operation in OPERATIONS:
        assert await ask(operation.query) == operation.expected(source), operation.query


async def test_a_second_load_finds_everything_unchanged(loaded: tuple[Graph, Summary]) -> None:
    """Loaded again, every record is unchanged."""
    graph, summary = loaded
    again = await load(graph, sources()["acl"], [data_set("acl_anthology")])
    assert (again.unchanged, again.new, again.changed) == (summary.read, 0, 0)


async def test_its_citations_come_from_elsewhere(loaded: tuple[Graph, Summary], source: Anthology) -> None:
    """The lines of the ACL Anthology Network whose two papers the Anthology has are the graph's citations, one each."""
    graph, _ = loaded
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
