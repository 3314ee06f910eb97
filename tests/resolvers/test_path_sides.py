"""Collaboration paths between institutions, topics and papers, compared with paths between their researchers."""

import random
from collections import Counter
from typing import Any

import pytest

from resolvers import path_search
from resolvers.execute import Service
from tests.resolvers.conftest import PATIENT
from tests.resolvers.graphql_client import Asker
from tests.resolvers.scholarly_network import SCHOLARLY_NETWORK as NETWORK
from tests.resolvers.scholarly_network import entity_id
from tests.tiers import sampled_cases
from traversal.coauthor_graph import CoauthorGraph, GraphBuilder

pytestmark = pytest.mark.graph

QUERY = """
query P($from: [ID!]!, $to: [ID!]!, $where: CollaborationPathFilter, $by: PathRanking) {
  collaborationPaths(from: $from, to: $to, first: 20, maxLength: 4, where: $where, rankBy: $by) {
    degreesOfSeparation truncated reason computedBy
    from { researcherCount totalCount truncated } to { researcherCount totalCount truncated }
    paths { people { id } hops { paperCount } }
  }
}
"""
SET_PAPER_COUNTS = """
MATCH (person:Researcher)
SET person.paperCount = COUNT { (person)-[:AUTHORED]->() }
WITH count(*) AS _
MATCH (topic:Topic)
SET topic.paperCount = COUNT { (topic)<-[:ABOUT]-() }
"""
CONDITIONS: list[dict[str, Any]] = [
    {},
    {"minSharedPapers": 2},
    {"years": {"from": 2012}},
    {"excludePeople": [entity_id("r", number) for number in range(0, 30, 7)]},
    {"years": {"from": 2010, "to": 2022}},
    {"timeOrdered": True},
]


def people_of(identifier: str) -> set[int]:
    """Return the researchers that an ID stands for."""
    number = int(identifier[2:])
    match identifier[0]:
        case "i":
            return {person for person, places in NETWORK.institutions.items() if number in places}
        case "t":
            return {author for work in NETWORK.works if number in work.topics for author in work.authors}
        case "p":
            return {author for work in NETWORK.works if work.number == number for author in work.authors}
        case _:
            return {number}


def best_first(identifiers: list[str]) -> list[int]:
    """Return the researchers of a side in their order: those with IDs of their own, then those with most papers."""
    papers = Counter(author for work in NETWORK.works for author in work.authors)
    own = {int(identifier[2:]) for identifier in identifiers if identifier[0] == "r"}
    everyone = set[int]().union(*map(people_of, identifiers))
    return sorted(everyone, key=lambda person: (person not in own, -papers[person], person))


def network_in_memory() -> CoauthorGraph:
    """Return the copy of the co-author network that a server keeps: researchers with co-authors alone."""
    builder = GraphBuilder()
    builder.add_people(entity_id("r", person) for person in range(NETWORK.people) if NETWORK.joint[person])
    pairs = [(one, other, works) for one, others in NETWORK.joint.items() for other, works in others.items()]
    pairs = [pair for pair in pairs if pair[0] < pair[1]]
    years = [[work.year for work in works] for _, _, works in pairs]
    builder.add_pairs(
        [entity_id("r", one) for one, _, _ in pairs],
        [entity_id("r", other) for _, other, _ in pairs],
        [len(works) for _, _, works in pairs],
        ([min(each) for each in years], [max(each) for each in years]),
    )
    return builder.build()


@pytest.fixture(params=["memory", "neo4j"])
async def ask(ask_scholarly: Asker, request: pytest.FixtureRequest) -> Asker:
    """Return a client of a server with the network in memory, or without it."""
    await ask_scholarly.service.graph.administer(SET_PAPER_COUNTS)
    network = network_in_memory() if request.param == "memory" else None
    return Asker(Service(ask_scholarly.service.graph, PATIENT, network=lambda: network))


async def find(ask: Asker, starts: list[str], ends: list[str], **more: object) -> dict[str, Any]:
    """Return the answer for two sides."""
    answer: Any = await ask(QUERY, **{"from": starts, "to": ends}, **more)
    return answer["collaborationPaths"]


def random_sides(chance: random.Random) -> tuple[list[str], list[str]]:
    """Return the IDs of two sides; each has an institution, a topic, a paper or a researcher, or two of them."""
    every = [
        entity_id(prefix, number)
        for prefix, count in (("i", 6), ("t", 8), ("p", 70), ("r", 40))
        for number in chance.sample(range(count), 3)
    ]
    return chance.sample(every, chance.choice([1, 1, 2])), chance.sample(every, chance.choice([1, 1, 2]))


