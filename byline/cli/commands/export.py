"""`byline export`: export a list, the records, or the canonical graph as lines; or the graph as a network or tables."""

from collections.abc import AsyncIterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from anyio import to_thread

from accounts.timestamps import utc_text
from byline.cli.graphql_request import build_request, parse_object
from byline.cli.output_file import LineWriter, create_output, open_output, require_new
from byline.cli.params import parse_path
from byline.cli.runtime import fail, handle_errors, print_status, run_with_graph, usage_error
from byline.server.bibliography import PAPERS, bibliography_pages
from byline.server.service import create_service
from byline.server.streamed_responses import page_of_lines
from byline.settings import Settings, load_settings
from cypher.driver.client import Graph
from cypher.queries.lookup import RECORD_SOURCES
from loaders.export.bibliography import BibliographyFormat
from loaders.export.canonical_export import EXPORT_S, require_no_writer, require_unchanged
from loaders.export.graph_tables import SelectionError, Table, TablePage, iter_table_pages, select_tables
from loaders.export.network_files import GEXFFile, GraphMLFile
from loaders.export.pages import ExportError, iter_canonical_pages, iter_record_pages
from resolvers.execute import Request
from resolvers.export import iter_pages
from resolvers.reply import FAILURES, failure_reply
from resolvers.version import __version__

app = typer.Typer(add_completion=False)


class GraphFormat(Enum):
    """Format of an export of the graph."""

    graphml = "graphml"
    gexf = "gexf"
    parquet = "parquet"
    duckdb = "duckdb"


def export_graph(
    graph_format: GraphFormat, labels: Sequence[str], relationships: Sequence[str], output: Path | None
) -> None:
    """Write the nodes with some labels and the relationships of some types.

    Raises typer.Exit if a name is unknown, the output exists or cannot be written, or Neo4j fails.
    """
    try:
        tables = select_tables(labels, relationships)
    except SelectionError as error:
        raise usage_error(str(error)) from None
    with handle_errors():
        settings = load_settings()
        if graph_format in (GraphFormat.parquet, GraphFormat.duckdb):
            if output is None:
                raise usage_error(f"--graph {graph_format.value} requires --output.")
            with create_output(output) as half:
                if graph_format is GraphFormat.parquet:
                    half.mkdir()
                counts = run_with_graph(
                    lambda graph: _write_tables(graph, tables, graph_format, half), settings, migrated=True
                )
            counts.report()
            return
        if output is not None:
            require_new(output)
        network = GraphMLFile(tables) if graph_format is GraphFormat.graphml else GEXFFile(tables)
        with open_output(output) as writer:
            counts = run_with_graph(
                lambda graph: _write_network(graph, tables, network, writer), settings, migrated=True
            )
        counts.report()


async def _write_tables(graph: Graph, tables: Sequence[Table], graph_format: GraphFormat, path: Path) -> "RowCounts":
    from loaders.export.croissant import write_croissant  # noqa: PLC0415 pyarrow takes 0.2 s to import
    from loaders.export.table_files import write_duckdb, write_parquet  # noqa: PLC0415 as above

    counts = RowCounts(iter_table_pages(graph, tables))
    if graph_format is GraphFormat.parquet:
        before = await require_no_writer(graph)
        origins = await graph.fetch(RECORD_SOURCES, timeout_s=EXPORT_S)
        await write_parquet(path, counts.pages())
        await require_unchanged(graph, before)
        await to_thread.run_sync(write_croissant, path, tables, origins, __version__, utc_text())
    else:
        await write_duckdb(path, counts.pages())
    return counts


async def _write_network(
    graph: Graph, tables: Sequence[Table], network: GraphMLFile | GEXFFile, writer: LineWriter
) -> "RowCounts":
    counts = RowCounts(iter_table_pages(graph, tables))
    async for lines in network.lines(counts.pages()):
        writer.write(lines)
    return counts


class RowCounts:
    """Counts the nodes and relationships of pages as they pass."""

    def __init__(self, pages: AsyncIterator[TablePage]) -> None:
        self._pages = pages
        self._nodes = self._relationships = 0

    async def pages(self) -> AsyncIterator[TablePage]:
        """Yield the pages unchanged."""
        async for page in self._pages:
            if page.table.element.ends:
                self._relationships += len(page.rows)
            else:
                self._nodes += len(page.rows)
            yield page

    def report(self) -> None:
        """Print both numbers."""
        print_status(f"{self._nodes:,} nodes and {self._relationships:,} relationships.")


