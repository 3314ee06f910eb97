"""`byline export`: a list of any length, the records, or the whole graph for comparing, a line for each."""

from collections.abc import AsyncIterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, NamedTuple

import orjson
import typer

from byline.cli.commands.query import build_request
from byline.cli.output_file import LineWriter, open_output
from byline.cli.params import parse_path
from byline.cli.runtime import fail, handle_errors, print_status, run_with_graph
from byline.server.ndjson import page_of_lines
from byline.server.service import service
from byline.settings import Settings, load_settings
from cypher.catalog import statement
from cypher.driver.client import Graph
from loaders.export.canonical_export import iter_canonical_lines
from resolvers.execute import Request
from resolvers.export import iter_pages
from resolvers.reply import FAILURES, refusal

app = typer.Typer(add_completion=False)


@app.command(
    "export", epilog="Example: byline export --query '{ papers { nodes { doi title year } } }' > papers.ndjson"
)
def command(  # noqa: PLR0913 one argument for each option
    *,
    query: Annotated[
        str | None, typer.Option(help="A GraphQL document of one list, a file with one, or - for standard input.")
    ] = None,
    variables: Annotated[str, typer.Option(help="Variables: a JSON object, or a file that holds one.")] = "{}",
    operation: Annotated[str | None, typer.Option(help="Which operation, where the document has several.")] = None,
    records: Annotated[bool, typer.Option("--records", help="The records, as their sources said them.")] = False,
    licence: Annotated[
        list[str] | None,
        typer.Option(
            help="Only records under this licence, such as CC0-1.0, whole as `byline sources` says it; repeatable."
        ),
    ] = None,
    canonical: Annotated[
        bool, typer.Option("--canonical", help="The whole graph without Byline's ids, for comparing two loads.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(parser=parse_path, help="A file, there once it is whole; standard output unless said."),
    ] = None,
) -> None:
    """Write a whole list, from its first row to its last, as lines of JSON: papers, a person's papers, any list.

    The document asks for `nodes` or `edges` of one list, under any filter and order, without `first`; with `after` it
    starts behind a cursor, so that an export that was broken off goes on. Memory stays the same however long the list.

    --records writes what each source said of what, with the licence under which it may be used. --canonical writes
    sorted lines that are the same for the same records, whatever the order in which they were loaded; while
    another command writes to the graph it ends with an error.
    """
    if [query is not None, records, canonical].count(True) != 1:
        raise fail("Say what to export: --query DOCUMENT, --records or --canonical, one of them.")
    if licence and not records:
        raise fail("--licence goes with --records: a licence is a record's.")

    export(ExportRequest(query, variables, operation, records, tuple(licence or ())), output)


PAGE = 2_000
"""Records read at a time."""
READ_S = 600.0


class ExportError(Exception):
    """What was asked for is not there; the message says what is."""


async def records(graph: Graph, licences: Sequence[str]) -> AsyncIterator[list[bytes]]:
    """Yield pages of records as lines of JSON, by source and key: whose, its key, licence, when seen, what it says.

    With licences those under them alone, by the whole of what is said, apart from case: what stands behind a name may
    name another licence.

    Raises ExportError for a licence that no record has.
    """
    rows = (await graph.read(statement("read/licences").text, timeout_s=READ_S)).rows
    there = sorted({str(licence) for _, licence, _ in rows if licence is not None})
    wanted: set[str] = set()
    for licence in licences:
        matches = [known_licence for known_licence in there if known_licence.casefold() == licence.casefold()]
        if not matches:
            listed = "\n".join(f"  {known_licence}" for known_licence in there)
            known = f"The licences that there are:\n{listed}" if there else "No record has a licence."
            raise ExportError(f"No record is under {licence!r}. {known}")
        wanted.update(matches)
    for source, _ in groupby(str(row[0]) for row in rows):
        key = loader = ""
        while True:
            parameters = {"source": source, "key": key, "loader": loader, "licences": sorted(wanted), "limit": PAGE}
            page = (await graph.read(statement("read/records").text, parameters, timeout_s=READ_S)).rows
            yield [_line(row) for row in page]
            if len(page) < PAGE:
                break
            key, loader = str(page[-1][1]), str(page[-1][2])


def _line(row: Sequence[object]) -> bytes:
    source, key, loader, licence, seen, content = row
    record = {"source": source, "key": key, "loader": loader, "licence": licence, "seen": seen}
    record["statement"] = orjson.Fragment(str(content))
    return orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)


async def canonical(graph: Graph) -> AsyncIterator[list[bytes]]:
    """Yield the graph as sorted lines that two loads can be compared by, some at a time."""
    page: list[bytes] = []
    async for line in iter_canonical_lines(graph):
        page.append(f"{line}\n".encode())
        if len(page) >= PAGE:
            yield page
            page = []
    yield page


class ExportRequest(NamedTuple):
    """What to export: the list of a document, the records under some licences, or, where neither, the whole graph."""

    query: str | None
    variables: str
    operation: str | None
    records: bool
    licences: tuple[str, ...]


def export(wanted: ExportRequest, output: Path | None) -> None:
    """Write it to a file, or to standard output. Raises typer.Exit where that cannot be done."""
    request = build_request(wanted.query, wanted.variables, wanted.operation) if wanted.query is not None else None
    with handle_errors():
        settings = load_settings()
        with open_output(output) as to:
            run_with_graph(lambda graph: _write(_pages(graph, settings, request, wanted), to), settings, migrated=True)


def _pages(
    graph: Graph, settings: Settings, request: Request | None, wanted: ExportRequest
) -> AsyncIterator[list[bytes]]:
    if request is not None:
        return _listed(graph, settings, request)
    return records(graph, wanted.licences) if wanted.records else canonical(graph)


async def _listed(graph: Graph, settings: Settings, request: Request) -> AsyncIterator[list[bytes]]:
    rows = 0
    try:
        async for page in iter_pages(service(graph, settings), request):
            rows += len(page)
            yield [page_of_lines([row]) for row in page]
    except FAILURES as error:
        message = "\n".join(problem["message"] for problem in refusal(error, request.query).errors)
        raise fail(f"{message}\n{rows:,} rows were read before that." if rows else message) from None


async def _write(pages: AsyncIterator[list[bytes]], to: LineWriter) -> None:
    rows = 0
    try:
        async for page in pages:
            to.write(page)
            rows += len(page)
    except ExportError as error:
        raise fail(str(error)) from None
    print_status(f"{rows:,} rows.")
