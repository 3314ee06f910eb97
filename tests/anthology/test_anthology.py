"""The whole ACL Anthology: loaded twice, and queried with answers computed from its files."""

from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.pipeline.run import load
from loaders.pipeline.summary import Summary
from loaders.sources.base import sources
from resolvers.execute import Service
from tests.accounts.trust_attacks import ATTACKS, Person, Scene, played
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
    assert [sum(other == acl for _, other in pairs) for acl in ("J93-2004", "P02-1040")] == [847, 729]
    cited = Counter(other for one, other in pairs if one != other and {one, other} <= source.by_acl.keys())
    assert (cited["J93-2004"], cited["P02-1040"]) == (845, 729)  # two citing papers are not in the Anthology any more
    counts = await graph.read("MATCH (p:Paper) WHERE p.citationCount > 0 RETURN p.acl, p.citationCount", timeout_s=60)
    assert {str(acl): count for acl, count in counts.rows} == cited


SOLE_AUTHORS = """
MATCH (person:Researcher)-[:AUTHORED]->(paper:Paper {authorCount: 1})<-[:IDENTIFIES]-(key:Identifier {scheme: 'acl'})
WHERE person.paperCount >= 5 AND person.collaboratorCount >= 5
WITH person, min([paper.id, 'acl:' + key.value]) AS sole
ORDER BY person.id LIMIT 400
RETURN person.id, sole, COLLECT {
  MATCH (person)-[:COLLABORATED_WITH]-(friend)-[:AUTHORED]->(joint)<-[:AUTHORED]-(person)
  MATCH (joint)<-[:IDENTIFIES]-(key:Identifier {scheme: 'acl'})
  WITH friend, min([joint.id, 'acl:' + key.value]) AS joint
  RETURN [friend.id, joint]
  ORDER BY friend.id LIMIT 5
} AS friends
ORDER BY person.id
"""


async def test_attacks_on_trust_gain_little(
    loaded_anthology: tuple[Graph, Summary], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each attack on the trust of a researcher of the Anthology gains at most its maximum; the gains are printed."""
    graph, _ = loaded_anthology
    rows = (await graph.read(SOLE_AUTHORS, timeout_s=120)).rows
    people = [Person(str(row[0]), *map(str, cast("list[str]", row[1]))) for row in rows]
    attacker = people[0]
    friends = [Person(str(friend), *map(str, paper)) for friend, paper in cast("Any", rows[0][2])]
    strangers: list[Person] = []
    tied = "RETURN EXISTS { MATCH (a:Researcher {id: $a})-[:COLLABORATED_WITH]-(:Researcher {id: $b}) } AS tied"
    for person in people[1:]:
        ties = [await graph.read(tied, {"a": person.id, "b": other.id}) for other in (attacker, *strangers)]
        if not any(tie.rows[0][0] for tie in ties):
            strangers.append(person)
    scene = Scene(graph, tmp_path, attacker, strangers[:31], friends)
    assert len(scene.strangers) == 31
    await scene.claimed("attacker", attacker)
    for attack, maximum in ATTACKS.items():
        gained = await played(scene, attack)
        with capsys.disabled():
            print(f"{attack.__name__}: {gained} points")  # noqa: T201 a figure for the reader
        assert 0 <= gained <= maximum <= 5, attack
