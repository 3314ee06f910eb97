"""Format a compiled statement: one clause per line, nested subqueries indented."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

import orjson

from resolvers.compile.name_allocator import ComputedParameter

CLAUSES = r"(?:OPTIONAL MATCH|MATCH|WHERE|WITH|RETURN|UNWIND|UNION ALL|UNION|CALL \(|CALL db|ORDER BY|LIMIT)\b"
CLAUSE = re.compile(r"\s*" + CLAUSES)
BREAK_BEFORE = re.compile(r"(?<=\S)(?<!OPTIONAL) (?=" + CLAUSES + ")")
SUBQUERY = r"(?:COLLECT|COUNT|EXISTS|CALL \([^)]*\)) \{"
TOKENS = re.compile(rf"'[^']*'|\"[^\"]*\"|{SUBQUERY}|[{{}}]|[^'\"{{}}]+?(?={SUBQUERY}|['\"{{}}]|$)")
INDENT = "  "
OPEN, CLOSE = "{", "}"


def format_cypher(text: str) -> str:
    """Return the text with line breaks and indents."""
    lines: list[str] = []
    line = ""
    kinds: list[bool] = []  # of each open brace: whether it is a subquery

    def flush() -> None:
        nonlocal line
        if line.strip():
            lines.append(INDENT * sum(kinds) + line.strip())
        line = ""

    for token in TOKENS.findall(re.sub(r"\s+", " ", text)):
        if token.endswith(OPEN) and token != OPEN:
            if token.startswith("CALL"):
                flush()
            line += token
            flush()
            kinds.append(True)
        elif token == OPEN:
            line += token
            kinds.append(False)
        elif token == CLOSE:
            if kinds and kinds[-1]:
                flush()
            kinds.pop()
            line += token
        elif token[0] in "'\"":
            line += token
        else:
            if line.endswith("}") and CLAUSE.match(token):
                flush()
            first, *others = BREAK_BEFORE.split(token)
            line += first
            for continuation in others:
                if line.count("[") > line.count("]"):  # WHERE of a list comprehension
                    line += f" {continuation}"
                    continue
                flush()
                line = continuation
    flush()
    return "\n".join(lines)


def to_browser_script(text: str, parameters: Mapping[str, Any], computed: Iterable[ComputedParameter] = ()) -> str:
    """Return a compiled statement for Neo4j Browser: parameters, an empty line, then the statement.

    They are two pastes: the Browser shows no rows of a statement that comes together with commands. Comments name the
    file and the inputs of each parameter that the server computes before the statement runs.
    """
    lines = [f":param {name} => {cypher_literal(value)};" for name, value in parameters.items()]
    comments = [
        f"// The server computes ${parameter.name} from cypher/{parameter.file}.cypher with "
        + ", ".join(f"{name}: ${source}" for name, source in parameter.inputs.items())
        for parameter in computed
    ]
    return "\n".join([*lines, *([""] if lines else []), *comments, format_cypher(text) + ";"])


def cypher_literal(value: Any) -> str:  # noqa: ANN401 any parameter
    """Return a value as a Cypher literal: JSON, except that keys of maps are not in quotation marks."""
    match value:
        case dict():
            members = cast("dict[str, Any]", value)
            return "{" + ", ".join(f"{_key(name)}: {cypher_literal(item)}" for name, item in members.items()) + "}"
        case list():
            return "[" + ", ".join(map(cypher_literal, value)) + "]"  # pyright: ignore[reportUnknownArgumentType]
        case _:
            return orjson.dumps(value).decode()


def _key(name: str) -> str:
    """Return the key of a map, in backticks if it is no identifier."""
    return name if name.isidentifier() and name.isascii() else f"`{name}`"
