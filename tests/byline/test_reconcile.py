"""The reconciliation service on a real server and Neo4j: requests as OpenRefine sends them, and invalid ones."""

import json
from collections.abc import Generator
from typing import Any

import anyio
import httpx2
import pytest

from byline.server.reconcile import queries as batch
from byline.server.reconcile.graphql_client import GraphQLClient
from byline.server.reconcile.queries import queries
from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Service
from tests.byline.command_line import forked_server
from tests.byline.proxy import Proxy
from tests.byline.reconciliation import Entities, Extended, Manifest, Proposed, Results, Suggestions
from tests.loaders.load_helpers import load_sample

pytestmark = pytest.mark.graph

MEGATRON = "Megatron-LM: Training Multi-Billion Parameter Language Models Using Model Parallelism"
REFINE = "http://127.0.0.1:3333"
NASTY = "<script>alert(1)</script> & <b>others</b>"
NASTY_ID = "p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"


async def _fill_graph(address: Address) -> None:
    async with Graph(address) as graph:
        await load_sample(graph)
        await graph.administer(
            "CREATE (:Paper {id: $id, ord: '0', title: $title, year: 2020, authorCount: 0})",
            {"id": NASTY_ID, "title": NASTY},
        )
        await graph.administer("CALL db.awaitIndexes(60)")


@pytest.fixture(scope="module")
def client(address: Address) -> Generator[httpx2.Client]:
    anyio.run(_fill_graph, address)
    with forked_server(address, BYLINE_CORS_ORIGINS="https://front.example") as client:
        yield client


def reconcile_queries(client: httpx2.Client, **given: object) -> dict[str, Any]:
    """Post a batch of queries, check the response, and return the candidates by key."""
    answer = client.post("/reconcile", data={"queries": json.dumps(given)})
    assert answer.status_code == 200, answer.text
    assert Results.model_validate_json(answer.content).root.keys() == given.keys()
    return {key: one["result"] for key, one in answer.json().items()}


def test_manifest_is_valid(client: httpx2.Client) -> None:
    """The manifest is complete, and every address in it responds."""
    answer = client.get("/reconcile")
    found = Manifest.model_validate_json(answer.content)
    assert "0.2" in found.versions
    assert [one.id for one in found.defaultTypes] == ["Paper", "Researcher", "Institution"]
    for part in (found.suggest.entity, found.suggest.type, found.suggest.property):
        assert client.get(part.service_url + part.service_path, params={"prefix": "a"}).status_code == 200
    part = found.extend.propose_properties
    assert client.get(part.service_url + part.service_path, params={"type": "Paper"}).status_code == 200
    assert client.get(found.preview.url.replace("{{id}}", NASTY_ID)).status_code == 200


def test_batch_works_over_post_and_get(client: httpx2.Client) -> None:
    """A batch returns the same results by key over POST and GET, with scores, types and features."""
    given = {
        "q0": {"query": "megatron lm training multi-billion parameter language modles"},
        "x": {"query": "zzzz qqqq"},
    }
    found = reconcile_queries(client, **given)
    best = found["q0"][0]
    assert (best["name"], best["match"], best["type"]) == (MEGATRON, True, [{"id": "Paper", "name": "Paper"}])
    assert [one["id"] for one in best["features"]] == ["title"]
    assert best["description"].startswith("Mohammad Shoeybi, ")
    assert found["x"] == []
    got = client.get("/reconcile", params={"queries": json.dumps(given)})
    assert {key: one["result"] for key, one in got.json().items()} == found


def test_properties_decide_among_candidates(client: httpx2.Client) -> None:
    """Properties of any value form decide among candidates; unknown properties are ignored."""
    name = {"query": "Casper, J.", "type": "Researcher"}
    found = reconcile_queries(
        client,
        alone=name,
        work=name | {"properties": [{"pid": "work", "v": MEGATRON}, {"pid": "shoe size", "v": 42}]},
        coauthor=name
        | {"properties": [{"pid": "coauthor", "v": ["Mohammad Shoeybi", {"id": "x", "name": "R. Puri"}]}]},
        year={"query": MEGATRON, "properties": [{"pid": "year", "v": 2019}]},
        wrong={"query": MEGATRON, "type": "Paper", "properties": [{"pid": "author", "v": "Nobody Atall"}]},
        only={"properties": [{"pid": "arxiv", "v": "1909.08053"}], "type": "Paper"},
    )
    assert [found[key][0]["match"] for key in ("alone", "work", "coauthor")] == [False, True, True]
    assert found["work"][0]["name"] == "Jared Casper"
    assert {one["id"]: one["value"] for one in found["year"][0]["features"]} == {"title": 100, "year": 3}
    assert not found["wrong"][0]["match"]
    assert (found["only"][0]["name"], found["only"][0]["match"]) == (MEGATRON, True)


