"""Conventions that no linter checks."""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("accounts", "byline", "cypher", "loaders", "normalization", "resolvers", "schema", "traversal")
MAX_MODULE_LINES = 400

VAGUE_NAMES = """
    alone amid anew asked at behind beside circle crew each found given hands held kept manners mine meant of one
    other ours said shelf spot theirs thing things together told turn whole wish wishes words
"""
"""Names of variables and parameters that do not say what the value is."""
VAGUE_FUNCTIONS = """
    against alike alone asked bare beside called cast dealt decided drawn ended found given held joined kept known
    led made marked meant moved named of opened parted placed read ruled said seen settled shown spoken stated taken
    together told told_once whole written
"""
"""Names of functions that are a bare participle or adverb instead of a verb."""
RIDDLE_WORDS = re.compile(
    r"\b((?i:what|who|whom|whose|whatever|whoever|anew|beside|besides|nobody|somebody|amid)|none)\b"
)
"""Words that stand in sentences without a named subject, but not the value None of Python."""
MAX_VAGUE_NAMES = 0.003
MAX_VAGUE_FUNCTIONS = 5
MAX_RIDDLE_WORDS = {"docstrings": 1.5, "texts": 2.0, "pages": 3.0, "schema": 2.0}
"""Riddle words per 1,000 words. Lower a limit when the text improves; never raise it."""


ONE_MODULE_PER_ITEM = {
    "cypher/queries": "one generated module per folder of statements",
    "schema/order": "one module per type, with its name",
    "schema/where": "one module per type, with its name",
}
"""Packages that name no module, and the rule by which a reader finds one. The docstring of a package in
`loaders/sources/` describes the files of its source instead.
"""


class Definition(NamedTuple):
    """A name that a module defines, and its position."""

    name: str
    position: str


@cache
def tracked() -> list[str]:
    """Return the files that git tracks, and new files that it does not ignore."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


TESTS = [ROOT / name for name in tracked() if name.startswith("tests/") and Path(name).name.startswith("test_")]


@cache
def syntax_trees() -> tuple[tuple[str, ast.Module], ...]:
    """Return the path and syntax tree of each module of the product."""
    modules = [name for name in tracked() if name.endswith(".py") and name.startswith(PACKAGES)]
    return tuple((name, ast.parse((ROOT / name).read_text("utf-8"))) for name in modules)


def texts_of(tree: ast.Module) -> Iterator[str]:
    """Yield the string constants of a module that have more than three words."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value.split()) > 3:
            yield node.value


