"""GraphiQL with a sign-in at a real OpenID provider, in Chromium: session, mutations, subscriptions, sign-out."""

from collections.abc import Generator
from typing import NamedTuple

import anyio
import httpx2
import pytest
from oidc_provider_mock import run_server_in_thread  # pyright: ignore[reportMissingTypeStubs]
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from accounts import tokens, users
from accounts.roles import Role
from byline.server import app as server
from cypher.driver.address import Address
from cypher.driver.client import Graph
from tests.byline.chromium import CHROMIUM, QUIET
from tests.byline.command_line import forked_server
from tests.byline.sample_graph import sampled
from tests.byline.server_process import free_port

pytestmark = [
    pytest.mark.graph,
    pytest.mark.full,
    pytest.mark.skipif(
        not (server.GRAPHIQL / "index.html").is_file(),
        reason="GraphiQL is not built on this machine (make assets builds it): its page was not opened",
    ),
]
PAPER = "arxiv:2201.11990"
VIEWER = "{ viewer { name } }"
SAVE = f'mutation {{ savePaper(input: {{id: "{PAPER}"}}) {{ node {{ id }} userErrors {{ message }} }} }}'
NOTIFICATIONS = 'subscription { notifications(after: "0") { notification { kind comment { text } } } }'
DISCUSSION = f'subscription {{ paperDiscussion(paperId: "{PAPER}", after: "0") {{ kind comment {{ text }} }} }}'
COMMENT = """mutation C($id: ID!, $text: String!) {
  addComment(input: {paperId: $id, text: $text}) { userErrors { message } }
}"""


class Site(NamedTuple):
    """A server with an OpenID provider, and a browser."""

    client: httpx2.Client
    token: str
    browser: Browser

    def comment(self, text: str) -> None:
        """Add a comment of another user to the paper."""
        request = {"query": COMMENT, "variables": {"id": PAPER, "text": text}}
        sent = self.client.post("/graphql", json=request, headers={"authorization": f"Bearer {self.token}"}).json()
        assert sent["data"]["addComment"]["userErrors"] == []


async def _create_user(address: Address) -> str:
    async with Graph(address) as graph:
        await graph.administer("MATCH (n:User|AccessToken|ExternalAccount|Comment|Event|Notification) DETACH DELETE n")
        await users.create_user(graph, "ben", Role.MEMBER)
        return (await tokens.create_token(graph, "ben")).secret.get_secret_value()


def end_session(site: Site, context: BrowserContext) -> None:
    """End the session of a browser from elsewhere, so that the browser keeps its cookie."""
    [secret] = [cookie.get("value") for cookie in context.cookies() if cookie.get("name") == "byline_session"]
    with httpx2.Client(base_url=site.client.base_url, cookies={"byline_session": str(secret)}) as other:
        headers = {"x-csrf-token": other.get("/auth/session").json()["csrfToken"]}
        assert other.post("/auth/sign-out", headers=headers).json() == {"revokedTokens": 1}


