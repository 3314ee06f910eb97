"""`byline map`: draw the research map of entities, or write it for network tools."""

import sys
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, cast

import orjson
import typer

from byline.cli.graphql_request import parse_object
from byline.cli.output.map_files import draw_map, write_network
from byline.cli.output_file import open_output
from byline.cli.params import parse_path
from byline.cli.runtime import fail, handle_errors, run_with_graph, usage_error
from byline.server.service import create_service
from byline.settings import load_settings
from cypher.driver.client import Graph
from resolvers.execute import Request
from resolvers.reply import Reply
from schema.enums import ResearchMapKind

app = typer.Typer(add_completion=False)
SEARCH_ADVICE = "Search for it: byline query '{ search(query: \"...\") { nodes { id name } } }'"
QUERY = """
query Map($around: [ID!]!, $first: Int, $depth: Int, $kinds: [ResearchMapKind!], $where: ResearchMapFilter,
          $exclude: [ID!], $layout: ResearchMapLayout) {
  researchMap(around: $around, first: $first, depth: $depth, kinds: $kinds, where: $where, exclude: $exclude,
              layout: $layout) {
    centers { id name }
    rankedNodes { depth relevance x y node { __typename id name } }
    edges { from to kind weight relevance sources }
    edgeCount
    counts { kind depth shown known }
    truncated
  }
}
"""


class MapFormat(Enum):
    """Output format of a map."""

    svg = "svg"
    png = "png"
    graphml = "graphml"
    gexf = "gexf"
    json = "json"


class Layout(Enum):
    """Layout of a map."""

    force = "force"
    radial = "radial"


class Kind(Enum):
    """Type of the entities on a map."""

    researcher = "researcher"
    paper = "paper"
    topic = "topic"
    institution = "institution"


@app.command("map", epilog="Example: byline map arxiv:1909.08053 --layout radial --output map.svg")
def command(  # noqa: PLR0913 one argument for each option
    around: Annotated[
        list[str],
        typer.Argument(
            metavar="ID...", help="Centers of the map, 1 to 10: Byline IDs, external IDs with their scheme, or URLs."
        ),
    ],
    map_format: Annotated[
        MapFormat | None,
        typer.Option(
            "--format",
            help="Drawing (svg, png), network file (graphml, gexf), or json. Default: by the output, or svg.",
        ),
    ] = None,
    *,
    first: Annotated[
        int, typer.Option(min=1, max=50, help="Maximum number of entities of each type at each depth.")
    ] = 8,
    depth: Annotated[int, typer.Option(min=1, max=2, help="Maximum number of steps from the nearest center.")] = 1,
    kinds: Annotated[
        list[Kind] | None, typer.Option("--kind", help="Only entities of this type; repeatable. Default: all.")
    ] = None,
    where: Annotated[
        str | None, typer.Option(help="Conditions on the entities, a JSON object like the argument `where`.")
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option("--exclude", metavar="ID", help="Leave out the entity with this Byline ID; repeatable."),
    ] = None,
    layout: Annotated[Layout, typer.Option(help="Layout of the drawing, and positions in the files.")] = Layout.force,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "--to",
            parser=parse_path,
            help="File to write or replace; it appears once it is complete. Default: standard output.",
        ),
    ] = None,
) -> None:
    r"""Draw the research map of entities: the nearest people, papers, topics and institutions.

    Nodes are larger the more relevant they are; docs/traversal.md describes the relevance. svg and png need matplotlib:
    pip install 'byline\[draw]'.
    """
    chosen = map_format or format_of(output)
    if chosen is MapFormat.png and output is None and sys.stdout.isatty():
        raise usage_error("--format png writes binary data. Use --output FILE, or redirect the output.")
    variables = {
        "around": around,
        "first": first,
        "depth": depth,
        "kinds": None if kinds is None else [ResearchMapKind[kind.name.upper()].name for kind in kinds],
        "where": None if where is None else parse_object(where, "--where", '{"years": {"from": 2020}}'),
        "exclude": exclude or [],
        "layout": layout.name.upper(),
    }
    research_map = read_map(variables)
    with open_output(output) as writer:
        writer.write([encode_map(research_map, chosen)])


def format_of(output: Path | None) -> MapFormat:
    """Return the format of a file name. Raises typer.Exit if it is unknown. Standard output and devices get SVG."""
    if output is None or (output.exists() and not output.is_file()):
        return MapFormat.svg
    name = output.suffix.removeprefix(".").lower()
    if name not in MapFormat.__members__:
        known = ", ".join(f".{known}" for known in MapFormat.__members__)
        raise usage_error(
            f"The name {output.name} does not state a format. Use --format, or one of the endings {known}."
        )
    return MapFormat[name]


def read_map(variables: dict[str, Any]) -> dict[str, Any]:
    """Return the map as GraphQL returns it. Raises typer.Exit for a wrong or unknown ID."""
    with handle_errors():
        settings = load_settings()

        async def answer(graph: Graph) -> Reply:
            return await create_service(graph, settings).answer(Request(QUERY, variables))

        reply = run_with_graph(answer, settings, migrated=True)
    if reply.errors:
        advice = (
            f" {SEARCH_ADVICE}" if any(error["extensions"]["code"] == "NOT_FOUND" for error in reply.errors) else ""
        )
        raise fail("\n".join(str(error["message"]) for error in reply.errors) + advice)
    return cast("dict[str, Any]", (reply.data or {})["researchMap"])


def encode_map(research_map: dict[str, Any], map_format: MapFormat) -> bytes:
    """Return the bytes of a file. Raises typer.Exit if matplotlib is missing."""
    match map_format:
        case MapFormat.json:
            return orjson.dumps(research_map, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
        case MapFormat.graphml | MapFormat.gexf:
            return write_network(research_map, map_format.value)
        case MapFormat.svg | MapFormat.png:
            try:
                return draw_map(research_map, map_format.value)
            except ModuleNotFoundError as error:
                if error.name != "matplotlib":
                    raise
                raise fail(
                    f"--format {map_format.value} needs matplotlib, which is not installed. Install it:\n"
                    f"  {sys.executable} -m pip install 'byline[draw]'"
                ) from None
