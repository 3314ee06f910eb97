"""What `byline book` does: lists the analysts' query book, or answers one of its questions."""

import csv
import io
import math
import re
from collections.abc import Mapping, Sequence

import orjson
import typer
from rich.table import Table

from byline.commands.manners import fail, on_graph, out, say
from cypher.catalog import Cypher, Field, catalog
from cypher.run import Answer
from cypher.values import Value

AT_MOST = 10
"""How many there are at most, where the parameter that says so is left out."""
LARGEST = 2**63 - 1
"""What Neo4j takes as a whole number."""
FINDER = (
    """byline query '{ search(query: "...") { nodes { ... on Researcher { name } ... on Topic { code label } } } }'"""
)
COMPILED = re.compile(r"p\d+")
"""How the compiler names parameters: a question with none but these is the Cypher of a GraphQL page."""


def book(name: str | None, given: Sequence[str], form: str, *, cypher: bool) -> None:
    """List the book, or print what a question is answered: as `table`, `json` or `csv`; or its Cypher alone.

    Raises typer.Exit where there is no such question, or a parameter is missing or wrong.
    """
    entries = {key.removeprefix("book/"): value for key, value in catalog().items() if key.startswith("book/")}
    if name is None:
        _list(entries)
        return
    if name not in entries:
        raise fail(f"{name}: the book has no such question. It has {', '.join(entries)}.")
    if cypher:
        typer.echo(entries[name].text)
        return
    entry = entries[name]
    parameters = _parameters(entry, given)
    answer = on_graph(lambda graph: graph.read(entry.text, parameters, timeout_s=120), migrated=True)
    _print(answer, form)
    if all(value in (None, []) for row in answer.rows for value in row):
        _tell_of_nothing(parameters)


def _list(entries: Mapping[str, Cypher]) -> None:
    pages = {name: entry for name, entry in entries.items() if all(COMPILED.fullmatch(p.name) for p in entry.params)}
    _table("Questions", {name: entry for name, entry in entries.items() if name not in pages})
    _table("Pages: what a GraphQL request becomes, to be read with --cypher", pages)
    out.print(f"A parameter that says at most how many is {AT_MOST} where it is left out.")


def _table(title: str, entries: Mapping[str, Cypher]) -> None:
    table = Table("name", "question", "parameters", title=title, title_justify="left")
    for name, entry in entries.items():
        meanings: dict[str, list[str]] = {}
        for param in entry.params:
            meanings.setdefault(f"{param.type}, {param.meaning}", []).append(param.name)
        lines = [f"{', '.join(names)}: {meaning}" for meaning, names in meanings.items()]
        table.add_row(name, entry.summary, "\n".join(lines))
    out.print(table)


def _parameters(entry: Cypher, given: Sequence[str]) -> dict[str, Value]:
    pairs = dict(_pair(one) for one in given)
    known = {param.name: param for param in entry.params}
    unknown = [name for name in pairs if name not in known]
    if unknown:
        raise fail(f"--param {unknown[0]}: the question has no such parameter. It has {', '.join(known) or 'none'}.")
    missing = [param for param in entry.params if param.name not in pairs and not _counts(param)]
    if missing:
        raise fail("Missing: " + "; ".join(f"--param {p.name}=... ({p.type}: {p.meaning})" for p in missing))
    return {name: _value(known[name], pairs[name]) if name in pairs else AT_MOST for name in known}


def _counts(param: Field) -> bool:
    return param.type == "int" and param.meaning.startswith("at most")


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise fail(f"--param {text}: write it as key=value.")
    return name, value


def _value(param: Field, text: str) -> Value:
    try:
        found = _read(param.type, text)
    except ValueError:
        raise fail(f"--param {param.name}={text}: that is no {param.type}.") from None
    if isinstance(found, int) and abs(found) > LARGEST:
        raise fail(f"--param {param.name}={text}: that is larger than Neo4j counts, {LARGEST}.")
    if isinstance(found, float) and not math.isfinite(found):
        raise fail(f"--param {param.name}={text}: that is no number.")
    if _counts(param) and isinstance(found, int) and found < 0:
        raise fail(f"--param {param.name}={text}: {param.meaning}, so it cannot be below 0.")
    return found


def _read(kind: str, text: str) -> Value:
    match kind:
        case "int":
            return int(text)
        case "float":
            return float(text)
        case "string":
            return text
        case _:
            found: Value = orjson.loads(text)
            return found


def _tell_of_nothing(parameters: Mapping[str, Value]) -> None:
    """Say that nothing was found, and what was looked for: a name that nobody has looks like an empty answer."""
    looked = ", ".join(f"{name}={value}" for name, value in parameters.items() if isinstance(value, str))
    if looked:
        say(f"Nothing was found for {looked}. A name is matched as the graph writes it; byline query finds names:")
        say(FINDER)


def _print(answer: Answer, form: str) -> None:
    match form:
        case "json":
            rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
            typer.echo(orjson.dumps(rows, option=orjson.OPT_INDENT_2).decode())
        case "csv":
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(answer.columns)
            writer.writerows([_cell(value) for value in row] for row in answer.rows)
            typer.echo(text.getvalue(), nl=False)
        case _:
            table = Table(*answer.columns)
            for row in answer.rows:
                table.add_row(*(_cell(value) for value in row))
            out.print(table)
            out.print(f"{len(answer.rows)} rows")


def _cell(value: Value) -> str:
    """Return one value as text: nothing for null, JSON for a list, a map or a yes and no."""
    if value is None:
        return ""
    return orjson.dumps(value, default=str).decode() if isinstance(value, list | dict | bool) else str(value)
