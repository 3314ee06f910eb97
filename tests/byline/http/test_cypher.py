"""POST /cypher: analysts' statements work; hostile ones get a coded refusal, and read or change nothing private."""

import json
import socket
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from typing import Any

import anyio
import httpx2
import pytest

from accounts import tokens, users
from accounts.roles import Role, Scope
from cypher import model
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.driver.values import Value
from cypher.public.public_graph import ADDITIONAL_LABELS, PUBLIC_LABELS, PUBLIC_TYPES, StatementRefusedError
from cypher.public.statement_text import check_text
from tests.byline.command_line import forked_server
from tests.byline.http.cypher_statements import ANALYST, EXHAUSTING, HOSTILE, PARAMETERS
from tests.byline.sample_graph import sampled
from tests.tiers import sampled_cases

EMPTY_MAPS: list[dict[str, str]] = [{}] * 6_000

HIDDEN = "zebra-private-text"
PRIVATE_DATA = """
MATCH (p:Paper) WITH p ORDER BY p.ord LIMIT 1
MATCH (u:User {name: 'user0'})
CREATE (u)-[:LIKES {since: $secret}]->(p), (u)-[:SAVED {since: $secret}]->(p),
       (u)-[:WROTE_ANONYMOUSLY]->(:Review {id: $secret, summary: $secret})-[:REVIEWS]->(p),
       (u)-[:CHANGED]->(:AuditEntry {id: $secret, action: $secret}),
       (u)-[:HAS_NOTIFICATION]->(:Notification {id: $secret}),
       (u)-[:MADE]->(:Claim {id: $secret, note: $secret})
SET u.email = $secret
WITH u MATCH (p:Paper) WITH u, p ORDER BY p.ord DESC LIMIT 1
CREATE (u)-[:SAVED]->(p)
"""
CHECKSUM = """
MATCH (n) WHERE NOT n:Lease
RETURN count(n) AS nodes, sum(size(keys(n))) AS keys, sum(COUNT { (n)-->() }) AS relationships
"""
TIME_LIMIT_S = 2
TOKENS: dict[str, str] = {}
REFUSALS = {"BAD_USER_INPUT", "BAD_REQUEST", "TOO_COSTLY"}


def test_public_types_connect_public_labels() -> None:
    """The model has each public label and type, and a public type never ends at a private node."""
    assert model.labels().keys() >= PUBLIC_LABELS | ADDITIONAL_LABELS
    for name in PUBLIC_TYPES:
        ends = model.relationship_types()[name].ends
        assert ends
        assert {label for pair in ends for label in pair} <= PUBLIC_LABELS, name


@pytest.mark.parametrize(("text", "parameters"), ANALYST)
def test_text_of_analyst_is_accepted(text: str, parameters: dict[str, Value]) -> None:
    """The check of the text accepts what analysts write."""
    check_text(text, parameters)


@pytest.mark.parametrize(
    ("search", "message"),
    [
        ("/((a{1,50}){1,50}){1,50}/", "more than one /"),
        (" OR ".join(f"word{number}~2" for number in range(11)), "11 of the signs"),
        ("*a* OR ?b* OR c* OR d* OR e* OR f* OR g* OR h* OR i*", "11 of the signs"),
        ("a OR " * 201, "1,005 characters"),
        ("NOT (" * 21 + "a" + ")" * 21, "21 brackets"),
        (["a"], "as a text or as a parameter"),
        (None, "as a text or as a parameter"),
    ],
)
def test_text_searches_are_bounded(search: Value, message: str) -> None:
    """A search text that Lucene expands is refused, also as a parameter, and so is a text that is not known before."""
    statement = "CALL db.index.fulltext.queryNodes('paper_text', {}) YIELD node RETURN node.title"
    with pytest.raises(StatementRefusedError, match=message):
        check_text(statement.format("$q"), {"q": search})
    if isinstance(search, str):
        with pytest.raises(StatementRefusedError, match=message):
            check_text(statement.format(f"'{search}'"), {})
    with pytest.raises(StatementRefusedError, match="not as an expression"):
        check_text(statement.format("'/a{1,50}' + '/'"), {})
    check_text(statement.format("$q"), {"q": 'megatron~1 AND "language model" AND train*'})


def test_refusal_of_text_says_what_to_do() -> None:
    """The message names the part at fault and the alternative."""
    with pytest.raises(StatementRefusedError, match=r"The function reduce is not allowed\. Allowed functions: abs, "):
        check_text("RETURN reduce(s = 0, x IN [1] | s + x)", {})
    with pytest.raises(StatementRefusedError, match=r"Use UNWIND for other lists"):
        check_text("MATCH (p:Paper) WITH collect(p) AS ps RETURN [x IN ps | x.title]", {})