@pytest.fixture(scope="module")
def site(address: Address) -> Generator[Site]:
    """Start a provider, a server that uses it, and a browser."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: the page was not opened in a browser")
    sampled(address, "three-papers")
    token = anyio.run(_create_user, address)
    expect.set_options(timeout=20_000)  # a loaded machine
    port = free_port()
    with (
        run_server_in_thread() as provider,
        forked_server(
            address,
            port,
            BYLINE_OIDC_ISSUER=f"http://localhost:{provider.server_port}",
            BYLINE_OIDC_CLIENT_ID="byline",
            BYLINE_OIDC_CLIENT_SECRET="secret of the registration",  # noqa: S106 of a provider of this test
            BYLINE_PUBLIC_URL=f"http://127.0.0.1:{port}",
        ) as client,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield Site(client, token, browser)
        browser.close()


@pytest.fixture
def context(site: Site) -> Generator[BrowserContext]:
    """Return a browser context without cookies, in which pages load nothing but the two servers."""
    context = site.browser.new_context(base_url=str(site.client.base_url), viewport={"width": 1280, "height": 800})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.route("https://**", lambda route: route.abort())  # style sheet of the provider
    yield context
    context.close()


def sign_in(page: Page, subject: str) -> str:
    """Follow the link of GraphiQL, sign in at the provider, and return the name that the page shows."""
    page.goto("/graphql")
    page.get_by_role("link", name="Sign in").click()
    page.get_by_placeholder("sub").fill(subject)
    page.get_by_role("button", name="Authorize").click()
    page.wait_for_url("**/graphql")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    return page.locator("#account b").inner_text()


def run(page: Page, query: str) -> None:
    """Replace the query in the editor, and run it."""
    expect(page.locator(".graphiql-query-editor .view-line").first).to_be_visible()
    box = page.locator(".graphiql-query-editor").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 120, box["y"] + 30)
    page.keyboard.press("Control+A")
    page.evaluate("text => navigator.clipboard.writeText(text)", query)
    page.keyboard.press("Control+V")  # typed brackets would be closed by the editor
    page.wait_for_timeout(600)  # GraphiQL parses the text when typing pauses
    page.get_by_role("button", name="Execute query").click()


def test_session_reads_and_changes_the_graph(site: Site, context: BrowserContext) -> None:
    """After a sign-in, a query has the viewer, a mutation runs, and a token in the header has precedence."""
    page = context.new_page()
    response = page.locator(".graphiql-response")
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if "Content Security Policy" in line.text else None)
    name = sign_in(page, "person 1")
    assert name.startswith("user-")
    run(page, VIEWER)
    expect(response).to_contain_text(f'"name": "{name}"')
    run(page, SAVE)
    expect(response).to_contain_text('"userErrors": []')
    page.get_by_label("Access token").fill(site.token)
    with page.expect_request("**/graphql") as sent:
        run(page, VIEWER)
    expect(response).to_contain_text('"name": "ben"')
    assert sent.value.headers["authorization"] == f"Bearer {site.token}"
    assert "x-csrf-token" not in sent.value.headers
    assert wrong == []


def test_subscriptions_use_session_or_token(site: Site, context: BrowserContext) -> None:
    """Notifications arrive for the user of the session and of the token; a sign-out ends a running subscription."""
    page = context.new_page()
    response = page.locator(".graphiql-response")
    name = sign_in(page, "person 2")
    run(page, NOTIFICATIONS)
    site.comment(f"First question, @{name}?")
    expect(response).to_contain_text("First question")
    site.comment(f"Second question, @{name}?")
    expect(response).to_contain_text("Second question")
    page.get_by_role("button", name="Stop query").click()
    page.get_by_label("Access token").fill("byline_" + "x" * 43)
    run(page, NOTIFICATIONS)
    expect(response).to_contain_text("4403")
    page.get_by_label("Access token").fill("")
    run(page, DISCUSSION)
    site.comment("Third question?")
    expect(response).to_contain_text("Third question")
    page.get_by_role("button", name="Sign out").click()
    expect(response).to_contain_text("you have signed out")
    expect(page.get_by_role("button", name="Execute query")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in")).to_be_focused()


def test_sign_out_and_end_of_session_are_shown(site: Site, context: BrowserContext) -> None:
    """After a sign-out the page offers a sign-in; a session that ends elsewhere ends with a message."""
    page = context.new_page()
    message, response = page.get_by_role("status").and_(page.locator("#session-message")), ".graphiql-response"
    sign_in(page, "person 3")
    page.get_by_role("button", name="Sign out").click()
    expect(message).to_have_text("You have signed out.")
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)
    run(page, VIEWER)
    expect(page.locator(response)).to_contain_text('"viewer": null')
    sign_in(page, "person 3")
    expect(message).to_be_hidden()
    end_session(site, context)
    page.wait_for_timeout(1_100)  # answers about the session are shared for a second
    run(page, SAVE)
    expect(message).to_contain_text("Your session has ended. Sign in again")
    expect(page.locator(response)).to_contain_text("UNAUTHENTICATED")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_session_fits_narrow_screen(site: Site, context: BrowserContext, scheme: str) -> None:
    """At 420 pixels name, button and token are visible in both themes, and the page does not scroll sideways."""
    page = context.new_page()
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 420, "height": 800})
    sign_in(page, "person 4")
    for part in (page.get_by_role("button", name="Sign out"), page.get_by_label("Access token")):
        box = part.bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= 420
    assert page.evaluate("document.documentElement.scrollWidth") == 420
    query = page.locator(".graphiql-query-editor").bounding_box()
    assert query is not None
    assert query["height"] > 150
