"""Follows: exact under concurrency, idempotent, and moved with merges of entities and back."""

import asyncio

import pytest

from accounts.acts import FOLLOW as FOLLOW_ACT
from accounts.acts import ActRequest, add_act, remove_act
from accounts.errors import AccountGoneError, ActError
from accounts.roles import Role, Scope
from accounts.viewer import Viewer
from cypher.catalog import statement
from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke
from tests.accounts.act_clients import HOSTILE_IDS, Client, client

pytestmark = pytest.mark.graph

MUTATION = """mutation M($id: ID!, $key: String) {
  %s(input: {id: $id, clientMutationId: $key}) {
    node { id __typename viewerState { follows } ... on Paper { followerCount } ... on Venue { followerCount } }
    userErrors { code field message } clientMutationId
  }
}"""
FOLLOW, UNFOLLOW = MUTATION % "followEntity", MUTATION % "unfollowEntity"
ANN = Curator("Ann", "one work")
LABELS = {"v": "Venue", "t": "Topic", "i": "Institution", "f": "Funder", "r": "Researcher"}


async def followers(graph: Graph) -> list[list[object]]:
    """Return who follows which entity under which IDs, sorted."""
    rows = await graph.read("MATCH (u:User)-[f:FOLLOWS]->(n) RETURN u.name, n.id, f.ids ORDER BY u.name, n.id")
    return [list(row) for row in rows.rows]


async def test_follow_and_unfollow_return_changed_node(graph: Graph, ids: dict[str, str]) -> None:
    """The payload has the entity with its new state, and a repetition changes nothing."""
    user, paper = client(graph, ids), ids["Paper 1"]
    for _ in range(2):
        payload = await user.send(FOLLOW, id="https://doi.org/10.1000/1", key="k")
        assert payload == {
            "node": {"id": paper, "__typename": "Paper", "viewerState": {"follows": True}, "followerCount": 1},
            "userErrors": [],
            "clientMutationId": "k",
        }
    listed = await user.send("{ viewer { follows { totalCount edges { since node { id name } } } } }")
    assert (listed["follows"]["totalCount"], listed["follows"]["edges"][0]["node"]["name"]) == (1, "Paper 1")
    for _ in range(2):
        payload = await user.send(UNFOLLOW, id=paper)
        assert (payload["node"]["followerCount"], payload["node"]["viewerState"]) == (0, {"follows": False})
    anonymous = Client(user.service, None)
    assert (await anonymous.send("query Q($id: ID!) { node(id: $id) { viewerState { follows } } }", id=paper)) == {
        "viewerState": None
    }


@pytest.mark.parametrize("prefix", ["r", "t", "i", "v"])
async def test_every_type_can_be_followed(graph: Graph, ids: dict[str, str], prefix: str) -> None:
    """Researchers, topics, institutions and venues can be followed, and count their followers."""
    user, id_ = client(graph, ids), f"{prefix}_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"
    assert (await user.send(FOLLOW, id=id_))["node"]["viewerState"] == {"follows": True}
    node = """query Q($id: ID!) { node(id: $id) { ... on Researcher { followerCount } ... on Topic { followerCount }
      ... on Institution { followerCount } ... on Venue { followerCount } } }"""
    assert await user.send(node, id=id_) == {"followerCount": 1}


async def test_repeated_key_has_no_further_effect(graph: Graph, ids: dict[str, str]) -> None:
    """A delayed repetition of a follow does not undo a later unfollow; a key of another input is an error."""
    user, paper = client(graph, ids), ids["Paper 1"]
    await user.send(FOLLOW, id=paper, key="first")
    await user.send(UNFOLLOW, id=paper, key="second")
    repeated = await user.send(FOLLOW, id=paper, key="first")
    assert (repeated["node"]["viewerState"], repeated["userErrors"]) == ({"follows": False}, [])
    reused = await user.send(FOLLOW, id=ids["Paper 2"], key="first")
    assert [(error["code"], error["field"]) for error in reused["userErrors"]] == [
        ("CONFLICT", ["input", "clientMutationId"])
    ]
    for key in ("a\u0000b", "a\u202eb", "a\nb", " ", "k" * 256):
        hostile = (await user.send(FOLLOW, id=paper, key=key))["userErrors"]
        assert [error["field"] for error in hostile] == [["input", "clientMutationId"]], key
    assert (await client(graph, ids, "user1").send(FOLLOW, id=paper, key="first"))["node"]["followerCount"] == 1


