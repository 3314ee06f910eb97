"""`byline changes`: the feed of changes, a line of JSON for each."""

from typing import Annotated, Any

import typer

from byline.cli.output_file import LineWriter, open_output
from byline.cli.runtime import fail, handle_errors, print_status, run_with_graph
from byline.server.ndjson import page_of_lines
from byline.server.service import service
from byline.settings import load_settings
from cypher.catalog import statement
from cypher.driver.client import Graph
from loaders.writing.lease import NAME
from resolvers.execute import Request, Service

app = typer.Typer(add_completion=False)


@app.command("changes", epilog="Example: byline changes --since 2026-01-31T12:00:00Z > changes.ndjson")
def command(
    since: Annotated[
        str | None,
        typer.Option(
            help="A load's id, a time, or a change's number; from the beginning unless said.", show_default=False
        ),
    ] = None,
    after: Annotated[str | None, typer.Option(help="A line's cursor: go on behind it.", show_default=False)] = None,
) -> None:
    """Tell what was added, changed, merged or removed, oldest first; each thing where it was added and changed last.

    Each line has its cursor: `--after` with the last one goes on behind it, also when more has changed. A thing is told
    of by its Byline id, which GraphQL's `nodes` takes; what was merged names what it was merged into. Derived figures,
    such as counts of citations, are no changes.
    """
    print_changes(since, after)


ASKED = """
query ($since: String, $after: String) {
  changes(since: $since, after: $after, first: 1000) {
    edges { cursor node { kind type id mergedInto sequence } }
    pageInfo { hasNextPage endCursor }
  }
}
"""


def print_changes(since: str | None, after: str | None) -> None:
    """Write the feed. Raises typer.Exit where it cannot be had, or nobody reads on."""
    with handle_errors():
        settings = load_settings()
        with open_output(None) as to:
            run_with_graph(lambda graph: _tell(service(graph, settings), since, after, to), settings, migrated=True)


async def _tell(answering: Service, since: str | None, after: str | None, to: LineWriter) -> None:
    count = 0
    more = True
    while more:
        reply = await answering.answer(Request(ASKED, {"since": since, "after": after}))
        if reply.errors or reply.data is None:
            raise fail("\n".join(error["message"] for error in reply.errors))
        page: dict[str, Any] | None = reply.data["changes"]
        if page is None:
            raise fail(await _cursor_beyond_feed_message(answering.graph, after) if after else _unknown(str(since)))
        lines = [{**edge["node"], "cursor": edge["cursor"]} for edge in page["edges"]]
        to.write([page_of_lines(lines)])
        count += len(lines)
        more, after = page["pageInfo"]["hasNextPage"], page["pageInfo"]["endCursor"]
    print_status(f"{count:,} changes.")


async def _cursor_beyond_feed_message(graph: Graph, after: str) -> str:
    """Return what to say of a cursor that the feed has not got to. Raises GraphError."""
    (row,) = (await graph.read(statement("read/meta/writing").text, {"name": NAME})).rows
    return (
        f"There is no place {after} in this feed, which ends at {row[2]}: the graph was made anew. "
        "Begin without a cursor."
    )


def _unknown(since: str) -> str:
    """Return what to say of a load or number that the feed does not know."""
    if since.startswith("l_"):
        return f"There is no load {since}. `byline query '{{ meta {{ loads {{ id startedAt }} }} }}'` lists them."
    return (
        f"No change has the number {since} yet: the numbers are those of transactions, as `byline changes` tells them. "
        "A time is written with month and day, such as 2026-01-31."
    )
