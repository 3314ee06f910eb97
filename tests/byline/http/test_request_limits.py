"""Many clients at once: request batches, the connection pool, and the cost budget per minute."""

import time
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from byline.server.rate_limit import RateLimiter
from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.errors import RequestError
from tests.byline.command_line import forked_server

pytestmark = pytest.mark.graph
NEW = {"accept": "application/graphql-response+json"}
SMALL = "{ papers(first: 5) { totalCount nodes { title } } }"


def test_request_batches_are_disabled_by_default(address: Address) -> None:
    """A list of requests is rejected unless settings allow it; then each is answered in order, errors too."""
    batch = [{"query": "{ __typename }"}, {"query": "{ nothing }"}, {"query": "{ papers { totalCount } }"}]
    with forked_server(address) as client:
        off = client.post("/graphql", json=batch, headers=NEW)
        assert (off.status_code, off.json()["errors"][0]["extensions"]["code"]) == (400, "BAD_REQUEST")
        assert "batches are disabled" in off.json()["errors"][0]["message"]
    with forked_server(address, BYLINE_BATCH="3") as client:
        one, two, three = client.post("/graphql", json=batch, headers=NEW).json()
        assert one["data"] == {"__typename": "Query"}
        assert two["errors"][0]["extensions"]["code"] == "VALIDATION"
        assert "papers" in three["data"]
        for wrong in ([], [*batch, batch[0]]):
            answer = client.post("/graphql", json=wrong, headers=NEW)
            assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (400, "BAD_REQUEST")


@pytest.mark.full
def test_malformed_request_fails_only_its_place_in_batch(address: Address) -> None:
    """A malformed request fails at its place in a batch and the others succeed; a batch cannot return lines."""
    with forked_server(address, BYLINE_BATCH="3") as client:
        one, two, three = client.post("/graphql", json=[7, {"query": "{ __typename }"}, {"query": 1}]).json()
        assert two == {"data": {"__typename": "Query"}, "extensions": two["extensions"]}
        for wrong, message in ((one, "not a JSON object with a query"), (three, "query is not a string")):
            assert wrong["errors"][0]["extensions"]["code"] == "BAD_REQUEST"
            assert message in wrong["errors"][0]["message"]
        lines = client.post("/graphql", json=[{"query": SMALL}], headers={"accept": "application/x-ndjson"})
        assert (lines.status_code, lines.json()["errors"][0]["extensions"]["code"]) == (400, "BAD_REQUEST")


@pytest.mark.full
def test_cost_budget_per_minute_is_enforced(address: Address) -> None:
    """A client over its budget gets 429, Retry-After and the figures, in batches and exports too."""
    with forked_server(address, BYLINE_COST_PER_MINUTE="2500", BYLINE_BATCH="5") as client:
        wanted = {"query": '{ papers(query: "language") { nodes { id } } }'}
        first = client.post("/graphql", json=wanted, headers=NEW)
        cost = first.json()["extensions"]["cost"]
        assert (first.status_code, cost["estimated"] > 1_000, cost["actual"] < 1_000) == (200, True, True)
        replies = [client.post("/graphql", json=wanted, headers=NEW) for _ in range(2)]
        refused = replies[-1]
        assert (refused.status_code, refused.json()["errors"][0]["extensions"]["code"]) == (429, "TOO_MANY_REQUESTS")
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        assert "(2,500 per minute)" in refused.json()["errors"][0]["message"]
        batch = client.post("/graphql", json=[wanted]).json()
        assert batch[0]["errors"][0]["extensions"]["code"] == "TOO_MANY_REQUESTS"
        export = {"query": "{ papers { nodes { id } } }"}
        assert client.post("/graphql", json=export, headers={"accept": "application/x-ndjson"}).status_code == 429
        assert client.get("/healthz").status_code == 200


def test_rejected_request_costs_nothing() -> None:
    """A request that exceeds the remaining budget leaves the budget to cheaper requests."""
    spend = RateLimiter(300).budget_for("somebody")
    spend(10)
    with pytest.raises(RequestError, match=r"remaining budget of 290 \(300 per minute\)"):
        spend(400)
    spend(290)
    with pytest.raises(RequestError, match="budget of 0 "):
        spend(1)


@pytest.mark.full
def test_two_hundred_clients_share_two_connections(address: Address) -> None:
    """With two connections to Neo4j, the server answers 200 concurrent clients without an error."""
    with forked_server(address, BYLINE_NEO4J_POOL="2") as client:

        def ask(_: int) -> tuple[int, str]:
            answer = many.post("/graphql", json={"query": SMALL}, headers=NEW)
            return answer.status_code, answer.text if answer.is_error else ""

        with (
            httpx2.Client(base_url=client.base_url, timeout=60, limits=httpx2.Limits(max_connections=200)) as many,
            ThreadPoolExecutor(200) as clients,
        ):
            assert set(clients.map(ask, range(200))) == {(200, "")}


CREATE_SLOW_PAPERS = """
UNWIND range(1, 3000) AS number
CREATE (:Paper {id: 'slow' + number, title: 'Slow', abstract: reduce(text = '', _ IN range(1, 200) | text + 'ae')})
"""
SLOW = '{ papers(first: 1, where: {abstract: {matches: ".*a.*e.*qzz"}}) { totalCount } }'
COUNT_READS = "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery CONTAINS '.abstract =~' RETURN count(*) - 1"
"""Counts the running reads, without this statement itself."""


ROUNDS = 3
"""The fastest round counts: a pause of the machine can delay one of them."""


async def test_disconnected_clients_free_their_connections(address: Address) -> None:
    """When clients disconnect, the next request is answered and their queries end in Neo4j, within 0.5 s."""

    def disconnect(_: int) -> None:
        with httpx2.Client(base_url=base_url, timeout=0.5) as impatient, pytest.raises(httpx2.ReadTimeout):
            impatient.post("/graphql", json={"query": SLOW}, headers=NEW)

    async def seconds_until_free(client: httpx2.Client, graph: Graph) -> float:
        with ThreadPoolExecutor(12) as clients:
            assert list(clients.map(disconnect, range(12))) == [None] * 12
        started = time.monotonic()
        assert client.post("/graphql", json={"query": "{ meta { version } }"}).status_code == 200
        while int(str((await graph.administer(COUNT_READS)).rows[0][0])) and time.monotonic() - started < 5:
            pass
        return time.monotonic() - started

    with forked_server(address, BYLINE_NEO4J_POOL="2") as client:
        base_url = client.base_url
        async with Graph(address) as graph:
            await graph.administer(CREATE_SLOW_PAPERS)
            try:
                # without cancellation: six rounds of ten seconds
                assert min([await seconds_until_free(client, graph) for _ in range(ROUNDS)]) < 0.5
            finally:
                await graph.administer("MATCH (p:Paper {title: 'Slow'}) DELETE p")