async def test_idempotency_keys_are_deleted_after_a_day(graph: Graph, ids: dict[str, str]) -> None:
    """The next act of a user deletes the user's idempotency keys that are older than 24 hours."""
    user = client(graph, ids)
    await user.send(FOLLOW, id=ids["Paper 1"], key="old")
    await graph.administer("MATCH (s:SentMutation) SET s.sentAt = '2020-01-01T00:00:00Z'")
    await user.send(FOLLOW, id=ids["Paper 2"], key="new")
    assert (await graph.read("MATCH (s:SentMutation) RETURN s.key")).rows == [["new"]]


async def test_concurrent_follows_are_counted_exactly(graph: Graph, ids: dict[str, str]) -> None:
    """20 users follow 3 papers at once, each twice, over 4 connection pools: each follow counts once."""
    papers = [ids[f"Paper {number}"] for number in range(3)]
    names = [f"user{number}" for number in range(20)]
    pools = [Graph(graph.address, pool_size=8) for _ in range(4)]
    await asyncio.gather(
        *(
            add_act(pools[(user + time) % 4], FOLLOW_ACT, ActRequest(ids[name], ["byline", paper], f"{paper} {name}"))
            for time in range(2)
            for user, name in enumerate(names)
            for paper in papers
        )
    )
    await asyncio.gather(
        *(
            remove_act(pools[user % 4], FOLLOW_ACT, ActRequest(ids[f"user{user}"], ["byline", papers[0]]))
            for user in range(0, 20, 2)
        )
    )
    query = "query Q($ids: [ID!]!) { nodes(ids: $ids) { ... on Paper { followerCount } } }"
    counts = (await client(graph, ids).reply(query, ids=papers)).data
    for pool in pools:
        await pool.close()
    assert counts == {"nodes": [{"followerCount": count} for count in (10, 20, 20)]}


async def test_follows_during_a_load_do_not_wait_for_its_lease(graph: Graph, ids: dict[str, str]) -> None:
    """A follow succeeds while another process holds the writer lease."""
    await graph.administer("MERGE (l:Lease {name: 'writer'}) SET l.holder = 'x', l.until = timestamp() + 60000")
    assert (await client(graph, ids).send(FOLLOW, id=ids["Paper 1"]))["userErrors"] == []
    await graph.administer("MATCH (l:Lease) DELETE l")


FOLLOW_PUBLICLY = """mutation M($id: ID!, $public: Boolean) { followEntity(input: {id: $id, public: $public}) {
  node { ... on Researcher { followerCount followers { totalCount edges { node { name } } } } }
  userErrors { code } } }"""
RESEARCHER = "r_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"


async def test_only_public_followers_are_listed(graph: Graph, ids: dict[str, str]) -> None:
    """A follow is private until its user publishes it; a repetition keeps it, and false makes it private again."""

    async def listed(name: str, **given: object) -> tuple[list[str], int]:
        payload = await client(graph, ids, name).send(FOLLOW_PUBLICLY, id=RESEARCHER, **given)
        connection = payload["node"]["followers"]
        names = [edge["node"]["name"] for edge in connection["edges"]]
        assert connection["totalCount"] == len(names)
        return sorted(names), payload["node"]["followerCount"]

    assert await listed("user0") == ([], 1)
    assert await listed("user1", public=True) == (["user1"], 2)
    assert await listed("user0", public=True) == (["user0", "user1"], 2)
    assert await listed("user0") == (["user0", "user1"], 2)
    own = await client(graph, ids).send("{ viewer { follows { edges { public } } } }")
    assert own["follows"]["edges"] == [{"public": True}]
    await graph.administer("MATCH (u:User {name: 'user1'}) SET u.disabledAt = '2026-01-01T00:00:00Z'")
    assert await listed("user2") == (["user0"], 3)
    await graph.administer("MATCH (u:User {name: 'user1'}) REMOVE u.disabledAt")
    assert await listed("user0", public=False) == (["user1"], 3)


async def test_private_follow_stays_private_after_merges(graph: Graph, ids: dict[str, str]) -> None:
    """If a user follows one of two merged papers privately, no follow is public, also after the end of the merge."""
    left, right = ids["Paper 8"], ids["Paper 9"]
    user = client(graph, ids)
    for paper, public in ((left, True), (right, False)):
        await user.send(FOLLOW_PUBLICLY, id=paper, public=public)
    read = "MATCH (:User)-[f:FOLLOWS]->() RETURN f.public"
    decision = await merge(graph, left, right, ANN)
    assert (await graph.read(read)).rows == [[None]]
    await revoke(graph, decision.key, ANN)
    assert (await graph.read(read)).rows == [[None], [None]]


