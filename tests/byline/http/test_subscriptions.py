"""Subscriptions over WebSocket and as server-sent events, with tokens, hostile messages and pages of other sites."""

import json
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from accounts import tokens, users
from accounts.roles import Role
from byline.server.websocket import PROTOCOL
from cypher.driver.address import Address
from cypher.driver.client import Graph
from tests.byline.command_line import forked_server

pytestmark = [pytest.mark.graph, pytest.mark.anyio]
PAPER = "p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"
SECRETS: dict[str, str] = {}
ADD = """mutation A($id: ID!, $text: String!) {
  addComment(input: {paperId: $id, text: $text}) { comment { id } userErrors { message } }
}"""
DISCUSSION = """subscription D($paper: ID!, $after: String) {
  paperDiscussion(paperId: $paper, after: $after) { cursor kind comment { text } }
}"""
MINE = "subscription N($after: String) { notifications(after: $after) { cursor notification { kind } } }"


async def _create_accounts(address: Address) -> None:
    async with Graph(address) as graph:
        await graph.administer("MATCH (n:User|AccessToken|Comment|Event|EventCounter|Notification) DETACH DELETE n")
        await graph.administer("MERGE (p:Paper {id: $id}) SET p.title = 'Talked about', p.ord = $id", {"id": PAPER})
        for name in ("ada", "ben"):
            await users.create_user(graph, name, Role.MEMBER)
            SECRETS[name] = (await tokens.create_token(graph, name)).secret.get_secret_value()


async def _delete_paper(address: Address) -> None:
    async with Graph(address) as graph:
        await graph.administer("MATCH (n:Comment|User|AccessToken|Event|EventCounter|Notification) DETACH DELETE n")
        await graph.administer("MATCH (p:Paper {id: $id}) DETACH DELETE p", {"id": PAPER})


@pytest.fixture(scope="module")
def client(address: Address) -> Generator[httpx2.Client]:
    anyio.run(_create_accounts, address)
    with forked_server(address, BYLINE_CORS_ORIGINS="https://pages.example") as client:
        yield client
    anyio.run(_delete_paper, address)


def add_comment(client: httpx2.Client, text: str, name: str = "ada") -> None:
    """Add a comment of a user to the paper."""
    headers = {"authorization": f"Bearer {SECRETS[name]}"}
    sent = client.post("/graphql", json={"query": ADD, "variables": {"id": PAPER, "text": text}}, headers=headers)
    assert sent.json()["data"]["addComment"]["userErrors"] == [], sent.text


def address_of(client: httpx2.Client) -> str:
    """Return the address of the WebSocket."""
    return str(client.base_url).replace("http://", "ws://").rstrip("/") + "/graphql"


