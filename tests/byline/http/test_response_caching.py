"""GET responses: caching headers, revalidation by ETag, and compression."""

import gzip
import json
from collections.abc import Generator

import httpx2
import pytest
import zstandard

from cypher.driver.address import Address
from tests.byline.command_line import forked_server
from tests.byline.sample_graph import sampled

pytestmark = pytest.mark.graph
QUESTION = {"query": "{ papers(orderBy: [{field: TITLE}]) { nodes { title } } }"}
SCHEMA = {"query": "{ __schema { types { name description } } }"}
LONG = {"query": "{ papers { totalCount } __schema { types { name description } } }"}


@pytest.fixture(scope="module")
def client(address: Address) -> Generator[httpx2.Client]:
    sampled(address, "three-papers")
    with forked_server(address) as client:
        yield client


def test_etag_revalidates_answer(client: httpx2.Client) -> None:
    """A GET has an ETag; sent back, it gives 304 without a body, or the full answer if the answer differs."""
    first = client.get("/graphql", params=QUESTION)
    assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
    again = client.get("/graphql", params=QUESTION, headers={"if-none-match": f'"other", {first.headers["etag"]}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    other = {"query": QUESTION["query"].replace("title }", "year }")}
    assert client.get("/graphql", params=other, headers={"if-none-match": first.headers["etag"]}).status_code == 200


def test_failed_get_is_not_cacheable(client: httpx2.Client) -> None:
    """A rejected GET has `no-store`, and a POST has no cache header."""
    refused = client.get("/graphql", params={"query": "{ nothing }"})
    assert (refused.headers["cache-control"], "etag" in refused.headers) == ("no-store", False)
    assert "cache-control" not in client.post("/graphql", json=QUESTION).headers


def test_head_matches_get_without_body(client: httpx2.Client) -> None:
    """HEAD has the status and the ETag of GET, and no body."""
    got, head = client.get("/graphql", params=QUESTION), client.head("/graphql", params=QUESTION)
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", got.headers["etag"])


def test_long_answers_are_compressed_on_request(client: httpx2.Client) -> None:
    """A long answer is compressed with an encoding that the client accepts; its content is the same."""
    with client.stream("POST", "/graphql", json=LONG, headers={"accept-encoding": "gzip"}) as packed:
        raw = b"".join(packed.iter_raw())
        assert packed.headers["content-encoding"] == "gzip"
        assert "accept-encoding" in packed.headers["vary"].lower()
    plain = client.post("/graphql", json=LONG, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    data = plain.json()["data"]
    assert json.loads(gzip.decompress(raw))["data"] == data
    assert len(raw) * 3 < len(plain.content)
    brotli = client.post("/graphql", json=LONG, headers={"accept-encoding": "gzip, br"})
    assert (brotli.headers["content-encoding"], brotli.json()["data"]) == ("br", data)
    with client.stream("POST", "/graphql", json=LONG, headers={"accept-encoding": "gzip, br, zstd"}) as packed:
        raw = b"".join(packed.iter_raw())
        assert packed.headers["content-encoding"] == "zstd"
    assert json.loads(zstandard.ZstdDecompressor().stream_reader(raw).read())["data"] == data
    short = client.post("/graphql", json={"query": "{ __typename }"}, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in short.headers


@pytest.mark.parametrize("accept", ["gzip, br", "*", "gzip;q=0, identity"])
def test_introspection_is_prepared_and_compressed_once(client: httpx2.Client, accept: str) -> None:
    """The second introspection of a document gets the prepared response, in an encoding that the client accepts."""

    def introspect() -> tuple[bytes, httpx2.Headers]:
        with client.stream("POST", "/graphql", json=SCHEMA, headers={"accept-encoding": accept}) as response:
            return b"".join(response.iter_raw()), response.headers

    introspect()
    body, headers = introspect()
    assert headers["cache-status"] == "byline; hit"
    assert "accept-encoding" in headers["vary"].lower()
    is_compressed = headers.get("content-encoding") == "gzip"
    assert is_compressed == ("q=0" not in accept)
    content = json.loads(gzip.decompress(body) if is_compressed else body)
    assert len(content["data"]["__schema"]["types"]) > 100
    tag = client.get("/graphql", params=SCHEMA).headers["etag"]
    assert client.get("/graphql", params=SCHEMA, headers={"if-none-match": tag}).status_code == 304


def test_only_introspections_are_prepared(client: httpx2.Client) -> None:
    """The server executes queries with `__typename`, or with data beside `__schema`, each time."""
    for query in ("{ papers { totalCount } __typename }", LONG["query"]):
        client.post("/graphql", json={"query": query})
        assert "neo4j;dur" in client.post("/graphql", json={"query": query}).headers["server-timing"]


@pytest.mark.full
def test_prepared_introspection_costs_as_much_as_the_first(address: Address) -> None:
    """A client pays for each introspection, also if the server has its response."""
    with forked_server(address, BYLINE_COST_PER_MINUTE="5000") as client:
        cost = client.post("/graphql", json=SCHEMA).json()["extensions"]["cost"]["estimated"]
        responses = [client.post("/graphql", json=SCHEMA) for _ in range(5000 // cost)]
    assert [response.status_code for response in responses] == [200] * (5000 // cost - 1) + [429]
    assert {response.headers.get("cache-status") for response in responses[:-1]} == {"byline; hit"}


@pytest.mark.full
def test_settings_control_caching_and_compression(address: Address) -> None:
    """BYLINE_MAX_AGE sets how long GET answers may be cached; BYLINE_COMPRESS=false disables compression."""
    with forked_server(address, BYLINE_MAX_AGE="60", BYLINE_COMPRESS="false") as client:
        answer = client.get("/graphql", params=LONG, headers={"accept-encoding": "gzip"})
    assert (answer.headers["cache-control"], "content-encoding" in answer.headers) == ("public, max-age=60", False)
    assert "cookie" in answer.headers["vary"]  # a browser does not show the response to a user who has signed in since
