"""House rules that no linter holds."""

import ast
import re
import subprocess
from importlib.metadata import distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("byline", "cypher", "loaders", "resolvers", "schema")


def tracked() -> list[str]:
    """Return the files that git keeps, or would."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


TESTS = [ROOT / name for name in tracked() if name.startswith("tests/") and Path(name).name.startswith("test_")]


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_test_says_what_it_proves(path: Path) -> None:
    """Every test function carries a docstring of one sentence."""
    tree = ast.parse(path.read_text("utf-8"))
    tests = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]
    silent = [node.name for node in tests if not (ast.get_docstring(node) or "").strip().endswith(".")]
    assert not silent, f"{path.name}: say in one sentence what these prove: {silent}"


def test_no_dependency_provides_a_room_of_ours() -> None:
    """No installed package but Byline has a top-level package named like one of the five rooms."""
    for distribution in distributions():
        if distribution.metadata["Name"] == "byline":
            continue
        tops = {str(file).split("/")[0] for file in distribution.files or ()}
        assert not tops & set(ROOMS), distribution.metadata["Name"]


def test_locks_have_hashes_and_no_addresses() -> None:
    """Lock files pin by hash and name no download address."""
    for lock in (ROOT / "requirements").glob("*.lock"):
        text = lock.read_text("utf-8")
        assert "--hash=sha256:" in text
        assert "://" not in text
    for name in tracked():
        if name.endswith("package-lock.json"):
            text = (ROOT / name).read_text("utf-8")
            assert '"integrity": "sha512-' in text
            assert "://" not in text, name


def test_nothing_of_others_is_kept() -> None:
    """Git keeps no installed package, built page or environment."""
    installed = {"node_modules", "site-packages", ".venv", "static/graphiql"}
    assert [name for name in tracked() if any(f"/{one}/" in f"/{name}" for one in installed)] == []


def test_only_cypher_imports_the_driver() -> None:
    """`import neo4j` stands in cypher/ alone, tests and benches aside."""
    found = [
        name
        for name in tracked()
        if name.endswith(".py")
        and not name.startswith(("cypher/", "tests/", "bench/"))
        and re.search(r"^\s*(import neo4j|from neo4j)\b", (ROOT / name).read_text("utf-8"), re.MULTILINE)
    ]
    assert not found


def test_no_module_is_a_house_of_its_own() -> None:
    """No Python module outside the tests has over 350 lines."""
    long = {
        name: lines
        for name in tracked()
        if name.endswith(".py")
        and not name.startswith("tests/")
        and (lines := len((ROOT / name).read_text("utf-8").splitlines())) > 350
    }
    assert not long
