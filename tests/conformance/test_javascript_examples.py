"""The scripts in examples/javascript, with Apollo Client and urql, on the sample."""

import json
import os
import re
import subprocess
import threading
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx2
import pytest

from tests.byline.server_process import free_port
from tests.conformance.conftest import tool

pytestmark = [pytest.mark.conformance, pytest.mark.graph]
ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "javascript"
TUTORIAL = ROOT / "docs" / "graphql-tutorial.md"
SCRIPTS = ("apollo.mjs", "urql.mjs")
FORWARDED = ("Content-Type", "Accept")
LIST_ITEM = re.compile(r"^ +(?:\d{4}|no year) (.*) \(\d+ citations\)$", re.MULTILINE)
TITLES = """{
  researcher(by: {acl: "mohammad-shoeybi"}) {
    name
    closeCollaborators(first: 3) { nodes { name } }
    mostCited: papers(first: 3, orderBy: [{field: CITATION_COUNT}]) { nodes { title } }
    papers(first: 10) { totalCount nodes { title } }
  }
  paper(by: {arxiv: "2104.04473"}) {
    title
    authors(first: 3) { nodes { name } }
    references(first: 3) { nodes { title } }
  }
  preprint: paper(by: {arxiv: "1909.08053"}) { title similarPapers(first: 3) { paper { title } } }
}"""


@pytest.fixture(scope="module", autouse=True)
def example_packages() -> None:
    """Fail if the packages of the examples are missing; `make conformance` installs them."""
    assert (EXAMPLES / "node_modules").is_dir(), "the packages of the examples are not installed. Run: make conformance"


class Proxy(ThreadingHTTPServer):
    """A reverse proxy on a free port that records the operations of GraphQL requests."""

    daemon_threads = True

    def __init__(self, client: httpx2.Client) -> None:
        """Listen on a free port."""
        super().__init__(("127.0.0.1", 0), ForwardingHandler)
        self.client = client
        self.operations: list[str] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"


class ForwardingHandler(BaseHTTPRequestHandler):
    """Handler of the proxy: records a request, sends it to the server, and returns the response."""

    def do_POST(self) -> None:
        """Forward a request."""
        proxy = self.server
        assert isinstance(proxy, Proxy)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        proxy.operations.append(json.loads(body)["operationName"])
        headers = {name: self.headers[name] for name in FORWARDED}
        response = proxy.client.post(self.path, content=body, headers=headers)
        self.send_response(response.status_code)
        self.send_header("Content-Type", response.headers["Content-Type"])
        self.send_header("Content-Length", str(len(response.content)))
        self.end_headers()
        self.wfile.write(response.content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 the name of the base class
        """Print nothing."""


@pytest.fixture
def proxy(client: httpx2.Client) -> Generator[Proxy]:
    """Forward requests to the server, and record them."""
    with Proxy(client) as proxy:
        thread = threading.Thread(target=proxy.serve_forever)
        thread.start()
        yield proxy
        proxy.shutdown()
        thread.join()


def run(script: str, url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script on the server with this URL."""
    return tool("node", script, *arguments, cwd=EXAMPLES, env={**os.environ, "BYLINE_URL": url})


@pytest.mark.parametrize("script", SCRIPTS)
def test_script_prints_four_pages(client: httpx2.Client, proxy: Proxy, script: str) -> None:
    """A script prints the names and titles that the API returns, without warnings, and sends one request a page."""
    done = run(script, proxy.url)
    assert (done.returncode, done.stderr) == (0, "")
    assert proxy.operations == ["ResearcherPage", "PaperPage", "AuthorPapers", "AuthorPapers", "PreprintPage"]
    assert f"{len(proxy.operations)} requests" in done.stdout
    answer = client.post("/graphql", json={"query": TITLES}).json()["data"]
    researcher, paper, preprint = answer["researcher"], answer["paper"], answer["preprint"]
    listed = [node["title"] for node in researcher["papers"]["nodes"]]
    assert LIST_ITEM.findall(done.stdout) == [
        *(node["title"] for node in researcher["mostCited"]["nodes"]),
        *(node["title"] for node in paper["references"]["nodes"]),
        *listed[:5],
        *listed,  # both pages of the list
        *(similar["paper"]["title"] for similar in preprint["similarPapers"]),
        listed[-1],  # from the cache
    ]
    assert f"10 of {researcher['papers']['totalCount']} papers of {researcher['name']}:" in done.stdout
    people = [node["name"] for nodes in (researcher["closeCollaborators"], paper["authors"]) for node in nodes["nodes"]]
    assert [text for text in (paper["title"], preprint["title"], *people) if text not in done.stdout] == []


@pytest.mark.parametrize("script", SCRIPTS)
def test_script_reports_unreachable_server(script: str) -> None:
    """If no server listens, a script prints one line with the address and the advice, and exits with code 1."""
    url = f"http://127.0.0.1:{free_port()}"
    done = run(script, url)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{url}/graphql does not respond: connect ECONNREFUSED")
    assert line.endswith("Start a server with `make demo`, or set BYLINE_URL.")


@pytest.mark.parametrize("script", SCRIPTS)
def test_script_reports_error_of_graphql(client: httpx2.Client, script: str) -> None:
    """For an invalid ID, a script prints the message of the server; for an unknown ID, it prints one line."""
    url = str(client.base_url).rstrip("/")
    invalid = run(script, url, "hello")
    query = '{ paper(by: {arxiv: "hello"}) { id } }'
    (error,) = client.post("/graphql", json={"query": query}).json()["errors"]
    assert (invalid.returncode, invalid.stderr) == (1, error["message"] + "\n")
    unknown = run(script, url, "9999.99999")
    assert unknown.returncode == 1
    assert unknown.stderr == "The graph does not contain the preprint. Load the sample with `make demo`.\n"


def test_apollo_reads_interfaces_with_possible_types(client: httpx2.Client) -> None:
    """With the `possibleTypes` of the tutorial, Apollo Client returns the fields of a fragment on Node."""
    (request,) = re.findall(r"```js\n(.*?)```", TUTORIAL.read_text("utf-8"), re.DOTALL)
    url = str(client.base_url).rstrip("/")
    code = """
        import { ApolloClient, HttpLink, InMemoryCache, gql } from "@apollo/client";
        const link = new HttpLink({ uri: "http://127.0.0.1:8000/graphql" });
        const client = new ApolloClient({ cache: new InMemoryCache({ possibleTypes }), link });
        const { data } = await client.query({ query: gql`{ node(id: "arxiv:1909.08053") { ... on Node { name } } }` });
        console.log(data.node.name);
    """
    code = (request + code).replace("http://127.0.0.1:8000", url)
    done = tool("node", "--input-type=module", "--eval", code, cwd=EXAMPLES)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Megatron-LM: ")
