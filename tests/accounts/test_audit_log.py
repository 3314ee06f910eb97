"""The audit log: one entry for each change, without private objects and authors of anonymous reviews."""

from typing import Any

import pytest

from accounts import tokens, users
from accounts.audit import AuditFilter, read_log
from accounts.roles import Role, Scope
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from tests.accounts.act_clients import Client, client

pytestmark = pytest.mark.graph

LOG = """query L($first: Int, $after: String, $where: AuditEntryFilter) {
  auditLog(first: $first, after: $after, where: $where) {
    nodes { id createdAt actorKind actorId actorName action objectId reason before after }
    pageInfo { hasNextPage endCursor } } }"""
FOLLOW = """mutation M($id: ID!, $key: String) {
  followEntity(input: {id: $id, clientMutationId: $key}) { userErrors { code } } }"""
COMMENT = """mutation M($paper: ID!, $text: String!, $key: String) {
  addComment(input: {paperId: $paper, text: $text, clientMutationId: $key}) { comment { id } userErrors { code } } }"""
DELETE = "mutation M($id: ID!) { deleteComment(input: {commentId: $id}) { userErrors { code } } }"
EDIT = """mutation M($id: ID!, $key: String) { updateComment(input: {commentId: $id, version: 1, text: "secret two",
  clientMutationId: $key}) { userErrors { code } } }"""
REVIEW = """mutation M($paper: ID!, $anonymous: Boolean!) {
  addReview(input: {paperId: $paper, summary: "secret", rating: 5,
  confidence: 3, anonymous: $anonymous}) { review { id } userErrors { code } } }"""
HIDE = (
    "mutation M($id: ID!) { updateReview(input: {reviewId: $id, version: 1, anonymous: true}) { userErrors { code } } }"
)
DELETE_REVIEW = "mutation M($id: ID!) { deleteReview(input: {reviewId: $id}) { deletedId } }"


def admin(user: Client, *scopes: Scope) -> Client:
    return Client(user.service, Viewer("root", Role.ADMIN, None, frozenset(scopes or Scope)))


async def entries(user: Client, **variables: object) -> list[Any]:
    """Return the entries of a page, newest first."""
    return (await admin(user).send(LOG, **variables))["nodes"]


async def test_each_change_has_one_entry(graph: Graph, ids: dict[str, str]) -> None:
    """Repetitions and user errors add no entry; follows have no object, and no entry has a text."""
    user = client(graph, ids)
    await user.send(FOLLOW, id=ids["Paper 1"], key="f")
    await user.send(FOLLOW, id=ids["Paper 1"], key="f")
    await user.send(FOLLOW, id="doi:10.9/none")
    comment = (await user.send(COMMENT, paper=ids["Paper 1"], text="secret one", key="c"))["comment"]["id"]
    await user.send(COMMENT, paper=ids["Paper 1"], text="secret one", key="c")
    await user.send(EDIT, id=comment, key="e")
    await user.send(EDIT, id=comment, key="e")
    assert (await user.send(EDIT, id=comment))["userErrors"]
    await user.send(DELETE, id=comment)
    log = await entries(user)
    assert [(entry["action"], entry["objectId"]) for entry in log] == [
        ("deleteComment", comment),
        ("updateComment", comment),
        ("addComment", comment),
        ("followEntity", None),
    ]
    assert {(entry["actorKind"], entry["actorName"], entry["actorId"]) for entry in log} == {
        ("USER", "user0", ids["user0"])
    }
    stored = await graph.read("MATCH (n:AuditEntry) RETURN properties(n)")
    assert "secret" not in str(stored.rows)


