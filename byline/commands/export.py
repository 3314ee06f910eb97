"""`byline export`: a list of any length, the records, or the whole graph for comparing, a line for each."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from byline.commands.manners import fail, mannered, on_graph, say
from byline.commands.query import asked
from byline.exporting import ExportError, canonical, records
from byline.given import path
from byline.http.lines import page_of_lines
from byline.service import service
from byline.settings import Settings, settled
from resolvers.execute import Request
from resolvers.export import exported
from resolvers.reply import FAILURES, refusal

if TYPE_CHECKING:
    from cypher.run import Graph

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
    said: Annotated[bool, typer.Option("--records", help="The records, as their sources said them.")] = False,
    licence: Annotated[
        list[str] | None, typer.Option(help="Only records under this licence, such as CC0-1.0; several may be given.")
    ] = None,
    whole: Annotated[
        bool, typer.Option("--canonical", help="The whole graph without Byline's ids, for comparing two loads.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option(parser=path, help="A file to write; standard output unless said.")
    ] = None,
) -> None:
    """Write a whole list, from its first row to its last, as lines of JSON: papers, a person's papers, any list.

    The document asks for `nodes` or `edges` of one list, under any filter and order, without `first`; with `after` it
    starts behind a cursor, so that an export that was broken off goes on. Memory stays the same however long the list.

    --records writes what each source said of what, with the licence under which it may be used. --canonical writes
    sorted lines that are the same for the same records, whatever the order in which they were loaded; it holds the
    graph in memory.
    """
    if [query is not None, said, whole].count(True) != 1:
        raise fail("Say what to export: --query DOCUMENT, --records or --canonical, one of them.")
    if licence and not said:
        raise fail("--licence goes with --records: a licence is a record's.")
    request = asked(query, variables, operation) if query is not None else None
    with mannered():
        settings = settled()
        try:
            to = output.open("wb") if output is not None else sys.stdout.buffer
        except OSError as error:
            raise fail(f"{output} cannot be written: {error.strerror}. Name another file.") from None
        with to:
            on_graph(
                lambda graph: _write(_pages(graph, settings, request, licence, said=said), to), settings, migrated=True
            )


def _pages(
    graph: "Graph",
    settings: Settings,
    request: Request | None,
    licences: list[str] | None,
    *,
    said: bool,
) -> AsyncIterator[list[bytes]]:
    if request is not None:
        return _listed(graph, settings, request)
    return records(graph, licences or ()) if said else canonical(graph)


async def _listed(graph: "Graph", settings: Settings, request: Request) -> AsyncIterator[list[bytes]]:
    rows = 0
    try:
        async for page in exported(service(graph, settings), request):
            rows += len(page)
            yield [page_of_lines([row]) for row in page]
    except FAILURES as error:
        told = "\n".join(one["message"] for one in refusal(error, request.query).errors)
        raise fail(f"{told}\n{rows:,} rows were written before that." if rows else told) from None


async def _write(pages: AsyncIterator[list[bytes]], to: BinaryIO) -> None:
    rows = 0
    try:
        async for page in pages:
            to.writelines(page)
            rows += len(page)
        to.flush()
    except ExportError as error:
        raise fail(str(error)) from None
    except BrokenPipeError:
        raise typer.Exit(1) from None
    say(f"{rows:,} rows.")
