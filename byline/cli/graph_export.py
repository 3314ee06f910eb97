"""`byline export --graph`: the graph as a network file, a folder of tables, or a database."""

from collections.abc import AsyncIterator, Sequence
from enum import Enum
from pathlib import Path

from anyio import to_thread

from accounts.timestamps import utc_text
from byline.cli.output_file import LineWriter, create_output, open_output, require_new
from byline.cli.runtime import handle_errors, print_status, run_with_graph, usage_error
from byline.settings import load_settings
from cypher.driver.client import Graph
from cypher.queries.lookup import RECORD_SOURCES
from loaders.export.canonical_export import EXPORT_S, require_no_writer, require_unchanged
from loaders.export.graph_tables import SelectionError, Table, TablePage, iter_pages, select_tables
from loaders.export.network_files import GEXFFile, GraphMLFile
from resolvers.version import __version__


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

    counts = RowCounts(iter_pages(graph, tables))
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
    counts = RowCounts(iter_pages(graph, tables))
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
