"""Collaboration paths from memory and from Neo4j, compared with an exhaustive search."""

import random
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Service
from tests.conftest import emptied
from tests.resolvers.coauthor_network import fill
from tests.resolvers.graphql_client import Asker
from tests.tiers import sampled_cases
from tests.traversal.naive_paths import NaiveQuery, Network, identifier, naive_answer, random_network

pytestmark = pytest.mark.graph

NETWORK = random_network(6, people=60, pairs=110)
RANKINGS = ("LENGTH", "STRENGTH", "RECENCY", "BOTTLENECK", "RELIABILITY")
CASES = 1_000
"""Number of random questions of the full test."""
CASES_PER_TEST = 25
FIELDS = """
  paths { length people { name } hops { paperCount firstYear lastYear from { name } to { name } } }
  degreesOfSeparation truncated reason computedBy searched { fromCount toCount }
"""
PATHS = f"""
query P($a: [ID!]!, $b: [ID!]!, $k: Int, $max: Int, $where: CollaborationPathFilter, $by: PathRanking) {{
  collaborationPaths(from: $a, to: $b, first: $k, maxLength: $max, where: $where, rankBy: $by) {{ {FIELDS} }}
}}
"""


@pytest.fixture(scope="module")
async def network(address: Address) -> AsyncGenerator[Graph]:
    """Give the graph of the network."""
    async with Graph(address) as graph:
        await emptied(graph)
        await fill(graph, NETWORK)
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


def variables(query: NaiveQuery) -> dict[str, object]:
    """Return the variables of the document for a question."""
    where = {
        "minSharedPapers": query.min_papers,
        "years": {"from": query.since, "to": query.until},
        "excludePeople": [identifier(person) for person in query.excluded],
    }
    ends = {"a": [identifier(person) for person in query.starts], "b": [identifier(person) for person in query.ends]}
    return {**ends, "k": query.first, "max": query.max_length, "where": where, "by": query.ranking}


def random_questions(seed: int, count: int) -> list[NaiveQuery]:
    """Return questions that memory can answer: years have one end at most."""
    chance = random.Random(seed)  # noqa: S311 no secret
    questions: list[NaiveQuery] = []
    for _ in range(count):
        sizes = chance.choice([(1, 1), (1, 1), (2, 3)])
        starts, ends = (chance.sample(range(NETWORK.people), size) for size in sizes)
        since, until = chance.choice([(None, None), (None, None), (2005, None), (None, 2010)])
        few = chance.choice([(), (), tuple(chance.sample(range(NETWORK.people), 3))])
        questions.append(
            NaiveQuery(
                starts, ends, chance.choice([1, 3, 20]), chance.randint(1, 6), chance.choice(RANKINGS),
                chance.choice([1, 1, 1, 2]), since, until, few, datetime.now(UTC).year,
            )
        )  # fmt: skip
    return questions


def shown(answer: dict[str, Any]) -> tuple[int | None, list[tuple[int, ...]]]:
    """Return the distance and the paths as numbers of people."""
    paths = [tuple(int(person["name"][1:]) for person in path["people"]) for path in answer["paths"]]
    return answer["degreesOfSeparation"], paths


def steps(network: Network, path: tuple[int, ...]) -> list[dict[str, object]]:
    """Return the expected steps of a path."""
    return [
        {
            "paperCount": network.pair(one, other).papers,
            "firstYear": network.pair(one, other).first,
            "lastYear": network.pair(one, other).last,
            "from": {"name": f"N{one}"},
            "to": {"name": f"N{other}"},
        }
        for one, other in pairwise(path)
    ]


