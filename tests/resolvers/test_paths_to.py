"""Paths and distances from a researcher at hand, found by the query of the request."""

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
from tests.traversal.naive_paths import NaiveQuery, identifier, naive_answer, random_network

pytestmark = pytest.mark.graph

NETWORK = random_network(11, people=60, pairs=110)
PEOPLE = sorted({person for pair in NETWORK.pairs for person in pair})
QUERY = """
query P($ids: [ID!]!, $to: ID!, $first: Int, $max: Int) {
  nodes(ids: $ids) { ... on Researcher {
    pathsTo(to: $to, first: $first, maxLength: $max) {
      degreesOfSeparation reason truncated computedBy searched { fromCount }
      paths { length people { name } hops { paperCount from { name } to { name } papers { id } } }
    }
    coauthorDistance(to: $to) { from to degreesOfSeparation reason computedBy }
  } }
}
"""


@pytest.fixture(scope="module")
async def ask_network(address: Address) -> AsyncGenerator[Asker]:
    """Give a client for the graph of the network."""
    async with Graph(address) as graph:
        await emptied(graph)
        await fill(graph, NETWORK)
        yield Asker(Service(graph))
        await emptied(graph)


def number(person: dict[str, str]) -> int:
    """Return the number of a researcher of the network."""
    return int(person["name"][1:])


@pytest.mark.parametrize("max_length", [1, 3, 10])
async def test_paths_from_many_researchers_match_exhaustive_search(ask_network: Asker, max_length: int) -> None:
    """In a list of researchers, each has the shortest paths and the distance that an exhaustive search finds."""
    starts, end = PEOPLE[1:8], PEOPLE[0]
    ids = [identifier(person) for person in starts]
    answer: Any = await ask_network(QUERY, ids=ids, to=identifier(end), first=5, max=max_length)
    for start, node in zip(starts, answer["nodes"], strict=True):
        distance, paths = naive_answer(NETWORK, NaiveQuery([start], [end], 10_000, max_length))
        shortest = [path for path in paths if len(path) - 1 == distance][:5]
        found = node["pathsTo"]
        assert found["degreesOfSeparation"] == distance
        assert [tuple(map(number, path["people"])) for path in found["paths"]] == shortest
        for path in found["paths"]:
            assert path["length"] == len(path["hops"]) == distance
            for hop in path["hops"]:
                assert hop["paperCount"] == NETWORK.pair(number(hop["from"]), number(hop["to"])).papers
        assert node["coauthorDistance"] == {
            "from": identifier(start),
            "to": identifier(end),
            "degreesOfSeparation": naive_answer(NETWORK, NaiveQuery([start], [end], 1, 10))[0],
            "reason": None,
            "computedBy": "NEO4J",
        }


@pytest.mark.parametrize(
    ("end", "distance", "reasons"),
    [
        (identifier(0), 0, ("A researcher is on both sides.", None)),
        (identifier(999), None, (f"No researcher has the ID {identifier(999)}.",) * 2),
        (
            "orcid:0000-0002-1825-0097",
            None,
            ("No researcher has the ID orcid:0000-0002-1825-0097.",) * 2,
        ),
        (identifier(35), None, ("There is no path of at most 6 steps.", "There is no path of at most 10 steps.")),
    ],
)
async def test_empty_answers_state_their_reason(
    ask_network: Asker, end: str, distance: int | None, reasons: tuple[str, str | None]
) -> None:
    """The same researcher, an unknown ID and a researcher without a path give no paths, and the reason."""
    answer: Any = await ask_network(QUERY, ids=[identifier(0)], to=end)
    found, of_distance = (answer["nodes"][0][name] for name in ("pathsTo", "coauthorDistance"))
    assert (found["paths"], found["degreesOfSeparation"], found["truncated"]) == ([], distance, False)
    assert of_distance["degreesOfSeparation"] == distance
    assert (found["reason"], of_distance["reason"]) == reasons


@pytest.mark.parametrize(
    ("given", "code", "words"),
    [
        ({"first": 0}, Code.BAD_USER_INPUT, "first is 0. Use 1 to 20."),
        ({"first": 21}, Code.PAGE_TOO_LARGE, "first is 21. Use 1 to 20."),
        ({"max": 11}, Code.BAD_USER_INPUT, "maxLength is 11. Use 1 to 10."),
        ({"to": "p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"}, Code.BAD_ID, "expected the ID of a researcher."),
        ({"to": "Ada"}, Code.BAD_ID, "'Ada' is not an ID."),
    ],
)
async def test_invalid_arguments_are_rejected(
    ask_network: Asker, given: dict[str, object], code: Code, words: str
) -> None:
    """An argument out of bounds, and an ID of another kind, is an error that states value and expectation."""
    reply = await ask_network.reply(QUERY, **({"ids": [identifier(0)], "to": identifier(1)} | given))
    assert reply.code is code
    assert words in str(reply.errors[0]["message"])


@pytest.mark.parametrize("field", ["pathsTo", "coauthorDistance"])
async def test_many_searches_in_one_request_are_refused(ask_network: Asker, field: str) -> None:
    """24 aliases of a search exceed the cost limit, as does the search from each researcher of a long list."""
    searched = f'{field}(to: "{identifier(1)}") {{ degreesOfSeparation }}'
    aliases = " ".join(f"p{place}: {searched}" for place in range(24))
    for query in (
        f'{{ researcher(by: {{id: "{identifier(0)}"}}) {{ {aliases} }} }}',
        f"{{ researchers(first: 100) {{ nodes {{ {searched} }} }} }}",
    ):
        reply = await ask_network.reply(query)
        assert reply.code is Code.TOO_COSTLY
