"""GET: what may be kept, for how long, and how it is asked again; compression."""

import gzip
import json
from collections.abc import Generator

import httpx2
import pytest

from cypher.driver.client import Address
from tests.byline.sampled import sampled
from tests.byline.serving import served

pytestmark = pytest.mark.graph
QUESTION = {"query": "{ papers(orderBy: [{field: TITLE}]) { nodes { title } } }"}
LONG = {"query": "{ __schema { types { name description } } }"}


@pytest.fixture(scope="module")
def client(address: Address) -> Generator[httpx2.Client]:
    sampled(address, "three-papers")
    with served(address) as client:
        yield client


def test_an_answer_is_asked_again_by_its_etag(client: httpx2.Client) -> None:
    """A GET has an ETag; asked with it, the answer is 304 without a body, and whole again once the answer differs."""
    first = client.get("/graphql", params=QUESTION)
    assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
    again = client.get("/graphql", params=QUESTION, headers={"if-none-match": f'"other", {first.headers["etag"]}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    other = {"query": QUESTION["query"].replace("title }", "year }")}
    assert client.get("/graphql", params=other, headers={"if-none-match": first.headers["etag"]}).status_code == 200


def test_what_failed_is_not_kept(client: httpx2.Client) -> None:
    """A refused GET may not be kept, and a POST says nothing of keeping."""
    refused = client.get("/graphql", params={"query": "{ nothing }"})
    assert (refused.headers["cache-control"], "etag" in refused.headers) == ("no-store", False)
    assert "cache-control" not in client.post("/graphql", json=QUESTION).headers


def test_head_is_get_without_its_body(client: httpx2.Client) -> None:
    """HEAD has the status and the headers of GET, and no body."""
    got, head = client.get("/graphql", params=QUESTION), client.head("/graphql", params=QUESTION)
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", got.headers["etag"])


def test_long_answers_are_compressed_where_that_is_accepted(client: httpx2.Client) -> None:
    """An answer of many bytes comes as gzip for those who accept it, as it is for others, and is the same."""
    with client.stream("POST", "/graphql", json=LONG, headers={"accept-encoding": "gzip"}) as packed:
        raw = b"".join(packed.iter_raw())
        assert packed.headers["content-encoding"] == "gzip"
        assert "accept-encoding" in packed.headers["vary"].lower()
    plain = client.post("/graphql", json=LONG, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert json.loads(gzip.decompress(raw)) == plain.json()
    assert len(raw) * 3 < len(plain.content)
    short = client.post("/graphql", json={"query": "{ __typename }"}, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in short.headers


@pytest.mark.full
def test_the_settings_say_how_long(address: Address) -> None:
    """With BYLINE_MAX_AGE answers to GET may be kept that long; without compression none is compressed."""
    with served(address, BYLINE_MAX_AGE="60", BYLINE_COMPRESS="false") as client:
        answer = client.get("/graphql", params=LONG, headers={"accept-encoding": "gzip"})
    assert (answer.headers["cache-control"], "content-encoding" in answer.headers) == ("public, max-age=60", False)
