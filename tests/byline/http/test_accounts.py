"""Access tokens over HTTP: roles and scopes decide about mutations, and queries stay open."""

from collections.abc import Generator

import anyio
import httpx2
import pytest

from accounts import tokens, users
from accounts.roles import Role, Scope
from cypher.driver.client import Address, Graph
from tests.byline.server_process import served

pytestmark = pytest.mark.graph

UNDO = 'mutation { revokeDecision(input: {decisionId: "d_1", reason: "none"}) { userErrors { code } } }'
SECRETS: dict[str, str] = {}


async def _create_accounts(address: Address) -> None:
    async with Graph(address) as graph:
        await graph.administer("MATCH (n:User|AccessToken) DETACH DELETE n")
        for role in Role:
            await users.create_user(graph, str(role), role)
            SECRETS[role] = (await tokens.create_token(graph, str(role))).secret.get_secret_value()
        read_only = await tokens.create_token(graph, "curator", [Scope.READ])
        SECRETS["read-only"] = read_only.secret.get_secret_value()
        expired = await tokens.create_token(graph, "curator")
        SECRETS["expired"] = expired.secret.get_secret_value()
        await graph.administer(
            "MATCH (t:AccessToken {id: $id}) SET t.expiresAt = '2020-01-01T00:00:00Z'", {"id": expired.id}
        )


@pytest.fixture(scope="module")
def client(address: Address) -> Generator[httpx2.Client]:
    anyio.run(_create_accounts, address)
    with served(address) as client:
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
        ("curator", 200, "INVALID"),
        ("admin", 200, "INVALID"),
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


@pytest.mark.parametrize("token", [None, "byline_", "é", "a" * 7000, "byline_" + "A" * 43])
def test_queries_accept_any_token(client: httpx2.Client, token: str | None) -> None:
    """A query is answered without a token and with an invalid one."""
    answer = post(client, "{ meta { version } }", token)
    assert answer.status_code == 200
    assert "errors" not in answer.json()