async def test_repetitions_without_effect_have_no_entry(graph: Graph, ids: dict[str, str]) -> None:
    """A second report or block, the end of a block that has ended, and a second revocation of a token add no entry."""
    user, other = client(graph, ids), client(graph, ids, "user1")
    comment = (await other.send(COMMENT, paper=ids["Paper 1"], text="x"))["comment"]["id"]
    report = """mutation M($id: ID!, $key: String) { reportContent(input: {id: $id, reason: SPAM,
      clientMutationId: $key}) { contentId userErrors { code } } }"""
    block = """mutation M($id: ID!, $key: String) { blockUser(input: {userId: $id, clientMutationId: $key}) {
      userErrors { code } } }"""
    unblock = block.replace("blockUser", "unblockUser")
    for _ in range(2):
        assert await user.send(block, id=ids["user1"]) == {"userErrors": []}
    for key in ("k", "k", None):
        assert await user.send(report, id=comment, key=key and f"r{key}") == {"contentId": comment, "userErrors": []}
        assert await user.send(unblock, id=ids["user1"], key=key and f"u{key}") == {"userErrors": []}
    token = await tokens.create_token(graph, "user1", list(Scope), 1)
    for _ in range(2):
        await tokens.revoke_token(graph, token.id)
        await tokens.revoke_all_tokens(graph, "user1")
    actions = [entry["action"] for entry in await entries(user)]
    assert actions == ["revokeToken", "createToken", "unblockUser", "reportContent", "blockUser", "addComment"]


async def test_anonymous_reviews_have_no_author_in_log(graph: Graph, ids: dict[str, str]) -> None:
    """No entry links a user with a review that is anonymous, was made so later, or is deleted."""
    user = client(graph, ids)
    hidden = (await user.send(REVIEW, paper=ids["Paper 1"], anonymous=True))["review"]["id"]
    changed = (await user.send(REVIEW, paper=ids["Paper 2"], anonymous=False))["review"]["id"]
    named = (await user.send(REVIEW, paper=ids["Paper 3"], anonymous=False))["review"]["id"]
    assert {entry["objectId"] for entry in await entries(user, where={"actor": "user0"})} == {changed, named}
    await user.send(HIDE, id=changed)
    for review in (hidden, changed, named):
        await user.send(DELETE_REVIEW, id=review)
    log = await entries(user)
    assert len(log) == 7
    assert {entry["objectId"] for entry in log if entry["actorName"]} == {named}


async def test_log_is_for_administrators(graph: Graph, ids: dict[str, str]) -> None:
    """Other roles, and tokens without the scope read, get an error instead of entries."""
    user = client(graph, ids)
    for viewer in (user.viewer, Viewer("ann", Role.CURATOR, ids["user1"])):
        reply = await Client(user.service, viewer).reply(LOG)
        assert reply.errors[0]["extensions"]["code"] == "FORBIDDEN"
    assert (await admin(user, Scope.CURATE).reply(LOG)).errors[0]["extensions"]["code"] == "FORBIDDEN"
    assert (await Client(user.service, None).reply(LOG)).errors[0]["extensions"]["code"] == "UNAUTHENTICATED"
    wrong = await admin(user).reply(LOG, where={"since": "yesterday"})
    assert "since is 'yesterday'" in wrong.errors[0]["message"]
    misspelled = await admin(user).reply(LOG, where={"action": "changeRol"})
    assert "The action is 'changeRol'. Expected the name of an action, such as changeRole" in str(misspelled.errors)


async def test_log_has_pages_and_conditions(graph: Graph, ids: dict[str, str]) -> None:
    """The operator's changes of accounts have the values before and after; cursors continue a page."""
    user = client(graph, ids)
    await user.send(FOLLOW, id=ids["Paper 1"])
    await users.set_role(graph, "user1", Role.CURATOR)
    await users.set_role(graph, "user1", Role.MEMBER)
    token = await tokens.create_token(graph, "user1", list(Scope), 1, "secret label")
    page = await admin(user).send(LOG, first=2)
    assert [entry["action"] for entry in page["nodes"]] == ["createToken", "changeRole"]
    assert page["nodes"][0]["objectId"] == token.id
    assert (page["nodes"][1]["before"], page["nodes"][1]["after"]) == ("curator", "member")
    assert (page["nodes"][1]["actorKind"], page["nodes"][1]["objectId"]) == ("OPERATOR", ids["user1"])
    later = await entries(user, after=page["pageInfo"]["endCursor"])
    assert [entry["action"] for entry in later] == ["changeRole", "followEntity"]
    assert len(await entries(user, where={"action": "changeRole", "since": "2020-01-01"})) == 2
    assert await entries(user, where={"since": "2999-01-01"}) == []
    rows = await read_log(graph, AuditFilter("user0"), None, 10)
    assert [row.action for row in rows] == ["followEntity"]