def test_types_and_limit_restrict_candidates(client: httpx2.Client) -> None:
    """Only the requested types are returned, or all types by default; `limit` truncates; an ID matches as text."""
    found = reconcile_queries(
        client,
        papers={"query": "language models", "type": ["Paper"], "limit": 2},
        people={"query": MEGATRON, "type": "Researcher"},
        several={"query": "Jared Casper", "type": ["Paper", "Researcher"], "type_strict": "any"},
        every={"query": "Jared Casper", "type": ["Paper", "Researcher"], "type_strict": "all"},
        unknown={"query": "Jared Casper", "type": "Q5"},
        should={"query": "Jared Casper", "type": "Q5", "type_strict": "should"},
        id={"query": NASTY_ID},
    )
    assert len(found["papers"]) == 2
    assert {one["type"][0]["id"] for one in found["papers"]} == {"Paper"}
    assert MEGATRON not in [one["name"] for one in found["people"]]
    assert found["several"][0]["name"] == found["should"][0]["name"] == "Jared Casper"
    assert found["every"] == found["unknown"] == []
    assert (found["id"][0]["id"], found["id"][0]["match"]) == (NASTY_ID, True)


async def test_batch_is_one_cypher_statement(client: httpx2.Client, address: Address) -> None:
    """A batch with queries of every type sends one RUN message."""
    del client  # the fixture loads the sample
    given = queries(
        json.dumps({str(i): {"query": text} for i, text in enumerate((MEGATRON, "Jared Casper", "NVIDIA"))})
    )
    with Proxy(address) as proxy:
        async with Graph(proxy.address) as graph:
            found = await batch.reconcile_batch(GraphQLClient(Service(graph)), given)
    assert all(one["result"] for one in found.values())
    assert proxy.runs == 1


