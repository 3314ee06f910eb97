"""Full lists as lines of JSON, over HTTP and from the command line."""

import json
import os
import subprocess
from collections.abc import Generator
from pathlib import Path

import anyio
import httpx2
import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.errors import Code, RequestError
from resolvers.execute import Request, Service
from resolvers.expensive_queries import EXPENSIVE_COST, ClientQuery, ExpensiveQueryLimiter
from resolvers.export import iter_pages
from tests.byline.command_line import forked_server, run
from tests.byline.server_process import environment
from tests.conftest import emptied

pytestmark = pytest.mark.graph
LINES = {"accept": "application/x-ndjson"}
PAPERS = 2_345
MANY = """
CREATE (r:Researcher {id: 'r_' + $zeros + '0', ord: 'a', name: 'R'})
WITH r
UNWIND range(1, $papers) AS i
CREATE (p:Paper {id: 'p_' + $zeros + '0' + i, ord: toString(10000 + i), title: 'P' + i, year: 2000 + i % 20,
                 kind: 'article', citationCount: i % 3})
CREATE (r)-[:AUTHORED {rid: r.id, pid: p.id, ord: p.ord, position: 1}]->(p)
"""


async def _fill_graph(address: Address) -> None:
    async with Graph(address) as graph:
        await emptied(graph)
        await graph.administer(MANY, {"papers": PAPERS, "zeros": "0" * 25})


@pytest.fixture(scope="module")
def client(address: Address) -> Generator[httpx2.Client]:
    anyio.run(_fill_graph, address)
    with forked_server(address, BYLINE_MAX_COST="3000") as client:
        yield client


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_export_returns_whole_list(client: httpx2.Client) -> None:
    """An export returns every matching paper once, in order, although a page could not be so long or costly."""
    query = "{ papers(where: {year: {gte: 2001}}) { nodes { title year } } }"
    answer = client.post("/graphql", json={"query": query}, headers=LINES)
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    expected = [i for i in range(1, PAPERS + 1) if i % 20]
    assert lines(answer.text) == [{"title": f"P{i}", "year": 2000 + i % 20} for i in expected]


def test_nested_export_resumes_after_cursor(client: httpx2.Client) -> None:
    """An export of a researcher's paper edges, in a given order, starts at `after`, so that it can be resumed."""
    query = """query All($id: ID!, $after: String) { researcher(by: {id: $id}) {
      found: papers(after: $after, orderBy: [{field: CITATION_COUNT}, {field: TITLE}]) { ...E } } }
      fragment E on ResearcherPaperConnection { edges { cursor position node { title } } }"""
    variables = {"id": f"r_{'0' * 25}0"}
    whole = lines(client.post("/graphql", json={"query": query, "variables": variables}, headers=LINES).text)
    assert len(whole) == PAPERS
    assert len({edge["cursor"] for edge in whole}) == PAPERS  # type: ignore[index]
    later = {**variables, "after": whole[1_999]["cursor"]}
    rest = client.get("/graphql", params={"query": query, "variables": json.dumps(later)}, headers=LINES)
    assert lines(rest.text) == whole[2_000:]


async def test_pages_of_exports_share_the_slots_of_expensive_queries(client: httpx2.Client, address: Address) -> None:
    """While another client uses the only slot, an export is rejected after its waiting time; later it succeeds."""
    request = Request("{ papers { nodes { title } } }", client="exporter")
    async with Graph(address) as graph:
        service = Service(graph)
        service.expensive_queries = ExpensiveQueryLimiter(1, wait_s=0.05)

        async def export_while_slot_is_taken() -> None:
            with pytest.raises(RequestError, match=r"waited 0\.05 s") as error:
                await anext(iter_pages(service, request))
            assert error.value.code == Code.TOO_MANY_REQUESTS

        await service.expensive_queries.run(ClientQuery("other", EXPENSIVE_COST, ""), export_while_slot_is_taken)
        assert sum([len(page) async for page in iter_pages(service, request)]) == PAPERS


def test_export_of_missing_entity_is_empty(client: httpx2.Client) -> None:
    """An export of an entity that does not exist has status 200 and no lines."""
    query = '{ researcher(by: {orcid: "0000-0002-1825-0097"}) { papers { nodes { title } } } }'
    answer = client.post("/graphql", json={"query": query}, headers=LINES)
    assert (answer.status_code, answer.text) == (200, "")


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("{ papers(first: 5) { nodes { title } } }", "remove first"),
        ("{ papers { totalCount nodes { title } } }", "must have exactly one field, nodes or edges"),
        ("{ papers { totalCount } }", "must have exactly one field, nodes or edges"),
        ("{ papers { nodes { id } } venues { nodes { id } } }", "under Query there are: papers, venues"),
        ("{ meta { version } }", "version is not a connection"),
        ("{ __typename }", "under Query there are: __typename"),
        ('{ nodes(ids: ["doi:1"]) { id } }', "nodes is not a connection"),
        ('{ node(id: "doi:1") { id } }', "node is not a connection"),
    ],
)
def test_export_rejects_documents_without_one_list(client: httpx2.Client, query: str, told: str) -> None:
    """A document that is not one list gets a JSON error, before any line, that says which form is expected."""
    answer = client.post("/graphql", json={"query": query}, headers=LINES)
    error = answer.json()["errors"][0]
    assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (400, "application/json")
    assert error["extensions"]["code"] == "BAD_USER_INPUT"
    assert told in error["message"]


def run_export(address: Address, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return run("export", *arguments, env=environment(address, **settings))


@pytest.mark.full
def test_export_command_matches_http(client: httpx2.Client, address: Address, tmp_path: Path) -> None:
    """`byline export` writes the same lines as HTTP to standard output or a file, and prints their count."""
    query = "query Y($year: Int) { papers(where: {year: {gte: $year}}) { nodes { title } } }"
    over_http = client.post("/graphql", json={"query": query, "variables": {"year": 2010}}, headers=LINES).text
    piped = run_export(address, "--query", query, "--variables", '{"year": 2010}')
    assert (piped.returncode, piped.stdout) == (0, over_http)
    assert f"{len(lines(over_http)):,} rows." in piped.stderr
    file = tmp_path / "papers.ndjson"
    assert run_export(address, "--query", query, "--variables", '{"year": 2010}', "--output", str(file)).returncode == 0
    assert file.read_text() == over_http


def test_export_command_reports_errors(address: Address, tmp_path: Path) -> None:
    """An invalid document or an unwritable file gives exit code 1 and a message, and creates no file."""
    wrong = run_export(address, "--query", "{ meta { version } }", "--output", str(tmp_path / "x"))
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert "An export has one list" in wrong.stderr
    nowhere = run_export(address, "--query", "{ papers { nodes { id } } }", "--output", f"{os.devnull}/x")
    assert nowhere.returncode == 1
    assert "Cannot write to " in nowhere.stderr
