"""Assemble the pages of the documentation site: the Markdown files of the repository and generated references.

Usage: python docs/site/build_pages.py TARGET
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from graphql import GraphQLNamedType, build_schema, is_introspection_type, is_specified_scalar_type

from byline.cli.main import COMMANDS
from resolvers.schema import print_schema

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "bench/README.md",
    "tests/README.md",
    "examples/README.md",
)
SUBCOMMANDS = {
    "db": ("start", "stop", "status", "console", "browser", "dump", "restore", "train"),
    "identity": ("explain", "review", "merge", "keep-apart", "split", "revoke", "log"),
}


def copy_pages(target: Path) -> None:
    """Copy the pages of the repository, and complete the lists of pages."""
    shutil.copytree(ROOT / "docs", target / "docs", ignore=shutil.ignore_patterns("site"))
    for name in PAGES:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target / name)
    shutil.copy(ROOT / "docs" / "site" / "index.md", target / "index.md")
    sources = sorted(path.stem for path in (target / "docs" / "sources").glob("*.md"))
    (target / "docs" / "sources" / "index.md").write_text(_table_of_contents("Sources", sources), "utf-8")
    decisions = target / "docs" / "decisions"
    entries = sorted(path.stem for path in decisions.glob("0*.md"))
    with (decisions / "README.md").open("a", encoding="utf-8") as page:
        page.write("\n" + _table_of_contents("", entries, hidden=True))
    for path in (target / "docs" / "sources").glob("*.md"):
        _replace(path, r"^```json$", "```")
    for path in target.rglob("*.md"):
        _replace(path, r"\[docs/decisions\]\(docs/decisions/README\.md\)", "[decisions](docs/decisions/README.md)")
        _replace(path, r"\[(sources|docs/sources)\]\(sources\)", r"[\1](sources/index.md)")


def _table_of_contents(title: str, pages: list[str], *, hidden: bool = False) -> str:
    heading = f"# {title}\n\n" if title else ""
    options = ":hidden:\n" if hidden else ":maxdepth: 1\n"
    return f"{heading}```{{toctree}}\n{options}\n" + "\n".join(pages) + "\n```\n"


def _replace(path: Path, pattern: str, replacement: str) -> None:
    text = path.read_text("utf-8")
    path.write_text(re.sub(pattern, replacement, text, flags=re.MULTILINE), "utf-8")


def cli_reference() -> str:
    """Return the help of every command as a page."""
    parts = ["# Command line\n\nThe output of `byline COMMAND --help`.\n"]
    for command in COMMANDS:
        parts.append(f"\n## byline {command}\n\n```text\n{_help(command)}\n```\n")
        parts += [
            f"\n### byline {command} {name}\n\n```text\n{_help(command, name)}\n```\n"
            for name in SUBCOMMANDS.get(command, ())
        ]
    return "".join(parts)


def _help(*words: str) -> str:
    environment = {**os.environ, "COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "byline", *words, "--help"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=ROOT)  # noqa: S603 our own command
    text = result.stdout.replace("python -m byline", "byline")
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def graphql_reference() -> str:
    """Return a page with every type of the schema: its description and its definition."""
    schema = build_schema(print_schema())
    parts = ["# GraphQL schema\n\nEvery type, sorted by name; `Query` has the root fields.\n"]
    for name, kind in sorted(schema.type_map.items()):
        if not is_introspection_type(kind) and not is_specified_scalar_type(kind):
            parts.append(f"\n## {name}\n\n{_first_line(kind)}\n\n```graphql\n{_definition(name)}\n```\n")
    return "".join(parts)


def _first_line(kind: GraphQLNamedType) -> str:
    return (kind.description or "").replace("<", "\\<")


def _definition(name: str) -> str:
    keywords = "type|input|enum|interface|union|scalar"
    pattern = rf'^({keywords}) {name}\b.*?(?=^(?:"""|({keywords}) )|\Z)'
    found = re.search(pattern, print_schema(), re.MULTILINE | re.DOTALL)
    return found[0].strip() if found else ""


def main() -> None:
    """Write all pages to the folder that the command line names."""
    target = Path(sys.argv[1])
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    copy_pages(target)
    (target / "reference").mkdir()
    (target / "reference" / "cli.md").write_text(cli_reference(), "utf-8")
    (target / "reference" / "graphql.md").write_text(graphql_reference(), "utf-8")


if __name__ == "__main__":
    main()
