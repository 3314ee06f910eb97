"""`byline book`: the analysts' query book."""

import csv
import io
import json
from collections.abc import Mapping
from enum import Enum
from typing import Annotated

import orjson
import typer
from rich.table import Table

from byline.commands.manners import fail, on_graph, out
from cypher.catalog import Cypher, Field, catalog
from cypher.run import Answer
from cypher.values import Value

app = typer.Typer()
DEFAULTS: dict[str, Value] = {"limit": 10}
"""What a parameter is where it is left out."""


class Format(Enum):
    """How an answer is printed."""

    table = "table"
    json = "json"
    csv = "csv"


@app.command("book", epilog="Example: byline book topic_growth --param code=cs.CL --format csv")
def command(
    name: Annotated[str | None, typer.Argument(help="The question's name; without it the book is listed.")] = None,
    param: Annotated[list[str] | None, typer.Option(help="A parameter, as key=value. May be given again.")] = None,
    form: Annotated[Format, typer.Option("--format", help="How the answer is printed.")] = Format.table,
    *,
    cypher: Annotated[bool, typer.Option("--cypher", help="Print the Cypher and do not run it.")] = False,
) -> None:
    """List the query book, or answer one of its questions. Nothing is ever written."""
    book = {key.removeprefix("book/"): value for key, value in catalog().items() if key.startswith("book/")}
    if name is None:
        _list(book)
        return
    if name not in book:
        raise fail(f"{name}: the book has no such question. It has {', '.join(book)}.")
    if cypher:
        typer.echo(book[name].text)
        return
    parameters = _parameters(book[name], param or [])
    entry = book[name]
    answer = on_graph(lambda graph: graph.read(entry.text, parameters, timeout_s=120))
    _print(answer, form)


def _list(book: Mapping[str, Cypher]) -> None:
    table = Table("name", "question", "parameters")
    for name, entry in book.items():
        table.add_row(name, entry.summary, "\n".join(f"{p.name}: {p.type}, {p.meaning}" for p in entry.params))
    out.print(table)


def _parameters(entry: Cypher, given: list[str]) -> dict[str, Value]:
    pairs = dict(_pair(one) for one in given)
    known = {param.name: param for param in entry.params}
    unknown = [name for name in pairs if name not in known]
    if unknown:
        raise fail(f"--param {unknown[0]}: the question has no such parameter. It has {', '.join(known) or 'none'}.")
    missing = [param for param in entry.params if param.name not in pairs and param.name not in DEFAULTS]
    if missing:
        raise fail("Missing: " + "; ".join(f"--param {p.name}=... ({p.type}: {p.meaning})" for p in missing))
    return {name: _value(known[name], pairs[name]) if name in pairs else DEFAULTS[name] for name in known}


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise fail(f"--param {text}: write it as key=value.")
    return name, value


def _value(param: Field, text: str) -> Value:
    try:
        match param.type:
            case "int":
                return int(text)
            case "float":
                return float(text)
            case "string":
                return text
            case _:
                found: Value = json.loads(text)
                return found
    except ValueError:
        raise fail(f"--param {param.name}={text}: that is no {param.type}.") from None


def _print(answer: Answer, form: Format) -> None:
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    match form:
        case Format.json:
            typer.echo(orjson.dumps(rows, option=orjson.OPT_INDENT_2).decode())
        case Format.csv:
            text = io.StringIO()
            writer = csv.DictWriter(text, answer.columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
            typer.echo(text.getvalue(), nl=False)
        case Format.table:
            table = Table(*answer.columns)
            for row in answer.rows:
                table.add_row(*("" if value is None else str(value) for value in row))
            out.print(table)
            out.print(f"{len(rows)} rows")
