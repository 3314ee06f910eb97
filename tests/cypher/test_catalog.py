import ast
import re
import tomllib
from pathlib import Path

import pytest

from cypher.catalog import PACKAGES, CatalogError, catalog, expand_template, parameters_of, parse, statement
from cypher.codegen import PACKAGES as PACKAGES_WITH_ROWS
from cypher.codegen import TARGET, generate_module
from cypher.migrate import migrations
from cypher.model import labels

ROOT = Path(__file__).parents[2]
GOOD = """// Papers of a year.
// @param year: int  which year
// @returns id: string
MATCH (p:Paper {year: $year}) RETURN p.id AS id
"""


def test_valid_file_is_parsed() -> None:
    """A valid file gives its summary, parameters, columns and text."""
    found = parse("book/x", GOOD)
    assert (found.summary, found.params[0].name, found.returns[0].type) == ("Papers of a year.", "year", "string")
    assert found.text.startswith("MATCH")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (GOOD.replace("$year", "$other"), "other, year"),
        (GOOD.replace("// @param year: int  which year\n", ""), "year"),
        (GOOD.replace("  which year", ""), "has no meaning"),
        (GOOD.replace("int ", "number "), "name: type"),
        (GOOD.replace("@returns", "@return"), "@return"),
        (GOOD.replace("@returns id", "@returns key"), "does not return: key"),
        ("MATCH (n) RETURN n", "sentence"),
        ("// Only words.", "statement"),
    ],
)
def test_invalid_file_is_rejected(source: str, told: str) -> None:
    """Each broken rule raises an error that names the file and the rule."""
    with pytest.raises(CatalogError, match="book/x") as error:
        parse("book/x", source)
    assert told in str(error.value)


def test_parameters_in_strings_and_comments_are_ignored() -> None:
    """Only dollar signs outside strings and comments mark parameters."""
    assert parameters_of("RETURN '$a' AS x, $b AS y // $c\n, \"$d\" AS z, $b AS w") == ["b"]


def string_constants(room: str) -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the string constants of a package, and its f-strings as patterns with placeholders in the gaps."""
    constants: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for path in (ROOT / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                constants.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                pieces = [str(part.value) if isinstance(part, ast.Constant) else None for part in node.values]
                if any(piece and len(piece) > len("_") for piece in pieces):
                    patterns.append(re.compile("".join(re.escape(p) if p is not None else r"\w+" for p in pieces)))
    return constants, patterns


def test_statement_names_in_code_exist() -> None:
    """Every constant that looks like a statement's name is the name of a statement."""
    constants: set[str] = set()
    for room in ("accounts", "byline", "cypher", "loaders", "resolvers", "schema"):
        constants |= string_constants(room)[0]
    names = {text for text in constants if re.fullmatch(rf"({'|'.join(PACKAGES)})/[a-z_/]+", text)}
    unknown = sorted(names - set(catalog()))
    assert not unknown, f"the code names these files, and cypher/ has none of them: {unknown}"


def test_every_statement_is_used() -> None:
    """The code names every statement outside the book, in full or by its last part."""
    constants: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for room in ("accounts", "byline", "cypher", "loaders", "resolvers", "schema"):
        found = string_constants(room)
        constants |= found[0]
        patterns += found[1]
    unused = [
        name
        for name in catalog()
        if not name.startswith("book/")
        and name not in constants
        and (stem := name.rpartition("/")[2]) not in constants
        and not any(
            pattern.fullmatch(stem) or pattern.fullmatch(name)
            for pattern in patterns
            if pattern.pattern != r"ingest/\w+"
        )
    ]
    assert not unused, f"no code names these .cypher files: {unused}"


def test_indexes_use_declared_model() -> None:
    """Every label, type and property of an index is declared in cypher/model.toml."""
    model = tomllib.loads((ROOT / "cypher" / "model.toml").read_text("utf-8"))
    text = "\n".join(statement for migration in migrations() for statement in migration.statements)
    known = {
        name: set(one.get("properties", {})) for kind in ("label", "relationship") for name, one in model[kind].items()
    }
    dropped = set(re.findall(r"DROP (?:CONSTRAINT|INDEX) (\w+)", text))
    text = re.sub(rf"CREATE (?:CONSTRAINT|INDEX) (?:{'|'.join(dropped)}) [^\n]*", "", text)
    for one in re.finditer(
        r"FOR \(?\)?-?[(\[](?P<var>\w):(?P<names>[\w|]+)[)\]].*?(?:REQUIRE|ON)(?P<rest>[^\n;]*)", text, re.DOTALL
    ):
        used = set(re.findall(rf"\b{one['var']}\.(\w+)", one["rest"]))
        assert used
        assert not used - set().union(*(known[name] for name in one["names"].split("|")))


@pytest.mark.parametrize("package", PACKAGES_WITH_ROWS)
def test_row_classes_are_current(package: str) -> None:
    """The generated module of a package equals its headers; if not, run: python -m cypher.codegen."""
    assert (TARGET / f"{package}.py").read_text("utf-8") == generate_module(package)


def test_template_defines_statement_per_label() -> None:
    """LABEL in a file's name and text stands for each label of its header, which must have labels."""
    source = "// Delete.\n// @labels Paper, Venue\nMATCH (n:LABEL) DELETE n"
    expanded = dict(expand_template("ingest/delete_LABEL", source))
    assert list(expanded) == ["ingest/delete_paper", "ingest/delete_venue"]
    assert parse("ingest/delete_venue", expanded["ingest/delete_venue"]).text == "MATCH (n:Venue) DELETE n"
    with pytest.raises(CatalogError, match="needs a header line"):
        dict(expand_template("ingest/delete_LABEL", "// Delete.\nMATCH (n:LABEL) DELETE n"))


LOADED_LABELS = {
    "ChangeFeedCounter",
    "FormerIdentifier",
    "Funder",
    "Identifier",
    "Institution",
    "InstitutionName",
    "Lease",
    "Load",
    "Manifestation",
    "Migration",
    "Paper",
    "Record",
    "Researcher",
    "Resource",
    "RestoredEntity",
    "Stale",
    "StaleCollaborations",
    "StaleReview",
    "StaleTrust",
    "Tombstone",
    "Topic",
    "Venue",
    "Volume",
}
"""Labels that loads, migrations and decisions write; users write all others."""


@pytest.mark.parametrize("name", ["lookup/has_loaded_data", "lookup/canonical/nodes", "lookup/canonical/own_names"])
def test_exports_exclude_what_users_write(name: str) -> None:
    """No label of accounts, acts and events counts as loaded data, or is part of a canonical export."""
    named = set(re.findall(r"[A-Z][A-Za-z]+", re.sub(r"//.*", "", statement(name).text)))
    assert set(labels()) - LOADED_LABELS - named == set()
