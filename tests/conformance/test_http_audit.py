"""The server audit of graphql-http."""

import json

import httpx2
import pytest

from tests.conformance.conftest import tool

pytestmark = [pytest.mark.conformance, pytest.mark.graph]
AUDITS = 61


def test_server_passes_every_audit(client: httpx2.Client) -> None:
    """The server passes all 61 audits of GraphQL over HTTP, including those for recommendations only."""
    done = tool("node", "audit.mjs", str(client.base_url.join("/graphql")))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found) == AUDITS
    assert [audit for audit in found if audit["status"] != "ok"] == []
