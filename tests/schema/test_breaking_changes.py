"""Breaking changes of the schema are documented in the changelog."""

import subprocess
from pathlib import Path

import pytest
from graphql import GraphQLSchema, build_schema
from graphql.utilities import BreakingChange, find_schema_changes

from resolvers.schema import printed

ROOT = Path(__file__).parents[2]


def undocumented_breaks(before: GraphQLSchema, after: GraphQLSchema, changelog: str) -> list[str]:
    """Return the breaking changes that the changelog's section for the next release does not mention."""
    told = " ".join(changelog.partition("## [Unreleased]")[2].partition("\n## [")[0].split())
    breaking = (one.description for one in find_schema_changes(before, after) if isinstance(one, BreakingChange))
    return [one for one in breaking if one not in told]


def test_changelog_names_breaking_changes() -> None:
    """CHANGELOG.md has each breaking change since the last release, in the words of `byline schema --diff`."""
    tag = subprocess.run(
        ["git", "describe", "--tags", "--abbrev=0", "--match", "v*"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    if not tag:
        pytest.skip("nothing has been released yet: no tag v*")
    done = subprocess.run(
        ["git", "show", f"{tag}:schema/schema.graphql"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert undocumented_breaks(build_schema(done.stdout), build_schema(printed()), changelog) == []


def test_undocumented_break_is_found() -> None:
    """A removed field is undocumented until the changelog's section for the next release names it."""
    before, after = build_schema("type Query { a: Int b: Int }"), build_schema("type Query { a: Int }")
    words = "Field Query.b was removed."
    assert undocumented_breaks(before, after, "## [Unreleased]\n- More.\n") == [words]
    assert undocumented_breaks(before, after, f"## [Unreleased]\n- More.\n## [0.1.0]\n- {words}\n") == [words]
    assert undocumented_breaks(before, after, f"## [Unreleased]\n### Removed\n- {words}\n") == []
    assert undocumented_breaks(after, before, "") == []
