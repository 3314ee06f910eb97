"""Reactions: mutually exclusive opinions, exact counts under concurrency, and merges of papers and back."""

import asyncio
import random
from collections import Counter

import pytest

from accounts import users
from accounts.acts import OPINIONS, ActRequest, add_act, reaction, remove_act
from accounts.roles import Role, Scope
from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke
from schema.enums import ReactionContent
from tests.accounts.act_clients import HOSTILE_IDS, Client, client

pytestmark = pytest.mark.graph

MUTATION = """mutation M($id: ID!, $content: ReactionContent!, $key: String) {
  %s(input: {id: $id, content: $content, clientMutationId: $key}) {
    node { id viewerState { reactions } ... on Paper { likeCount dislikeCount reactionGroups { content count } } }
    userErrors { code field message } clientMutationId
  }
}"""
ADD, REMOVE = MUTATION % "addReaction", MUTATION % "removeReaction"
ANN = Curator("Ann", "one work")
TYPES = [str(content.value) for content in ReactionContent]


async def reactions(graph: Graph) -> list[list[object]]:
    """Return who reacted to which paper and how, under which IDs, sorted."""
    rows = await graph.read(
        "MATCH (u:User)-[r]->(p:Paper) RETURN u.name, p.id, type(r), r.ids, coalesce(r.opposedIds, []) "
        "ORDER BY u.name, p.id, type(r)"
    )
    return [list(row) for row in rows.rows]


async def test_reactions_are_added_counted_and_removed(graph: Graph, ids: dict[str, str]) -> None:
    """LIKE and DISLIKE replace each other; other reactions add up; each counts once."""
    user, paper = client(graph, ids), ids["Paper 1"]
    for content in ("LIKE", "INSIGHTFUL", "INSIGHTFUL", "DISLIKE", "MISSING_BASELINE"):
        payload = await user.send(ADD, id="doi:10.1000/1", content=content, key=None)
        assert payload["userErrors"] == []
    assert payload["node"]["id"] == paper
    assert payload["node"]["viewerState"] == {"reactions": ["DISLIKE", "MISSING_BASELINE", "INSIGHTFUL"]}
    assert (payload["node"]["likeCount"], payload["node"]["dislikeCount"]) == (0, 1)
    counts = {group["content"]: group["count"] for group in payload["node"]["reactionGroups"]}
    assert counts == {
        content.name: int(content.name in payload["node"]["viewerState"]["reactions"]) for content in ReactionContent
    }
    removed = await user.send(REMOVE, id=paper, content="DISLIKE")
    assert (removed["node"]["dislikeCount"], removed["node"]["viewerState"]["reactions"]) == (
        0,
        ["MISSING_BASELINE", "INSIGHTFUL"],
    )
    other = await client(graph, ids, "user1").send(ADD, id=paper, content="LIKE")
    assert (other["node"]["likeCount"], other["node"]["viewerState"]["reactions"]) == (1, ["LIKE"])
    anonymous = Client(user.service, None)
    query = "query Q($id: ID!) { node(id: $id) { viewerState { reactions } ... on Paper { likeCount } } }"
    assert await anonymous.send(query, id=paper) == {"viewerState": None, "likeCount": 1}


async def test_own_reactions_are_listed(graph: Graph, ids: dict[str, str]) -> None:
    """`viewer { reactions }` has one edge per paper, with filters, orders and pages."""
    user = client(graph, ids)
    for number, content in ((1, "LIKE"), (1, "INSIGHTFUL"), (2, "DISLIKE"), (3, "LIKE")):
        await user.send(ADD, id=ids[f"Paper {number}"], content=content)
    await client(graph, ids, "user1").send(ADD, id=ids["Paper 4"], content="LIKE")
    query = """query Q($after: String) { viewer {
      reactions(first: 2, after: $after, orderBy: [{field: TITLE, direction: DESC}]) {
        totalCount pageInfo { hasNextPage endCursor } edges { reactions node { title } }
        groupBy(keys: [KIND]) { groups { count } }
      }
      likes: reactions(contents: [LIKE], where: {title: {endsWith: "1"}}) { edges { reactions node { title } } }
    } }"""
    listed = await user.send(query)
    connection = listed["reactions"]
    assert (connection["totalCount"], connection["groupBy"]) == (3, {"groups": [{"count": 3}]})
    assert connection["edges"] == [
        {"reactions": ["LIKE"], "node": {"title": "Paper 3"}},
        {"reactions": ["DISLIKE"], "node": {"title": "Paper 2"}},
    ]
    assert listed["likes"]["edges"] == [{"reactions": ["LIKE"], "node": {"title": "Paper 1"}}]
    following = await user.send(query, after=connection["pageInfo"]["endCursor"])
    assert [edge["reactions"] for edge in following["reactions"]["edges"]] == [["INSIGHTFUL", "LIKE"]]
    assert await client(graph, ids, "user0", Scope.ACT).send("{ viewer { reactions { totalCount } } }") is None


