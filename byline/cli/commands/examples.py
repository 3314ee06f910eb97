"""`byline examples`: the example Cypher queries."""

import math
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from typing import Annotated

import orjson
import typer
from rich.table import Table

from byline.cli.output.csv_output import RAW_HELP
from byline.cli.output.result_output import print_result, write_arrow
from byline.cli.runtime import out, print_status, run_with_graph, usage_error
from cypher.catalog import Cypher, Field, catalog
from cypher.driver.values import Value

app = typer.Typer(add_completion=False)


class Format(Enum):
    """Output format of a result."""

    table = "table"
    json = "json"
    csv = "csv"
    parquet = "parquet"
    arrow = "arrow"


@app.command("examples", epilog="Example: byline examples topic_growth --param code=cs.CL --format csv")
def command(  # noqa: PLR0913 options of the command
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Name of the query. Default: list all.")] = None,
    param: Annotated[list[str] | None, typer.Option(help="Parameter of the query, as key=value; repeatable.")] = None,
    output_format: Annotated[
        Format, typer.Option("--format", help="Output format; parquet and arrow (IPC stream) for a file or pipe.")
    ] = Format.table,
    *,
    search: Annotated[
        str | None, typer.Option(help="List only queries with all of these words in name, question or parameters.")
    ] = None,
    cypher: Annotated[bool, typer.Option("--cypher", help="Print the Cypher without running it.")] = False,
    raw: Annotated[bool, typer.Option(help=RAW_HELP)] = False,
) -> None:
    """List the example Cypher queries, or run one of them. The queries only read."""
    if search is not None:
        if name is not None:
            raise usage_error("Use NAME or --search, not both.")
        list_examples(search)
        return
    run_example(name, param or [], output_format.value, cypher=cypher, raw=raw)


BINARY = (Format.parquet.value, Format.arrow.value)
"""Output formats that are not text."""
DEFAULT_LIMIT = 10
"""Default of parameters that limit the number of rows."""
LARGEST = 2**63 - 1
"""Largest integer of Neo4j."""
FINDER = """byline query '{ search(query: "...") { nodes { name } } }'"""
COMPILED = re.compile(r"p\d+")
"""Parameter names of compiled GraphQL: a query that has only such names is the Cypher of a GraphQL page."""


def run_example(name: str | None, arguments: Sequence[str], output_format: str, *, cypher: bool, raw: bool) -> None:
    """List the queries, run one and print its result, or print its Cypher.

    Raises typer.Exit if the query is unknown, or a parameter is missing or invalid.

    Args:
        output_format: Output format, a value of `Format`.
        cypher: Print the Cypher instead of the result.
        raw: Do not escape CSV cells that spreadsheets evaluate as formulas.
    """
    if name is None:
        list_examples()
        return
    entries = _entries()
    if name not in entries:
        close = get_close_matches(name.casefold(), entries, n=3)
        suggestion = f" Did you mean {' or '.join(close)}?" if close else ""
        raise usage_error(f"Unknown example {name!r}.{suggestion} List all with: byline examples")
    if output_format in BINARY and sys.stdout.isatty():
        raise usage_error(
            f"--format {output_format} writes binary data. "
            f"Redirect the output: byline examples ... > file.{output_format}"
        )
    if cypher:
        typer.echo(entries[name].text)
        return
    entry = entries[name]
    parameters = example_parameters(entry, arguments)
    answer = run_with_graph(lambda graph: graph.read(entry.text, parameters, timeout_s=120), migrated=True)
    if output_format in BINARY:
        write_arrow(entry.returns, answer.rows, output_format)
    else:
        print_result(answer.columns, answer.rows, output_format, raw=raw)
    if all(value in (None, []) for row in answer.rows for value in row):
        _print_no_results(parameters)


def _entries() -> dict[str, Cypher]:
    return {key.removeprefix("book/"): value for key, value in catalog().items() if key.startswith("book/")}


