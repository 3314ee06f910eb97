"""Co-authors of co-authors and suggested collaborators, compared with a naive computation over papers."""

from typing import Any

import pytest

from resolvers.errors import Code
from tests.resolvers.graphql_client import Asker
from tests.resolvers.scholarly_network import SCHOLARLY_NETWORK as NETWORK
from tests.resolvers.scholarly_network import entity_id
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

INDIRECT = """
query I($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Researcher { collaboratorsOfCollaborators(first: 50) {
    totalCount truncated edges { sharedCollaboratorCount node { name } sharedCollaborators { name } }
  } } }
}
"""
SUGGESTED = """
query S($id: ID!, $first: Int) {
  researcher(by: {id: $id}) { suggestedCollaborators(first: $first) {
    researcher { name } score
    reasons { kind count score researchers { name } papers { title } topics { name } institutions { name } }
  } }
}
"""
POINTS = {
    "SHARED_COLLABORATORS": (0.5, 20),
    "CITED_WORK": (0.5, 10),
    "CITING_WORK": (0.5, 10),
    "SHARED_TOPICS": (0.1, 10),
    "SAME_INSTITUTION": (0.5, 2),
}
"""Points of each item, and the maximum number of items that count."""


def shared_collaborators(start: int, other: int) -> list[int]:
    """Return the co-authors of both, most joint papers first."""
    near, far = NETWORK.joint[start], NETWORK.joint[other]
    return sorted(near.keys() & far.keys(), key=lambda person: (-len(near[person]) - len(far[person]), person))


def indirect(start: int) -> list[int]:
    """Return the co-authors of co-authors who have not written with a person, most shared co-authors first."""
    strangers = set(range(NETWORK.people)) - {start} - NETWORK.joint[start].keys()
    found = [other for other in strangers if shared_collaborators(start, other)]
    return sorted(found, key=lambda other: (-len(shared_collaborators(start, other)), other))


async def test_collaborators_of_collaborators_match_naive_computation(ask_scholarly: Asker) -> None:
    """For every person of the network: people, their order, counts and examples."""
    people = list(range(NETWORK.people))
    answer: Any = await ask_scholarly(INDIRECT, ids=[entity_id("r", person) for person in people])
    for person, node in zip(people, answer["nodes"], strict=True):
        found = node["collaboratorsOfCollaborators"]
        expected = indirect(person)
        assert (found["totalCount"], found["truncated"]) == (len(expected), False)
        assert [edge["node"]["name"] for edge in found["edges"]] == [f"N{other}" for other in expected]
        for edge, other in zip(found["edges"], expected, strict=True):
            shared = shared_collaborators(person, other)
            assert edge["sharedCollaboratorCount"] == len(shared)
            assert [one["name"] for one in edge["sharedCollaborators"]] == [f"N{one}" for one in shared[:10]]


async def test_collaborators_of_collaborators_are_a_connection(ask_scholarly: Asker) -> None:
    """Filters, orders, pages and groups work as in other connections."""
    start = next(person for person in range(NETWORK.people) if len(indirect(person)) > 4)
    everyone = [f"N{other}" for other in indirect(start)]
    answer: Any = await ask_scholarly(
        """query C($id: ID!, $some: String!) { researcher(by: {id: $id}) {
          page: collaboratorsOfCollaborators(first: 2) { nodes { name } pageInfo { hasNextPage endCursor } }
          last: collaboratorsOfCollaborators(last: 2) { nodes { name } }
          fewest: collaboratorsOfCollaborators(orderBy: [{edge: SHARED_COLLABORATOR_COUNT, direction: ASC}], first: 1) {
            edges { sharedCollaboratorCount } }
          one: collaboratorsOfCollaborators(where: {name: {eq: $some}}) { totalCount nodes { name } }
        } }""",
        id=entity_id("r", start),
        some=everyone[3],
    )
    found = answer["researcher"]
    assert [one["name"] for one in found["page"]["nodes"]] == everyone[:2]
    assert found["page"]["pageInfo"]["hasNextPage"]
    assert [one["name"] for one in found["last"]["nodes"]] == everyone[-2:]
    fewest = min(len(shared_collaborators(start, other)) for other in indirect(start))
    assert found["fewest"]["edges"] == [{"sharedCollaboratorCount": fewest}]
    assert found["one"] == {"totalCount": 1, "nodes": [{"name": everyone[3]}]}


