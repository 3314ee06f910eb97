"""Checks of the schema by tools of other projects."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from graphql import GraphQLObjectType

from resolvers.schema import graphql_schema, print_schema
from tests.byline.server_process import BYLINE
from tests.conformance.conftest import HERE, tool

pytestmark = pytest.mark.conformance
KEPT = Path(__file__).parents[2] / "schema" / "schema.graphql"


def test_schema_follows_graphql_eslint_rules() -> None:
    """@graphql-eslint's recommended and Relay rules report only the listed exceptions."""
    values = [
        type_.name
        for type_ in graphql_schema().type_map.values()
        if isinstance(type_, GraphQLObjectType) and "Node" not in {one.name for one in type_.interfaces}
    ]
    env = os.environ | {"SCHEMA": str(KEPT), "VALUE_TYPES": ",".join(values)}
    config = ("--no-ignore", "--config", str(HERE / "eslint.config.js"), "--format", "json")
    done = tool("eslint", *config, str(KEPT), cwd=KEPT.parents[1], env=env)
    found = json.loads(done.stdout)
    lines = KEPT.read_text("utf-8").splitlines()
    told = [(message["ruleId"], _location(lines, message)) for file in found for message in file["messages"]]
    assert {one for one in told if one not in EXCEPTIONS} == set()
    assert set(told) == set(EXCEPTIONS)


ONE_WAY = "it has pages in one direction: a change feed, a log from its end, a queue"
VALUE = "its node is a value without a Byline ID of its own"
OF_USERS = "users write its nodes; root fields of their own return them to those who may read them"
EXCEPTIONS = {
    ("@graphql-eslint/relay-arguments", "changes"): ONE_WAY,
    ("@graphql-eslint/relay-arguments", "reviewQueue"): ONE_WAY,
    ("@graphql-eslint/relay-arguments", "auditLog"): ONE_WAY,
    ("@graphql-eslint/relay-arguments", "decisionLog"): ONE_WAY,
    ("@graphql-eslint/relay-connection-types", "ChangeConnection"): ONE_WAY,
    ("@graphql-eslint/relay-edge-types", "AccessTokenEdge"): OF_USERS,
    ("@graphql-eslint/relay-edge-types", "AuditEntryEdge"): VALUE,
    ("@graphql-eslint/relay-edge-types", "ChangeEdge"): VALUE,
    ("@graphql-eslint/relay-edge-types", "BlockedUserEdge"): OF_USERS,
    ("@graphql-eslint/relay-edge-types", "ClaimEdge"): OF_USERS,
    ("@graphql-eslint/relay-edge-types", "CollectionEdge"): OF_USERS,
    ("@graphql-eslint/relay-edge-types", "CommentEdge"): OF_USERS,
    ("@graphql-eslint/relay-edge-types", "DecisionEdge"): VALUE,
    ("@graphql-eslint/relay-edge-types", "FollowerEdge"): OF_USERS,
    ("@graphql-eslint/relay-edge-types", "InvitationEdge"): OF_USERS,
    ("@graphql-eslint/relay-edge-types", "InvitationMessageEdge"): OF_USERS,
    ("@graphql-eslint/relay-edge-types", "ModerationCaseEdge"): OF_USERS,
    ("@graphql-eslint/relay-edge-types", "NotificationEdge"): OF_USERS,
    ("@graphql-eslint/relay-edge-types", "ReviewEdge"): OF_USERS,
    ("@graphql-eslint/relay-edge-types", "ReviewItemEdge"): VALUE,
}
"""Exceptions from rules, with their reasons."""


def _location(lines: list[str], message: dict[str, Any]) -> str:
    """Return the field that a message names, else the type at or above its line."""
    named = re.match(r"Field `(\w+)`", message["message"])
    if named:
        return named[1]
    above = reversed(lines[: message["line"]])
    return next(line.split()[1] for line in above if line.startswith("type "))


CHANGES = {
    "a field goes": (r"\n  citationCount: Int!", "\n  citationTotal: Int!"),
    "a value may be null": (r"\n  title: String!", "\n  title: String"),
    "a type changes": (r"\n  year: Int\n", "\n  year: String\n"),
    "a list's items change": (r"\n  aliases: \[String!\]!", "\n  aliases: [Int!]!"),
    "an argument goes": (r"\n    maxLength: Int\b", "\n    longest: Int"),
    "a value of an enum goes": (r"\n  ARTICLE\n", "\n  ESSAY\n"),
    "an input must be given": (r"\n  orcid: ExternalIDFilter\n", "\n  orcid: ExternalIDFilter!\n"),
    "a type is renamed": (r"\bResearchMapEdge\b", "MapEdge"),
    "a type is a Node no more": (r"type Venue implements Node", "type Venue"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_schema_diff_agrees_with_graphql_inspector(change: str, tmp_path: Path) -> None:
    """`byline schema diff` and graphql-inspector find the same breaking changes."""
    pattern, instead = CHANGES[change]
    other = re.sub(pattern, instead, print_schema())
    assert other != print_schema(), "the change is none"
    file = tmp_path / "other.graphql"
    file.write_text(other)
    theirs = tool("node", "breaking.mjs", str(file), str(KEPT))
    assert theirs.returncode == 0, theirs.stderr
    ours = subprocess.run([BYLINE, "schema", "diff", str(file)], capture_output=True, text=True, check=False)
    assert (ours.returncode == 1) == bool(json.loads(theirs.stdout)), (ours.stdout, theirs.stdout)
    turned = tool("node", "breaking.mjs", str(KEPT), str(file))
    assert json.loads(turned.stdout), "the change breaks nobody"


def test_schema_diff_with_itself_is_empty() -> None:
    """The schema compared with itself has no change."""
    done = subprocess.run([BYLINE, "schema", "diff", str(KEPT)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (
        0,
        "0 breaking, 0 possibly breaking and 0 compatible changes; 0 new deprecations.\n",
    )
