"""Breaking changes of the schema are documented in the changelog."""

import re
import subprocess
from pathlib import Path

import pytest
from graphql import GraphQLSchema, build_schema
from graphql.utilities import BreakingChange, find_schema_changes
from typer import Exit

from byline.cli.commands.schema import deprecations, diff_command
from resolvers.schema import print_schema

ROOT = Path(__file__).parents[2]


def undocumented_breaks(before: GraphQLSchema, after: GraphQLSchema, changelog: str) -> list[str]:
    """Return the breaking changes that the changelog's section for the next release does not mention."""
    told = " ".join(changelog.partition("## [Unreleased]")[2].partition("\n## [")[0].split())
    breaking = (one.description for one in find_schema_changes(before, after) if isinstance(one, BreakingChange))
    return [one for one in breaking if one not in told]


def test_changelog_names_breaking_changes() -> None:
    """CHANGELOG.md has each breaking change since the last release, in the words of `byline schema diff`."""
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
    assert undocumented_breaks(build_schema(done.stdout), build_schema(print_schema()), changelog) == []


def test_undocumented_break_is_found() -> None:
    """A removed field is undocumented until the changelog's section for the next release names it."""
    before, after = build_schema("type Query { a: Int b: Int }"), build_schema("type Query { a: Int }")
    words = "Field Query.b was removed."
    assert undocumented_breaks(before, after, "## [Unreleased]\n- More.\n") == [words]
    assert undocumented_breaks(before, after, f"## [Unreleased]\n- More.\n## [0.1.0]\n- {words}\n") == [words]
    assert undocumented_breaks(before, after, f"## [Unreleased]\n### Removed\n- {words}\n") == []
    assert undocumented_breaks(after, before, "") == []


DATED = re.compile(r"^Use [A-Za-z.(:)]+\. Removed after \d{4}-\d{2}-\d{2}\.$")


def test_deprecations_name_the_replacement_and_a_date() -> None:
    """Each deprecated part of the schema says what replaces it and after which day it is removed."""
    assert {
        name: reason for name, reason in deprecations(build_schema(print_schema())).items() if not DATED.match(reason)
    } == {}
    assert DATED.match("Use Paper.openAccessColor. Removed after 2027-06-30.")


def test_schema_diff_lists_new_deprecations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`byline schema diff OLD NEW` lists breaking changes, compatible changes and new deprecations of two files."""
    old, new = tmp_path / "old.graphql", tmp_path / "new.graphql"
    old.write_text("type Query { a: Int b(x: Int): Int }", "utf-8")
    reason = "Use Query.c. Removed after 2027-06-30."
    new.write_text(f'type Query {{ a: Int @deprecated(reason: "{reason}") b: Int c: Int }}', "utf-8")
    with pytest.raises(Exit) as stop:
        diff_command(old, new)
    assert stop.value.exit_code == 1
    assert capsys.readouterr().out.splitlines() == [
        "breaks     Argument Query.b(x:) was removed.",
        f"deprecates Query.a: {reason}",
        "adds       Field Query.c was added.",
        "1 breaking, 0 possibly breaking and 1 compatible changes; 1 new deprecations.",
    ]
    diff_command(new, new)
    assert capsys.readouterr().out == "0 breaking, 0 possibly breaking and 0 compatible changes; 0 new deprecations.\n"
    new.write_text("no schema", "utf-8")
    with pytest.raises(Exit) as stop:
        diff_command(old, new)
    assert stop.value.exit_code == 2
