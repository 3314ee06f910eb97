"""`byline examples`: the analysts' query book."""

import csv
import io
import math
import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Annotated

import orjson
import typer
from rich.table import Table

from byline.cli.runtime import fail, out, print_status, run_with_graph
from cypher.catalog import Cypher, Field, catalog
from cypher.driver.client import QueryResult
from cypher.driver.values import Value

app = typer.Typer(add_completion=False)


class Format(Enum):
    """How an answer is printed."""

    table = "table"
    json = "json"
    csv = "csv"


@app.command("examples", epilog="Example: byline examples topic_growth --param code=cs.CL --format csv")
def command(
    name: Annotated[str | None, typer.Argument(help="The question's name; without it the book is listed.")] = None,
    param: Annotated[list[str] | None, typer.Option(help="A parameter, as key=value. May be given again.")] = None,
    form: Annotated[Format, typer.Option("--format", help="How the answer is printed.")] = Format.table,
    *,
    cypher: Annotated[bool, typer.Option("--cypher", help="Print the Cypher and do not run it.")] = False,
) -> None:
    """List the query book, or answer one of its questions. Nothing is ever written."""
    book(name, param or [], form.value, cypher=cypher)


AT_MOST = 10
"""How many there are at most, where the parameter that says so is left out."""
LARGEST = 2**63 - 1
"""What Neo4j takes as a whole number."""
FINDER = (
    """byline query '{ search(query: "...") { nodes { ... on Researcher { name } ... on Topic { code label } } } }'"""
)
COMPILED = re.compile(r"p\d+")
"""How the compiler names parameters: a question with none but these is the Cypher of a GraphQL page."""


def book(name: str | None, arguments: Sequence[str], form: str, *, cypher: bool) -> None:
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
    parameters = _parameters(entry, arguments)
    answer = run_with_graph(lambda graph: graph.read(entry.text, parameters, timeout_s=120), migrated=True)
    _print(answer, form)
    if all(value in (None, []) for row in answer.rows for value in row):
        _print_no_results(parameters)


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


def _parameters(entry: Cypher, arguments: Sequence[str]) -> dict[str, Value]:
    pairs = dict(_pair(argument) for argument in arguments)
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
        value = _parse_value(param.type, text)
    except ValueError:
        raise fail(f"--param {param.name}={text}: that is no {param.type}.") from None
    if isinstance(value, int) and abs(value) > LARGEST:
        raise fail(f"--param {param.name}={text}: that is larger than Neo4j counts, {LARGEST}.")
    if isinstance(value, float) and not math.isfinite(value):
        raise fail(f"--param {param.name}={text}: that is no number.")
    if _counts(param) and isinstance(value, int) and value < 0:
        raise fail(f"--param {param.name}={text}: {param.meaning}, so it cannot be below 0.")
    return value


def _parse_value(kind: str, text: str) -> Value:
    match kind:
        case "int":
            return int(text)
        case "float":
            return float(text)
        case "string":
            return text
        case _:
            value: Value = orjson.loads(text)
            return value


def _print_no_results(parameters: Mapping[str, Value]) -> None:
    """Say that nothing was found, and what was looked for: a name that nobody has looks like an empty answer."""
    looked = ", ".join(f"{name}={value}" for name, value in parameters.items() if isinstance(value, str))
    if looked:
        print_status(
            f"Nothing was found for {looked}. A name is matched as the graph writes it; byline query finds names:"
        )
        print_status(FINDER)


def _print(answer: QueryResult, form: str) -> None:
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
