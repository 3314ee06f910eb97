"""The documentation matches the code."""

import json
import re
from pathlib import Path

from byline.cli.main import COMMANDS
from byline.settings import Settings
from loaders.sources.base import sources
from resolvers.errors import Code

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def test_every_error_code_is_documented() -> None:
    """docs/errors.md lists exactly the error codes, each with its status and advice."""
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (.*) \|$", (DOCS / "errors.md").read_text("utf-8"), re.MULTILINE)
    assert rows == [(code.name, str(int(code.status)), code.advice) for code in Code]


def test_every_setting_is_documented() -> None:
    """docs/operating.md lists each environment variable, and each setting has a description."""
    text = (DOCS / "operating.md").read_text("utf-8")
    missing = [
        field.alias
        for field in Settings.model_fields.values()
        if f"`{field.alias}`" not in text or not field.description
    ]
    assert not missing


def test_every_variable_is_documented() -> None:
    """docs/operating.md names every BYLINE_ variable in the code of byline/."""
    text = (DOCS / "operating.md").read_text("utf-8")
    code = "".join(path.read_text("utf-8") for path in (ROOT / "byline").rglob("*.py"))
    assert {name for name in re.findall(r"BYLINE_[A-Z0-9_]+", code) if f"`{name}`" not in text} == set()


def test_every_command_is_a_module() -> None:
    """The commands of the help and the modules of byline.cli.commands are the same."""
    modules = {path.stem for path in (ROOT / "byline" / "cli" / "commands").glob("*.py")} - {"__init__"}
    assert modules == {command.replace("-", "_") for command in COMMANDS}


def test_readme_links_exist() -> None:
    """Each relative link in the README leads to an existing file."""
    links = re.findall(r"\]\(((?!https?:)[^)#]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_page_is_in_the_site() -> None:
    """docs/site/index.md lists every page of docs/, so that `make docs` succeeds."""
    listed = set((DOCS / "site" / "index.md").read_text("utf-8").splitlines())
    missing = {f"docs/{page.stem}" for page in DOCS.glob("*.md")} - listed
    assert not missing, f"add these pages to docs/site/index.md: {missing}"


def test_tests_of_defenses_exist() -> None:
    """docs/security.md names only tests that exist."""
    named = set(re.findall(r"`(test_\w+)`", (DOCS / "security.md").read_text("utf-8")))
    defined = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert named - defined == set()


def test_licenses_equal_lock_files() -> None:
    """docs/licenses.md has exactly the packages and versions of the lock files, each with a license."""
    rows = re.findall(
        r"^\| ([\w.-]+) \| (\d[^|]*) \| (\S.*) \|$", (DOCS / "licenses.md").read_text("utf-8"), re.MULTILINE
    )
    listed = {(name, version) for name, versions, _ in rows for version in versions.split(", ")}
    locked = {
        package
        for name in ("run.lock", "dev.lock")
        for package in re.findall(
            r"^([\w.-]+)==([^\s;]+)", (ROOT / "requirements" / name).read_text("utf-8"), re.MULTILINE
        )
    }
    assert listed == locked, "run `make licenses`"


def test_every_source_has_page() -> None:
    """docs/sources has exactly one page per source, with its name and title first and then its example."""
    pages = {path.stem: path.read_text("utf-8").splitlines() for path in (DOCS / "sources").glob("*.md")}
    missing = {*sources()} - {*pages}
    assert not missing, f"write a page for these sources, as docs/sources/NAME.md: {missing}"
    extra = {*pages} - {*sources(), "sample-provenance"}
    assert not extra, (
        "these pages of docs/sources have no source; a page has the name of the constant SOURCE of a module in "
        f"loaders/sources: {extra}"
    )
    for source in sources().values():
        for line, beginning in ((1, f"# {source.name}: "), (3, f"`{source.example}`")):
            text = (pages[source.name] + [""] * line)[line - 1]
            assert text.startswith(beginning), (
                f"line {line} of docs/sources/{source.name}.md must begin with {beginning!r}"
            )


def test_every_source_is_in_the_changelog() -> None:
    """CHANGELOG.md names every source."""
    names = set(re.findall(r"[\w-]+", (ROOT / "CHANGELOG.md").read_text("utf-8")))
    missing = {*sources()} - names
    assert not missing, f"add these sources to the list of sources in CHANGELOG.md: {missing}"


def test_bodies_of_curl_commands_are_json() -> None:
    """The body of each curl command in the documentation can be sent: JSON allows no line break in a string."""
    bodies = [
        body
        for page in (ROOT / "README.md", *DOCS.glob("*.md"))
        for body in re.findall(r" -d '(\{.*?\})'$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    ]
    assert len(bodies) >= 5
    for body in bodies:
        assert json.loads(body)["query"]
