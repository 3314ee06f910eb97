"""Trusted documents: addressed by ID, and optionally the only documents that the server answers."""

import hashlib
import json
from collections.abc import Generator
from pathlib import Path

import httpx2
import pytest

from byline.server.trusted_documents import load_documents
from byline.settings import SettingError
from cypher.driver.client import Address
from resolvers.plan_cache import PlanCache
from tests.byline.server_process import served

COUNT = "query Count($year: Int!) { papers(where: {year: {gte: $year}}) { totalCount } }\n"
NAME = "{ __typename }"
UNDO = 'mutation Undo { revokeDecision(input: {decisionId: "d_1", reason: "no"}) { userErrors { message } } }'
CURATOR = {"authorization": "Bearer a-token-of-this-test"}
NEW = {"accept": "application/graphql-response+json"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documents")
    (folder / "pages").mkdir()
    (folder / "pages" / "count.graphql").write_text(COUNT)
    (folder / "relay.json").write_text(json.dumps({"a1b2": NAME}))
    (folder / "undo.graphql").write_text(UNDO)
    (folder / "notes.txt").write_text("not a document")
    return folder


@pytest.fixture(scope="module")
def client(address: Address, folder: Path) -> Generator[httpx2.Client]:
    with served(
        address, BYLINE_DOCUMENTS=str(folder), BYLINE_ONLY_TRUSTED="true", BYLINE_CURATORS="ann:a-token-of-this-test"
    ) as client:
        yield client


def document_hash(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


@pytest.mark.graph
def test_trusted_mutation_runs(client: httpx2.Client) -> None:
    """A curator can send a trusted mutation by its ID, like a query."""
    answer = client.post("/graphql", json={"documentId": "undo"}, headers=NEW | CURATOR).json()
    assert "Unknown decision d_1" in answer["data"]["revokeDecision"]["userErrors"][0]["message"]


@pytest.mark.graph
@pytest.mark.parametrize("name", ["pages/count", document_hash(COUNT)])
def test_document_ids_work_over_post_and_get(client: httpx2.Client, name: str) -> None:
    """A document's file name and its hash both identify it, over POST and GET, with variables."""
    posted = client.post("/graphql", json={"documentId": name, "variables": {"year": 3000}}, headers=NEW)
    got = client.get("/graphql", params={"documentId": name, "variables": '{"year": 3000}'}, headers=NEW)
    assert posted.json()["data"] == got.json()["data"] == {"papers": {"totalCount": 0}}


@pytest.mark.graph
def test_relay_manifest_adds_documents(client: httpx2.Client) -> None:
    """A JSON file of IDs and documents, as Relay's compiler writes it, adds its documents."""
    assert client.post("/graphql", json={"documentId": "a1b2"}).json()["data"] == {"__typename": "Query"}


@pytest.mark.graph
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"documentId": "sha256:0"}, 400, "UNKNOWN_DOCUMENT"),
        ({"query": "{ papers { totalCount } }"}, 403, "UNTRUSTED_DOCUMENT"),
        ({"query": NAME, "documentId": "a1b2"}, 400, "BAD_REQUEST"),
        ({"documentId": 7}, 400, "BAD_REQUEST"),
        ({"documentId": "pages/count"}, 400, "BAD_VARIABLES"),
    ],
)
def test_untrusted_documents_are_rejected(
    client: httpx2.Client, body: dict[str, object], status: int, code: str
) -> None:
    """An unknown ID, an untrusted document, and an ID sent with a text are rejected, each with its code."""
    answer = client.post("/graphql", json=body, headers=NEW)
    assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (status, code)


@pytest.mark.graph
def test_trusted_document_may_be_sent_as_text(client: httpx2.Client) -> None:
    """A client may send the full text of a trusted document."""
    assert client.post("/graphql", json={"query": NAME}).json()["data"] == {"__typename": "Query"}


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("wrong.graphql", "{\n  nothing\n}", "wrong.graphql:2:3: Cannot query field 'nothing'"),
        ("wrong.graphql", "{", "wrong.graphql:1:2: Syntax Error"),
        ("wrong.json", "[]", "wrong.json is not a JSON object that maps IDs to documents"),
        ("wrong.json", '{"a": 1}', "wrong.json is not a JSON object that maps IDs to documents"),
        ("wrong.json", "{", "Cannot read "),
        ("wrong.json", '{"one": "{ __typename }", "two": "{ x }"}', "wrong.json (two):1:3: Cannot query field 'x'"),
        ("notes.txt", "", "contains no documents"),
    ],
)
def test_invalid_document_fails_at_startup(tmp_path: Path, name: str, text: str, told: str) -> None:
    """A folder with an invalid document fails before the server starts; the error names file and position."""
    (tmp_path / name).write_text(text)
    with pytest.raises(SettingError) as error:
        load_documents(tmp_path, PlanCache(15))
    assert told in str(error.value)


def test_duplicate_document_ids_are_rejected(tmp_path: Path) -> None:
    """Two different documents with one ID are an error; the same document twice is allowed."""
    (tmp_path / "a.graphql").write_text(NAME)
    (tmp_path / "b.json").write_text(json.dumps({"a": NAME}))
    assert set(load_documents(tmp_path, PlanCache(15))) == {"a", document_hash(NAME)}
    (tmp_path / "b.json").write_text(json.dumps({"a": "{ other: __typename }"}))
    with pytest.raises(SettingError, match="another document already has the ID 'a'"):
        load_documents(tmp_path, PlanCache(15))
