"""`byline gds`: project parts of the graph into the memory of Neo4j's plugin Graph Data Science."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct
from rich.table import Table

from byline.cli.runtime import fail, out, print_status, run_with_graph, usage_error
from byline.settings import SettingError, load_settings
from cypher.driver.client import Graph
from cypher.driver.errors import GraphRejectedError
from cypher.queries import admin, gds

if TYPE_CHECKING:
    from cypher.driver.values import Value

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Project parts of the graph into memory for the algorithms of Neo4j's plugin Graph Data Science.",
    epilog="Example: byline gds project coauthors",
)


class Projection(Struct, frozen=True):
    """A part of the graph: node labels with their numeric properties, one relationship type with its properties.

    `example` is a statement for `byline shell`, with NAME in place of the name of the projection.
    """

    nodes: Mapping[str, tuple[str, ...]]
    relationship: str
    properties: tuple[str, ...]
    undirected: bool
    summary: str
    example: str

    def node_configuration(self) -> "dict[str, Value]":
        """Return the argument `nodeProjection` of gds.graph.project. An absent property becomes 0."""
        return {label: {"properties": _with_default(names)} for label, names in self.nodes.items()}

    def relationship_configuration(self) -> "dict[str, Value]":
        """Return the argument `relationshipProjection` of gds.graph.project. An absent property becomes 0."""
        orientation = "UNDIRECTED" if self.undirected else "NATURAL"
        return {self.relationship: {"orientation": orientation, "properties": _with_default(self.properties)}}


def _with_default(names: tuple[str, ...]) -> "dict[str, Value]":
    return {name: {"property": name, "defaultValue": 0} for name in names}


PROJECTIONS = {
    "coauthors": Projection(
        {"Researcher": ("paperCount",)},
        "COLLABORATED_WITH",
        ("papers", "firstYear", "lastYear"),
        undirected=True,
        summary="researchers, and COLLABORATED_WITH with the number of joint papers and their first and last year",
        example="CALL gds.pageRank.stream('NAME', {relationshipWeightProperty: 'papers'}) YIELD nodeId, score "
        "RETURN gds.util.asNode(nodeId).name AS name, score ORDER BY score DESC LIMIT 10",
    ),
    "citations": Projection(
        {"Paper": ("year", "citationCount")},
        "CITES",
        (),
        undirected=False,
        summary="papers with their year and number of citations, and CITES from the citing to the cited paper",
        example="CALL gds.pageRank.stream('NAME') YIELD nodeId, score "
        "RETURN gds.util.asNode(nodeId).title AS title, score ORDER BY score DESC LIMIT 10",
    ),
    "authorship": Projection(
        {"Researcher": ("paperCount",), "Paper": ("year", "citationCount")},
        "AUTHORED",
        ("position",),
        undirected=False,
        summary="researchers, papers, and AUTHORED with the position in the author list",
        example="CALL gds.nodeSimilarity.stream('NAME', {topK: 1, degreeCutoff: 10}) YIELD node1, node2, similarity "
        "WHERE node1 < node2 RETURN gds.util.asNode(node1).name AS a, gds.util.asNode(node2).name AS b, similarity "
        "ORDER BY similarity DESC LIMIT 10",
    ),
    "topics": Projection(
        {"Paper": ("year", "citationCount"), "Topic": ()},
        "ABOUT",
        ("score",),
        undirected=False,
        summary="papers, topics, and ABOUT with its confidence",
        example="CALL gds.degree.stream('NAME', {orientation: 'REVERSE'}) YIELD nodeId, score "
        "WITH gds.util.asNode(nodeId) AS n, score WHERE n:Topic "
        "RETURN n.name AS topic, toInteger(score) AS papers ORDER BY papers DESC LIMIT 10",
    ),
}
TIMEOUT_S = 3600.0
"""Timeout in seconds: a projection of 100 million relationships takes minutes."""
NAME = re.compile(r"[\w.-]+")
"""Names that need no quoting in Cypher."""
PART_HELP = "Part of the graph: " + ", ".join(PROJECTIONS)
NAME_HELP = "Name of the projection in Neo4j. Default: the name of the part."


@app.command(epilog="Example: byline gds project coauthors --replace")
def project(
    part: Annotated[str, typer.Argument(help=PART_HELP)],
    name: Annotated[str, typer.Option(help=NAME_HELP)] = "",
    *,
    replace: Annotated[bool, typer.Option("--replace", help="Drop a projection with the same name first.")] = False,
) -> None:
    """Copy a part of the graph into Neo4j's memory, where the algorithms of Graph Data Science read it.

    The projection stays until `byline gds drop`, or until Neo4j stops. It does not follow later writes.
    """
    chosen = PROJECTIONS.get(part)
    if chosen is None:
        parts = "\n".join(f"  {key}: {projection.summary}" for key, projection in PROJECTIONS.items())
        raise usage_error(f"Unknown part {part!r}. Choose one of:\n{parts}")
    if name and not NAME.fullmatch(name):
        raise usage_error(f"The name {name!r} is invalid. Use letters, digits, hyphens, underscores and periods.")
    _require_running_neo4j()
    projected = run_with_graph(lambda graph: _project(graph, chosen, name or part, replace=replace))
    print_status(
        f"Projected {projected.nodes:,} nodes and {projected.relationships:,} relationships as {name or part} "
        f"in {projected.milliseconds / 1000:.1f} s: {chosen.summary}."
    )
    print_status("A statement for byline shell:")
    out.print(chosen.example.replace("NAME", name or part), highlight=False, soft_wrap=True)


@app.command("list", epilog="Example: byline gds list")
def list_projections() -> None:
    """Print the projections in memory."""
    _require_running_neo4j()
    rows = run_with_graph(_list)
    if not rows:
        print_status("No projection is in memory. Create one with: byline gds project coauthors")
        return
    table = Table("name", "nodes", "relationships", "MB", "created", box=None)
    for row in rows:
        size = f"{row.bytes / 1e6:,.1f}"
        table.add_row(row.name, f"{row.nodes:,}", f"{row.relationships:,}", size, f"{row.created_at[:19]}Z")
    out.print(table)


@app.command(epilog="Example: byline gds drop coauthors")
def drop(name: Annotated[str, typer.Argument(help="Name of the projection.")]) -> None:
    """Remove a projection from memory."""
    _require_running_neo4j()
    if not run_with_graph(lambda graph: _drop(graph, name)):
        raise fail(f"There is no projection {name!r}. List the projections with: byline gds list")
    print_status(f"Dropped {name}.")


async def _project(graph: Graph, part: Projection, name: str, *, replace: bool) -> gds.ProjectRow:
    """Create a projection and return its size. Raises typer.Exit if the name is taken or Neo4j rejects it."""
    await _require_plugin(graph)
    if replace:
        await graph.fetch(gds.DROP, {"name": name})
    elif any(row.name == name for row in await graph.fetch(gds.PROJECTIONS)):
        raise fail(f"The projection {name!r} exists. Replace it with --replace, or choose another name with --name.")
    try:
        rows = await graph.fetch(
            gds.PROJECT,
            {
                "name": name,
                "nodes": part.node_configuration(),
                "relationships": part.relationship_configuration(),
            },
            timeout_s=TIMEOUT_S,
        )
    except GraphRejectedError as error:
        raise fail(
            f"Graph Data Science cannot create the projection: {_reason(error)}\nIf it lacks memory, raise the heap of "
            "Neo4j (BYLINE_NEO4J_HEAP of a managed one). If a label, a relationship type or a property is missing, "
            "load data that has it."
        ) from None
    return rows[0]


async def _list(graph: Graph) -> list[gds.ProjectionsRow]:
    await _require_plugin(graph)
    return await graph.fetch(gds.PROJECTIONS)


async def _drop(graph: Graph, name: str) -> bool:
    await _require_plugin(graph)
    return bool(await graph.fetch(gds.DROP, {"name": name}))


async def _require_plugin(graph: Graph) -> None:
    """Raise typer.Exit unless Neo4j has the procedures of Graph Data Science."""
    if any(row.name == "gds.graph.project" for row in await graph.fetch(admin.PROCEDURES)):
        return
    raise fail(
        "This Neo4j does not have the plugin Graph Data Science.\n"
        "Managed Neo4j: set BYLINE_NEO4J_GDS=true, then run: byline db stop; byline db start\n"
        "Your own Neo4j: install the plugin as docs/graph-data-science.md says."
    )


def _require_running_neo4j() -> None:
    """Raise typer.Exit if the command would start Neo4j and stop it at its end: projections are lost with Neo4j."""
    from byline.local_neo4j.server import find_running_server  # noqa: PLC0415 not needed with an external Neo4j

    try:
        settings = load_settings()
    except SettingError as error:
        raise fail(str(error)) from None
    if settings.neo4j_uri is None and find_running_server(settings.home) is None:
        raise fail("Neo4j is not running, and projections exist only while it runs. Start it with: byline db start")


def _reason(error: GraphRejectedError) -> str:
    """Return the last cause in an error of a procedure, without the name of its Java class."""
    return str(error).rpartition("Caused by: ")[2].partition(": ")[2] or str(error)