def evidence(start: int, other: int) -> dict[str, list[str]]:
    """Return the names of all items of each reason; those of people and papers are in order."""
    own, theirs = NETWORK.works_of(start), NETWORK.works_of(other)
    cited = [work for work in theirs if any(work.number in paper.cites for paper in own)]
    citing = [work for work in theirs if any(paper.number in work.cites for paper in own)]
    topics = NETWORK.topics_of(own).keys() & NETWORK.topics_of(theirs).keys()
    of_theirs = NETWORK.topics_of(theirs)
    found = {
        "SHARED_COLLABORATORS": [f"N{one}" for one in shared_collaborators(start, other)],
        "CITED_WORK": [f"P{work.number}" for work in cited],
        "CITING_WORK": [f"P{work.number}" for work in citing],
        "SHARED_TOPICS": [f"T{one}" for one in sorted(topics, key=lambda topic: (-of_theirs[topic], topic))],
        "SAME_INSTITUTION": [f"I{one}" for one in NETWORK.shared_institutions(other, [start])],
    }
    return {kind: items for kind, items in found.items() if items}


def score(found: dict[str, list[str]]) -> float:
    """Return the sum of the points."""
    return round(sum(POINTS[kind][0] * min(len(items), POINTS[kind][1]) for kind, items in found.items()), 6)


@pytest.mark.parametrize("start", sampled_cases(range(20), fast_count=4))
async def test_suggestions_match_naive_computation(ask_scholarly: Asker, start: int) -> None:
    """People, their order, and the reasons with their examples are those of a naive computation."""
    expected = {
        other: evidence(start, other)
        for other in range(NETWORK.people)
        if other != start and other not in NETWORK.joint[start]
    }
    related = {"SHARED_COLLABORATORS", "CITED_WORK", "CITING_WORK"}
    ordered = sorted(
        (other for other, found in expected.items() if found.keys() & related),
        key=lambda other: (-score(expected[other]), other),
    )
    answer: Any = await ask_scholarly(SUGGESTED, id=entity_id("r", start), first=50)
    rows = answer["researcher"]["suggestedCollaborators"]
    assert [row["researcher"]["name"] for row in rows] == [f"N{other}" for other in ordered]
    for row, other in zip(rows, ordered, strict=True):
        assert round(row["score"], 6) == score(expected[other])
        assert {reason["kind"]: reason["count"] for reason in row["reasons"]} == {
            kind: len(items) for kind, items in expected[other].items()
        }
        for reason in row["reasons"]:
            shown = [one.get("name") or one.get("title") for many in ("researchers", "papers", "topics", "institutions")
                     for one in reason[many]]  # fmt: skip
            assert shown == expected[other][reason["kind"]][:5]
        assert [reason["score"] for reason in row["reasons"]] == sorted(
            (reason["score"] for reason in row["reasons"]), reverse=True
        )
    few: Any = await ask_scholarly(SUGGESTED, id=entity_id("r", start), first=2)
    assert few["researcher"]["suggestedCollaborators"] == rows[:2]


async def test_nobody_is_an_empty_list(ask_scholarly: Asker) -> None:
    """A researcher without co-authors and citations has neither."""
    lonely = entity_id("r", NETWORK.people - 1)
    suggested: Any = await ask_scholarly(SUGGESTED, id=lonely)
    assert suggested["researcher"]["suggestedCollaborators"] == []
    found: Any = await ask_scholarly(INDIRECT, ids=[lonely])
    assert found["nodes"][0]["collaboratorsOfCollaborators"]["edges"] == []


@pytest.mark.parametrize("first", [0, 51])
async def test_size_out_of_bounds_is_rejected(ask_scholarly: Asker, first: int) -> None:
    """A number of suggestions out of bounds is an error with the bounds."""
    reply = await ask_scholarly.reply(SUGGESTED, id=entity_id("r", 1), first=first)
    assert reply.code is (Code.PAGE_TOO_LARGE if first else Code.BAD_USER_INPUT)
    assert reply.errors[0]["message"] == f"first is {first}. Use 1 to 50."
