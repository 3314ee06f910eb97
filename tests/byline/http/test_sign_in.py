"""Sign-in with OpenID Connect at a real provider: sessions in cookies, CSRF tokens, ORCID iDs, sign-out, attacks."""

import re
from collections.abc import Generator
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import anyio
import httpx2
import pytest
from oidc_provider_mock import run_server_in_thread  # pyright: ignore[reportMissingTypeStubs]

from accounts import users
from accounts.roles import Role
from cypher.driver.address import Address
from cypher.driver.client import Graph
from tests.byline.command_line import forked_server

pytestmark = [pytest.mark.graph, pytest.mark.full]

ORCID = "0000-0002-1825-0097"
SAVE = 'mutation { createCollection(input: {title: "x"}) { collection { owner { name } } userErrors { message } } }'
VIEWER = "{ viewer { id name orcid } }"


class Site(NamedTuple):
    """A server with an OpenID provider."""

    address: Address
    url: str
    provider: str

    def browser(self) -> httpx2.Client:
        """Return a client without cookies."""
        return httpx2.Client(base_url=self.url, timeout=30)


async def _run(address: Address, text: str) -> list[list[object]]:
    async with Graph(address) as graph:
        return [list(row) for row in (await graph.administer(text)).rows]


async def _prepare(address: Address) -> None:
    async with Graph(address) as graph:
        await graph.administer("MATCH (n:User|AccessToken|ExternalAccount|Collection) DETACH DELETE n")
        await users.create_user(graph, "ada", Role.MEMBER)
        await users.set_orcid(graph, "ada", ORCID)


@pytest.fixture(scope="module")
def site(address: Address, tmp_path_factory: pytest.TempPathFactory) -> Generator[Site]:
    """Start a provider and a server that uses it."""
    anyio.run(_prepare, address)
    with run_server_in_thread() as provider:
        issuer = f"http://localhost:{provider.server_port}"
        with forked_server(
            address,
            BYLINE_OIDC_ISSUER=issuer,
            BYLINE_OIDC_CLIENT_ID="byline",
            BYLINE_OIDC_CLIENT_SECRET="secret of the registration",  # noqa: S106 of a provider of this test
            BYLINE_OIDC_ORCID_CLAIM="sub",
            BYLINE_PUBLIC_URL="http://localhost:1",
            BYLINE_ERASURE_LIST=str(tmp_path_factory.mktemp("erasures") / "erased"),
        ) as client:
            yield Site(address, str(client.base_url), issuer)


def answered(site: Site, browser: httpx2.Client, subject: str, path: str = "/") -> str:
    """Start a sign-in, sign in at the provider, and return the path of the callback with its parameters."""
    start = browser.get("/auth/sign-in", params={"next": path})
    assert start.status_code == 303, start.text
    asked = parse_qs(urlsplit(start.headers["location"]).query)
    assert asked["code_challenge_method"] == ["S256"]
    assert {"state", "nonce", "code_challenge"} <= set(asked)
    back = httpx2.post(start.headers["location"], data={"sub": subject})
    assert back.status_code == 302, back.text
    location = urlsplit(back.headers["location"])
    return f"{location.path}?{location.query}"


def signed_in(site: Site, subject: str) -> httpx2.Client:
    """Return a browser after a sign-in."""
    browser = site.browser()
    done = browser.get(answered(site, browser, subject, "/page?x=1"))
    assert (done.status_code, done.headers["location"]) == (303, "/page?x=1"), done.text
    [cookie] = [line for line in done.headers.get_list("set-cookie") if line.startswith("byline_session=")]
    assert re.search(r"HttpOnly", cookie)
    assert re.search(r"SameSite=lax", cookie, re.IGNORECASE)
    return browser


def csrf(browser: httpx2.Client) -> dict[str, str]:
    """Return the header with the CSRF token of a session."""
    return {"x-csrf-token": browser.get("/auth/session").json()["csrfToken"]}


def test_session_needs_csrf_token_for_changes(site: Site) -> None:
    """A session reads by cookie, and changes only with its CSRF token; the same person gets the same account."""
    browser = signed_in(site, "person 1")
    viewer = browser.get("/graphql", params={"query": VIEWER})
    assert viewer.headers["cache-control"] == "private, no-cache"
    name = viewer.json()["data"]["viewer"]["name"]
    assert (name.startswith("user-"), viewer.json()["data"]["viewer"]["orcid"]) == (True, None)
    for headers in ({}, {"x-csrf-token": "0" * 64}, csrf(signed_in(site, "person 2"))):
        refused = browser.post("/graphql", json={"query": SAVE}, headers=headers).json()
        assert (refused["errors"][0]["extensions"]["code"], "X-CSRF-Token" in refused["errors"][0]["message"]) == (
            "UNAUTHENTICATED",
            True,
        )
    saved = browser.post("/graphql", json={"query": SAVE}, headers=csrf(browser)).json()
    assert saved["data"]["createCollection"]["collection"]["owner"]["name"] == name
    assert signed_in(site, "person 1").get("/auth/session").json()["name"] == name
    stored = str(anyio.run(_run, site.address, "MATCH (n:User|ExternalAccount|AccessToken) RETURN properties(n)"))
    assert "person 1" not in stored
    assert browser.cookies["byline_session"] not in stored