def test_check_of_text_raises_refusals_only() -> None:
    """Cut, repeated and mixed statements are accepted or refused; none fails with another error."""
    random = Random(1)  # noqa: S311 not for cryptography
    statements = [words for text in (*HOSTILE, *(text for text, _ in ANALYST)) if (words := text[:500].split())]
    for _ in range(5_000):
        words, other = list(random.choice(statements)), random.choice(statements)
        start, begin = random.randrange(len(words)), random.randrange(len(other))
        words[start : start + random.randrange(3)] = other[begin : begin + random.randrange(6)]
        with suppress(StatementRefusedError):
            check_text(" ".join(words[: random.randrange(1, len(words) + 2)]), {})


async def _fill_graph(address: Address) -> None:
    async with Graph(address) as graph:
        await graph.administer("MATCH (n:User|AccessToken) DETACH DELETE n")
        await users.create_user(graph, "user0", Role.READER)
        for scope in (Scope.CYPHER, Scope.READ):
            TOKENS[scope] = (await tokens.create_token(graph, "user0", [scope])).secret.get_secret_value()
        TOKENS["default"] = (await tokens.create_token(graph, "user0")).secret.get_secret_value()
        await graph.administer(PRIVATE_DATA, {"secret": HIDDEN})


@pytest.fixture(scope="module")
def client(address: Address) -> Generator[httpx2.Client]:
    sampled(address)
    anyio.run(_fill_graph, address)
    with forked_server(address, BYLINE_CYPHER="true", BYLINE_QUERY_TIMEOUT=str(TIME_LIMIT_S)) as client:
        client.headers["authorization"] = f"Bearer {TOKENS[Scope.CYPHER]}"
        yield client


@pytest.fixture(scope="module")
def listener() -> Generator[socket.socket]:
    """Yield a socket to which no statement may connect."""
    with socket.create_server(("0.0.0.0", 0)) as listening:  # noqa: S104 a container reaches no loopback address
        listening.settimeout(0)
        yield listening


def post(client: httpx2.Client, query: object, parameters: object = None, **headers: str) -> httpx2.Response:
    body: dict[str, object] = {"query": query}
    if parameters:
        body["parameters"] = parameters
    return client.post("/cypher", json=body, headers=headers)


def error_code(response: httpx2.Response) -> str:
    (error,) = response.json()["errors"]
    assert len(error["message"]) > 20
    return str(error["extensions"]["code"])


@pytest.mark.graph
@pytest.mark.parametrize(("text", "parameters"), sampled_cases(ANALYST, len(ANALYST), 2))
def test_statement_of_analyst_works(client: httpx2.Client, text: str, parameters: dict[str, Any]) -> None:
    """The statement returns columns and rows."""
    response = post(client, text, parameters)
    assert response.status_code == 200, response.text
    assert set(response.json()) == {"columns", "rows"}
    assert all(list(row) == response.json()["columns"] for row in response.json()["rows"])


@pytest.mark.graph
@pytest.mark.parametrize("statements", sampled_cases([HOSTILE[::4], HOSTILE, EXHAUSTING]), ids=len)
def test_hostile_statements_are_refused(
    client: httpx2.Client, listener: socket.socket, address: Address, statements: list[str]
) -> None:
    """Each gets a code and a status of the client's mistakes; none returns data, writes, or opens a connection."""
    before = anyio.run(_checksum, address)
    port = listener.getsockname()[1]

    def send(text: str) -> tuple[str, str] | None:
        """Return the statement and the response if it is not a refusal."""
        response = post(client, text.replace("{port}", str(port)), PARAMETERS)
        refused = response.status_code == 400 and error_code(response) in REFUSALS and HIDDEN not in response.text
        return None if refused else (text[:200], response.text[:300])

    with ThreadPoolExecutor(3) as pool:
        wrong = [each for each in pool.map(send, statements) if each]
    assert wrong == []
    assert anyio.run(_checksum, address) == before
    with pytest.raises(BlockingIOError):
        listener.accept()
    assert post(client, "RETURN 1 AS x").json() == {"columns": ["x"], "rows": [{"x": 1}]}


async def _checksum(address: Address) -> object:
    async with Graph(address) as graph:
        return (await graph.read(CHECKSUM)).rows


@pytest.mark.graph
def test_rows_as_lines(client: httpx2.Client) -> None:
    """A client that accepts application/x-ndjson gets a JSON object for each row."""
    text = "MATCH (p:Paper) WHERE p.year >= $year RETURN p.title AS title, p.year AS year ORDER BY title LIMIT 3"
    response = post(client, text, {"year": 2019}, accept="application/x-ndjson")
    assert response.headers["content-type"].startswith("application/x-ndjson")
    assert [json.loads(line) for line in response.text.splitlines()] == post(client, text, {"year": 2019}).json()[
        "rows"
    ]


@pytest.mark.graph
def test_entities_have_labels_type_and_properties(client: httpx2.Client) -> None:
    """Nodes, relationships and paths are JSON objects."""
    text = "MATCH q = (p:Paper {arxiv: '2201.11990'})-[r:ABOUT]->(t) RETURN p, r, q ORDER BY r.position LIMIT 1"
    (row,) = post(client, text).json()["rows"]
    assert (row["p"]["labels"], row["p"]["properties"]["arxiv"], row["r"]["type"]) == (["Paper"], "2201.11990", "ABOUT")
    assert (len(row["q"]["nodes"]), len(row["q"]["relationships"])) == (2, 1)


