"""Responses that the server caches until the graph changes (`BYLINE_RESPONSE_CACHE`)."""

import time
from collections.abc import Generator

import anyio
import httpx2
import pytest

from byline.server.response_cache import MAX_UNCHECKED_S, ResponseCache, cache_key
from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Request, Service
from tests.byline.command_line import forked_server
from tests.byline.sample_graph import sampled

pytestmark = pytest.mark.graph
COUNT = "query C($first: Int!) { topics(first: $first) { totalCount nodes { name } } }"
TOPIC = "CREATE (:Topic {id: 't_01J9ZX5T3NQ4W8E6R7Y2K0M1AB', name: 'Added', ord: 'z'})"


@pytest.fixture(scope="module")
def client(address: Address) -> Generator[httpx2.Client]:
    sampled(address, "three-papers")
    with forked_server(address, BYLINE_RESPONSE_CACHE="1MB") as client:
        wait_for_cache(client)
        yield client


def wait_for_cache(client: httpx2.Client) -> None:
    """Wait until the transactions with which a server starts, each of which empties the cache, are over."""
    hits, deadline = 0, time.monotonic() + 20
    while hits < 20 and time.monotonic() < deadline:
        hits = hits + 1 if "hit" in send(client, "{ papers { totalCount } }").headers["cache-status"] else 0
        time.sleep(0.05)
    assert hits == 20


async def run_statement(address: Address, text: str) -> None:
    """Run a statement as another process would."""
    async with Graph(address) as other:
        await other.administer(text)


def send(client: httpx2.Client, query: str = COUNT, first: int = 1, **headers: str) -> httpx2.Response:
    """Send a query, and return its response."""
    return client.post("/graphql", json={"query": query, "variables": {"first": first}}, headers=headers)


def test_repeated_query_gets_cached_response(client: httpx2.Client) -> None:
    """The second response is the first one; other variables have a response of their own."""
    first, second, other = send(client), send(client), send(client, first=2)
    assert first.headers["cache-status"] == "byline; fwd=miss; stored"
    assert second.headers["cache-status"].startswith("byline; hit; detail=checked-")
    assert second.json()["data"] == first.json()["data"]
    assert ("timing" in first.json()["extensions"], "timing" in second.json()["extensions"]) == (True, False)
    assert "server-timing" in second.headers
    assert other.headers["cache-status"] == "byline; fwd=miss; stored"


def test_response_to_search_is_cached(client: httpx2.Client) -> None:
    """A search reads Neo4j twice, and nothing else: its response can be cached."""
    search = '{ papers(query: "model") { totalCount } }'
    assert send(client, search).headers["cache-status"] == "byline; fwd=miss; stored"
    assert send(client, search).headers["cache-status"].startswith("byline; hit;")


def test_get_of_cached_response_is_revalidated(client: httpx2.Client) -> None:
    """A cached response has the ETag of its first delivery, and a client that has it gets 304."""
    parameters = {"query": "{ topics { totalCount } }"}
    first = client.get("/graphql", params=parameters)
    second = client.get("/graphql", params=parameters)
    assert second.headers["cache-status"].startswith("byline; hit")
    assert second.headers["etag"] == first.headers["etag"]
    tag = {"if-none-match": first.headers["etag"]}
    assert client.get("/graphql", params=parameters, headers=tag).status_code == 304


@pytest.mark.parametrize(
    "query",
    [
        "{ viewerCan(actions: [MERGE_ENTITIES]) { allowed } }",
        '{ collaborationPaths(from: "orcid:0000", to: "x") { truncated } }',
        "{ nothing }",
    ],
)
def test_other_responses_are_not_cached(client: httpx2.Client, query: str) -> None:
    """Errors and fields that the server computes itself are computed anew each time."""
    for _ in range(2):
        assert client.post("/graphql", json={"query": query}).headers["cache-status"] == "byline; fwd=miss"


@pytest.mark.parametrize("value", ['"\\ud800"', str(10**30), "[" * 300 + "]" * 300], ids=["half pair", "large", "deep"])
def test_unusual_variables_are_no_server_error(client: httpx2.Client, value: str) -> None:
    """Variables that the key of a response cannot contain are answered as without the cache."""
    body = f'{{"query": "{{ topics {{ totalCount }} }}", "variables": {{"x": {value}}}}}'
    response = client.post("/graphql", content=body, headers={"content-type": "application/json"})
    assert response.status_code < 500


def test_response_to_token_is_not_cached(client: httpx2.Client) -> None:
    """A request with an access token is answered anew, even if the token is invalid."""
    assert "cache-status" not in send(client, authorization="Bearer byline_nothing").headers


def test_change_by_another_process_is_visible_within_two_seconds(client: httpx2.Client, address: Address) -> None:
    """A transaction that this server did not send ends the cached responses."""
    before = send(client).json()["data"]["topics"]["totalCount"]
    anyio.run(run_statement, address, TOPIC)
    written_at = time.monotonic()
    while send(client).json()["data"]["topics"]["totalCount"] == before:
        assert time.monotonic() - written_at < MAX_UNCHECKED_S + 5  # a loaded machine
        time.sleep(0.05)


async def test_response_of_earlier_data_is_not_returned(graph: Graph, address: Address) -> None:
    """A response whose query ran before a transaction of another process is not returned after it."""
    cache, request = ResponseCache(graph, 100_000), Request("{ topics { totalCount } }")
    key = cache_key(request)
    assert key is not None
    await graph.verify()
    bookmarks = await cache.latest_bookmarks()
    reply = await Service(graph).answer(request)
    await run_statement(address, "MATCH (n:Topic {name: 'Added'}) DETACH DELETE n")
    await graph.read("RETURN 1")
    assert cache.store(key, bookmarks, reply) == bool(bookmarks)
    assert await cache.find(key) is None