async def test_only_papers_have_reactions(graph: Graph, ids: dict[str, str]) -> None:
    """Another entity, an unknown one and texts that are no ID are user errors that name the field."""
    user = client(graph, ids)
    for text in (*HOSTILE_IDS, "t_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"):
        for query in (ADD, REMOVE):
            payload = await user.send(query, id=text, content="LIKE", key="\u0130\U0001f600")
            assert (payload["node"], [error["field"] for error in payload["userErrors"]]) == (None, [["input", "id"]])
    wrong = await user.reply(ADD, id=ids["Paper 1"], content="LIKES]->() DETACH DELETE n //")
    assert wrong.errors[0]["extensions"]["code"] == "BAD_VARIABLES"
    assert await reactions(graph) == []


async def test_repeated_reaction_has_no_further_effect(graph: Graph, ids: dict[str, str]) -> None:
    """A delayed repetition of LIKE does not replace a later DISLIKE; the same key with another reaction is an error."""
    user, paper = client(graph, ids), ids["Paper 1"]
    await user.send(ADD, id=paper, content="LIKE", key="first")
    await user.send(ADD, id=paper, content="DISLIKE", key="second")
    repeated = await user.send(ADD, id=paper, content="LIKE", key="first")
    assert (repeated["node"]["viewerState"], repeated["userErrors"]) == ({"reactions": ["DISLIKE"]}, [])
    reused = await user.send(ADD, id=paper, content="INSIGHTFUL", key="first")
    assert [error["field"] for error in reused["userErrors"]] == [["input", "clientMutationId"]]


async def test_merge_keeps_later_opinion_and_revocation_restores_both(graph: Graph, ids: dict[str, str]) -> None:
    """Of a like and a dislike of two papers that become one, the later remains; the revocation restores each."""
    left, right = sorted([ids["Paper 6"], ids["Paper 7"]])
    for name, paper, content in (
        ("user1", left, "LIKE"),
        ("user1", right, "DISLIKE"),
        ("user2", right, "INSIGHTFUL"),
        ("user3", left, "DISLIKE"),
        ("user3", right, "LIKE"),
        ("user4", left, "LIKE"),
        ("user4", right, "LIKE"),
    ):
        await client(graph, ids, name).send(ADD, id=paper, content=content)
    for name, later in (("user1", left), ("user3", right)):
        await graph.administer(
            "MATCH (:User {name: $name})-[r]->(p:Paper) SET r.since = CASE p.id WHEN $later THEN 'b' ELSE 'a' END",
            {"name": name, "later": later},
        )
    before = await reactions(graph)
    decision = await merge(graph, left, right, ANN)
    assert await reactions(graph) == [
        ["user1", left, "LIKES", [left], [right]],
        ["user2", left, "FINDS_INSIGHTFUL", [right], []],
        ["user3", left, "LIKES", [right], [left]],
        ["user4", left, "LIKES", [left, right], []],
    ]
    await revoke(graph, decision.key, ANN)
    assert await reactions(graph) == before


async def test_opinion_after_a_merge_stays_with_the_remaining_paper(graph: Graph, ids: dict[str, str]) -> None:
    """A user who changes an opinion about the merged paper keeps the new one after the revocation, and no other."""
    left, right = sorted([ids["Paper 8"], ids["Paper 9"]])
    user = client(graph, ids)
    await user.send(ADD, id=left, content="LIKE")
    await user.send(ADD, id=right, content="LIKE")
    decision = await merge(graph, left, right, ANN)
    await user.send(ADD, id=right, content="DISLIKE")
    await revoke(graph, decision.key, ANN)
    assert await reactions(graph) == [["user0", left, "DISLIKES", [left], []]]


@pytest.mark.full
async def test_concurrent_reactions_are_counted_exactly(graph: Graph, ids: dict[str, str]) -> None:
    """50 people send 20 random reactions each at once: the counts are those of the last reactions of each."""
    for number in range(20, 50):
        await users.create_user(graph, f"user{number}", Role.MEMBER)
    people = [str(row[0]) for row in (await graph.read("MATCH (u:User) RETURN u.id ORDER BY u.id")).rows]
    papers = [ids[f"Paper {number}"] for number in range(3)]
    expected: set[tuple[str, str, str]] = set()

    async def act(user: str, choices: list[tuple[bool, str, str]]) -> None:
        for adds, type_, paper in choices:
            kind, request = reaction(type_), ActRequest(user, ["byline", paper])
            await (add_act if adds else remove_act)(graph, kind, request)
            if adds:
                expected.difference_update((user, other, paper) for other in kind.ends)
                expected.add((user, type_, paper))
            else:
                expected.discard((user, type_, paper))

    seeded = random.Random(1)  # noqa: S311 the same choices in each run
    choices = [
        [(seeded.random() < 0.8, seeded.choice([*OPINIONS, *TYPES]), seeded.choice(papers)) for _ in range(20)]
        for _ in people
    ]
    await asyncio.gather(*(act(user, mine) for user, mine in zip(people, choices, strict=True)))
    query = "query Q($ids: [ID!]!) { nodes(ids: $ids) { ... on Paper { id reactionGroups { content count } } } }"
    counts = {
        (ReactionContent[group["content"]].value, node["id"]): group["count"]
        for node in await client(graph, ids).send(query, ids=papers)
        for group in node["reactionGroups"]
        if group["count"]
    }
    assert counts == Counter((type_, paper) for _, type_, paper in expected)