@pytest.mark.full
def test_batch_size_limit_is_enforced(client: httpx2.Client) -> None:
    """The largest batch of the manifest succeeds with the most candidates; one query more returns 413."""
    size = client.get("/reconcile").json()["batchSize"]
    found = reconcile_queries(client, **{str(i): {"query": f"{MEGATRON} {i}", "limit": 10} for i in range(size)})
    assert len(found) == size
    over = {str(i): {"query": "x"} for i in range(size + 1)}
    answer = client.post("/reconcile", data={"queries": json.dumps(over)})
    assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (413, "BODY_TOO_LARGE")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("{", "not valid JSON"),
        ("[]", "not a JSON object"),
        ('{"q": 1}', "Query 'q' is not an object"),
        ('{"q": {}}', "neither a query nor properties"),
        ('{"q": {"query": ""}}', "neither a query nor properties"),
        ('{"q": {"query": 7}}', "not a string"),
        ('{"q": {"query": "x", "limit": 0}}', "expected a positive integer"),
        ('{"q": {"query": "x", "limit": "3"}}', "expected a positive integer"),
        ('{"q": {"query": "x", "type": 7}}', "type that is not a string"),
        ('{"q": {"query": "x", "type_strict": "maybe"}}', "type_strict"),
        ('{"q": {"query": "x", "properties": {}}}', "not a list"),
        ('{"q": {"query": "x", "properties": [{"pid": "year"}]}}', "without pid or v"),
        (
            '{"q": {"query": "x", "properties": [{"pid": "year", "v": {"x": 1}}]}}',
            "expected a string, number",
        ),
        ('{"q": {"query": "x", "queri": 1}}', "'queri'"),
        ("[" * 100_000, "not valid JSON"),
        ('{"q": {"query": "x", "limit": 1e400}}', ""),
    ],
)
def test_malformed_batch_is_rejected(client: httpx2.Client, given: str, told: str) -> None:
    """A malformed batch returns 400 with a code and a message that names the query and the error."""
    answer = client.post("/reconcile", data={"queries": given})
    assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (400, "BAD_REQUEST")
    assert told in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize(
    ("method", "path", "sent", "refusal"),
    [
        ("POST", "/reconcile", {"data": {"other": "x"}}, (400, "BAD_REQUEST")),
        ("POST", "/reconcile", {"json": {"queries": {}}}, (415, "UNSUPPORTED_MEDIA_TYPE")),
        ("POST", "/reconcile", {"data": {"queries": "x" * 2_000_000}}, (413, "BODY_TOO_LARGE")),
        ("PUT", "/reconcile", {}, (405, "METHOD_NOT_ALLOWED")),
        ("POST", "/reconcile/suggest/entity", {"data": {"prefix": "x"}}, (405, "METHOD_NOT_ALLOWED")),
        ("GET", "/reconcile?callback=steal", {}, (400, "BAD_REQUEST")),
        ("GET", "/reconcile?queries=%ff", {}, (400, "BAD_REQUEST")),
        ("GET", "/reconcile?" + "&".join(f"a{i}=1" for i in range(50)), {}, (400, "BAD_REQUEST")),
        ("GET", "/reconcile/suggest/entity", {}, (400, "BAD_REQUEST")),
        ("GET", "/reconcile/suggest/entity?prefix=a&cursor=-1", {}, (400, "BAD_REQUEST")),
        ("GET", "/reconcile/suggest/type?prefix=a&cursor=x", {}, (400, "BAD_REQUEST")),
        ("GET", "/reconcile/properties?type=Paper&limit=x", {}, (400, "BAD_REQUEST")),
        ("GET", "/reconcile/preview", {}, (400, "BAD_REQUEST")),
        ("GET", "/reconcile/preview?id=x", {}, (400, "BAD_ID")),
        ("GET", "/reconcile/preview?id=p_01J9ZX5T3NQ4W8E6R7Y2K0M1AC", {}, (404, "NOT_FOUND")),
        ("GET", "/reconcile/nothing", {}, (404, "NOT_FOUND")),
        ("POST", "/reconcile", {"data": {"extend": "{}"}}, (400, "BAD_REQUEST")),
        ("POST", "/reconcile", {"data": {"extend": '{"ids": ["a"], "properties": [7]}'}}, (400, "BAD_REQUEST")),
    ],
)
def test_invalid_requests_return_json_with_code(
    client: httpx2.Client, method: str, path: str, sent: dict[str, Any], refusal: tuple[int, str]
) -> None:
    """Each invalid request returns JSON with its status and code, never a page or a 500."""
    answer = client.request(method, path, **sent)
    assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == refusal


def test_suggest_finds_entities(client: httpx2.Client) -> None:
    """A prefix, a full name and an ID suggest the entity; `cursor` continues after the previous page."""
    for prefix, wanted in (("megatron-l", MEGATRON), ("Jared Casper", "Jared Casper"), (NASTY_ID, NASTY)):
        answer = client.get("/reconcile/suggest/entity", params={"prefix": prefix})
        assert wanted in [one.name for one in Entities.model_validate_json(answer.content).result]
    pages = [
        client.get("/reconcile/suggest/entity", params={"prefix": "model", "cursor": cursor}).json()["result"]
        for cursor in (0, 10)
    ]
    assert len(pages[0]) == 10
    assert pages[1]
    assert not {one["id"] for one in pages[0]} & {one["id"] for one in pages[1]}
    only = client.get("/reconcile/suggest/entity", params={"prefix": "jared", "type": "Researcher"}).json()["result"]
    assert {one["notable"][0]["id"] for one in only} == {"Researcher"}
    for params in ({"prefix": " "}, {"prefix": "x", "cursor": 999_999}, {"prefix": "x", "type": "Q5"}):
        assert client.get("/reconcile/suggest/entity", params=params).json() == {"result": []}


