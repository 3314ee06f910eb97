"""What `byline export` does: opens where to write, and writes what is wanted, page by page."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

from byline.commands.manners import fail, mannered, on_graph, say
from byline.export_rows import ExportError, canonical, records
from byline.http.lines import page_of_lines
from byline.lines_out import Lines, lines_out
from byline.querying import asked
from byline.service import service
from byline.settings import Settings, settled
from cypher.run import Graph
from resolvers.execute import Request
from resolvers.export import exported
from resolvers.reply import FAILURES, refusal


class Wanted(NamedTuple):
    """What to export: the list of a document, the records under some licences, or, where neither, the whole graph."""

    query: str | None
    variables: str
    operation: str | None
    records: bool
    licences: tuple[str, ...]


def export(wanted: Wanted, output: Path | None) -> None:
    """Write it to a file, or to standard output. Raises typer.Exit where that cannot be done."""
    request = asked(wanted.query, wanted.variables, wanted.operation) if wanted.query is not None else None
    with mannered():
        settings = settled()
        with lines_out(output) as to:
            on_graph(lambda graph: _write(_pages(graph, settings, request, wanted), to), settings, migrated=True)


def _pages(graph: Graph, settings: Settings, request: Request | None, wanted: Wanted) -> AsyncIterator[list[bytes]]:
    if request is not None:
        return _listed(graph, settings, request)
    return records(graph, wanted.licences) if wanted.records else canonical(graph)


async def _listed(graph: Graph, settings: Settings, request: Request) -> AsyncIterator[list[bytes]]:
    rows = 0
    try:
        async for page in exported(service(graph, settings), request):
            rows += len(page)
            yield [page_of_lines([row]) for row in page]
    except FAILURES as error:
        told = "\n".join(one["message"] for one in refusal(error, request.query).errors)
        raise fail(f"{told}\n{rows:,} rows were read before that." if rows else told) from None


async def _write(pages: AsyncIterator[list[bytes]], to: Lines) -> None:
    rows = 0
    try:
        async for page in pages:
            to.write(page)
            rows += len(page)
    except ExportError as error:
        raise fail(str(error)) from None
    say(f"{rows:,} rows.")
