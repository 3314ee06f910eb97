"""The catalog of `.cypher` files: each is read once, its header checked against its body.

A header is the run of comment lines at the top of the file: sentences that say what the statement answers or does, then

    // @param name: type       what it is
    // @returns name: type, name: type
    // @scan because reason    (only where a plan may scan without an index)
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOMS = ("admin", "book", "derive", "read", "write")
TYPES = re.compile(r"^(string|int|float|bool|map|node|any|list<.+>)$")
HERE = Path(__file__).parent


class CatalogError(Exception):
    """A .cypher file breaks the catalog's rules; the message names the file and the rule."""


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter or a column: its name, type and meaning."""

    name: str
    type: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Cypher:
    """One .cypher file: `name` is its path without suffix (`read/related`), `text` its body without the header."""

    name: str
    summary: str
    params: tuple[Field, ...]
    returns: tuple[Field, ...]
    scan: str
    text: str


def parse(name: str, source: str) -> Cypher:
    """Read one file's text. Raises CatalogError where header and body disagree."""
    lines = source.splitlines()
    split = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    prose: list[str] = []
    params: list[Field] = []
    returns: list[Field] = []
    scan = ""
    for line in (raw.removeprefix("//").strip() for raw in lines[:split]):
        if line.startswith("@param "):
            params.append(_param(name, line.removeprefix("@param ")))
        elif line.startswith("@returns "):
            returns += [_typed(name, part) for part in _columns(line.removeprefix("@returns "))]
        elif line.startswith("@scan because "):
            scan = line.removeprefix("@scan because ")
        elif line.startswith("@"):
            raise CatalogError(f"cypher/{name}.cypher: {line.split()[0]} is no header word (@param, @returns, @scan).")
        elif line:
            prose.append(line)
    text = "\n".join(lines[split:]).strip()
    if not prose or not text:
        raise CatalogError(f"cypher/{name}.cypher: a sentence in the header and a statement below it are needed.")
    _same(name, {param.name for param in params}, set(parameters_of(text)))
    return Cypher(name, " ".join(prose), tuple(params), tuple(returns), scan, text)


def parameters_of(text: str) -> list[str]:
    """Return the parameter names of a statement in order of first use, comments and strings left out."""
    bare = re.sub(r"//[^\n]*|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"", "", text)
    return list(dict.fromkeys(re.findall(r"\$([A-Za-z_]\w*)", bare)))


@cache
def catalog() -> dict[str, Cypher]:
    """Return every statement by name, sorted. Raises CatalogError on the first file that breaks a rule."""
    files = sorted(path for room in ROOMS for path in (HERE / room).rglob("*.cypher"))
    names = [path.relative_to(HERE).with_suffix("").as_posix() for path in files]
    return {name: parse(name, path.read_text("utf-8")) for name, path in zip(names, files, strict=True)}


def statement(name: str) -> Cypher:
    """Return one statement by name, such as ``read/related``. Raises CatalogError where there is none."""
    try:
        return catalog()[name]
    except KeyError:
        raise CatalogError(f"There is no cypher/{name}.cypher.") from None


def _param(file: str, line: str) -> Field:
    head, _, meaning = line.partition("  ")
    field = _typed(file, head)
    if not meaning.strip():
        raise CatalogError(f"cypher/{file}.cypher: @param {field.name} says not what it is (two spaces, then words).")
    return Field(field.name, field.type, meaning.strip())


def _typed(file: str, part: str) -> Field:
    name, colon, kind = (piece.strip() for piece in part.partition(":"))
    if not colon or not TYPES.match(kind):
        raise CatalogError(f"cypher/{file}.cypher: {part.strip()!r} should read `name: type`.")
    return Field(name, kind)


def _columns(line: str) -> list[str]:
    return re.split(r",\s*(?![^<]*>)", line)


def _same(file: str, header: set[str], body: set[str]) -> None:
    if header != body:
        differing = ", ".join(sorted(header ^ body))
        raise CatalogError(f"cypher/{file}.cypher: header and body disagree on the parameters {differing}.")
