"""`byline user` on the command line, and commands that delete accounts."""

import json
from pathlib import Path
from zipfile import ZipFile

import anyio
import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
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
        "followEntity": {"userErrors": [{"code": "BAD_ID"}]}
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


async def _restore_account(address: Address, user_id: str) -> None:
    """Create an account again, as the restore of an older dump does."""
    async with Graph(address) as graph:
        await graph.administer(
            "CREATE (:User {id: $id, name: 'ada', role: 'member', createdAt: '2026-01-01T00:00:00Z'})", {"id": user_id}
        )


def test_operator_exports_and_erases_accounts(address: Address, tmp_path: Path) -> None:
    """An account is exported and erased; after the restore of an older dump, a migration erases it again."""
    settings = {"BYLINE_ERASURE_LIST": str(tmp_path / "erased.txt")}
    assert byline(address, "reset", "--yes", "--delete-accounts").returncode == 0
    byline(address, "user", "add", "ada")
    [user] = [json.loads(line) for line in byline(address, "user", "list", "--json").stdout.splitlines()]
    file = tmp_path / "ada.zip"
    assert byline(address, "user", "export", "ada", "--to", str(file)).returncode == 0
    with ZipFile(file) as archive:
        assert json.loads(archive.read("account.jsonl"))["name"] == "ada"
    again = byline(address, "user", "export", "nobody", "--to", str(tmp_path / "nobody.zip"))
    assert (again.returncode, "There is no user nobody" in again.stderr) == (1, True)
    assert not (tmp_path / "nobody.zip").exists()
    kept = byline(address, "user", "erase", "ada", typed="no\n", **settings)
    assert (kept.returncode, (tmp_path / "erased.txt").exists()) == (1, False)
    assert byline(address, "user", "erase", "ada", "--yes", **settings).returncode == 0
    log = [json.loads(line) for line in byline(address, "user", "log", "--json").stdout.splitlines()]
    assert [entry["action"] for entry in log] == ["eraseAccount", "createUser"]
    assert user["id"] not in json.dumps(log)
    anyio.run(_restore_account, address, user["id"])
    migrated = byline(address, "migrate", **settings)
    assert (migrated.returncode, "Erased 1 account that is on" in migrated.stderr) == (0, True), migrated.stderr
    assert byline(address, "user", "list", "--json").stdout == ""
    anyio.run(_restore_account, address, user["id"])
    replayed = byline(address, "user", "erase", "--replay", settings["BYLINE_ERASURE_LIST"])
    assert (replayed.returncode, byline(address, "user", "list", "--json").stdout) == (0, ""), replayed.stderr
