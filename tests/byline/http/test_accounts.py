"""Access tokens over HTTP: roles and scopes decide about mutations, and queries stay open."""

import json
from collections.abc import Generator

import anyio
import httpx2
import pytest

from accounts import tokens, users
from accounts.erasure import erase_account
from accounts.roles import Role, Scope
from cypher.driver.address import Address
from cypher.driver.client import Graph
from tests.byline.command_line import forked_server

pytestmark = pytest.mark.graph

UNDO = 'mutation { revokeDecision(input: {decisionId: "d_1", reason: "none"}) { userErrors { code } } }'
SECRETS: dict[str, str] = {}
TOPIC = "t_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"


async def _create_accounts(address: Address) -> None:
    async with Graph(address) as graph:
        await graph.administer("MATCH (n:User|AccessToken) DETACH DELETE n")
        await graph.administer("MATCH (t:Topic) WHERE t.code = 'c' OR t.id = $id DETACH DELETE t", {"id": TOPIC})
        await graph.administer(
            "CREATE (:Topic {id: $id, name: 'N', ord: 'arxiv c', scheme: 'arxiv', code: 'c'})", {"id": TOPIC}
        )
        for role in Role:
            await users.create_user(graph, str(role), role)
            SECRETS[role] = (await tokens.create_token(graph, str(role))).secret.get_secret_value()
        SECRETS["leaver-id"] = await users.create_user(graph, "leaver", Role.MEMBER)
        SECRETS["leaver"] = (await tokens.create_token(graph, "leaver")).secret.get_secret_value()
        read_only = await tokens.create_token(graph, "curator", [Scope.READ])
        SECRETS["read-only"] = read_only.secret.get_secret_value()
        expired = await tokens.create_token(graph, "curator")
        SECRETS["expired"] = expired.secret.get_secret_value()
        await graph.administer(
            "MATCH (t:AccessToken {id: $id}) SET t.expiresAt = '2020-01-01T00:00:00Z'", {"id": expired.id}
        )


async def _erase(address: Address) -> None:
    async with Graph(address) as graph:
        assert await erase_account(graph, SECRETS["leaver-id"], None)


@pytest.fixture(scope="module")
def client(address: Address) -> Generator[httpx2.Client]:
    anyio.run(_create_accounts, address)
    with forked_server(address) as client:
        yield client


def post(client: httpx2.Client, query: str, token: str | None) -> httpx2.Response:
    headers = [(b"accept", b"application/graphql-response+json")]
    if token is not None:
        headers.append((b"authorization", f"Bearer {token}".encode()))
    return client.post("/graphql", json={"query": query}, headers=headers)


@pytest.mark.parametrize(
    ("holder", "status", "text"),
    [
        ("reader", 403, "needs the role curator"),
        ("member", 403, "needs the role curator"),
        ("curator", 200, "NOT_FOUND"),
        ("admin", 200, "NOT_FOUND"),
        ("read-only", 403, "has no scope curate"),
        ("expired", 401, "expired at 2020-01-01T00:00:00Z"),
        ("unknown", 401, "access token is unknown"),
    ],
)
def test_role_and_scope_decide_about_mutations(client: httpx2.Client, holder: str, status: int, text: str) -> None:
    """A curator's token executes a decision; another role, scope or an invalid token is refused with the reason."""
    answer = post(client, UNDO, SECRETS.get(holder, "byline_" + "A" * 43))
    assert (answer.status_code, text in answer.text) == (status, True), answer.text
    assert SECRETS.get(holder, "-") not in answer.text


FOLLOW = """mutation F($id: ID!, $key: String) { followEntity(input: {id: $id, clientMutationId: $key}) {
  node { ... on Topic { followerCount } viewerState { follows } } userErrors { code } } }"""
LISTED = "{ viewer { name follows { nodes { id } } } }"


def test_member_follows_over_http(client: httpx2.Client) -> None:
    """A member's follow is visible to its token and to no other; answers to GET with a token are private."""
    headers = {"authorization": f"Bearer {SECRETS['member']}"}
    body = {"query": FOLLOW, "variables": {"id": TOPIC, "key": "once"}}
    for _ in range(2):
        payload = client.post("/graphql", json=body, headers=headers).json()["data"]["followEntity"]
        assert payload == {"node": {"followerCount": 1, "viewerState": {"follows": True}}, "userErrors": []}
    answer = client.get("/graphql", params={"query": LISTED}, headers=headers)
    assert answer.json()["data"] == {"viewer": {"name": "member", "follows": {"nodes": [{"id": TOPIC}]}}}
    assert answer.headers["cache-control"] == "private, no-cache"
    assert "authorization" in answer.headers["vary"]
    other = client.get("/graphql", params={"query": LISTED}, headers={"authorization": f"Bearer {SECRETS['admin']}"})
    assert other.json()["data"] == {"viewer": {"name": "admin", "follows": {"nodes": []}}}
    assert client.get("/graphql", params={"query": LISTED}).json()["data"] == {"viewer": None}
    exported = client.get(
        "/graphql",
        params={"query": "{ viewer { follows { nodes { id } } } }"},
        headers=headers | {"accept": "application/x-ndjson"},
    )
    assert exported.json() == {"id": TOPIC}


