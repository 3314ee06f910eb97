"""`byline user` on the command line, and commands that delete accounts."""

import json

import pytest

from cypher.driver.address import Address
from tests.byline.command_line import byline

pytestmark = pytest.mark.graph


def test_operator_manages_accounts(address: Address) -> None:
    """A user is added, listed, given a token and disabled, and a reset keeps accounts."""
    assert byline(address, "reset", "--yes", "--delete-accounts").returncode == 0
    assert "Add one: byline user add NAME" in byline(address, "user", "list").stdout
    assert byline(address, "user", "add", "ada", "--role", "curator").returncode == 0
    again = byline(address, "user", "add", "ada")
    assert (again.returncode, again.stdout) == (1, "")
    assert "The user ada exists already" in again.stderr
    new = byline(address, "user", "token", "ada", "--scope", "read", "--days", "7", "--label", "laptop")
    assert (new.returncode, len(new.stdout.strip())) == (0, 50)
    assert "It is not shown again" in new.stderr
    [token] = [json.loads(line) for line in byline(address, "user", "tokens", "ada", "--json").stdout.splitlines()]
    assert (token["label"], token["scopes"], token["revoked_at"]) == ("laptop", ["read"], None)
    assert byline(address, "user", "revoke", token["id"]).returncode == 0
    assert byline(address, "user", "revoke").returncode == 2
    assert "Revoked 0 tokens" in byline(address, "user", "revoke", "--all-of", "ada").stderr
    follow = 'mutation { followEntity(input: {id: "doi:10.1/x"}) { userErrors { code } } }'
    operator = byline(address, "query", follow)
    assert (operator.returncode, "add --user NAME" in operator.stdout) == (1, True)
    assert json.loads(byline(address, "query", follow, "--user", "ada").stdout)["data"] == {
        "followEntity": {"userErrors": [{"code": "INVALID_ID"}]}
    }
    nobody = byline(address, "query", follow, "--user", "nobody")
    assert (nobody.returncode, "There is no user nobody" in nobody.stderr) == (1, True)
    assert byline(address, "user", "disable", "ada").returncode == 0
    [user] = [json.loads(line) for line in byline(address, "user", "list", "--json").stdout.splitlines()]
    assert (user["name"], user["role"], user["tokens"]) == ("ada", "curator", 1)
    assert user["disabled_at"]

    refused = byline(address, "reset", "--yes")
    assert refused.returncode == 1
    assert "the graph has 1 users" in refused.stderr
    assert "byline reset --delete-accounts" in refused.stderr
    assert byline(address, "generate", "--papers", "10").returncode == 0  # accounts do not make a graph non-empty
    assert byline(address, "user", "list", "--json").stdout
    assert byline(address, "reset", "--yes", "--delete-accounts").returncode == 0
    assert byline(address, "user", "list", "--json").stdout == ""
