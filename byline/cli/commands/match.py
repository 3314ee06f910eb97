"""`byline match`: match the rows of a table to papers, researchers or institutions of the graph."""

import csv
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from byline.cli import params as given
from byline.cli.output.csv_output import RAW_HELP, escape_formula
from byline.cli.runtime import fail, print_status, run_with_graph, usage_error
from byline.server.reconcile.entity_types import KINDS, EntityType, display_name
from byline.server.reconcile.graphql_client import GraphQLClient
from byline.server.service import create_service
from byline.settings import load_settings
from cypher.driver.client import Graph
from resolvers.errors import RequestError

app = typer.Typer(add_completion=False)


class MatchKind(Enum):
    """Kind of entity that the rows of a table describe."""

    papers = "papers"
    researchers = "researchers"
    institutions = "institutions"


@app.command(
    "match", epilog="Example: byline match papers refs.csv --column title --column-for year=Published > found.csv"
)
def command(
    what: Annotated[MatchKind, typer.Argument(metavar="KIND", help="Kind of entity that the rows describe.")],
    table: Annotated[
        Path,
        typer.Argument(
            parser=given.parse_path,
            metavar="TABLE",
            help="CSV or TSV file with a header, .txt file with one text per line, or - for CSV from standard input.",
        ),
    ],
    column: Annotated[str | None, typer.Option(help="Column with the title, name or affiliation.")] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option("--column-for", help="Additional column as fact=column, such as year=Published; repeatable."),
    ] = None,
    *,
    raw: Annotated[bool, typer.Option(help=RAW_HELP)] = False,
) -> None:
    """Print the table as CSV with the best match of each row: ID, name, score, and whether the score suffices for a
    match.

    Columns named after a fact (title or name, year, authors, doi, affiliation, coauthors, work, orcid, country, ror)
    are used automatically. Separate several names in a cell with semicolons. See docs/matching.md for the match rule.
    """
    if str(table) != "-" and not table.is_file():
        raise usage_error(f"File not found: {table}.")
    match(what.value, str(table), column, dict(map(_pair, with_ or [])), raw=raw)


def _pair(text: str) -> tuple[str, str]:
    fact, equals, column = text.partition("=")
    if not equals:
        raise usage_error(f"--column-for {text}: expected fact=column, such as year=Published.")
    return fact, column


AT_ONCE = 500
"""Rows per request."""
ADDED = ("byline_id", "byline_name", "byline_score", "byline_match")
SEVERAL = ";"
"""Separator of several values in a cell."""
QUESTION = (
    "query Table($facts: [{facts}!]!) {{ match({argument}: $facts, first: 1) "
    "{{ candidates {{ score match node {{ id ... on {kind} {{ {name} }} }} }} }} }}"
)


