"""What is trending: scores by an independent computation, periods, and accounts that do not count."""

from datetime import timedelta
from math import log2
from typing import Any

import pytest

from accounts.timestamps import utc_text
from cypher.driver.client import Graph
from tests.accounts.act_clients import client

pytestmark = pytest.mark.graph
TRENDING = """query T($kind: TrendingKind!, $period: TrendingPeriod, $first: Int) {
  trending(kind: $kind, period: $period, first: $first) {
    node { ... on Paper { title } ... on Topic { name } ... on Researcher { name } } score reasons { kind count score }
  }
}"""
ADD_ACTS = """UNWIND $acts AS act
MATCH (user:User {name: act[0]}), (paper:Paper {title: act[2]})
CREATE (user)-[:$(act[1]) {since: act[3], ids: [paper.id]}]->(paper)"""
WEIGHTS = {"REVIEW": 5, "COMMENT": 3, "FOLLOW": 2, "SAVE": 2, "REACTION": 1, "ON_PAPERS": 1}
HOUR, THREE_DAYS, TEN_DAYS = (utc_text(-timedelta(hours=hours)) for hours in (1, 72, 240))


@pytest.fixture
async def asked(graph: Graph, ids: dict[str, str]) -> Any:  # noqa: ANN401 a function
    """Let users act on papers, all from accounts of last year; return a function that asks what is trending."""
    await graph.administer("MATCH (u:User) SET u.createdAt = '2020-01-01T00:00:00Z'")
    acts = [[f"user{n}", "LIKES", "Paper 1", HOUR] for n in range(8)]
    acts += [["user0", "FINDS_INSIGHTFUL", "Paper 1", HOUR], ["user1", "SAVED", "Paper 1", THREE_DAYS]]
    acts += [[f"user{n}", "FOLLOWS", "Paper 2", THREE_DAYS] for n in range(3)]
    acts += [["user1", "DISLIKES", "Paper 3", HOUR], ["user1", "FOLLOWS", "Paper 4", TEN_DAYS]]
    await graph.administer(ADD_ACTS, {"acts": acts})
    user = client(graph, ids)
    comment = 'mutation C($id: ID!) { addComment(input: {paperId: $id, text: "x"}) { comment { id } } }'
    for _ in range(3):
        await user.send(comment, id=ids["Paper 5"])

    async def ask(kind: str = "PAPER", **arguments: object) -> list[Any]:
        found: list[Any] = await user.send(TRENDING, kind=kind, **arguments)
        return found

    return ask


def scores(found: list[Any]) -> list[tuple[str, dict[str, int]]]:
    """Return the name and the counts of each entity, after a check of its scores."""
    for entity in found:
        for reason in entity["reasons"]:
            assert reason["score"] == pytest.approx(WEIGHTS[reason["kind"]] * log2(1 + reason["count"]))
        assert entity["score"] == pytest.approx(sum(reason["score"] for reason in entity["reasons"]))
    assert [entity["score"] for entity in found] == sorted((entity["score"] for entity in found), reverse=True)
    return [
        (next(iter(entity["node"].values())), {reason["kind"]: reason["count"] for reason in entity["reasons"]})
        for entity in found
    ]


async def test_papers_of_a_period(asked: Any) -> None:  # noqa: ANN401 a function
    """Each user counts once for a kind; a dislike and acts before the period do not count."""
    week = scores(await asked())
    assert week == [
        ("Paper 1", {"REACTION": 8, "SAVE": 1}),
        ("Paper 2", {"FOLLOW": 3}),
        ("Paper 5", {"COMMENT": 1}),
    ]
    assert scores(await asked(period="DAY")) == [("Paper 1", {"REACTION": 8}), ("Paper 5", {"COMMENT": 1})]
    assert [name for name, _ in scores(await asked(period="MONTH"))][-1] == "Paper 4"
    assert len(await asked(first=1)) == 1


async def test_fresh_and_disabled_accounts_do_not_count(graph: Graph, asked: Any) -> None:  # noqa: ANN401 as above
    """A crowd of new accounts, and disabled ones, add nothing."""
    await graph.administer("MATCH (u:User) WHERE u.name <> 'user0' SET u.createdAt = $now", {"now": utc_text()})
    assert [counts for name, counts in scores(await asked()) if name == "Paper 1"] == [{"REACTION": 1}]
    await graph.administer("MATCH (u:User {name: 'user0'}) SET u.disabledAt = $now", {"now": utc_text()})
    assert await asked() == []
    await graph.administer("MATCH (u:User) REMOVE u.disabledAt SET u.createdAt = '2020-01-01T00:00:00Z'")


async def test_topics_of_papers(graph: Graph, asked: Any) -> None:  # noqa: ANN401 as above
    """Users who acted on papers of a topic count once for each kind of act: no number joins acts of one user."""
    await graph.administer(
        "MATCH (t:Topic), (p:Paper) WHERE p.title IN ['Paper 1', 'Paper 2'] CREATE (p)-[:ABOUT]->(t)"
    )
    await graph.administer(
        "MATCH (u:User {name: 'user9'}), (t:Topic) CREATE (u)-[:FOLLOWS {since: $now}]->(t)", {"now": HOUR}
    )
    found = scores(await asked("TOPIC"))
    await graph.administer("MATCH (:Paper)-[r:ABOUT]->() DELETE r")
    assert found == [("N", {"ON_PAPERS": 8 + 1 + 3, "FOLLOW": 1})]


async def test_bad_arguments_are_errors(graph: Graph, ids: dict[str, str]) -> None:
    """A number of entities out of bounds names the bounds."""
    reply = await client(graph, ids).reply(TRENDING, kind="PAPER", first=51)
    assert "first is 51. Use 1 to 50" in str(reply.errors)
