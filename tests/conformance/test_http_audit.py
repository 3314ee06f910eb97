"""graphql-http's audit of servers."""

import json

import httpx2
import pytest

from tests.conformance.conftest import tool

pytestmark = [pytest.mark.conformance, pytest.mark.graph]
AUDITS = 61


def test_every_audit_is_passed(client: httpx2.Client) -> None:
    """All 61 audits of GraphQL over HTTP are passed, those that the specification only recommends among them."""
    done = tool("node", "audit.mjs", str(client.base_url.join("/graphql")))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found) == AUDITS
    assert [audit for audit in found if audit["status"] != "ok"] == []
