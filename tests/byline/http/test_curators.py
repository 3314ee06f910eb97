"""Mutations: curators decide who is who over HTTP, and nobody else does."""

from collections.abc import Generator
from typing import Any

import httpx2
import pytest

from cypher.driver.client import Address
from tests.byline.sampled import sampled
from tests.byline.serving import served

pytestmark = pytest.mark.graph

TOKEN = "0123456789abcdef-ann"  # noqa: S105 of this test alone
ANN = {"authorization": f"Bearer {TOKEN}", "accept": "application/graphql-response+json"}
PAPERS = """{ papers(first: 2, orderBy: [{field: TITLE}]) { nodes { id title } } }"""
MERGE = """mutation ($one: ID!, $other: ID!, $first: Int = 1) {
  mergeEntities(input: {leftId: $one, rightId: $other, reason: "one work", clientMutationId: "c1"}) {
    decision { id kind about subjectIds decidedBy reason revokedBy }
    nodes { ...Title ... on Paper { authors(first: $first) { nodes { name } } } }
    userErrors { code field message }
    clientMutationId
  }
}
fragment Title on Paper { title }"""
UNDO = """mutation ($id: ID!) {
  revokeDecision(input: {decisionId: $id, reason: "two works"}) {
    decision { id revokedBy revokedAt } nodes { id } userErrors { message }
  }
}"""
NODES = "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }"
SPLIT = """mutation ($id: ID!) {
  splitEntity(input: {id: $id, records: ["nobody:1"], reason: "no"}) {
    decision { id } userErrors { code field message }
  }
}"""


@pytest.fixture(scope="module")
def client(address: Address) -> Generator[httpx2.Client]:
    sampled(address, "three-papers")
    with served(address, BYLINE_CURATORS=f"ann:{TOKEN},ben:another-token-of-ben") as client:
        yield client


def asked(client: httpx2.Client, query: str, headers: dict[str, str], **variables: Any) -> httpx2.Response:  # noqa: ANN401 JSON
    return client.post("/graphql", json={"query": query, "variables": variables}, headers=headers)


def test_a_curator_merges_and_takes_back(client: httpx2.Client) -> None:
    """A merge makes both ids lead to one paper; undone, each leads to its own; the answer says who and why."""
    ids = [one["id"] for one in asked(client, PAPERS, ANN).json()["data"]["papers"]["nodes"]]
    payload = asked(client, MERGE, ANN, one=ids[0], other=ids[1]).json()["data"]["mergeEntities"]
    assert (payload["userErrors"], payload["clientMutationId"]) == ([], "c1")
    (paper,) = payload["nodes"]
    assert set(paper) == {"title", "authors"}
    assert len(paper["authors"]["nodes"]) == 1
    made = payload["decision"]
    assert made | {"id": ""} == {
        "id": "",
        "kind": "SAME",
        "about": "paper",
        "subjectIds": sorted(ids),
        "decidedBy": "ann",
        "reason": "one work",
        "revokedBy": None,
    }
    assert [one["id"] for one in asked(client, NODES, ANN, ids=ids).json()["data"]["nodes"]] == [min(ids)] * 2
    undone = asked(client, UNDO, ANN, id=made["id"]).json()["data"]["revokeDecision"]
    assert undone["decision"]["revokedBy"] == "ann"
    assert sorted(node["id"] for node in undone["nodes"]) == sorted(ids)
    assert [one["id"] for one in asked(client, NODES, ANN, ids=ids).json()["data"]["nodes"]] == ids


@pytest.mark.parametrize("token", [None, "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x"])
def test_nobody_else_decides(client: httpx2.Client, token: str | None) -> None:
    """Without a curator's token a mutation is 401 with its code, says what to send, and nothing changes."""
    headers = ANN | {"authorization": token} if token else {"accept": ANN["accept"]}
    answer = asked(client, UNDO, headers, id="d_1")
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    (error,) = answer.json()["errors"]
    assert error["extensions"]["code"] == "UNAUTHENTICATED"


def test_what_cannot_be_decided_is_told_in_words(client: httpx2.Client) -> None:
    """A wrong id, a record that is not there and a missing variable are the client's mistakes, with path and code."""
    wrong = asked(client, MERGE, ANN, one="doi:10.1000/404", other="doi:10.1000/405").json()
    assert "errors" not in wrong
    payload = wrong["data"]["mergeEntities"]
    assert (payload["decision"], payload["nodes"]) == (None, [])
    (error,) = payload["userErrors"]
    assert (error["code"], error["field"]) == ("INVALID", ["input", "leftId"])
    assert "No entity in the graph has the ID doi:10.1000/404" in error["message"]
    paper = asked(client, PAPERS, ANN).json()["data"]["papers"]["nodes"][0]["id"]
    split = asked(client, SPLIT, ANN, id=paper).json()["data"]["splitEntity"]
    assert "has no record" in split["userErrors"][0]["message"]
    missing = asked(client, MERGE, ANN, one="x").json()
    assert missing["errors"][0]["extensions"]["code"] == "BAD_VARIABLES"


def test_a_mutation_is_not_for_get(client: httpx2.Client) -> None:
    """GET changes nothing: a mutation that comes so is refused with 405."""
    query = 'mutation { revokeDecision(input: {decisionId: "d_1", reason: ""}) { decision { id } } }'
    answer = client.get("/graphql", params={"query": query}, headers=ANN)
    assert answer.status_code == 405
    assert answer.json()["errors"][0]["extensions"]["code"] == "METHOD_NOT_ALLOWED"


def test_a_request_makes_ten_decisions_at_most(client: httpx2.Client) -> None:
    """The eleventh decision of one request is refused; each of the others is answered for itself."""
    query = (
        "mutation {"
        + "".join(
            f'm{n}: revokeDecision(input: {{decisionId: "d_{n}", reason: ""}}) {{ decision {{ id }} }} '
            for n in range(11)
        )
        + "}"
    )
    answer = asked(client, query, ANN).json()
    (error,) = answer["errors"]
    assert (error["path"], error["extensions"]["code"]) == (["m10"], "TOO_COSTLY")
    assert error["locations"]
    assert answer["data"] == {f"m{n}": {"decision": None} for n in range(10)} | {"m10": None}