def test_suggest_finds_types_and_properties(client: httpx2.Client) -> None:
    """Types and properties are found by any part of their names, and properties also by type."""

    def ids(path: str, **params: str) -> list[str]:
        answer = client.get(f"/reconcile/suggest/{path}", params=params)
        return [one.id for one in Suggestions.model_validate_json(answer.content).result]

    assert ids("type", prefix="res") == ["Researcher"]
    assert ids("type", prefix="") == ["Paper", "Researcher", "Institution"]
    assert ids("type", prefix="", cursor="2") == ["Institution"]
    assert ids("property", prefix="auth") == ["author", "coauthor"]
    assert ids("property", prefix="", type="Institution") == ["country", "ror"]


def test_extend_fetches_properties(client: httpx2.Client) -> None:
    """Every proposed property can be fetched with its type; missing values and unknown IDs give empty lists."""
    proposed = Proposed.model_validate_json(client.get("/reconcile/properties?type=Paper").content)
    best = reconcile_queries(client, q={"query": MEGATRON, "type": "Paper"})["q"][0]["id"]
    wanted = {"ids": [best, NASTY_ID, "nothing"], "properties": [{"id": one.id} for one in proposed.properties]}
    answer = client.post("/reconcile", data={"extend": json.dumps(wanted)})
    found = Extended.model_validate_json(answer.content).model_dump()
    assert [one["id"] for one in found["meta"]] == [one.id for one in proposed.properties]
    row = found["rows"][best]
    assert (row["title"], row["year"], row["arxiv"]) == ([{"str": MEGATRON}], [{"int": 2019}], [{"str": "1909.08053"}])
    assert row["authors"][0]["name"] == "Mohammad Shoeybi"
    assert found["rows"][NASTY_ID]["title"] == [{"str": NASTY}]
    assert found["rows"][NASTY_ID]["doi"] == []
    assert set(map(len, found["rows"]["nothing"].values())) == {0}
    limited = client.get("/reconcile/properties?type=Paper&limit=2").json()
    assert (len(limited["properties"]), limited["limit"]) == (2, 2)


def test_preview_is_escaped_and_frameable(client: httpx2.Client) -> None:
    """A preview has no scripts, escapes markup in a title, and may be framed by OpenRefine."""
    page = client.get("/reconcile/preview", params={"id": NASTY_ID})
    assert page.headers["content-type"].startswith("text/html")
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;others&lt;/b&gt;" in page.text
    assert "<script" not in page.text
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "http://127.0.0.1:*" in policy
    assert "https://front.example" in policy


def test_cors_allows_local_and_configured_origins(client: httpx2.Client) -> None:
    """Pages of this machine and of configured origins may read every address; other origins may not."""
    for path in ("/reconcile", "/reconcile/suggest/type?prefix=", "/reconcile/properties?type=Paper"):
        for origin in (REFINE, "http://localhost:3333", "https://front.example"):
            assert client.get(path, headers={"origin": origin}).headers["access-control-allow-origin"] == origin
        for origin in ("https://evil.example", "http://127.0.0.1.evil.example", "null"):
            assert "access-control-allow-origin" not in client.get(path, headers={"origin": origin}).headers
    refused = client.post("/reconcile", data={"queries": "{"}, headers={"origin": REFINE})
    assert refused.headers["access-control-allow-origin"] == REFINE


@pytest.mark.full
def test_preflight_allows_local_pages(address: Address) -> None:
    """A preflight from OpenRefine is allowed on /reconcile and not on /graphql."""
    with forked_server(address) as plain:
        asking = {"origin": REFINE, "access-control-request-method": "POST"}
        assert plain.options("/reconcile", headers=asking).headers["access-control-allow-origin"] == REFINE
        assert "access-control-allow-origin" not in plain.options("/graphql", headers=asking).headers


@pytest.mark.full
def test_cost_budget_applies_to_batches(address: Address) -> None:
    """A batch over the client's budget returns 429 with Retry-After."""
    with forked_server(address, BYLINE_COST_PER_MINUTE="1") as frugal:
        answer = frugal.post("/reconcile", data={"queries": '{"q": {"query": "x"}}'})
        assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (429, "TOO_MANY_REQUESTS")
        assert int(answer.headers["retry-after"]) >= 1