@app.command(
    "export", epilog="Example: byline export --query '{ papers { nodes { doi title year } } }' > papers.ndjson"
)
def command(  # noqa: PLR0913 one argument for each option
    *,
    query: Annotated[
        str | None, typer.Option(help="GraphQL document with one list, or a file with it; - reads standard input.")
    ] = None,
    variables: Annotated[str, typer.Option(help="Variables as a JSON object, or a file with one.")] = "{}",
    operation: Annotated[str | None, typer.Option(help="Name of the operation if the document has several.")] = None,
    records: Annotated[bool, typer.Option("--records", help="Export the records as the sources stated them.")] = False,
    licenses: Annotated[
        list[str] | None,
        typer.Option(
            "--license",
            help="Only records with this license, spelled as in `byline sources`, such as CC0-1.0; repeatable.",
        ),
    ] = None,
    canonical: Annotated[
        bool, typer.Option("--canonical", help="Export the graph without Byline IDs, to compare two loads.")
    ] = False,
    graph: Annotated[
        GraphFormat | None, typer.Option("--graph", help="Export nodes and relationships as a network or as tables.")
    ] = None,
    bibliography: Annotated[
        BibliographyFormat | None,
        typer.Option("--bibliography", help="Export papers as a bibliography, at most 100,000."),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(help="With --bibliography: filter of the papers, a JSON object like the argument `where`."),
    ] = None,
    search: Annotated[
        str | None, typer.Option(help="With --bibliography: search text, like the argument `query` of `papers`.")
    ] = None,
    labels: Annotated[
        list[str] | None,
        typer.Option(
            "--label",
            help="With --graph: only nodes with this label; repeatable. Default: all that the relationships connect.",
        ),
    ] = None,
    relationships: Annotated[
        list[str] | None,
        typer.Option(
            "--relationship",
            help="With --graph: only this relationship type; repeatable. Default: all between the labels.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            parser=parse_path,
            help="File to write, or folder for parquet; it appears once it is complete. Default: standard output.",
        ),
    ] = None,
) -> None:
    """Export a list from its first row to its last as lines of JSON, or the graph for network and table tools.

    The document selects `nodes` or `edges` of one list, such as all papers or the papers of a person, with any filter
    and order and without `first`. With `after`, the export starts after a cursor, so that an interrupted export can
    continue. Memory use does not depend on the length of the list.

    --records exports what each source states about each entity, with the license of the record. --canonical exports
    sorted lines that are equal for equal records, independent of the order of loads; it fails if another command writes
    to the graph at the same time.

    --graph exports papers, people, institutions, topics and their relationships: graphml (networkx, igraph, Cytoscape),
    gexf (Gephi), parquet (a folder with a file per label and relationship type) or duckdb (a database with indexes).
    The folder of parquet also has metadata: croissant.json (Croissant 1.0) with sources, licenses, checksums, columns.
    --graph leaves out accounts and acts of users, overwrites no file, and fails if another command writes to the graph
    at the same time.

    --bibliography exports papers as a bibliography: bibtex, ris or csl-json.
    """
    if [query is not None, records, canonical, graph is not None, bibliography is not None].count(True) != 1:
        raise usage_error(
            "Use exactly one of --query DOCUMENT, --records, --canonical, --graph FORMAT and --bibliography FORMAT."
        )
    if (where is not None or search is not None) and bibliography is None:
        raise usage_error("--where and --search require --bibliography.")
    if licenses and not records:
        raise usage_error("--license requires --records.")
    if (labels or relationships) and graph is None:
        raise usage_error("--label and --relationship require --graph.")
    if graph is not None:
        export_graph(graph, labels or (), relationships or (), output)
        return

    if bibliography is not None:
        export_bibliography(bibliography, where or "{}", search, output)
        return
    export(ExportRequest(query, variables, operation, records, tuple(licenses or ())), output)


def export_bibliography(
    bibliography_format: BibliographyFormat, where: str, search: str | None, output: Path | None
) -> None:
    """Write the bibliographic entries of papers to a file or standard output. Raises typer.Exit if this fails."""
    variables = {"where": parse_object(where, "--where", '{"year": {"gte": 2020}}'), "search": search}

    async def write(graph: Graph, settings: Settings, writer: LineWriter) -> None:
        try:
            async for page in bibliography_pages(
                create_service(graph, settings), Request(PAPERS, variables), bibliography_format
            ):
                writer.write(page)
        except FAILURES as error:
            raise fail("\n".join(problem["message"] for problem in failure_reply(error).errors)) from None

    with handle_errors():
        settings = load_settings()
        with open_output(output) as writer:
            run_with_graph(lambda graph: write(graph, settings, writer), settings, migrated=True)


class ExportRequest(NamedTuple):
    """Options of an export: the list of a document, the records with some licenses, or else the canonical graph."""

    query: str | None
    variables: str
    operation: str | None
    records: bool
    licenses: tuple[str, ...]


def export(selection: ExportRequest, output: Path | None) -> None:
    """Write the export to a file or standard output. Raises typer.Exit if that fails."""
    request = (
        build_request(selection.query, selection.variables, selection.operation)
        if selection.query is not None
        else None
    )
    with handle_errors():
        settings = load_settings()
        with open_output(output) as writer:
            run_with_graph(
                lambda graph: _write(_pages(graph, settings, request, selection), writer), settings, migrated=True
            )


def _pages(
    graph: Graph, settings: Settings, request: Request | None, selection: ExportRequest
) -> AsyncIterator[list[bytes]]:
    if request is not None:
        return _iter_list_pages(graph, settings, request)
    return iter_record_pages(graph, selection.licenses) if selection.records else iter_canonical_pages(graph)


async def _iter_list_pages(graph: Graph, settings: Settings, request: Request) -> AsyncIterator[list[bytes]]:
    rows = 0
    try:
        async for page in iter_pages(create_service(graph, settings), request):
            rows += len(page)
            yield [page_of_lines([row]) for row in page]
    except FAILURES as error:
        message = "\n".join(problem["message"] for problem in failure_reply(error, request.query).errors)
        raise fail(f"{message}\n{rows:,} rows were read before the error." if rows else message) from None


async def _write(pages: AsyncIterator[list[bytes]], writer: LineWriter) -> None:
    rows = 0
    try:
        async for page in pages:
            writer.write(page)
            rows += len(page)
    except ExportError as error:
        raise fail(str(error)) from None
    print_status(f"{rows:,} rows.")
