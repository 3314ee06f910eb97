"""Mutations over HTTP: curators make and revoke decisions, and other clients cannot."""

from collections.abc import Generator
from typing import Any

import httpx2
import pytest

from cypher.driver.address import Address
from tests.byline.command_line import forked_server
from tests.byline.sample_graph import sampled

pytestmark = pytest.mark.graph

TOKEN = "0123456789abcdef-ann"  # noqa: S105 of this test alone
ANN = {"authorization": f"Bearer {TOKEN}", "accept": "application/graphql-response+json"}
PAPERS = """{ papers(first: 2, orderBy: [{field: TITLE}]) { nodes { id title } } }"""
MERGE = """mutation ($one: ID!, $other: ID!, $first: Int = 1) {
  mergeEntities(input: {leftId: $one, rightId: $other, reason: "one work", clientMutationId: "c1"}) {
    decision { id kind entityKind subjectIds decidedBy reason revokedBy }
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
    with forked_server(address, BYLINE_CURATORS=f"ann:{TOKEN},ben:another-token-of-ben") as client:
        yield client


def post_document(client: httpx2.Client, query: str, headers: dict[str, str], **variables: Any) -> httpx2.Response:  # noqa: ANN401 JSON
    return client.post("/graphql", json={"query": query, "variables": variables}, headers=headers)


def test_curator_merges_and_revokes(client: httpx2.Client) -> None:
    """A merge makes both IDs lead to one paper; a revoke restores both. The answer has the curator and reason."""
    ids = [one["id"] for one in post_document(client, PAPERS, ANN).json()["data"]["papers"]["nodes"]]
    payload = post_document(client, MERGE, ANN, one=ids[0], other=ids[1]).json()["data"]["mergeEntities"]
    assert (payload["userErrors"], payload["clientMutationId"]) == ([], "c1")
    (paper,) = payload["nodes"]
    assert set(paper) == {"title", "authors"}
    assert len(paper["authors"]["nodes"]) == 1
    made = payload["decision"]
    assert made | {"id": ""} == {
        "id": "",
        "kind": "SAME",
        "entityKind": "PAPER",
        "subjectIds": sorted(ids),
        "decidedBy": "ann",
        "reason": "one work",
        "revokedBy": None,
    }
    assert [one["id"] for one in post_document(client, NODES, ANN, ids=ids).json()["data"]["nodes"]] == [min(ids)] * 2
    revocation = post_document(client, UNDO, ANN, id=made["id"])
    undone = revocation.json()["data"]["revokeDecision"]
    extensions = revocation.json()["extensions"]
    assert (extensions["timing"].keys(), extensions["cost"].keys()) == (
        {"compile", "execute"},
        {"estimated", "limit", "actual"},
    )
    assert "execute;dur=" in revocation.headers["server-timing"]
    assert undone["decision"]["revokedBy"] == "ann"
    assert sorted(node["id"] for node in undone["nodes"]) == sorted(ids)
    assert [one["id"] for one in post_document(client, NODES, ANN, ids=ids).json()["data"]["nodes"]] == ids


@pytest.mark.parametrize("token", [None, "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x"])
def test_mutation_without_curator_token_returns_401(client: httpx2.Client, token: str | None) -> None:
    """A mutation without a curator's token returns 401, a code and a Bearer challenge, and changes nothing."""
    headers = ANN | {"authorization": token} if token else {"accept": ANN["accept"]}
    answer = post_document(client, UNDO, headers, id="d_1")
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    (error,) = answer.json()["errors"]
    assert error["extensions"]["code"] == "UNAUTHENTICATED"


def test_invalid_decisions_return_client_errors(client: httpx2.Client) -> None:
    """An unknown ID, an unknown record and a missing variable are client errors with a code and message;
    the unknown ID's error also has a path.
    """
    wrong = post_document(client, MERGE, ANN, one="doi:10.1000/404", other="doi:10.1000/405").json()
    assert "errors" not in wrong
    payload = wrong["data"]["mergeEntities"]
    assert (payload["decision"], payload["nodes"]) == (None, [])
    (error,) = payload["userErrors"]
    assert (error["code"], error["field"]) == ("NOT_FOUND", ["input", "leftId"])
    assert "No entity in the graph has the ID doi:10.1000/404" in error["message"]
    no_id = post_document(client, MERGE, ANN, one="hello", other="doi:10.1000/405").json()
    (error,) = no_id["data"]["mergeEntities"]["userErrors"]
    assert (error["code"], error["field"]) == ("BAD_ID", ["input", "leftId"])
    paper = post_document(client, PAPERS, ANN).json()["data"]["papers"]["nodes"][0]["id"]
    split = post_document(client, SPLIT, ANN, id=paper).json()["data"]["splitEntity"]
    assert "has no record" in split["userErrors"][0]["message"]
    missing = post_document(client, MERGE, ANN, one="x").json()
    assert missing["errors"][0]["extensions"]["code"] == "BAD_VARIABLES"


def test_get_rejects_mutations(client: httpx2.Client) -> None:
    """A mutation over GET returns 405 and changes nothing."""
    query = 'mutation { revokeDecision(input: {decisionId: "d_1", reason: ""}) { decision { id } } }'
    answer = client.get("/graphql", params={"query": query}, headers=ANN)
    assert answer.status_code == 405
    assert answer.json()["errors"][0]["extensions"]["code"] == "METHOD_NOT_ALLOWED"


def test_request_with_eleven_mutations_is_rejected(client: httpx2.Client) -> None:
    """A request with more than ten mutations is rejected before the first one runs."""
    query = (
        "mutation {"
        + "".join(
            f'm{n}: revokeDecision(input: {{decisionId: "d_{n}", reason: ""}}) {{ decision {{ id }} }} '
            for n in range(11)
        )
        + "}"
    )
    answer = post_document(client, query, ANN).json()
    (error,) = answer["errors"]
    assert (error["path"], error["extensions"]["code"]) == (["m10"], "TOO_COSTLY")
    assert error["locations"]
    assert error["message"] == "The request has 11 mutations. Expected at most 10. No mutation was executed."
    assert answer.get("data") is None
