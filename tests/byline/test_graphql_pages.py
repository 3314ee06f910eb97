"""The two pages at /graphql, in a real Chromium, on a real server and Neo4j."""

from collections.abc import Generator
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect, sync_playwright

from byline.server import app as server
from cypher.driver.address import Address
from tests.byline.chromium import CHROMIUM, QUIET
from tests.byline.command_line import forked_server
from tests.byline.sample_graph import sampled

pytestmark = pytest.mark.graph

TITLE = "Using DeepSpeed and Megatron to Train Megatron-Turing NLG 530B"
QUERIES = sorted((Path(__file__).parents[2] / "assets/src/queries").glob("*.graphql"))


@pytest.fixture(scope="module")
def client(address: Address) -> Generator[httpx2.Client]:
    sampled(address, "three-papers")
    with forked_server(address) as client:
        yield client


@pytest.fixture(scope="module")
def context(client: httpx2.Client) -> Generator[BrowserContext]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: the pages were not opened in a browser")
    expect.set_options(timeout=20_000)  # a loaded machine
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser.new_context(base_url=str(client.base_url))
        browser.close()


@pytest.fixture
def plain(context: BrowserContext) -> Generator[Page]:
    """Open the plain page at the server's address, whether or not GraphiQL was built."""

    def page_or_answer(route: Route) -> None:
        if route.request.is_navigation_request():
            policy = server.content_security_policy(server.FALLBACK_PAGE.read_text("utf-8"))
            headers = {"content-security-policy": policy, "content-type": "text/html; charset=utf-8"}
            route.fulfill(path=server.FALLBACK_PAGE, headers=headers)
        else:
            route.continue_()

    page = context.new_page()
    page.route("**/graphql", page_or_answer)
    page.goto("/graphql")
    yield page
    page.close()


def test_plain_page_runs_its_query(plain: Page) -> None:
    """The Run button of the unchanged page shows the title of a sample paper, and no error."""
    plain.get_by_role("button", name="Run").click()
    expect(plain.locator("#answer")).to_contain_text(TITLE)
    expect(plain.locator("#wrong")).to_be_hidden()


def test_plain_page_shows_errors(plain: Page) -> None:
    """An invalid query, sent by keyboard, shows message, position and code; invalid variables are not sent."""
    plain.locator("#query").fill("{ papers { nothing } }")
    plain.keyboard.press("Control+Enter")
    expect(plain.get_by_role("alert")).to_contain_text("nothing")
    expect(plain.get_by_role("alert")).to_contain_text("line 1, column 12")
    expect(plain.get_by_role("alert")).to_contain_text("VALIDATION")
    plain.locator("#variables").fill("{arxiv}")
    plain.keyboard.press("Control+Enter")
    expect(plain.get_by_role("alert")).to_contain_text("The variables are not valid JSON")


def test_plain_page_documents_schema(plain: Page) -> None:
    """The documentation starts with the root fields, searches for a word, and follows links to hidden types."""
    plain.get_by_role("button", name="Schema").click()
    paper = plain.locator("#type-Paper")
    expect(plain.locator("#type-Query")).to_contain_text("collaborationPaths(from: ")
    plain.get_by_label("Find in the schema").fill("author list.")
    expect(paper.locator("dt", has_text="authorsComplete")).to_be_visible()
    expect(plain.locator("#type-ResearcherFilter")).to_be_hidden()
    paper.locator("a", has_text="ResearcherFilter").first.click()
    expect(plain.locator("#type-ResearcherFilter dt").first).to_be_visible()


needs_graphiql = pytest.mark.skipif(
    not (server.GRAPHIQL / "index.html").is_file(),
    reason="GraphiQL is not built on this machine (make assets builds it): its page was not opened",
)


@needs_graphiql
def test_graphiql_contacts_only_this_server(context: BrowserContext, client: httpx2.Client) -> None:
    """GraphiQL opens and runs its first query without an error or a request to another host."""
    page = context.new_page()
    asked: list[str] = []
    wrong: list[str] = []
    context.on("request", lambda request: asked.append(request.url))  # a worker's requests too
    context.on("requestfailed", lambda request: wrong.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.goto("/graphql")
    expect(page.locator(".graphiql-query-editor")).to_contain_text("2201.11990")
    expect(page.locator(".graphiql-response")).to_contain_text(TITLE)
    page.get_by_role("button", name="Show GraphiQL Explorer").click()
    page.get_by_text("abstract", exact=True).click()
    expect(page.locator(".graphiql-query-editor")).to_contain_text("abstract")  # what is ticked is asked
    assert any("worker" in url for url in asked)
    hosts = {urlsplit(url).netloc for url in asked if not url.startswith(("data:", "blob:"))}
    assert hosts == {urlsplit(str(client.base_url)).netloc}
    assert wrong == []
    page.close()


@needs_graphiql
def test_graphiql_on_narrow_screen_shows_response_and_sends_token(
    context: BrowserContext, client: httpx2.Client
) -> None:
    """At 420 pixels the response is below the query, the header links to pages, and requests have the access token."""
    assert context.browser is not None
    page = context.browser.new_page(base_url=str(client.base_url), viewport={"width": 420, "height": 800})
    page.goto("/graphql")
    expect(page.locator(".graphiql-response")).to_contain_text(TITLE[:19])
    expect(page.locator("#account")).to_be_hidden()  # this server has no provider
    expect(page.locator("#session-message")).to_be_hidden()
    query, response = (page.locator(f".graphiql-{part}").bounding_box() for part in ("query-editor", "response"))
    assert query is not None
    assert response is not None
    assert response["width"] > 350
    assert query["y"] + query["height"] <= response["y"] < response["y"] + response["height"] <= 800
    page.get_by_label("Access token").fill("byline_token")
    with page.expect_request("**/graphql") as sent:
        page.get_by_role("button", name="Execute query").click()
    assert sent.value.headers["authorization"] == "Bearer byline_token"
    page.get_by_role("link", name="Error codes").click()
    expect(page.locator("#TOO_COSTLY")).to_contain_text("400")
    page.close()


@pytest.mark.parametrize("query", QUERIES, ids=lambda path: path.stem)
def test_graphiql_tab_queries_return_data(client: httpx2.Client, query: Path) -> None:
    """Each query in GraphiQL's tabs returns data from the sample, without errors."""
    answer = client.post("/graphql", json={"query": query.read_text("utf-8")}).json()
    assert "errors" not in answer
    assert all(answer["data"].values())


def test_page_policy_forbids_other_hosts(client: httpx2.Client) -> None:
    """The page's content security policy allows only this server, and forbids framing."""
    policy = client.get("/graphql", headers={"accept": "text/html"}).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy


def test_plain_page_replaces_missing_graphiql(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If GraphiQL was not built, the server sends the plain page."""
    monkeypatch.setattr(server, "GRAPHIQL", tmp_path)
    assert server.graphiql_page().body == server.FALLBACK_PAGE.read_bytes()