def test_erasure_ends_session_at_once(site: Site) -> None:
    """After a session erases its account, the same server knows neither the session nor the viewer."""
    browser = signed_in(site, "person 6")
    session = browser.get("/auth/session").json()
    assert session["canSignIn"] is True
    erase = f'mutation {{ eraseAccount(input: {{confirmation: "{session["name"]}"}}) {{ erasedId }} }}'
    erased = browser.post("/graphql", json={"query": erase}, headers=csrf(browser)).json()
    assert erased["data"]["eraseAccount"]["erasedId"]
    assert browser.get("/graphql", params={"query": VIEWER}).json()["data"] == {"viewer": None}
    assert browser.get("/auth/session").json() == {"name": None, "csrfToken": None, "canSignIn": True}


def test_refusal_and_wrong_method_are_explained(site: Site) -> None:
    """A page names the error of the provider, but no text of a forged link; a sign-out with GET names POST."""
    browser = site.browser()
    start = browser.get("/auth/sign-in")
    denied = urlsplit(httpx2.post(start.headers["location"], data={"action": "deny"}).headers["location"])
    answer = browser.get(f"{denied.path}?{denied.query}")
    assert (answer.status_code, "(error: access_denied)" in answer.text) == (400, True), answer.text
    forged = browser.get("/auth/callback", params={"error": "Call https://evil.example"})
    assert (forged.status_code, "evil" in forged.text) == (400, False)
    for path in ("/auth/sign-out", "/auth/sign-out-everywhere"):
        wrong = browser.get(path)
        assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")
        assert wrong.text == "Use POST with X-CSRF-Token.\n"


def test_orcid_account_is_linked(site: Site) -> None:
    """A person whose ORCID iD an account has signs in to this account; a new one gets the verified ORCID iD."""
    assert signed_in(site, ORCID).get("/auth/session").json()["name"] == "ada"
    other = signed_in(site, "0000-0001-5109-3700").get("/graphql", params={"query": VIEWER}).json()
    assert other["data"]["viewer"]["orcid"] == "0000-0001-5109-3700"


def test_sign_out_ends_sessions(site: Site) -> None:
    """A sign-out ends one session, a sign-out everywhere all of the user; both need the CSRF token."""
    first, second, third = (signed_in(site, "person 3") for _ in range(3))
    assert first.post("/auth/sign-out").status_code == 403
    secret = first.cookies["byline_session"]
    assert first.post("/auth/sign-out", headers=csrf(first)).json() == {"revokedTokens": 1}
    first.cookies.set("byline_session", secret)
    assert first.get("/auth/session").json()["name"] is None
    assert second.get("/auth/session").json()["name"] is not None
    assert second.post("/auth/sign-out-everywhere", headers=csrf(second)).json() == {"revokedTokens": 2}
    left = "MATCH (t:AccessToken {label: 'session'})<-[:HAS_TOKEN]-(u) WHERE t.revokedAt IS NULL RETURN DISTINCT u.name"
    assert third.get("/auth/session").json()["name"] not in [row[0] for row in anyio.run(_run, site.address, left)]


def test_forged_answers_are_refused(site: Site) -> None:
    """Another browser's answer, a changed state, a used code, and an answer without a sign-in create no session."""
    victim, attacker = site.browser(), site.browser()
    path = answered(site, attacker, "attacker")
    for browser, wrong in (
        (victim, path),
        (attacker, re.sub(r"state=[^&]*", "state=x", path)),
        (attacker, "/auth/callback"),
        (attacker, "/auth/callback?error=access_denied&state=x"),
        (attacker, "/auth/callback?code=" + "x" * 5_000),
    ):
        answer = browser.get(wrong)
        assert (answer.status_code, "set-cookie" in answer.headers) == (400, False), answer.text
    assert attacker.get(path).status_code == 303
    assert attacker.get(path).status_code == 400
    victim.get("/auth/sign-in")
    assert victim.get(path).status_code == 400


@pytest.mark.parametrize(
    "path", ["//evil.example", "https://evil.example", "/\\evil.example", "/a\nb", "x", "/" + "a" * 2_000]
)
def test_sign_in_leads_to_no_other_site(site: Site, path: str) -> None:
    """After a sign-in, the browser continues at a path of this server."""
    browser = site.browser()
    assert browser.get(answered(site, browser, "person 4", path)).headers["location"] == "/"


def test_disabled_account_cannot_sign_in(site: Site) -> None:
    """A disabled user gets no session."""
    name = signed_in(site, "person 5").get("/auth/session").json()["name"]
    anyio.run(_run, site.address, f"MATCH (u:User {{name: '{name}'}}) SET u.disabledAt = '2026-01-01T00:00:00Z'")
    browser = site.browser()
    answer = browser.get(answered(site, browser, "person 5"))
    assert (answer.status_code, "disabled" in answer.text) == (400, True)
