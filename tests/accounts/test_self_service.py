"""Users change the names of their accounts, and create and revoke access tokens for their programs."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from accounts.authentication import TokenAuthenticator
from accounts.roles import Scope
from cypher.driver.client import Graph
from tests.accounts.act_clients import HOSTILE_IDS, HOSTILE_TEXTS, Client, client

pytestmark = pytest.mark.graph
RENAME = """mutation R($name: String!, $key: String) {
  updateAccount(input: {name: $name, clientMutationId: $key}) { name userErrors { field message } } }"""
CREATE = """mutation C(
  $label: String = "laptop", $scopes: [AccessTokenScope!] = [READ], $days: Int = 30, $key: String
) { createAccessToken(input: {label: $label, scopes: $scopes, days: $days, clientMutationId: $key}) {
    tokenId secret expiresAt userErrors { field message } } }"""
REVOKE = """mutation R($id: ID!) {
  revokeAccessToken(input: {tokenId: $id}) { userErrors { field message } } }"""
TOKENS = "{ viewer { accessTokens { nodes { id label scopes revokedAt } } } }"
LOG = "MATCH (entry:AuditEntry {action: $action}) RETURN count(entry)"


def problem(payload: dict[str, Any]) -> tuple[str, str]:
    """Return the field and the message of the only user error."""
    (error,) = payload["userErrors"]
    return error["field"][-1], error["message"]


def session(graph: Graph, ids: dict[str, str], name: str = "user0", *scopes: Scope) -> Client:
    """Return the client of a user in a browser session."""
    program = client(graph, ids, name, *scopes)
    assert program.viewer is not None
    return Client(program.service, replace(program.viewer, is_session=True))


async def test_created_token_authenticates_until_revoked(graph: Graph, ids: dict[str, str]) -> None:
    """The secret is returned once and works within its scopes; the list never has it; a revocation ends it."""
    browser = session(graph, ids)
    created = await browser.send(CREATE, key="once")
    assert created["userErrors"] == []
    found = await TokenAuthenticator(graph).authenticate(created["secret"])
    assert found.viewer is not None
    assert (found.viewer.name, found.viewer.scopes, found.viewer.is_session) == ("user0", {Scope.READ}, False)
    field, message = problem(await browser.send(CREATE, key="once"))
    assert (field, created["tokenId"] in message, created["secret"] in message) == ("clientMutationId", True, False)
    listed = (await browser.send(TOKENS))["accessTokens"]["nodes"]
    mine = [token for token in listed if token["id"] == created["tokenId"]]
    assert mine == [{"id": created["tokenId"], "label": "laptop", "scopes": ["READ"], "revokedAt": None}]
    other = session(graph, ids, "user1")
    assert "no access token" in problem(await other.send(REVOKE, id=created["tokenId"]))[1]
    for _ in range(2):
        assert (await browser.send(REVOKE, id=created["tokenId"]))["userErrors"] == []
    refused = await TokenAuthenticator(graph).authenticate(created["secret"])
    assert (refused.viewer, "was revoked" in refused.token_error) == (None, True)


CAN = "query C($id: ID!) { viewerCan(actions: [REVOKE_ACCESS_TOKEN, CREATE_ACCESS_TOKEN], id: $id) { allowed } }"


async def test_permission_to_revoke_depends_on_the_owner(graph: Graph, ids: dict[str, str]) -> None:
    """`viewerCan` says that the owner can revoke a token, and other users cannot; both can create tokens."""
    browser, other = session(graph, ids), session(graph, ids, "user1")
    token = (await browser.send(CREATE))["tokenId"]
    assert await browser.send(CAN, id=token) == [{"allowed": True}, {"allowed": True}]
    assert await other.send(CAN, id=token) == [{"allowed": False}, {"allowed": True}]


async def test_tokens_are_created_in_sessions_within_their_rights(graph: Graph, ids: dict[str, str]) -> None:
    """A program cannot create tokens; a session gives no scope that it lacks, nor the operator's scope cypher."""
    assert "Sign in with the browser" in problem(await client(graph, ids).send(CREATE))[1]
    reader = session(graph, ids, "user0", Scope.READ, Scope.ACT)
    assert problem(await reader.send(CREATE, scopes=["CURATE"]))[0] == "scopes"
    browser = session(graph, ids)
    for scopes in ([], ["CYPHER"], ["READ", "CYPHER"]):
        assert problem(await browser.send(CREATE, scopes=scopes))[0] == "scopes"
    for days in (-1, 0, 367):
        assert problem(await browser.send(CREATE, days=days))[0] == "days"
    for label in ("", "session", "x" * 101):
        assert problem(await browser.send(CREATE, label=label))[0] == "label"


async def test_renamed_account_keeps_its_acts(graph: Graph, ids: dict[str, str]) -> None:
    """Other users see the new name; a name in use is refused, also for two users at once."""
    one, other = session(graph, ids), session(graph, ids, "user1")
    assert (await one.send(RENAME, name="ada"))["name"] == "ada"
    try:
        assert (await one.send("{ viewer { name } }"))["name"] == "ada"
        assert "Another user" in problem(await other.send(RENAME, name="ada"))[1]
        results = await asyncio.gather(one.send(RENAME, name="eve"), other.send(RENAME, name="eve"))
        assert sorted(result["name"] == "eve" for result in results) == [False, True]
        (changes,) = (await graph.read(LOG, {"action": "updateAccount"})).rows
        assert changes == [2]
    finally:
        for name in ("user0", "user1"):
            await graph.administer("MATCH (u:User {id: $id}) SET u.name = $name", {"id": ids[name], "name": name})


async def test_hostile_input_is_a_user_error(graph: Graph, ids: dict[str, str]) -> None:
    """Texts that are no names, labels or IDs are user errors, and change nothing."""
    browser = session(graph, ids)
    for text in HOSTILE_TEXTS:
        assert problem(await browser.send(RENAME, name=text))[0] == "name"
        assert problem(await browser.send(CREATE, label=text))[0] == "label"
    for id_ in HOSTILE_IDS:
        field, message = problem(await browser.send(REVOKE, id=id_))
        assert (field, len(message) < 500) == ("tokenId", True)