class Socket:
    """A WebSocket client that speaks JSON."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def send(self, message: object) -> None:
        """Send a message."""
        await self.connection.send(json.dumps(message))

    async def receive(self) -> Any:  # noqa: ANN401 JSON
        """Return the next message."""
        with anyio.fail_after(15):
            return json.loads(await self.connection.recv())

    async def close_code(self) -> int:
        """Return the code with which the server ends the connection."""
        with anyio.fail_after(15):
            await self.connection.wait_closed()
        assert self.connection.close_code is not None
        return self.connection.close_code

    async def subscribe(self, id_: str, query: str, **variables: object) -> None:
        """Start an operation."""
        await self.send({"id": id_, "type": "subscribe", "payload": {"query": query, "variables": variables}})


@asynccontextmanager
async def opened(
    client: httpx2.Client, name: str | None = None, *, init: bool = True, **headers: str
) -> AsyncGenerator[Socket]:
    """Open a WebSocket, by default with an initialized connection."""
    async with connect(address_of(client), subprotocols=[Subprotocol(PROTOCOL)], additional_headers=headers) as found:
        socket = Socket(found)
        if init:
            payload = {"authorization": f"Bearer {SECRETS[name]}"} if name else {}
            await socket.send({"type": "connection_init", "payload": payload})
            assert await socket.receive() == {"type": "connection_ack"}
        yield socket


async def test_subscriptions_queries_and_mutations_share_a_connection(client: httpx2.Client) -> None:
    """A discussion arrives while queries and mutations run; after `complete`, no more of it arrives."""
    async with opened(client, "ada") as socket:
        await socket.subscribe("d", DISCUSSION, paper=PAPER, after="0")  # misses nothing while it starts
        await socket.subscribe("q", "{ viewer { name } }")
        answer = await socket.receive()
        assert (answer["type"], answer["id"], answer["payload"]["data"]) == ("next", "q", {"viewer": {"name": "ada"}})
        assert await socket.receive() == {"type": "complete", "id": "q"}
        await socket.subscribe("m", ADD, id=PAPER, text="over the socket")
        seen = [await socket.receive() for _ in range(3)]
        assert {message["id"] for message in seen} == {"m", "d"}
        (event,) = (message["payload"]["data"]["paperDiscussion"] for message in seen if message["id"] == "d")
        assert event == {"cursor": event["cursor"], "kind": "ADDED", "comment": {"text": "over the socket"}}
        await socket.send({"type": "complete", "id": "d"})
        await socket.send({"type": "ping", "payload": {"n": 1}})
        assert await socket.receive() == {"type": "pong", "payload": {"n": 1}}
        add_comment(client, "nobody listens")
        await socket.subscribe("e", DISCUSSION, paper=PAPER, after=event["cursor"])
        missed = await socket.receive()
        assert missed["payload"]["data"]["paperDiscussion"]["comment"] == {"text": "nobody listens"}


async def test_violations_of_the_protocol_end_the_connection(client: httpx2.Client) -> None:
    """The server ends connections with the codes of graphql-transport-ws, also after hostile messages."""
    async with connect(address_of(client)) as plain:
        assert await Socket(plain).close_code() == 4406
    async with opened(client, init=False) as socket:
        await socket.subscribe("a", "{ __typename }")
        assert await socket.close_code() == 4401
    async with opened(client, init=False) as socket:
        await socket.send({"type": "connection_init", "payload": {"Authorization": "Bearer byline_wrong"}})
        assert await socket.close_code() == 4403
    async with opened(client) as socket:
        await socket.send({"type": "connection_init"})
        assert await socket.close_code() == 4429
    async with opened(client) as socket:
        await socket.subscribe("same", DISCUSSION, paper=PAPER)
        await socket.subscribe("same", DISCUSSION, paper=PAPER)
        assert await socket.close_code() == 4409
    hostile = [
        "",
        "[]",
        "{}",
        '{"type": 1}',
        '{"type": "subscribe"}',
        '{"type": "subscribe", "id": 1, "payload": {}}',
        '{"type": "subscribe", "id": "a", "payload": []}',
        '{"type": "next"}',
        "[" * 100_000,
        '{"type": "' + "x" * 100_000 + '"}',
        b"\x00\xff",
    ]
    for text in hostile:
        async with opened(client) as socket:
            await socket.connection.send(text)
            assert await socket.close_code() == 4400, text[:50]


async def test_errors_of_operations_leave_the_connection_open(client: httpx2.Client) -> None:
    """A wrong document, missing rights and a missing query are errors of their operation only."""
    async with opened(client) as socket:
        for number, (query, code) in enumerate(
            [
                ("subscription { paperDiscussion }", "VALIDATION"),
                ("{", "SYNTAX"),
                (MINE, "UNAUTHENTICATED"),
                (ADD, "METHOD_NOT_ALLOWED"),
            ]
        ):
            variables = {"id": PAPER, "text": "t"} if query is ADD else {}
            await socket.subscribe(str(number), query, **variables)
            message = await socket.receive()
            assert (message["type"], message["id"]) == ("error", str(number)), message
            assert message["payload"][0]["extensions"]["code"] == code
        await socket.send({"type": "subscribe", "id": "none", "payload": {"variables": {}}})
        assert (await socket.receive())["payload"][0]["extensions"]["code"] == "BAD_REQUEST"


async def test_pages_of_other_sites_cannot_connect(client: httpx2.Client) -> None:
    """A WebSocket is not bound to the same origin, so the server checks the origin itself, and the host."""
    for origin in ("https://evil.example", "null", "http://127.0.0.1"):
        with pytest.raises(InvalidStatus, match="403"):
            async with connect(address_of(client), origin=Origin(origin)):
                pass
    for origin in ("https://pages.example", str(client.base_url).rstrip("/")):
        async with connect(address_of(client), subprotocols=[Subprotocol(PROTOCOL)], origin=Origin(origin)) as socket:
            assert socket.subprotocol == PROTOCOL


def events(lines: list[str]) -> list[dict[str, str]]:
    """Return the fields of server-sent events."""
    blocks = "\n".join(lines).split("\n\n")
    return [dict(line.split(": ", 1) for line in block.splitlines() if ": " in line) for block in blocks]


async def test_server_sent_events_resume_where_they_ended(client: httpx2.Client) -> None:
    """Each event has its cursor as ID; a browser that connects again sends the last one, and gets the rest."""
    query = {"query": DISCUSSION, "variables": json.dumps({"paper": PAPER, "after": "0"})}
    async with httpx2.AsyncClient(base_url=client.base_url, timeout=20) as http:
        async with http.stream("GET", "/graphql", params=query, headers={"accept": "text/event-stream"}) as response:
            assert response.status_code == 200
            assert response.headers["content-type"].startswith("text/event-stream")
            lines = response.aiter_lines()
            assert await anext(lines) == ":"
            for text in ("first", "second"):
                await anyio.to_thread.run_sync(add_comment, client, text)
            read: list[str] = []
            while not any("second" in line for line in read):
                read.append(await anext(lines))
        first = next(event for event in events(read) if '"text":"first"' in event.get("data", ""))
        assert first["event"] == "next"
        headers = {"accept": "text/event-stream", "last-event-id": first["id"]}
        async with http.stream("GET", "/graphql", params=query, headers=headers) as response:
            async for line in response.aiter_lines():
                if line.startswith("data"):
                    assert "second" in line
                    break


def test_other_operations_are_one_event(client: httpx2.Client) -> None:
    """A query is one event and `complete`; earlier errors have a status; JSON has no subscriptions."""
    headers = {"accept": "text/event-stream"}
    answer = client.post("/graphql", json={"query": "{ __typename }"}, headers=headers)
    assert answer.text.split("\n\n")[1].startswith('event: next\ndata: {"data":{"__typename":"Query"}')
    assert answer.text.endswith("event: complete\ndata:\n\n")
    refused = client.post("/graphql", json={"query": MINE}, headers=headers)
    assert '"code":"UNAUTHENTICATED"' in refused.text
    assert client.post("/graphql", json={}, headers=headers).status_code == 400
    plain = client.post("/graphql", json={"query": MINE}).json()
    assert "text/event-stream" in plain["errors"][0]["message"]


@pytest.mark.full
def test_connections_of_sockets_are_counted(address: Address) -> None:
    """WebSockets are connections of their client, and leave room when they end."""

    async def use(url: str) -> None:
        for _ in range(5):
            async with connect(url, subprotocols=[Subprotocol(PROTOCOL)]):
                pass

    with forked_server(address, BYLINE_CONNECTIONS_PER_CLIENT="3") as limited:
        anyio.run(use, address_of(limited))
        assert limited.get("/healthz").status_code == 200


@pytest.mark.full
def test_subscriptions_can_be_off(address: Address) -> None:
    """Without subscriptions, the server has no WebSockets, and says so in the error of an event stream."""

    async def status(url: str) -> int:
        try:
            async with connect(url, subprotocols=[Subprotocol(PROTOCOL)]):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    with forked_server(address, BYLINE_SUBSCRIPTIONS="0") as server:
        assert anyio.run(status, address_of(server)) == 403
        answer = server.post("/graphql", json={"query": MINE}, headers={"accept": "text/event-stream"})
        assert "BYLINE_SUBSCRIPTIONS" in answer.text
