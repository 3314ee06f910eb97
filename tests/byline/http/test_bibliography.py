"""Bibliographies of papers and collections over HTTP, and of lists from the command line."""

import json
from collections.abc import Generator

import anyio
import httpx2
import pytest

from accounts import tokens, users
from accounts.collections import CollectionEditor, CollectionItem, CollectionValues
from accounts.object_writes import ObjectWriter
from accounts.roles import Role
from cypher.driver.address import Address
from cypher.driver.client import Graph
from tests.byline.command_line import forked_server, run
from tests.byline.sample_graph import sampled
from tests.byline.server_process import environment
from tests.conftest import emptied

pytestmark = pytest.mark.graph

ARXIV = "2201.11990"
STATE: dict[str, str] = {}


async def _empty(address: Address) -> None:
    async with Graph(address) as graph:
        await emptied(graph)


async def _create_collection(address: Address) -> None:
    async with Graph(address) as graph:
        await graph.administer("MATCH (n:User|AccessToken|Collection) DETACH DELETE n")
        user_id = await users.create_user(graph, "ada", Role.MEMBER)
        STATE["token"] = (await tokens.create_token(graph, "ada")).secret.get_secret_value()
        editor = CollectionEditor(ObjectWriter(graph, user_id))
        for name, visibility in (("private", "private"), ("public", "public"), ("empty", "public")):
            STATE[name] = await editor.create(CollectionValues(name, visibility=visibility))
            if name != "empty":
                await editor.add(STATE[name], CollectionItem(["arxiv", ARXIV]))


@pytest.fixture(scope="module")
def client(address: Address) -> Generator[httpx2.Client]:
    sampled(address)
    anyio.run(_create_collection, address)
    with forked_server(address) as client:
        yield client
    anyio.run(_empty, address)


def test_paper_has_references_in_every_format(client: httpx2.Client) -> None:
    """Any ID of a paper leads to its reference; unknown papers and formats are 404 with advice."""
    bibtex = client.get(f"/papers/arxiv:{ARXIV}.bib")
    assert (bibtex.status_code, bibtex.headers["content-type"]) == (200, "application/x-bibtex")
    assert "Smith, Shaden and " in bibtex.text
    assert "month = jan" in bibtex.text
    assert client.get(f"/papers/https://arxiv.org/abs/{ARXIV}.ris").text.startswith("TY  - ")
    (item,) = client.get(f"/papers/arxiv:{ARXIV}.json").json()
    assert (len(item["author"]), item["issued"]) == (20, {"date-parts": [[2022, 1, 28]]})
    for path, status, text in (
        ("papers/doi:10.1/none.bib", 404, "does not exist"),
        ("papers/arxiv:1.docx", 404, ".bib, .ris and .json"),
        ("papers/.bib", 404, "Expected"),
        ("papers/doi:nonsense.bib", 404, "does not exist"),
    ):
        refused = client.get(f"/{path}")
        assert (refused.status_code, text in refused.json()["errors"][0]["message"]) == (status, True), refused.text


def test_collections_are_exported_to_those_who_read_them(client: httpx2.Client) -> None:
    """A private collection is exported to its owner alone; an empty one is an empty bibliography."""
    header = {"authorization": f"Bearer {STATE['token']}"}
    assert client.get(f"/collections/{STATE['private']}.bib").status_code == 404
    assert "eprint = {2201.11990}" in client.get(f"/collections/{STATE['private']}.bib", headers=header).text
    assert len(client.get(f"/collections/{STATE['public']}.json").json()) == 1
    assert client.get(f"/collections/{STATE['empty']}.json").json() == []


def test_command_exports_filtered_papers(client: httpx2.Client, address: Address) -> None:
    """The command writes all papers of a filter; a wrong filter is an error and writes nothing."""
    env = environment(address)
    done = run("export", "--bibliography", "csl-json", "--where", '{"year": {"gte": 2021}}', env=env)
    years = [item["issued"]["date-parts"][0][0] for item in json.loads(done.stdout)]
    assert (done.returncode, len(years) > 3, min(years) >= 2021) == (0, True, True), done.stderr
    found = run("export", "--bibliography", "bibtex", "--search", "megatron", env=env).stdout
    assert found.count("title = ") >= 2
    for options, text in (
        (("--where", '{"yaer": 1}'), "yaer"),
        (("--where", "["), "File not found"),
        (("--query", "{ papers { nodes { id } } }"), "Use exactly one"),
    ):
        failed = run("export", "--bibliography", "bibtex", *options, env=env)
        assert failed.returncode != 0
        assert (failed.stdout, text in failed.stderr) == ("", True), failed.stderr
    del client  # the sample is loaded