@pytest.mark.parametrize("seed", sampled_cases(range(CASES // CASES_PER_TEST), fast_count=0))
async def test_memory_and_neo4j_find_the_same(from_memory: Asker, from_neo4j: Asker, seed: int) -> None:
    """Both give the paths of an exhaustive search, in its order, for random ends, conditions and rankings."""
    found = 0
    for question in random_questions(seed, CASES_PER_TEST):
        asked = variables(question)
        of_memory: Any = (await from_memory(PATHS, **asked))["collaborationPaths"]
        of_neo4j: Any = (await from_neo4j(PATHS, **asked))["collaborationPaths"]
        expected = naive_answer(NETWORK, question)
        assert shown(of_memory) == expected, question
        assert shown(of_neo4j) == expected, question
        assert of_memory["paths"] == of_neo4j["paths"]
        assert [path["hops"] for path in of_memory["paths"]] == [steps(NETWORK, path) for path in expected[1]]
        assert (of_memory["computedBy"], of_neo4j["computedBy"]) == ("MEMORY", "NEO4J")
        found += bool(expected[1])
    assert found


@pytest.mark.parametrize("source", ["memory", "neo4j"])
async def test_empty_answers_state_their_reason(from_memory: Asker, from_neo4j: Asker, source: str) -> None:
    """A person on both sides, an unknown ID, disconnected people, and impossible conditions give a reason."""
    ask = from_memory if source == "memory" else from_neo4j

    async def answer(starts: list[str], ends: list[str], **more: object) -> tuple[int | None, str]:
        reply: Any = (await ask(PATHS, a=starts, b=ends, **more))["collaborationPaths"]
        assert (reply["paths"], reply["truncated"]) == ([], False)
        return reply["degreesOfSeparation"], reply["reason"]

    hub, other, far, unknown = identifier(0), identifier(1), identifier(35), identifier(999)
    assert await answer([hub], [hub]) == (0, "A researcher is on both sides.")
    assert await answer([hub, other], [other]) == (0, "A researcher is on both sides.")
    assert await answer([unknown], [hub]) == (
        None,
        "`from` has no researchers: each ID is unknown, excluded, or that of an entity without researchers.",
    )
    assert await answer([hub], ["orcid:0000-0002-1825-0097"]) == (
        None,
        "`to` has no researchers: each ID is unknown, excluded, or that of an entity without researchers.",
    )
    distance, reason = await answer([hub], [far])
    assert (distance, reason.partition(".")[0]) == (None, "There is no path of at most 6 steps")
    for where in ({"years": {"from": 2999}}, {"minSharedPapers": 10_000}):
        assert (await answer([hub], [other], where=where))[0] is None


@pytest.mark.parametrize(
    ("given", "code", "words"),
    [
        ({"k": 0}, "BAD_USER_INPUT", "first is 0. Use 1 to 20."),
        ({"max": 99}, "BAD_USER_INPUT", "maxLength is 99. Use 1 to 10."),
        ({"a": []}, "BAD_USER_INPUT", "from has 0 IDs. Give 1 to 100 IDs."),
        ({"b": [identifier(1)] * 101}, "BAD_USER_INPUT", "to has 101 IDs. Give 1 to 100 IDs. Send several requests."),
        (
            {"a": "v_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"},
            "BAD_ID",
            "is the ID of a venue; expected the ID of a researcher, institution, topic or paper.",
        ),
        ({"b": "Ada"}, "BAD_ID", "'Ada' is not an ID."),
        ({"where": {"minSharedPapers": 0}}, "BAD_USER_INPUT", "minSharedPapers is 0. Use 1 to 10000."),
        ({"where": {"years": {"from": -1}}}, "BAD_USER_INPUT", "years.from is -1. Use 0 to 9999."),
        (
            {"where": {"years": {"from": 2010, "to": 2000}}},
            "BAD_USER_INPUT",
            "years.from is 2010, and years.to is 2000;",
        ),
        ({"where": {"topics": [identifier(1)]}}, "BAD_ID", "expected the ID of a topic."),
    ],
)
async def test_invalid_arguments_are_rejected(
    from_memory: Asker, given: dict[str, object], code: str, words: str
) -> None:
    """An argument out of bounds, and an ID of another kind, is an error that states value and expectation."""
    reply = await from_memory.reply(PATHS, **({"a": identifier(0), "b": identifier(1)} | given))
    assert reply.code is not None
    assert reply.code.name == code
    assert words in str(reply.errors[0]["message"])


async def test_answer_without_paths_states_the_searched_people(from_memory: Asker) -> None:
    """If no path has few enough steps, the reason says how many researchers were searched from each side."""
    questions = (NaiveQuery([one], [other], 3, 6) for one in range(1, 28) for other in range(one))
    question = next(one for one in questions if (naive_answer(NETWORK, one)[0] or 0) > 2)
    asked = variables(question) | {"max": 2}
    reply: Any = (await from_memory(PATHS, **asked))["collaborationPaths"]
    searched = reply["searched"]
    assert searched["fromCount"] + searched["toCount"] > 0
    assert reply["reason"].endswith(
        f"reached {searched['fromCount']:,} researchers from the one side and {searched['toCount']:,} from the other."
    )


async def test_new_people_are_found_in_neo4j(from_memory: Asker, network: Graph) -> None:
    """People whom the network in memory does not know yet are searched in Neo4j; people who left break no request."""
    await network.administer(
        "MATCH (a:Researcher {name: 'N0'}) CREATE (a)-[:COLLABORATED_WITH {papers: 7, firstYear: 2024, "
        "lastYear: 2024}]->(:Researcher {id: $id, ord: '999', name: 'N999'})",
        {"id": identifier(999)},
    )
    reply: Any = (await from_memory(PATHS, a=identifier(0), b=identifier(999)))["collaborationPaths"]
    assert (reply["computedBy"], shown(reply)) == ("NEO4J", (1, [(0, 999)]))
    await network.administer("MATCH (a:Researcher {name: 'N999'}) DETACH DELETE a")


DISTANCES = """
query D($a: [ID!]!, $b: [ID!]!) {
  coauthorDistances(from: $a, to: $b) { from to degreesOfSeparation reason computedBy }
}
"""


async def test_distances_in_bulk(from_memory: Asker, from_neo4j: Asker) -> None:
    """Distances equal an exhaustive search, in memory and in Neo4j; unknown IDs and too many pairs are stated."""
    connected = sorted({person for pair in NETWORK.pairs for person in pair})[:25]
    people = [identifier(person) for person in connected]
    of_memory: Any = (await from_memory(DISTANCES, a=people, b=people))["coauthorDistances"]
    expected = [naive_answer(NETWORK, NaiveQuery([one], [other], 1, 10))[0] for one in connected for other in connected]
    assert [row["degreesOfSeparation"] for row in of_memory] == expected
    assert {row["computedBy"] for row in of_memory} == {"MEMORY"}
    ends = [people[5], people[1], identifier(40), identifier(999), "orcid:0000-0002-1825-0097"]
    of_neo4j: Any = (await from_neo4j(DISTANCES, a=people[:2], b=ends))["coauthorDistances"]
    steps = [row["degreesOfSeparation"] for row in of_neo4j]
    assert [*steps[:2], *steps[5:7]] == [expected[5], expected[1], expected[30], 0]
    assert [row["reason"] for row in of_neo4j[2:5]] == [
        "There is no path of at most 10 steps.",
        f"No researcher has the ID {identifier(999)}.",
        "No researcher has the ID orcid:0000-0002-1825-0097.",
    ]
    reply = await from_memory.reply(DISTANCES, a=people, b=people * 2)
    assert reply.errors[0]["message"] == "from and to make 1,250 pairs; at most 1,000. Send several requests."
