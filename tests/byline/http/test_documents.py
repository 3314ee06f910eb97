"""Trusted documents: named by their ids, and the only ones that are answered where that is set."""

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
from tests.byline.serving import served

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


def of(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


@pytest.mark.graph
def test_a_trusted_mutation_is_made(client: httpx2.Client) -> None:
    """A mutation among the trusted documents is asked by its id like a query, by a curator."""
    answer = client.post("/graphql", json={"documentId": "undo"}, headers=NEW | CURATOR).json()
    assert "Unknown decision d_1" in answer["data"]["revokeDecision"]["userErrors"][0]["message"]


@pytest.mark.graph
@pytest.mark.parametrize("name", ["pages/count", of(COUNT)])
def test_a_document_is_asked_by_its_ids(client: httpx2.Client, name: str) -> None:
    """Its file's name and its hash name a document, over POST and GET, with variables."""
    posted = client.post("/graphql", json={"documentId": name, "variables": {"year": 3000}}, headers=NEW)
    got = client.get("/graphql", params={"documentId": name, "variables": '{"year": 3000}'}, headers=NEW)
    assert posted.json()["data"] == got.json()["data"] == {"papers": {"totalCount": 0}}


@pytest.mark.graph
def test_a_manifest_of_another_tool_counts(client: httpx2.Client) -> None:
    """A JSON file of ids and documents, as Relay's compiler writes it, adds them."""
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
def test_other_documents_are_refused(client: httpx2.Client, body: dict[str, object], status: int, code: str) -> None:
    """An unknown id, a document that is not trusted and both at once are refused, each with its code."""
    answer = client.post("/graphql", json=body, headers=NEW)
    assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (status, code)


@pytest.mark.graph
def test_a_trusted_text_may_be_sent_whole(client: httpx2.Client) -> None:
    """What is trusted may also be sent as it is."""
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
def test_a_document_that_cannot_be_is_named(tmp_path: Path, name: str, text: str, told: str) -> None:
    """A folder with a document that could not be answered is refused before anything is served, with its place."""
    (tmp_path / name).write_text(text)
    with pytest.raises(SettingError) as error:
        load_documents(tmp_path, PlanCache(15))
    assert told in str(error.value)


def test_two_documents_of_one_name_are_refused(tmp_path: Path) -> None:
    """Two documents of one id are a mistake that is named; the same document twice is none."""
    (tmp_path / "a.graphql").write_text(NAME)
    (tmp_path / "b.json").write_text(json.dumps({"a": NAME}))
    assert set(load_documents(tmp_path, PlanCache(15))) == {"a", of(NAME)}
    (tmp_path / "b.json").write_text(json.dumps({"a": "{ other: __typename }"}))
    with pytest.raises(SettingError, match="another document already has the ID 'a'"):
        load_documents(tmp_path, PlanCache(15))
