"""Components and distance histograms from memory and from Neo4j, compared with a naive computation."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.errors import Code
from resolvers.execute import Service
from tests.conftest import emptied
from tests.resolvers.coauthor_network import fill
from tests.resolvers.graphql_client import Asker
from tests.traversal.naive_paths import NaiveQuery, identifier, naive_answer, naive_components, random_network

pytestmark = pytest.mark.graph

NETWORK = random_network(4, people=50, pairs=70)
COMPONENTS = naive_components(NETWORK)
SIZES = {label: COMPONENTS.count(label) for label in COMPONENTS}
LONELY = next(person for person in range(NETWORK.people) if SIZES[COMPONENTS[person]] == 1)
ORCID = "0000-0002-1825-0097"
QUERY = """
query N($of: ID!) {
  coauthorNetwork(researcher: $of) {
    researcher { id } componentSize componentRank distanceHistogram { distance count } truncated reason computedBy
  }
}
"""


@pytest.fixture(scope="module")
async def network(address: Address) -> AsyncGenerator[Graph]:
    """Give the graph of the network; person 0 has an ORCID iD."""
    async with Graph(address) as graph:
        await emptied(graph)
        await fill(graph, NETWORK)
        await graph.administer(
            "MATCH (one:Researcher {id: $id}) "
            "CREATE (:Identifier {scheme: 'orcid', value: $orcid})-[:IDENTIFIES]->(one)",
            {"id": identifier(0), "orcid": ORCID},
        )
        yield graph
        await emptied(graph)


@pytest.fixture(scope="module")
def from_neo4j(network: Graph) -> Asker:
    """Give a client of a server without a network in memory."""
    return Asker(Service(network))


@pytest.fixture(scope="module")
def from_memory(network: Graph) -> Asker:
    """Give a client of a server with the network in memory."""
    in_memory = NETWORK.graph()
    return Asker(Service(network, network=lambda: in_memory))


def histogram(start: int) -> list[dict[str, int]]:
    """Return the number of people at each distance."""
    found = [naive_answer(NETWORK, NaiveQuery([start], [other], 1, 99))[0] for other in range(NETWORK.people)]
    steps = sorted({step for step in found if step is not None})
    return [{"distance": step, "count": found.count(step)} for step in steps]


async def test_memory_matches_naive_computation(from_memory: Asker) -> None:
    """Size and rank of the component and the whole histogram equal a naive computation."""
    lengths: set[int] = set()
    for person in range(0, NETWORK.people, 3):
        answer: Any = (await from_memory(QUERY, of=identifier(person)))["coauthorNetwork"]
        size = SIZES[COMPONENTS[person]]
        assert answer == {
            "researcher": {"id": identifier(person)},
            "componentSize": size,
            "componentRank": 1 + sum(other > size for other in SIZES.values()),
            "distanceHistogram": histogram(person),
            "truncated": False,
            "reason": None,
            "computedBy": "MEMORY",
        }
        lengths.add(len(answer["distanceHistogram"]))
    assert max(lengths) > 3


async def test_neo4j_counts_two_steps(from_neo4j: Asker) -> None:
    """Without a network in memory, the histogram has two steps, and the answer says so."""
    for person in range(0, 20, 3):
        answer: Any = (await from_neo4j(QUERY, of=identifier(person)))["coauthorNetwork"]
        assert answer["distanceHistogram"] == histogram(person)[:3]
        assert (answer["computedBy"], answer["componentRank"]) == ("NEO4J", None)
        assert answer["truncated"] == (len(answer["distanceHistogram"]) == 3)
        assert answer["reason"]
    lonely: Any = (await from_neo4j(QUERY, of=identifier(LONELY)))["coauthorNetwork"]
    assert (lonely["componentSize"], lonely["distanceHistogram"]) == (1, [{"distance": 0, "count": 1}])
    assert (lonely["truncated"], lonely["reason"]) == (False, "The researcher has no co-authors.")


async def test_external_id_uses_the_network_in_memory(from_memory: Asker) -> None:
    """A researcher given by ORCID iD is found in memory."""
    answer: Any = (await from_memory(QUERY, of=f"orcid:{ORCID}"))["coauthorNetwork"]
    assert (answer["computedBy"], answer["distanceHistogram"]) == ("MEMORY", histogram(0))


@pytest.mark.parametrize(
    ("of", "code", "message"),
    [
        (identifier(999), Code.NOT_FOUND, f"No researcher has the ID {identifier(999)}."),
        ("orcid:0000-0001-5109-3700", Code.NOT_FOUND, "No researcher has the ID orcid:0000-0001-5109-3700."),
        ("p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB", Code.BAD_ID, "expected the ID of a researcher."),
    ],
)
async def test_unknown_researchers_are_errors(
    from_memory: Asker, from_neo4j: Asker, of: str, code: Code, message: str
) -> None:
    """An unknown ID and an ID of another kind are errors with a path, from memory and from Neo4j."""
    for ask in (from_memory, from_neo4j):
        [error] = (await ask.reply(QUERY, of=of)).errors
        assert error["extensions"]["code"] == code.name
        assert message in error["message"]
        assert error["path"] == ["coauthorNetwork"]
