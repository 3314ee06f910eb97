"""GraphQL over HTTP on a real server and a real Neo4j."""

import json
import re
import socket
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from cypher.driver.address import Address
from resolvers.errors import Code
from resolvers.schema import print_schema
from tests.byline.command_line import forked_server
from tests.byline.proxy import Proxy
from tests.byline.sample_graph import sampled

pytestmark = pytest.mark.graph

NEW = {"accept": "application/graphql-response+json"}
OLD = {"accept": "application/json"}
JSON = {"content-type": "application/json"}
QUESTION = '{ paper(by: {arxiv: "1909.08053"}) { year } }'
ANSWER = {"paper": {"year": 2019}}


@pytest.fixture(scope="module")
def client(address: Address) -> Generator[httpx2.Client]:
    sampled(address, "three-papers")
    with forked_server(
        address, BYLINE_CORS_ORIGINS="https://front.example", BYLINE_ALLOWED_HOSTS="mine.example"
    ) as client:
        yield client


def test_post_and_get_return_same_answer(client: httpx2.Client) -> None:
    """POST and GET return the same answer in the media type that the client accepts."""
    posted = client.post("/graphql", json={"query": QUESTION}, headers=NEW)
    got = client.get("/graphql", params={"query": QUESTION}, headers=OLD)
    assert posted.json()["data"] == got.json()["data"] == ANSWER
    assert posted.headers["content-type"] == "application/graphql-response+json; charset=utf-8"
    assert got.headers["content-type"] == "application/json; charset=utf-8"


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b'{"query": "{ nothing }"}', JSON | NEW, 400, "VALIDATION"),
        (b'{"query": "{ nothing }"}', JSON | OLD, 200, "VALIDATION"),
        (b'{"query": "{"}', JSON | NEW, 400, "SYNTAX"),
        (b'{"query": "{ papers(first: -1) { totalCount } }"}', JSON | NEW, 400, "BAD_USER_INPUT"),
        (b"{", JSON | OLD, 400, "BAD_REQUEST"),
        (b"[]", JSON | NEW, 400, "BAD_REQUEST"),
        (b'{"query": 7}', JSON | NEW, 400, "BAD_REQUEST"),
        (b'{"query": "{ __typename }", "variables": []}', JSON | NEW, 400, "BAD_REQUEST"),
        (b'{"query": "{ __typename }", "operationName": 7}', JSON | NEW, 400, "BAD_REQUEST"),
        (b'{"query": "{\xff}"}', JSON | NEW, 400, "BAD_REQUEST"),
        (b"[" * 100_000, JSON | NEW, 400, "BAD_REQUEST"),
        (b'{"query": "' + b"{a" * 5_000 + b'"}', JSON | NEW, 400, "SYNTAX"),
        (b'{"query": "{ __typename }", "variables": {"a": ' + b"1" * 5_000 + b"}}", JSON | NEW, 400, "BAD_REQUEST"),
        (b"x" * 20_000_000, JSON | NEW, 413, "BODY_TOO_LARGE"),
        (b"{}", {"content-type": "text/plain"} | NEW, 415, "UNSUPPORTED_MEDIA_TYPE"),
        (b"{}", {"content-type": "application/json; charset=latin-1"} | NEW, 415, "UNSUPPORTED_MEDIA_TYPE"),
        (b"{}", JSON | NEW | {"content-encoding": "gzip"}, 415, "UNSUPPORTED_MEDIA_TYPE"),
        (b'{"query": "{ __typename }"}', JSON | {"accept": "image/png"}, 406, "NOT_ACCEPTABLE"),
    ],
)
def test_malformed_requests_return_json_with_code(
    client: httpx2.Client, body: bytes, headers: dict[str, str], status: int, code: str
) -> None:
    """Each malformed request gets its own status and code as JSON, never a 500."""
    answer = client.post("/graphql", content=body, headers=headers)
    assert "surrogates" not in answer.text
    assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (status, code)
    assert "data" not in answer.json()


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_return_405(client: httpx2.Client, method: str) -> None:
    """Any other method returns 405 with the allowed methods and a code."""
    answer = client.request(method, "/graphql")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, POST")
    assert answer.json()["errors"][0]["extensions"]["code"] == "METHOD_NOT_ALLOWED"


