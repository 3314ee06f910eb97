"""Neo4j Browser as Byline starts it, in a real Chromium whose outgoing connections are recorded."""

import socket
import threading
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from byline.local_neo4j import jars
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.lockfile import DEFAULT_VERSION
from byline.local_neo4j.progress import NullProgress
from byline.local_neo4j.server import ManagedServer, start_or_join
from resolvers.compile.cypher_format import to_browser_script
from tests.byline.chromium import CHROMIUM, QUIET

pytestmark = pytest.mark.full


class OutboundProxy:
    """A proxy for outgoing traffic that records the requested hosts and forwards nothing."""

    def __init__(self) -> None:
        self.hosts: set[str] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._refuse, daemon=True).start()

    def _refuse(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                with near, suppress(OSError):
                    near.settimeout(5)
                    asked = near.recv(4096).decode("latin-1").split()[1]  # CONNECT host:443, or GET http://host/
                    self.hosts.add(urlsplit(asked if "://" in asked else f"//{asked}").hostname or asked)
                    near.sendall(b"HTTP/1.1 502 Refused\r\ncontent-length: 0\r\n\r\n")

    def close(self) -> None:
        """Stop accepting connections."""
        self._listener.close()


@pytest.fixture(scope="module")
def neo4j(tmp_path_factory: pytest.TempPathFactory) -> Generator[ManagedServer]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: Neo4j Browser was not opened")
    try:
        jars.class_path(DEFAULT_VERSION, NullProgress())
        jars.browser_jars(NullProgress())
    except ServerError as error:
        pytest.skip(f"Neo4j's jars are neither in the cache nor to be had: {error.message}")
    home: Path = tmp_path_factory.mktemp("browser") / "home"
    managed = start_or_join(home, http=True, heap="512m", page_cache="32m")
    yield managed
    managed.stop()


@pytest.fixture
def way_out() -> Generator[OutboundProxy]:
    found = OutboundProxy()
    yield found
    found.close()


@pytest.fixture
def page(way_out: OutboundProxy) -> Generator[Page]:
    expect.set_options(timeout=30_000)  # a loaded machine
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=QUIET, proxy={"server": way_out.address, "bypass": "127.0.0.1"}
        )
        yield browser.new_page()
        browser.close()


def sign_in(page: Page, neo4j: ManagedServer) -> Page:
    """Open Neo4j Browser at its printed address and sign in."""
    page.goto(neo4j.connection.http or "")
    page.locator('input[type="password"]').fill(neo4j.connection.password)
    page.get_by_role("button", name="Connect", exact=True).click()
    expect(page.get_by_text("You are connected as user")).to_be_visible()
    page.locator(".monaco-editor").first.click()
    return page


def test_browser_contacts_no_other_host(neo4j: ManagedServer, page: Page, way_out: OutboundProxy) -> None:
    """Neo4j Browser signs in without an error, answers Cypher, and contacts no other machine."""
    wanted: set[str] = set()
    page.context.on("request", lambda request: wanted.add(urlsplit(request.url).hostname or "127.0.0.1"))
    sign_in(page, neo4j).keyboard.type("RETURN 40 + 2 AS answer")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("42", exact=True)).to_be_visible()
    assert "DatabaseNotFoundError" not in page.inner_text("body")
    assert {"127.0.0.1"} < wanted  # what the policy stops is seen to be wanted still
    assert wanted & way_out.hosts == set()  # the rest of the proxy's hosts are Chromium's own doing


def test_printed_cypher_runs_in_browser(neo4j: ManagedServer, page: Page) -> None:
    """The output of `byline query --cypher` runs in Neo4j Browser unchanged, with its integers, quotes
    and semicolons.
    """
    given = {"p0": 41, "p1": 'a;b "c" // d', "p2": ["é\n", None]}
    text = to_browser_script(
        "UNWIND range(1, 9) AS x WITH x LIMIT $p0 RETURN count(x) + 33 AS n, $p1 AS t, $p2 AS l", given
    )
    parameters, _, statement = text.partition("\n\n")
    sign_in(page, neo4j)
    page.keyboard.insert_text(parameters)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_title("Status: success")).to_have_count(len(given))
    page.keyboard.insert_text(statement)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("42", exact=True)).to_be_visible()
    assert 'a;b \\"c\\" // d' in page.inner_text("body")