def list_examples(search: str = "") -> None:
    """Print the queries with all words of a text in their name, summary or parameters; without a text, all of them."""
    words = search.casefold().split()
    entries = {
        name: entry
        for name, entry in _entries().items()
        if all(word in _searchable(name, entry).casefold() for word in words)
    }
    if not entries:
        print_status(f"No example contains {search!r}. List all with: byline examples")
        return
    pages = {name: entry for name, entry in entries.items() if _is_page(entry)}
    if len(pages) < len(entries):
        _table("Queries", {name: entry for name, entry in entries.items() if name not in pages})
    if pages:
        _table("GraphQL pages: compiled requests, to be read with --cypher", pages)
    out.print(f"Parameters that limit the number of rows default to {DEFAULT_LIMIT}.")


def _is_page(entry: Cypher) -> bool:
    """Return True if an example is the Cypher of a GraphQL page, not a question."""
    return bool(entry.params) and all(COMPILED.fullmatch(param.name) for param in entry.params)


def _searchable(name: str, entry: Cypher) -> str:
    return " ".join([name, entry.summary, *(f"{param.name} {param.meaning}" for param in entry.params)])


def _table(title: str, entries: Mapping[str, Cypher]) -> None:
    table = Table("name", "result", "parameters", title=title, title_justify="left")
    for name, entry in entries.items():
        meanings: dict[str, list[str]] = {}
        for param in entry.params:
            meanings.setdefault(f"{param.type}, {param.meaning}", []).append(param.name)
        lines = [f"{', '.join(names)}: {meaning}" for meaning, names in meanings.items()]
        table.add_row(name, entry.summary, "\n".join(lines))
    out.print(table)


def example_parameters(entry: Cypher, arguments: Sequence[str]) -> dict[str, Value]:
    """Return the parameters of a query from arguments `key=value`. Raises typer.Exit if one is missing or invalid."""
    pairs = dict(_pair(argument) for argument in (*entry.defaults, *arguments))
    known = {param.name: param for param in entry.params}
    unknown = [name for name in pairs if name not in known]
    if unknown:
        raise usage_error(
            f"--param {unknown[0]}: unknown parameter. Parameters of this query: {', '.join(known) or '(empty)'}."
        )
    missing = [param for param in entry.params if param.name not in pairs and not _is_limit(param)]
    if missing:
        stated = "; ".join(f"--param {p.name}=... ({p.type}: {p.meaning})" for p in missing)
        example = "".join(f" --param {shlex.quote(part)}" for part in entry.example or ())
        hint = f"\nExample: byline examples {entry.name.removeprefix('book/')}{example}" if example else ""
        raise usage_error(f"Missing parameters: {stated}{hint}")
    return {name: _value(known[name], pairs[name]) if name in pairs else DEFAULT_LIMIT for name in known}


def _is_limit(param: Field) -> bool:
    """Return True if a parameter limits the number of rows; those of compiled GraphQL are the sizes of lists."""
    return param.type == "int" and (param.name == "limit" or COMPILED.fullmatch(param.name) is not None)


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise usage_error(f"--param {text}: expected key=value.")
    return name, value


def _value(param: Field, text: str) -> Value:
    try:
        value = _parse_value(param.type, text)
    except ValueError:
        raise usage_error(f"--param {param.name}={text}: invalid {param.type}.") from None
    if isinstance(value, int) and abs(value) > LARGEST:
        raise usage_error(
            f"--param {param.name}={text}: the absolute value exceeds {LARGEST}, the largest integer of Neo4j."
        )
    if isinstance(value, float) and not math.isfinite(value):
        raise usage_error(f"--param {param.name}={text}: expected a finite number.")
    if _is_limit(param) and isinstance(value, int) and value < 0:
        raise usage_error(f"--param {param.name}={text}: {param.meaning}; expected 0 or more.")
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
    """Print the names that were searched for: a misspelled name would otherwise look like an empty result."""
    looked = ", ".join(f"{name}={value}" for name, value in parameters.items() if isinstance(value, str))
    if looked:
        print_status(f"No results for {looked}. IDs and names must be written as in the graph. Search for a name with:")
        print_status(FINDER)
