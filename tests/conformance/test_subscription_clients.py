"""The clients of graphql-ws and graphql-sse: queries, mutations, events, a lost connection, and a wrong token."""

import json
from collections.abc import Generator

import anyio
import httpx2
import pytest

from accounts import tokens, users
from accounts.roles import Role
from cypher.driver.address import Address
from cypher.driver.client import Graph
from tests.conformance.conftest import tool

pytestmark = [pytest.mark.conformance, pytest.mark.graph]
FORBIDDEN = 4403


@pytest.fixture
def paper_and_token(client: httpx2.Client, address: Address) -> Generator[tuple[str, str]]:
    """Yield the ID of a paper, and the token of a new member; delete the comments afterwards."""

    async def create() -> str:
        async with Graph(address) as graph:
            await users.create_user(graph, "ada", Role.MEMBER)
            return (await tokens.create_token(graph, "ada")).secret.get_secret_value()

    async def delete() -> None:
        async with Graph(address) as graph:
            await graph.administer("MATCH (n:User|AccessToken|Comment|Event|EventCounter|Notification) DETACH DELETE n")

    papers = client.post("/graphql", json={"query": "{ papers(first: 1) { nodes { id } } }"}).json()
    try:
        yield papers["data"]["papers"]["nodes"][0]["id"], anyio.run(create)
    finally:
        anyio.run(delete)


def test_clients_subscribe_and_resume(client: httpx2.Client, paper_and_token: tuple[str, str]) -> None:
    """Both clients get each comment once; the one of graphql-ws also gets those that it missed without a connection."""
    paper, token = paper_and_token
    done = tool("node", "subscriptions.mjs", str(client.base_url.join("/graphql")), token, paper)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "webSocket": {
            "viewer": "ada",
            "userErrors": [],
            "first": ["over a socket"],
            "resumed": ["after the break"],
            "sockets": 2,
            "code": "VALIDATION",
        },
        "events": {"viewer": "ada", "first": ["over a socket", "after the break"]},
        "wrongToken": FORBIDDEN,
    }