def docstrings_of(tree: ast.Module) -> Iterator[str]:
    """Yield the docstrings of a module, its classes and its functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def described_parameters(docstring: str) -> list[str]:
    """Return the names in the section `Args` of a docstring."""
    section = re.search(r"^Args:\n((?:    .*\n?|\n)*)", docstring, re.MULTILINE)
    return re.findall(r"^    (\w+):", section[1], re.MULTILINE) if section else []


def riddles_per_thousand_words(text: str) -> float:
    """Return how many riddle words a text has per 1,000 words."""
    return 1000 * len(RIDDLE_WORDS.findall(text)) / max(len(re.findall(r"[A-Za-z']+", text)), 1)


def test_variable_names_are_descriptive() -> None:
    """At most 0.3% of variables and parameters have a vague name."""
    bindings = [
        Definition(node.id if isinstance(node, ast.Name) else node.arg, f"{path}:{node.lineno}")
        for path, tree in syntax_trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.arg) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    ]
    vague = [binding for binding in bindings if binding.name in VAGUE_NAMES.split()]
    assert len(vague) <= MAX_VAGUE_NAMES * len(bindings), f"rename some of these variables: {vague}"


def test_function_names_are_verbs() -> None:
    """At most five functions are named by a bare participle or adverb; `read` is also a verb."""
    vague = [
        Definition(node.name, f"{path}:{node.lineno}")
        for path, tree in syntax_trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.strip("_") in VAGUE_FUNCTIONS.split()
    ]
    assert len(vague) <= MAX_VAGUE_FUNCTIONS, f"name these functions with a verb: {vague}"


def test_texts_stay_within_riddle_word_limits() -> None:
    """Docstrings, messages, pages and GraphQL descriptions stay within their limits of riddle words."""
    trees = [tree for _, tree in syntax_trees()]
    pages = [(ROOT / name).read_text("utf-8") for name in tracked() if name == "README.md" or name.startswith("docs/")]
    schema = (ROOT / "schema" / "schema.graphql").read_text("utf-8")
    found = {
        "docstrings": riddles_per_thousand_words("\n".join(text for tree in trees for text in docstrings_of(tree))),
        "texts": riddles_per_thousand_words("\n".join(text for tree in trees for text in texts_of(tree))),
        "pages": riddles_per_thousand_words(re.sub(r"```.*?```", "", "\n".join(pages), flags=re.DOTALL)),
        "schema": riddles_per_thousand_words("\n".join(re.findall(r'"""(.*?)"""', schema, flags=re.DOTALL))),
    }
    excess = {name: round(rate, 2) for name, rate in found.items() if rate > MAX_RIDDLE_WORDS[name]}
    assert not excess, (
        f"too many riddle words per 1,000 words: {excess}. Give the sentences that you added a subject, without the "
        f"words {RIDDLE_WORDS.pattern}"
    )


def test_docstrings_describe_existing_parameters() -> None:
    """Every parameter in the `Args` of a docstring is a parameter of the function."""
    unknown = [
        Definition(name, f"{path}:{node.lineno}")
        for path, tree in syntax_trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for name in described_parameters(ast.get_docstring(node) or "")
        if name not in {part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)}
    ]
    assert not unknown, f"the docstrings describe parameters that their functions do not have: {unknown}"


def test_package_docstrings_name_their_modules() -> None:
    """The docstring of every package of the product names each of its modules and packages."""
    missing: list[str] = []
    for package, tree in ((path.removesuffix("/__init__.py"), tree) for path, tree in syntax_trees()):
        if not (ROOT / package).is_dir() or package in ONE_MODULE_PER_ITEM or package.startswith("loaders/sources/"):
            continue
        paths = [path.removeprefix(f"{package}/") for path, _ in syntax_trees() if path.startswith(f"{package}/")]
        names = {path.removesuffix("/__init__.py").removesuffix(".py") for path in paths} - {"__init__"}
        words = set(re.findall(r"\w+", ast.get_docstring(tree) or ""))
        missing += [f"{package}/{name}" for name in names if "/" not in name and name not in words]
    assert not missing, f"name these modules in the docstrings of their packages: {sorted(missing)}"


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_test_has_docstring(path: Path) -> None:
    """Every test function has a docstring that ends in a period."""
    tree = ast.parse(path.read_text("utf-8"))
    tests = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]
    silent = [node.name for node in tests if not (ast.get_docstring(node) or "").strip().endswith(".")]
    assert not silent, f"{path.name}: say in one sentence what these prove: {silent}"


def test_no_dependency_provides_a_package_of_byline() -> None:
    """No installed distribution but Byline has a top-level package with the name of one of Byline's packages."""
    for distribution in distributions():
        if distribution.metadata["Name"] == "byline":
            continue
        tops = {str(file).split("/")[0] for file in distribution.files or ()}
        assert not tops & set(PACKAGES), distribution.metadata["Name"]


def test_lock_files_have_hashes_and_no_addresses() -> None:
    """Lock files pin by hash and contain no download address."""
    for lock in (ROOT / "requirements").glob("*.lock"):
        text = lock.read_text("utf-8")
        assert "--hash=sha256:" in text
        assert "://" not in text
    for name in tracked():
        if name.endswith("package-lock.json"):
            text = (ROOT / name).read_text("utf-8")
            assert '"integrity": "sha512-' in text
            assert "://" not in text, name


def test_no_foreign_code_is_tracked() -> None:
    """Git tracks no installed package, built page or virtual environment."""
    folders = {"node_modules", "site-packages", ".venv", "static/graphiql"}
    assert [name for name in tracked() if any(f"/{folder}/" in f"/{name}" for folder in folders)] == []


def test_only_cypher_imports_the_driver() -> None:
    """Of the product's packages, only cypher/ contains `import neo4j`."""
    importing = [
        name
        for name in tracked()
        if name.endswith(".py")
        and not name.startswith(("cypher/", "examples/", "tests/", "bench/"))
        and re.search(r"^\s*(import neo4j|from neo4j)\b", (ROOT / name).read_text("utf-8"), re.MULTILINE)
    ]
    assert not importing, f"call functions of cypher/driver instead of the driver in: {importing}"


def test_modules_are_short() -> None:
    """No module of the product has more than 400 lines; generated modules are exempt."""
    long = {
        name: lines
        for name in tracked()
        if name.endswith(".py")
        and not name.startswith(("tests/", "cypher/queries/"))
        and (lines := len((ROOT / name).read_text("utf-8").splitlines())) > MAX_MODULE_LINES
    }
    assert not long, f"split these modules, each part with one idea: {long}"


def test_image_has_all_packages() -> None:
    """The Dockerfile and the wheel contain each package and the manual."""
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["packages"] == list(PACKAGES)
    copied = re.findall(r"^COPY (\w+) \1$", dockerfile, re.MULTILINE)
    assert copied == sorted({*PACKAGES, *wheel["force-include"]})