def test_unknown_paths_return_json_with_code(client: httpx2.Client) -> None:
    """An unknown path returns 404, and a wrong method on a known path returns 405, each with its code."""
    for path in ("/nothing", "/graphql/nothing", "/graphiql/nothing"):
        lost = client.get(path)
        assert (lost.status_code, lost.json()["errors"][0]["extensions"]["code"]) == (404, "NOT_FOUND")
    wrong = client.post("/healthz")
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "GET")
    assert wrong.json()["errors"][0]["extensions"]["code"] == "METHOD_NOT_ALLOWED"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil", "[", "x@y"]
)
def test_foreign_host_header_is_rejected(client: httpx2.Client, host: str) -> None:
    """A request with the host name of another server is rejected with 400 on every path."""
    for path in ("/graphql?query={__typename}", "/schema.graphql", "/healthz"):
        answer = client.get(path, headers={"host": host})
        assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (400, "BAD_REQUEST")
        assert "x-request-id" in answer.headers


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:1", "127.0.0.1:8000", "[::1]:8000", "192.0.2.1", "mine.example:80"]
)
def test_own_host_names_are_accepted(client: httpx2.Client, host: str) -> None:
    """The server accepts loopback names, IP addresses, and host names that the settings allow."""
    assert client.get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", "origin": "https://evil.example"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", "origin": "https://front.example"}, 200),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 200),
        ({"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}, 200),
        ({}, 200),
    ],
)
def test_queries_of_other_sites_are_rejected(client: httpx2.Client, headers: dict[str, str], status: int) -> None:
    """A page of another site cannot make the server run a query with GET, unless its origin is configured."""
    answer = client.get("/graphql", params={"query": "{__typename}"}, headers=NEW | headers)
    assert answer.status_code == status, answer.text


def test_two_host_headers_are_rejected(client: httpx2.Client) -> None:
    """A request with two Host headers is rejected, because proxies and servers choose differently."""
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    with socket.create_connection((client.base_url.host, client.base_url.port or 80), timeout=10) as connection:
        connection.sendall(request)
        with connection.makefile("rb") as response:
            answer = response.read()
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"2 Host headers" in answer


def test_preflight_allows_configured_origin(client: httpx2.Client) -> None:
    """The preflight response names the origin if it is configured, and names no other origin."""
    asked = {
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type, apollographql-client-name",
    }
    allowed = client.options("/graphql", headers={"origin": "https://front.example"} | asked)
    other = client.options("/graphql", headers={"origin": "https://evil.example"} | asked)
    assert (allowed.status_code, allowed.headers["access-control-allow-origin"]) == (200, "https://front.example")
    assert "access-control-allow-origin" not in other.headers


@pytest.mark.full
def test_loopback_origins_can_be_allowed(address: Address) -> None:
    """With the setting `loopback`, pages of this machine on any port may send requests, and no other pages."""
    with forked_server(address, BYLINE_CORS_ORIGINS="loopback") as client:
        for origin, allowed in {
            "http://localhost:5173": True,
            "http://127.0.0.1:3000": True,
            "http://[::1]": True,
            "http://localhost.evil.example": False,
            "http://evil.example:3000": False,
        }.items():
            answer = client.get("/graphql", params={"query": "{__typename}"}, headers={"origin": origin})
            assert ("access-control-allow-origin" in answer.headers) == allowed, origin


@pytest.mark.full
def test_cors_is_disabled_by_default(address: Address) -> None:
    """If the settings name no origins, no response has a CORS header."""
    with forked_server(address) as plain:
        answer = plain.get("/graphql", params={"query": "{__typename}"}, headers={"origin": "https://front.example"})
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_service_pages_respond(client: httpx2.Client) -> None:
    """Health, readiness, schema, metrics and the browser page respond at their paths."""
    assert client.get("/healthz").text == "ok\n"
    assert client.get("/readyz").json()["ready"] is True
    assert client.get("/schema.graphql").text == print_schema()
    assert "byline_requests_total" in client.get("/metrics").text
    page = client.get("/graphql", headers={"accept": "text/html,application/xhtml+xml"})
    assert page.headers["content-type"].startswith("text/html")
    assert "Byline" in page.text


def test_home_page_counts_entities_and_links_to_everything(client: httpx2.Client) -> None:
    """The page at / says how many papers the graph holds, and each of its links works."""
    page = client.get("/")
    papers = client.post("/graphql", json={"query": "{ papers { totalCount } }"}).json()["data"]["papers"]["totalCount"]
    assert f"<dt>papers</dt><dd>{papers:,}</dd>" in page.text
    links = re.findall(r'href="(/[^"]*)"', page.text)
    as_browser = {"accept": "text/html,*/*"}
    assert {link: client.get(link, headers=as_browser).status_code for link in links} == dict.fromkeys(links, 200)
    assert {"/graphql", "/schema.graphql", "/docs", "/openapi.json"} <= set(links)


def test_server_timing_names_the_steps(client: httpx2.Client) -> None:
    """Responses state the duration of compilation, Neo4j's planning, Neo4j and decoding; the metrics count them."""
    query = '{ papers(where: {title: {endsWith: "new to Neo4j"}}) { totalCount } }'
    response = client.post("/graphql", json={"query": query})
    steps = re.findall(r"(\w+);dur=([0-9.]+)", ", ".join(response.headers.get_list("server-timing")))
    assert [step for step, _ in steps] == ["compile", "planning", "neo4j", "decode", "total"]
    durations = {step: float(ms) for step, ms in steps}
    assert durations["total"] >= durations["neo4j"] > durations["planning"] > 0
    timing = response.json()["extensions"]["timing"]
    assert timing == {step: ms for step, ms in durations.items() if step != "total"}
    again = client.post("/graphql", json={"query": query}).json()["extensions"]["timing"]
    assert again["planning"] == 0
    assert 'byline_graphql_step_seconds_count{step="neo4j"}' in client.get("/metrics").text


