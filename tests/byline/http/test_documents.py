"""Trusted documents: addressed by ID, and optionally the only documents that the server answers."""

import hashlib
import json
from collections.abc import Generator
from pathlib import Path

import httpx2
import pytest

from byline.server.trusted_documents import load_documents
from byline.settings import SettingError
from cypher.driver.address import Address
from resolvers.plan_cache import PlanCache
from tests.byline.command_line import forked_server

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
    with forked_server(
        address, BYLINE_DOCUMENTS=str(folder), BYLINE_ONLY_TRUSTED="true", BYLINE_CURATORS="ann:a-token-of-this-test"
    ) as client:
        yield client


def document_hash(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


@pytest.mark.full
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


def persisted(text: str, *, with_text: bool) -> dict[str, object]:
    """Return the body of a request of Apollo's automatic persisted queries."""
    extension = {"persistedQuery": {"version": 1, "sha256Hash": hashlib.sha256(text.encode()).hexdigest()}}
    return {"extensions": extension, **({"query": text} if with_text else {})}


@pytest.fixture(scope="module")
def persisting_client(address: Address) -> Generator[httpx2.Client]:
    with forked_server(address, BYLINE_PERSISTED_QUERIES="2") as client:
        yield client


@pytest.mark.graph
def test_persisted_query_runs_by_hash_after_it_was_sent(persisting_client: httpx2.Client) -> None:
    """The server asks for an unknown document, keeps it, then runs it by its hash, over POST and GET."""
    unknown = persisting_client.post("/graphql", json=persisted(NAME, with_text=False))
    assert (unknown.status_code, unknown.json()["errors"]) == (
        200,
        [{"message": "PersistedQueryNotFound", "extensions": {"code": "PERSISTED_QUERY_NOT_FOUND"}}],
    )
    expected = {"__typename": "Query"}
    assert persisting_client.post("/graphql", json=persisted(NAME, with_text=True)).json()["data"] == expected
    assert persisting_client.post("/graphql", json=persisted(NAME, with_text=False)).json()["data"] == expected
    query = {"extensions": json.dumps(persisted(NAME, with_text=False)["extensions"])}
    assert persisting_client.get("/graphql", params=query).json()["data"] == expected


@pytest.mark.graph
def test_least_recently_used_persisted_query_is_removed(persisting_client: httpx2.Client) -> None:
    """The server keeps at most BYLINE_PERSISTED_QUERIES documents."""
    texts = [f"{{ {name}: __typename }}" for name in "abc"]
    for text in texts:
        persisting_client.post("/graphql", json=persisted(text, with_text=True))
    answers = [persisting_client.post("/graphql", json=persisted(text, with_text=False)).json() for text in texts]
    assert ["errors" in answer for answer in answers] == [True, False, False]


@pytest.mark.graph
@pytest.mark.parametrize(
    "extension",
    [{"version": 2, "sha256Hash": "0" * 64}, {"version": 1}, {"version": 1, "sha256Hash": "short"}, "text"],
)
def test_invalid_persisted_query_is_rejected(persisting_client: httpx2.Client, extension: object) -> None:
    """An unknown version or a hash of another form is rejected."""
    answer = persisting_client.post("/graphql", json={"extensions": {"persistedQuery": extension}})
    assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (400, "BAD_REQUEST")


@pytest.mark.graph
def test_document_id_and_hash_exclude_each_other(persisting_client: httpx2.Client) -> None:
    """A request names its document in one way."""
    answer = persisting_client.post("/graphql", json=persisted(NAME, with_text=False) | {"documentId": "a1b2"})
    assert "both documentId and extensions.persistedQuery" in answer.json()["errors"][0]["message"]


@pytest.mark.graph
def test_hash_of_another_document_is_rejected(persisting_client: httpx2.Client) -> None:
    """A document cannot take the hash of another one."""
    body = persisted(COUNT, with_text=False) | {"query": NAME}
    assert "but the SHA-256 of query is" in persisting_client.post("/graphql", json=body).json()["errors"][0]["message"]


@pytest.mark.graph
def test_trusted_documents_have_persisted_hashes(client: httpx2.Client) -> None:
    """Apollo's hash of a trusted document runs it; with only trusted documents, no other is kept."""
    body = persisted(COUNT, with_text=False) | {"variables": {"year": 3000}}
    assert client.post("/graphql", json=body).json()["data"] == {"papers": {"totalCount": 0}}
    codes = [
        client.post("/graphql", json=persisted("{ meta { version } }", with_text=with_text)).json()["errors"][0]
        for with_text in (False, True)
    ]
    assert [code["extensions"]["code"] for code in codes] == ["UNKNOWN_DOCUMENT", "UNTRUSTED_DOCUMENT"]