@pytest.mark.parametrize("max_pairs", sampled_cases([100, 0, 10_000]))
async def test_sides_equal_their_researchers(ask: Asker, max_pairs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Institutions, topics and papers give the answer of the list of their researchers, however Byline searches."""
    monkeypatch.setattr(path_search, "MAX_NEO4J_PAIRS", max_pairs)
    chance = random.Random(max_pairs)  # noqa: S311 no secret
    with_paths = 0
    for number in range(36):
        starts, ends = random_sides(chance)
        if set(best_first(starts)) & set(best_first(ends)):
            one = await find(ask, starts, ends)
            assert (one["degreesOfSeparation"], one["reason"], one["paths"]) == (
                0,
                "A researcher is on both sides.",
                [],
            )
            continue
        more = {"where": CONDITIONS[number % len(CONDITIONS)], "by": chance.choice(["LENGTH", "STRENGTH"])}
        found = await find(ask, starts, ends, **more)
        listed = [[entity_id("r", person) for person in best_first(side)] for side in (starts, ends)]
        expected = await find(ask, *listed, **more)
        assert found["paths"] == expected["paths"], (starts, ends, more)
        names = ("degreesOfSeparation", "truncated", "from", "to")
        assert [found[name] for name in names] == [expected[name] for name in names]
        assert (found["reason"] is None) == bool(found["paths"])
        with_paths += bool(found["paths"])
    assert with_paths > 3


async def test_memory_and_neo4j_give_the_same_sides(ask_scholarly: Asker) -> None:
    """A server with the network in memory and one without it give equal answers; memory is used for sets too."""
    await ask_scholarly.service.graph.administer(SET_PAPER_COUNTS)
    network = network_in_memory()
    in_memory = Asker(Service(ask_scholarly.service.graph, PATIENT, network=lambda: network))
    chance = random.Random(5)  # noqa: S311 no secret
    engines: list[tuple[str, str]] = []
    for number in range(24):
        starts, ends = random_sides(chance)
        where = CONDITIONS[number % 4]
        answers = [await find(ask, starts, ends, where=where) for ask in (in_memory, ask_scholarly)]
        engines.append((answers[0].pop("computedBy"), answers[1].pop("computedBy")))
        reasons = [str(answer.pop("reason")).partition(".")[0] for answer in answers]
        assert (answers[0], reasons[0]) == (answers[1], reasons[1])
    assert ("MEMORY", "NEO4J") in engines


async def test_a_side_is_cut_at_its_limit(ask: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A side has the researchers with most papers; counts and `reason` state it."""
    monkeypatch.setattr(path_search, "MAX_RESEARCHERS", 3)
    starts, ends = next(
        (side, other) for side in ([entity_id("t", topic)] for topic in range(8))
        for other in ([entity_id("r", person)] for person in range(38))
        if not set(best_first(side)) & set(best_first(other)) and NETWORK.joint[int(other[0][2:])]
    )  # fmt: skip
    total = len(best_first(starts))
    assert total > 3
    found = await find(ask, starts, ends)
    expected = await find(ask, [entity_id("r", person) for person in best_first(starts)[:3]], ends)
    assert found["paths"] == expected["paths"]
    assert found["from"] == {"researcherCount": 3, "totalCount": total, "truncated": True}
    assert found["to"] == {"researcherCount": 1, "totalCount": 1, "truncated": False}
    assert found["truncated"]
    assert found["reason"].endswith(f"`from` has {total} researchers; the search used the 3 with most papers.")
    excluded = [entity_id("r", best_first(starts)[0])]
    one_fewer = await find(ask, starts, ends, where={"excludePeople": excluded})
    assert one_fewer["from"]["totalCount"] == total - 1


async def test_a_topic_is_read_up_to_a_number_of_papers(ask: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a topic with too many papers, the authors of the newest ones count."""
    monkeypatch.setattr(path_search, "MAX_TOPIC_PAPERS", 2)
    topic, other = entity_id("t", 0), entity_id("r", 39)
    newest = [work for work in NETWORK.works if 0 in work.topics][:2]
    found = await find(ask, [topic], [other])
    assert found["from"]["totalCount"] == len({author for work in newest for author in work.authors})
    assert (found["from"]["truncated"], found["truncated"]) == (True, True)
    assert "`from` has a topic with too many papers" in found["reason"]


@pytest.mark.parametrize(
    ("starts", "ends", "distance", "reason"),
    [
        ([entity_id("i", 999)], [entity_id("r", 0)], None, "`from` has no researchers"),
        ([entity_id("r", 0)], ["ror:02mhbdp94", entity_id("t", 999)], None, "`to` has no researchers"),
        (["issn:1234-5679"], [entity_id("p", 0)], None, "`from` has no researchers"),
        ([entity_id("p", 0)], [entity_id("p", 0)], 0, "A researcher is on both sides."),
        ([entity_id("r", 39)], [entity_id("p", 0)], None, "There is no path of at most 4 steps"),
    ],
)
async def test_empty_answers_state_their_reason(
    ask: Asker, starts: list[str], ends: list[str], distance: int | None, reason: str
) -> None:
    """Unknown IDs, external IDs of other kinds, a paper on both sides, and a researcher without co-authors."""
    found = await find(ask, starts, ends)
    assert (found["paths"], found["degreesOfSeparation"], found["truncated"]) == ([], distance, False)
    assert found["reason"].startswith(reason)
    assert found["to"]["researcherCount"] == len(best_first([end for end in ends if end[:2] in ("r_", "p_")]))


async def test_an_unknown_id_beside_a_known_one_is_ignored(ask: Asker) -> None:
    """The search uses the IDs that exist, also those that a merge retired."""
    graph = ask.service.graph
    await graph.administer(
        "MATCH (one:Institution {id: $id}) MERGE (old:Identifier {scheme: 'byline', value: $old}) "
        "MERGE (old)-[:IDENTIFIES]->(one)",
        {"id": entity_id("i", 1), "old": entity_id("i", 777)},
    )
    end = entity_id("r", 38)
    found = await find(ask, [entity_id("i", 777), entity_id("t", 999)], [end])
    assert found == await find(ask, [entity_id("i", 1)], [end])
    await graph.administer("MATCH (old:Identifier {value: $old}) DETACH DELETE old", {"old": entity_id("i", 777)})