def test_openapi_describes_rest_routes(client: httpx2.Client) -> None:
    """Every route in OpenAPI responds to GET and HEAD, and /docs shows it with its parameters."""
    paths = client.get("/openapi.json").json()["paths"]
    assert {"/healthz", "/metrics", "/reconcile/preview", "/papers/{name}", "/feed.atom", "/account/archive"} <= set(
        paths
    )
    page = client.get("/docs")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    for path, operations in paths.items():
        assert f"GET {path}" in page.text
        assert all(f"<p>{operation['summary']}</p>" in page.text for operation in operations.values())
        for parameter in operations["get"].get("parameters", []):
            assert parameter["description"] in page.text
        statuses = {client.request(method, path).status_code for method in ("GET", "HEAD")}
        assert len(statuses) == 1, path
        assert statuses < {200, 400, 401, 404}, path  # without a parameter, a token, or an existing entity


def test_responses_carry_request_id(client: httpx2.Client) -> None:
    """The server returns a client's own request ID and replaces an invalid one."""
    assert client.get("/healthz", headers={"x-request-id": "mine-1"}).headers["x-request-id"] == "mine-1"
    assert client.get("/healthz", headers={"x-request-id": "a b"}).headers["x-request-id"] != "a b"


def test_introspection_combines_with_data(client: httpx2.Client) -> None:
    """One request can select `__schema`, `__type` and data, also through fragments and aliases."""
    query = (
        "query Q { ...About papers { totalCount } } "
        'fragment About on Query { s: __schema { queryType { name } } t: __type(name: "Paper") { kind } }'
    )
    data = client.post("/graphql", json={"query": query}).json()["data"]
    assert data == {"s": {"queryType": {"name": "Query"}}, "t": {"kind": "OBJECT"}, "papers": {"totalCount": 3}}


@pytest.mark.full
def test_server_recovers_after_neo4j_outage(address: Address) -> None:
    """Without Neo4j, GraphQL returns 503 with Retry-After in under 5 seconds; it recovers when Neo4j returns."""
    question = {"query": "{ papers { totalCount } }"}
    with Proxy(address) as proxy, forked_server(proxy.address) as client:
        assert client.post("/graphql", json=question).status_code == 200
        proxy.cut()
        started = time.monotonic()
        gone = client.post("/graphql", json=question)
        assert time.monotonic() - started < 5
        assert (gone.status_code, gone.json()["errors"][0]["extensions"]["code"]) == (503, "UNAVAILABLE")
        assert int(gone.headers["retry-after"]) > 0
        assert gone.json()["errors"][0]["message"] == Code.UNAVAILABLE.advice  # neither an address nor a command
        assert client.get("/readyz").status_code == 503
        assert client.get("/healthz").status_code == 200
        proxy.mend()
        assert client.post("/graphql", json=question).status_code == 200


def test_client_disconnect_counts_as_499(client: httpx2.Client) -> None:
    """A client that disconnects while it sends its body counts as 499, never as 500; the server goes on."""
    url = client.base_url
    head = f"POST /graphql HTTP/1.1\r\nhost: {url.host}:{url.port}\r\ncontent-type: application/json\r\n"
    with socket.create_connection((url.host, url.port or 80)) as half:
        half.sendall(f'{head}content-length: 1000\r\n\r\n{{"query": "'.encode())
    counted, until = "", time.monotonic() + 5
    while 'byline_requests_total{path="/graphql",status="499"} 1.0' not in counted:
        assert time.monotonic() < until, counted
        time.sleep(0.1)
        counted = client.get("/metrics").text
    assert 'path="/graphql",status="500"' not in counted
    assert client.post("/graphql", json={"query": QUESTION}).json()["data"] == ANSWER


@pytest.mark.full
def test_slow_document_does_not_block_health(client: httpx2.Client) -> None:
    """While the server spends a second on validating a document, it answers health checks."""
    repeated = "authors(first: 1) { nodes { name } }" * 350
    document = json.dumps({"query": f"{{ papers(first: 1) {{ nodes {{ {repeated} }} }} }}"}).encode()
    took: list[float] = []
    with ThreadPoolExecutor(1) as other:
        answering = other.submit(client.post, "/graphql", content=document, headers=JSON)
        while not answering.done():
            started = time.perf_counter()
            assert client.get("/healthz").status_code == 200
            took.append(time.perf_counter() - started)
    assert answering.result().json()["errors"][0]["extensions"]["code"] == Code.TOO_COSTLY.name
    assert len(took) > 3, "health was not asked meanwhile"
