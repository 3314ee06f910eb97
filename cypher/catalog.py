"""The catalog of `.cypher` files: each file is read once, and its header is checked against its body.

The header is the block of comment lines at the top of a file: sentences about the statement, followed by

    // @param name: type       meaning of the parameter
    // @returns name: type, name: type?
    // @row ClassName          (only if several statements return the same columns)
    // @labels Paper, Venue    (only in a template: LABEL stands for each of these labels)
    // @scan because reason    (only if the plan may scan without an index)
    // @default kinds='["A","B"]'  (in the book: values of parameters that a user may omit)
    // @example name="Ada" year=1843   (in the book: parameters that have a result on the sample)

A type that ends in `?` may be null. A template is named after its placeholder: `merge_LABEL.cypher` defines
`merge_paper` and `merge_venue`.
"""

import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Generic, TypeVar, cast

from cypher.driver.values import Row

PACKAGES = ("accounts", "admin", "book", "curation", "derive", "gds", "graphql", "ingest", "lookup", "provenance")
TYPES = re.compile(r"^(string|int|float|bool|map|node|any|list<.+>)\??$")
NOT_CODE = re.compile(r"//[^\n]*|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"")
"""Comments and strings of a statement."""
PARAMETER = re.compile(rf"({NOT_CODE.pattern})|\$([A-Za-z_]\w*)")
PARAMETER_MAP = "p"
"""Name of the one parameter of a statement with grouped parameters."""
IN_TRANSACTIONS = re.compile(r" IN (?:\d+ CONCURRENT )?TRANSACTIONS OF \d+ ROWS?$")
PLACEHOLDER = re.compile(r"(?<![A-Za-z0-9])LABEL(?![A-Za-z0-9])")
HERE = Path(__file__).parent


class CatalogError(Exception):
    """A .cypher file breaks a rule of the catalog; the message names the file and the rule."""


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter or a column: its name, type and meaning."""

    name: str
    type: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Cypher:
    """A statement: `name` is its path without suffix (`graphql/related`), `text` its body without the header."""

    name: str
    summary: str
    params: tuple[Field, ...]
    returns: tuple[Field, ...]
    scan: str
    text: str
    row: str = ""
    defaults: tuple[str, ...] = ()
    example: tuple[str, ...] | None = None


RowT = TypeVar("RowT", bound=tuple[object, ...])
"""A NamedTuple class whose fields are the columns of a query."""


@dataclass(frozen=True)
class Query(Generic[RowT]):
    """A reading statement with the class of its rows; `cypher/queries` has an instance for each."""

    name: str
    row: type[RowT]

    @cached_property
    def text(self) -> str:
        """The Cypher text."""
        return statement(self.name).text

    def typed_rows(self, rows: Iterable[Row]) -> list[RowT]:
        """Return rows as instances of the row class."""
        make_row = cast("Callable[..., RowT]", self.row)
        return [make_row(*row) for row in rows]


def snake_case(column: str) -> str:
    """Return the name of a column, such as ``titleKey``, as Python writes it: ``title_key``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", column).lower()


def parse(name: str, source: str) -> Cypher:
    """Parse the text of a file.

    Raises:
        CatalogError: Header and body disagree, or the header breaks a rule.
    """
    lines = source.splitlines()
    split = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    prose: list[str] = []
    params: list[Field] = []
    returns: list[Field] = []
    scan = row = ""
    defaults: tuple[str, ...] = ()
    example: tuple[str, ...] | None = None
    for line in (raw.removeprefix("//").strip() for raw in lines[:split]):
        word, _, rest = line.partition(" ")
        if word == "@param":
            params.append(_param(name, rest))
        elif word == "@returns":
            returns += [_typed(name, part) for part in _columns(rest)]
        elif line.startswith("@scan because "):
            scan = line.removeprefix("@scan because ")
        elif word == "@row":
            row = rest.strip()
        elif word == "@default":
            defaults += tuple(shlex.split(rest))
        elif word == "@example":
            example = tuple(shlex.split(rest))
        elif word.startswith("@") and word != "@labels":
            raise CatalogError(
                f"cypher/{name}.cypher: unknown header word {word}. Expected @param, @returns, @row, @labels, @scan, "
                "@default or @example."
            )
        elif line and word != "@labels":
            prose.append(line)
    text = "\n".join(lines[split:]).strip()
    if not prose or not text:
        raise CatalogError(f"cypher/{name}.cypher: expected a header with a sentence, followed by a statement.")
    _compare_parameters(name, {param.name for param in params}, set(parameters_of(text)))
    _check_columns(name, [column.name for column in returns], text)
    for word, pairs in (("@default", defaults), ("@example", example or ())):
        if unknown := {pair.partition("=")[0] for pair in pairs} - {param.name for param in params}:
            raise CatalogError(f"cypher/{name}.cypher: {word} has unknown parameters: {', '.join(sorted(unknown))}.")
    return Cypher(name, " ".join(prose), tuple(params), tuple(returns), scan, text, row, defaults, example)


def expand_template(name: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each statement of a file: one for each label of a template.

    Raises:
        CatalogError: A template declares no labels.
    """
    if not PLACEHOLDER.search(name):
        yield name, source
        return
    labels = re.search(r"^// @labels (.+)$", source, re.MULTILINE)
    if labels is None:
        raise CatalogError(f"cypher/{name}.cypher: a template needs a header line such as: // @labels Paper, Venue")
    for label in (part.strip() for part in labels[1].split(",")):
        yield PLACEHOLDER.sub(label.lower(), name), PLACEHOLDER.sub(label, source)


def parameters_of(text: str) -> list[str]:
    """Return the parameter names of a statement in order of first use, without those in comments and strings."""
    return list(dict.fromkeys(found[2] for found in PARAMETER.finditer(text) if found[2]))


def group_parameters(text: str) -> str:
    """Return a text that reads all its parameters from one map: `$p.ids` instead of `$ids`.

    Neo4j keeps a plan for each combination of the types of the parameters (null is one of them), and for each size of a
    list or text among them (0, 1, 10, 100, ...), but not for those inside a map.
    """
    return PARAMETER.sub(lambda found: found[1] or f"${PARAMETER_MAP}.{found[2]}", text)


@cache
def grouped_text(name: str) -> str:
    """Return the text of a statement with grouped parameters, so that batches of all sizes share one plan.

    Raises:
        CatalogError: The catalog has no statement of that name.
    """
    return group_parameters(statement(name).text)


@cache
def single_transaction_text(name: str) -> str:
    """Return the text of a statement without its last `IN TRANSACTIONS`, so that it can be part of a transaction.

    Raises:
        CatalogError: The catalog has no statement of that name.
    """
    return IN_TRANSACTIONS.sub("", statement(name).text)


@cache
def catalog() -> dict[str, Cypher]:
    """Return all statements by name, sorted.

    Raises:
        CatalogError: A file breaks a rule.
    """
    files = sorted(path for package in PACKAGES for path in (HERE / package).rglob("*.cypher"))
    sources = ((path.relative_to(HERE).with_suffix("").as_posix(), path.read_text("utf-8")) for path in files)
    statements = [parse(*expanded) for name, source in sources for expanded in expand_template(name, source)]
    return {found.name: found for found in sorted(statements, key=lambda found: found.name)}


def statement(name: str) -> Cypher:
    """Return a statement by name, such as ``graphql/related``.

    Raises:
        CatalogError: The catalog has no statement of that name.
    """
    try:
        return catalog()[name]
    except KeyError:
        raise CatalogError(f"There is no cypher/{name}.cypher.") from None


def _param(file: str, line: str) -> Field:
    head, _, meaning = line.partition("  ")
    field = _typed(file, head)
    if not meaning.strip():
        raise CatalogError(f"cypher/{file}.cypher: @param {field.name} has no meaning: add two spaces, then words.")
    return Field(field.name, field.type, meaning.strip())


def _typed(file: str, part: str) -> Field:
    name, colon, kind = (piece.strip() for piece in part.partition(":"))
    if not colon or not TYPES.match(kind):
        raise CatalogError(f"cypher/{file}.cypher: expected `name: type`, found {part.strip()!r}.")
    return Field(name, kind)


def _columns(line: str) -> list[str]:
    return re.split(r",\s*(?![^<]*>)", line)


def _check_columns(name: str, columns: Iterable[str], text: str) -> None:
    """Raise CatalogError if a declared column does not occur in the statement."""
    words = set(re.findall(r"\w+", text))
    if absent := [column for column in columns if column not in words]:
        raise CatalogError(
            f"cypher/{name}.cypher: @returns declares columns that the statement does not return: {', '.join(absent)}."
        )


def _compare_parameters(file: str, header: set[str], body: set[str]) -> None:
    if header != body:
        differing = ", ".join(sorted(header ^ body))
        raise CatalogError(f"cypher/{file}.cypher: header and body disagree on the parameters {differing}.")