async def test_merge_moves_follows_and_revocation_moves_them_back(graph: Graph, ids: dict[str, str]) -> None:
    """A merge moves follows without duplicates; its revocation restores them; later follows stay."""
    left, right = ids["Paper 6"], ids["Paper 7"]
    for name, paper in (("user1", left), ("user2", right), ("user3", left), ("user3", right), ("user4", right)):
        await client(graph, ids, name).send(FOLLOW, id=paper)
    before = await followers(graph)
    decision = await merge(graph, left, right, ANN)
    kept, gone = sorted([left, right])
    assert [(row[0], row[1]) for row in await followers(graph)] == [(f"user{n}", kept) for n in (1, 2, 3, 4)]
    late = await client(graph, ids, "user5").send(FOLLOW, id=gone)  # the retired ID redirects
    assert (late["node"]["id"], late["node"]["followerCount"]) == (kept, 5)
    await client(graph, ids, "user4").send(UNFOLLOW, id=gone)
    await revoke(graph, decision.key, ANN)
    expected = [row for row in before if row[0] != "user4"] + [["user5", kept, [kept]]]
    assert await followers(graph) == sorted(expected, key=lambda row: (row[0], row[1]))
    assert (await graph.read("MATCH (n:RestoredEntity) RETURN count(n)")).rows == [[0]]


async def test_nested_merges_restore_each_follow(graph: Graph, ids: dict[str, str]) -> None:
    """Three papers become one in two merges; revoking the first merge made, then the other, restores each follow."""
    first, second, third = (ids[f"Paper {number}"] for number in (3, 4, 5))
    for name, paper in (("user1", first), ("user2", second), ("user3", third)):
        await client(graph, ids, name).send(FOLLOW, id=paper)
    before = await followers(graph)
    inner = await merge(graph, second, third, ANN)
    outer = await merge(graph, first, second, ANN)
    assert {row[1] for row in await followers(graph)} == {min(first, second, third)}
    await revoke(graph, outer.key, ANN)
    await revoke(graph, inner.key, ANN)
    assert await followers(graph) == before


async def test_follow_during_a_merge_is_not_lost(graph: Graph, ids: dict[str, str]) -> None:
    """Follows of both papers at the time of their merge are all kept at the merged paper."""
    left, right = ids["Paper 8"], ids["Paper 9"]
    acts = [
        add_act(graph, FOLLOW_ACT, ActRequest(ids[f"user{user}"], ["byline", paper]))
        for user in range(20)
        for paper in (left, right)
    ]
    merging = asyncio.create_task(merge(graph, left, right, ANN))
    await asyncio.gather(*acts)
    decision = await merging
    assert [(row[0], row[1]) for row in await followers(graph)] == sorted(
        (f"user{user}", min(left, right)) for user in range(20)
    )
    await revoke(graph, decision.key, ANN)


@pytest.mark.parametrize("number", range(len(HOSTILE_IDS)))
async def test_hostile_ids_are_user_errors(graph: Graph, ids: dict[str, str], number: int) -> None:
    """A text that is no ID, or the ID of nothing or of something else, is a user error that names the field."""
    for query in (FOLLOW, UNFOLLOW):
        payload = await client(graph, ids).send(query, id=HOSTILE_IDS[number], key="\u0130\U0001f600")
        [error] = payload["userErrors"]
        assert (payload["node"], error["field"]) == (None, ["input", "id"])
        assert len(error["message"]) < 1_200


async def test_hostile_accounts_and_keys_are_client_errors(graph: Graph, ids: dict[str, str]) -> None:
    """A long key is a user error, a deleted account UNAUTHENTICATED, and a token without the scope FORBIDDEN."""
    long = await client(graph, ids).send(FOLLOW, id=ids["Paper 1"], key="\x00" * 256)
    assert [error["field"] for error in long["userErrors"]] == [["input", "clientMutationId"]]
    ghost = Client(client(graph, ids).service, Viewer("ghost", Role.MEMBER, "u_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"))
    reply = await ghost.reply(FOLLOW, id=ids["Paper 1"])
    assert reply.errors[0]["extensions"]["code"] == "UNAUTHENTICATED"
    reply = await client(graph, ids, "user0", Scope.READ).reply(FOLLOW, id=ids["Paper 1"])
    assert reply.errors[0]["extensions"]["code"] == "FORBIDDEN"
    with pytest.raises(AccountGoneError):
        await add_act(graph, FOLLOW_ACT, ActRequest("u_1", ["byline", ids["Paper 1"]]))
    with pytest.raises(ActError, match="No entity"):
        await add_act(graph, FOLLOW_ACT, ActRequest(ids["user0"], ["orcid", "0"]))


def test_statements_of_acts_touch_no_lease() -> None:
    """The statements of follows do not read the writer lease."""
    assert "Lease" not in statement("accounts/add_act").text + statement("accounts/remove_act").text