def test_feed_needs_a_token_of_its_user(client: httpx2.Client, address: Address) -> None:
    """Feed readers send a token in the address, which may have only the scope read."""
    header = {"authorization": f"Bearer {SECRETS['member']}"}
    atom = client.get("/feed.atom", headers=header)
    assert (atom.status_code, atom.headers["content-type"]) == (200, "application/atom+xml")
    assert atom.headers["cache-control"] == "private, max-age=300"
    assert "feed of member" in atom.text
    lines = client.get("/feed.ndjson", params={"token": SECRETS["read-only"]})
    assert (lines.status_code, lines.text) == (200, "")
    leaver = {"authorization": f"Bearer {SECRETS['leaver']}"}
    assert client.get("/feed.atom", headers=leaver).status_code == 200
    assert client.get("/account/archive", headers=leaver).status_code == 200
    anyio.run(_erase, address)
    for path in ("/feed.atom", "/feed.ndjson", "/account/archive"):  # the server still knows the token for 30 seconds
        gone = client.get(path, headers=leaver)
        assert (gone.status_code, "does not exist any more" in gone.text) == (401, True), path
    for params, text in (
        ({}, "Send an access token"),
        ({"token": SECRETS["member"]}, "may have only the scope read"),
        ({"token": SECRETS["expired"]}, "expired at"),
        ({"token": "\x00"}, "unknown"),
    ):
        refused = client.get("/feed.atom", params=params)
        assert (refused.status_code, text in refused.json()["errors"][0]["message"]) == (401, True), refused.text


@pytest.mark.parametrize("token", ["member", "expired", "reader", None])
@pytest.mark.parametrize(
    "variables",
    [
        {"id": "\u0000"},
        {"id": "\u202e" * 1000},
        {"id": "x" * 100_000},
        {"id": {"a": [1]}},
        {"id": None},
        {"id": 10**400},
        {"id": "u_01J9ZX5T3NQ4W8E6R7Y2K0M1AB", "key": "y" * 100_000},
        {"id": TOPIC, "key": ["a"]},
        {},
    ],
    ids=lambda variables: str(variables)[:40],
)
def test_hostile_follows_are_client_errors(
    client: httpx2.Client, token: str | None, variables: dict[str, object]
) -> None:
    """Hostile IDs and keys, with any token, get a status below 500 and no follow."""
    headers = {"accept": "application/graphql-response+json"}
    if token is not None:
        headers["authorization"] = f"Bearer {SECRETS[token]}"
    answer = client.post("/graphql", json={"query": FOLLOW, "variables": variables}, headers=headers)
    assert answer.status_code < 500
    body = answer.json()
    assert body.get("errors") or body["data"]["followEntity"]["userErrors"]


@pytest.mark.parametrize("token", [None, "byline_", "é", "a" * 7000, "byline_" + "A" * 43])
def test_queries_accept_any_token(client: httpx2.Client, token: str | None) -> None:
    """A query is answered without a token and with an invalid one."""
    answer = post(client, "{ meta { version } }", token)
    assert answer.status_code == 200
    assert "errors" not in answer.json()


ACTS = {
    "addReaction": ("$id: ID!, $x: ReactionContent!", "id: $id, content: $x"),
    "savePaper": ("$id: ID!, $x: String", "id: $id, clientMutationId: $x"),
    "createCollection": ("$id: String!, $x: String!", "title: $id, description: $x"),
    "addToCollection": ("$id: ID!, $x: Int", "collectionId: $id, paperId: $id, position: $x"),
    "importIntoCollection": ("$id: ID!, $x: String!", "collectionId: $id, text: $x, format: BIBTEX"),
    "updateCollection": ("$id: ID!, $x: Int!", "collectionId: $id, version: $x"),
    "addComment": ("$id: ID!, $x: String!", "paperId: $id, text: $x, replyToId: $id"),
    "updateComment": ("$id: ID!, $x: Int!", "commentId: $id, version: $x"),
    "addReview": ("$id: ID!, $x: Int!", 'paperId: $id, summary: "x", rating: $x, confidence: 1'),
    "updateReview": ("$id: ID!, $x: Int!", "reviewId: $id, version: $x"),
    "claimProfile": ("$id: ID!, $x: String!", "researcherId: $id, method: CURATOR, note: $x"),
    "confirmClaim": ("$id: ID!, $x: String!", "claimId: $id, code: $x"),
    "replyToReview": ("$id: ID!, $x: String!", "reviewId: $id, text: $x"),
    "deleteCollection": ("$id: ID!, $x: String", "collectionId: $id, clientMutationId: $x"),
}
HOSTILE_JSON = [
    '"\\u0000"',
    '"\\ud800"',
    '"\\u202e<script>alert(1)</script>\\u0007"',
    '"' + "x" * 200_000 + '"',
    "[" * 500 + "]" * 500,
    '{"a": {"b": []}}',
    "1e400",
    "-2147483649",
    "null",
    '"t_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"',
]


@pytest.mark.parametrize("act", ACTS)
def test_hostile_acts_are_client_errors(client: httpx2.Client, act: str) -> None:
    """Hostile values of any input, also as JSON that strict parsers reject, get a status below 500 and no success."""
    headers = {
        "authorization": f"Bearer {SECRETS['member']}",
        "content-type": "application/json",
        "accept": "application/graphql-response+json",
    }
    variables, given = ACTS[act]
    query = json.dumps(f"mutation M({variables}) {{ {act}(input: {{{given}}}) {{ userErrors {{ code }} }} }}")
    pairs = [(text, '"LIKE"') for text in HOSTILE_JSON] + [(f'"{TOPIC}"', text) for text in HOSTILE_JSON]
    for first, second in pairs:
        body = f'{{"query": {query}, "variables": {{"id": {first}, "x": {second}}}}}'
        answer = client.post("/graphql", content=body.encode(), headers=headers)
        assert answer.status_code < 500, (first[:40], second[:40], answer.text[:200])
        if answer.status_code == 200 and act != "createCollection":
            assert answer.json()["data"][act]["userErrors"], (first[:40], second[:40])