@pytest.mark.graph
def test_long_results_end_with_an_error(client: httpx2.Client) -> None:
    """A result of more rows than the maximum ends there, and an error says so, in both formats."""
    text = "UNWIND range(1, 20000) AS x RETURN x"
    body = post(client, text).json()
    assert (len(body["rows"]), body["errors"][0]["extensions"]["code"]) == (10_000, "TOO_COSTLY")
    *rows, last = post(client, text, accept="application/x-ndjson").text.splitlines()
    assert (len(rows), list(json.loads(last))) == (10_000, ["errors"])


@pytest.mark.graph
@pytest.mark.parametrize(
    ("text", "parameters", "part"),
    [
        ("UNWIND range(1, 600) AS x RETURN $s", {"s": "x" * 60_000}, "33,554,432 bytes"),
        ("UNWIND range(1, 9999999) AS x UNWIND range(1, 9999999) AS y RETURN count(*)", {}, "time limit of 2 s"),
        ("UNWIND range(1, 200) AS x RETURN $s", {"s": EMPTY_MAPS}, "1,000,000 values"),
        ("RETURN [" + ",".join(["$s"] * 99) + "]", {"s": "x" * 60_000}, "4,194,304 bytes in a row"),
        ("RETURN $s", {"s": "x" * 70_000}, "parameters have 70,"),
        ("RETURN $s", {"s": 2**63}, "64 bits"),
        ("RETURN point({x: 1, y: 2}) AS place", {}, "not a JSON value, such as a point"),
        ("MATCH (u:User) RETURN u", {}, "The label User is not public"),
        ("MATCH (p:Paper) SET p.x = 1", {}, "does not only read"),
        ("MATCH (p:Paper)" + "-[:CITES]->()" * 13 + " RETURN p", {}, "relationships 13 times. The maximum is 12."),
        ("MATCH (p:Paper) RETRUN p", {}, "Invalid input 'RETRUN'"),
    ],
)
def test_limits_name_value_and_advice(client: httpx2.Client, text: str, parameters: dict[str, Any], part: str) -> None:
    """A refusal names the limit or the part at fault, and ends soon."""
    start = time.monotonic()
    response = post(client, text, parameters)
    assert (response.status_code, part in response.json()["errors"][0]["message"]) == (400, True), response.text
    assert time.monotonic() - start < TIME_LIMIT_S + 8


@pytest.mark.graph
@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b'{"query": "RETURN 1"}', {"authorization": ""}, 401, "UNAUTHENTICATED"),
        (b'{"query": "RETURN 1"}', {"authorization": "Bearer none"}, 401, "UNAUTHENTICATED"),
        (b'{"query": "RETURN 1"}', {"authorization": "Bearer READ"}, 403, "FORBIDDEN"),
        (b'{"query": "RETURN 1"}', {"authorization": "Bearer DEFAULT"}, 403, "FORBIDDEN"),
        (b'{"query": "RETURN 1"', {}, 400, "BAD_REQUEST"),
        (b"[]", {}, 400, "BAD_REQUEST"),
        (b"{}", {}, 400, "BAD_REQUEST"),
        (b'{"query": 1}', {}, 400, "BAD_REQUEST"),
        (b'{"query": "RETURN 1", "parameters": []}', {}, 400, "BAD_REQUEST"),
        (b'{"query": "RETURN 1", "parameters": [1]}', {}, 400, "BAD_REQUEST"),
        (b'{"query": "RETURN 1", "database": "system"}', {}, 400, "BAD_REQUEST"),
        (b'{"query": "\\ud800"}', {}, 400, "BAD_REQUEST"),
        (b'{"query": "RETURN 1"}', {"content-type": "text/plain"}, 415, "UNSUPPORTED_MEDIA_TYPE"),
        (b'{"query": "' + b"x" * 2_000_000 + b'"}', {}, 413, "BODY_TOO_LARGE"),
    ],
)
def test_wrong_requests_have_codes(
    client: httpx2.Client, body: bytes, headers: dict[str, str], status: int, code: str
) -> None:
    """Requests without the scope, or of another form, get their code."""
    given = headers.get("authorization", "")
    given = given.replace("READ", TOKENS[Scope.READ]).replace("DEFAULT", TOKENS["default"])
    sent = {"content-type": "application/json", **headers} | (
        {"authorization": given} if "authorization" in headers else {}
    )
    response = client.post("/cypher", content=body, headers=sent)
    assert (response.status_code, error_code(response)) == (status, code)


@pytest.mark.graph
def test_endpoint_is_off_by_default(address: Address) -> None:
    """Without BYLINE_CYPHER the path does not exist."""
    with forked_server(address) as client:
        response = client.post("/cypher", json={"query": "RETURN 1"})
    assert (response.status_code, error_code(response)) == (404, "NOT_FOUND")