class TableError(Exception):
    """A table cannot be matched; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class MatchInput:
    """A table: its columns, and the column of each fact."""

    kind: EntityType
    columns: Sequence[str]
    facts: Mapping[str, str]
    """Fact -> column."""

    def description(self, row: Mapping[str, str]) -> dict[str, object]:
        """Return a row as an input of `match`; empty cells are omitted."""
        facts: dict[str, object] = {}
        known = {prop.fact: prop for prop in self.kind.properties.values() if prop.fact}
        for fact, column in self.facts.items():
            text = (row.get(column) or "").strip()
            property_ = known.get(fact)
            if not text:
                continue
            if property_ is not None and property_.many:
                facts[fact] = [part.strip() for part in text.split(SEVERAL) if part.strip()]
            elif property_ is None or not property_.number:
                facts[fact] = text
            elif text[:4].isascii() and text[:4].isdecimal():
                facts[fact] = int(text[:4])
        return facts


def facts_of(kind: EntityType) -> list[str]:
    """Return the facts that a column can contain, the text first."""
    return [kind.text, *(prop.fact for prop in kind.properties.values() if prop.fact)]


def map_columns(
    kind: EntityType, columns: Sequence[str], column: str | None, named_facts: Mapping[str, str]
) -> MatchInput:
    """Map facts to columns: those given as options, and columns named after a fact. Raises TableError."""
    plain = {name.strip().lower(): name for name in columns}
    facts = {fact: plain[fact.lower()] for fact in facts_of(kind) if fact.lower() in plain}
    if column is None and kind.text not in facts and len(columns) == 1:
        column = columns[0]
    chosen_facts = {**named_facts, **({kind.text: column} if column else {})}
    for fact, name in chosen_facts.items():
        if fact not in facts_of(kind):
            raise TableError(f"Unknown fact {fact!r} of {kind.argument}. Facts: {', '.join(facts_of(kind))}.")
        if name not in columns:
            raise TableError(f"Column not found: {name!r}. Columns of the table: {', '.join(columns)}.")
    facts |= chosen_facts
    if not facts:
        raise TableError(
            f"No column with the {kind.text} found. Name it with --column. Columns of the table: {', '.join(columns)}."
        )
    return MatchInput(kind, columns, facts)


@contextmanager
def open_table(path: str) -> Generator[tuple[list[str], Iterator[dict[str, str]]]]:
    """Open a table and yield its columns and rows; `-` reads standard input. Raises TableError."""
    try:
        with _file(path) as file:
            if path.endswith((".txt", ".lst")):
                yield ["text"], ({"text": line.rstrip("\r\n")} for line in file)
                return
            reader = csv.DictReader(file, dialect="excel-tab" if path.endswith((".tsv", ".tab")) else "excel")
            columns = [name for name in reader.fieldnames or () if name]
            if not columns:
                raise TableError(f"{path} has no header. Expected the column names in the first line.")
            yield columns, iter(reader)
    except UnicodeDecodeError as error:
        raise TableError(
            f"{path} is not valid UTF-8: {error.reason} at byte {error.start}. Save it as UTF-8."
        ) from None
    except OSError as error:
        raise TableError(f"Cannot read {path}: {error.strerror}.") from None
    except csv.Error as error:
        raise TableError(f"{path} is not a valid CSV or TSV table: {error}.") from None


def _file(path: str) -> IO[str]:
    if path == "-":
        return sys.stdin
    return Path(path).open(encoding="utf-8-sig", newline="")


async def output_rows(
    asking: GraphQLClient, table: MatchInput, rows: Sequence[Mapping[str, str]]
) -> list[dict[str, str]]:
    """Return the output columns of each row, in the same order. Raises RequestError."""
    kind = table.kind
    name = "title" if kind is KINDS["Paper"] else "name"
    query = QUESTION.format(facts=kind.facts, argument=kind.argument, kind=kind.id, name=name)
    data = await asking.data(query, {"facts": [table.description(row) for row in rows]})
    return [_candidate_columns(match["candidates"]) for match in data["match"]]


def _candidate_columns(candidates: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    if not candidates:
        return dict.fromkeys(ADDED, "")
    best = candidates[0]
    values = (best["node"]["id"], display_name(best["node"]), str(best["score"]), str(best["match"]).lower())
    return dict(zip(ADDED, values, strict=True))


def match(what: str, table: str, column: str | None, helping: Mapping[str, str], *, raw: bool) -> None:
    """Match a table and write it as CSV to standard output.

    Raises typer.Exit if the table cannot be read, lacks a column, or the request fails.

    Args:
        what: papers, researchers or institutions.
        table: Path, or `-` for standard input.
        column: Column with the title, name or affiliation.
        helping: Column of each additional fact.
        raw: Do not escape cells that spreadsheets evaluate as formulas.
    """
    kind = next(kind for kind in KINDS.values() if kind.argument == what)
    try:
        with open_table(table) as (columns, rows):
            chosen = map_columns(kind, columns, column, helping)
            matched, all_ = run_with_graph(lambda graph: _write_matches(graph, chosen, rows, raw=raw), migrated=True)
    except TableError as error:
        raise fail(str(error)) from None
    print_status(f"{matched:,} of {all_:,} rows matched.")


async def _write_matches(
    graph: Graph, table: MatchInput, rows: Iterator[dict[str, str]], *, raw: bool
) -> tuple[int, int]:
    """Return the number of matched rows and of all rows. Raises TableError."""
    asking = GraphQLClient(create_service(graph, load_settings()))
    writer = csv.DictWriter(sys.stdout, [*table.columns, *ADDED], extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    matched = all_ = 0
    while batch := list(islice(rows, AT_ONCE)):
        try:
            results = await output_rows(asking, table, batch)
        except RequestError as error:
            raise TableError(f"Rows {all_ + 1:,} to {all_ + len(batch):,}: {error.message}") from None
        for row, result in zip(batch, results, strict=True):
            cells = row | result
            writer.writerow(
                cells if raw else {name: escape_formula(cell or "") for name, cell in cells.items() if name}
            )
            matched += result["byline_match"] == "true"
        all_ += len(batch)
    return matched, all_
