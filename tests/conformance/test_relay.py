"""Relay's compiler on the schema, with a project of pages like those of a front end."""

import json
import shutil
from pathlib import Path
from typing import Any

import httpx2
import pytest

from byline.server.trusted_documents import load_documents
from resolvers.plan_cache import PlanCache
from tests.conformance.conftest import HERE, tool

pytestmark = [pytest.mark.conformance, pytest.mark.graph]
QUERIES = 20
GIVEN: dict[str, Any] = {
    "orcid": "0000-0002-1825-0097",
    "doi": "10.1145/3458817.3476209",
    "dois": ["10.1145/3458817.3476209", "10.1000/182"],
    "withAbstract": True,
    "text": "megatron",
    "code": "cs.CL",
    "ror": "03jdj4y14",
    "acl": "naacl",
    "year": 2019,
    "ids": ["doi:10.1145/3458817.3476209"],
}


@pytest.fixture(scope="module")
def documents() -> dict[str, str]:
    """Compile the project and return its documents by ID."""
    made = HERE / "relay" / "made"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    (made / "documents.json").write_text("{}")
    done = tool("relay-compiler", "relay.config.json", cwd=HERE / "relay")
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, str] = json.loads((made / "documents.json").read_text())
    return found


def test_relay_project_compiles(documents: dict[str, str]) -> None:
    """relay-compiler accepts the schema: connections, refetchable fragments and nodes of 20 pages compile."""
    assert len(documents) == QUERIES


def test_relay_documents_can_be_trusted(documents: dict[str, str], tmp_path: Path) -> None:
    """The server loads the compiler's file of documents unchanged as trusted documents."""
    (tmp_path / "documents.json").write_text(json.dumps(documents))
    assert documents.items() <= load_documents(tmp_path, PlanCache(15)).items()


def test_relay_queries_are_answered(client: httpx2.Client, documents: dict[str, str]) -> None:
    """Each compiled query is answered without errors, and most return data of the sample."""
    people = client.post("/graphql", json={"query": "{ researchers(first: 2) { nodes { id } } }"}).json()
    one, other = (node["id"] for node in people["data"]["researchers"]["nodes"])
    given = {
        **GIVEN,
        "id": one,
        "one": one,
        "other": other,
        "from": one,
        "to": other,
        "centers": [one, other],
        "leftId": one,
        "rightId": other,
    }
    filled = 0
    for text in documents.values():
        answer = client.post("/graphql", json={"query": text, "variables": given}).json()
        assert "errors" not in answer, (answer["errors"], text)
        filled += any(answer["data"].values())
    assert filled > QUERIES // 2
