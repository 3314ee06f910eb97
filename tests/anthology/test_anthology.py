"""The whole ACL Anthology: loaded twice, queried with answers computed from its files, and compared with networkx."""

from collections import Counter
from collections.abc import AsyncGenerator
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any, cast

import networkx as nx
import numpy as np
import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.pipeline.run import load
from loaders.pipeline.summary import Summary
from loaders.sources.base import sources
from loaders.writing.lease import LEASE_NAME
from resolvers.execute import Service
from tests.accounts.trust_attacks import ATTACKS, Person, Scene, played
from tests.anthology.operations import OPERATIONS
from tests.anthology.query_templates import Anthology
from tests.anthology.source import lines, papers
from tests.conftest import emptied
from tests.loaders.sources.data_sets import data_set
from tests.resolvers.conftest import PATIENT
from tests.resolvers.graphql_client import Asker
from traversal.coauthor_graph import CoauthorGraph
from traversal.distance import distance_histogram, distances
from traversal.network_copy import NetworkCopy

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# networkx has no types.
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


AUTHORS_OF_PAPERS = (
    "MATCH (paper:Paper) WHERE paper.authorCount <= 100 RETURN [(paper)<-[:AUTHORED]-(author) | author.id]"
)
PATHS = """query Paths($a: [ID!]!, $b: [ID!]!) {
  collaborationPaths(from: $a, to: $b, first: 3, maxLength: 8) { degreesOfSeparation paths { people { id } } }
}"""


async def test_paths_match_networkx(loaded_anthology: tuple[Graph, Summary]) -> None:
    """The co-author network in memory equals one that is counted from AUTHORED: pairs with their joint papers,
    components, distances, a histogram. Paths have the shortest length, in memory and in Neo4j.
    """
    graph, _ = loaded_anthology
    copy = NetworkCopy(graph, LEASE_NAME, 10**9)
    await copy.refresh()
    network = copy.network()
    assert network is not None
    joint: Counter[tuple[str, str]] = Counter()
    async for rows in graph.stream(AUTHORS_OF_PAPERS, size=5_000, timeout_s=300):
        for (authors,) in cast("list[list[list[str]]]", rows):
            joint.update(combinations(sorted(set(authors)), 2))
    assert joint_papers(network) == dict(joint)
    plain: Any = nx.Graph(list(joint))
    sizes = [len(component) for component in nx.connected_components(plain)]
    assert sorted(np.unique(network.component, return_counts=True)[1].tolist()) == sorted(sizes)
    chance = Random(5)  # noqa: S311 no secret
    people = sorted(plain)
    pairs = [(chance.choice(people), chance.choice(people)) for _ in range(300)]
    expected = [nx.shortest_path_length(plain, *pair) if nx.has_path(plain, *pair) else None for pair in pairs]
    indexes = [(network.index_of(a), network.index_of(b)) for a, b in pairs]
    assert distances(network, cast("list[tuple[int, int]]", indexes)) == expected
    counts = Counter(nx.single_source_shortest_path_length(plain, pairs[0][0]).values())
    assert distance_histogram(network, cast("int", indexes[0][0])) == [counts[step] for step in range(max(counts) + 1)]
    in_memory = Asker(Service(graph, PATIENT, network=lambda: network))
    in_neo4j = Asker(Service(graph, PATIENT))
    for (start, end), distance in zip(pairs[:40], expected[:40], strict=True):
        found: Any = (await in_memory(PATHS, a=start, b=end))["collaborationPaths"]
        assert found["degreesOfSeparation"] == (distance if distance is None or distance <= 8 else None)
        steps = [step for path in found["paths"] for step in pairwise(person["id"] for person in path["people"])]
        assert all(plain.has_edge(*step) for step in steps)
        same: Any = (await in_neo4j(PATHS, a=start, b=end))["collaborationPaths"]
        assert same["paths"] == found["paths"]


def joint_papers(network: CoauthorGraph) -> dict[tuple[str, str], int]:
    """Return the number of joint papers of each pair of a network; each pair is in order."""
    ids = [network.id_of(person) for person in range(network.people)]
    starts = np.repeat(np.arange(network.people), np.diff(network.offsets))
    arcs = zip(starts.tolist(), network.targets.tolist(), network.papers.tolist(), strict=True)
    return {(ids[one], ids[other]): papers for one, other, papers in arcs if ids[one] < ids[other]}


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
