"""What `byline changes` does: reads the feed page by page, and writes a line of JSON for each change."""

from typing import Any

from byline.commands.manners import fail, mannered, on_graph, say
from byline.http.lines import page_of_lines
from byline.lines_out import Lines, lines_out
from byline.service import service
from byline.settings import settled
from cypher.catalog import statement
from cypher.run import Graph
from loaders.writing.lease import NAME
from resolvers.execute import Request, Service

ASKED = """
query ($since: String, $after: String) {
  changes(since: $since, after: $after, first: 1000) {
    edges { cursor node { kind type id into number } }
    pageInfo { hasNextPage endCursor }
  }
}
"""


def tell(since: str | None, after: str | None) -> None:
    """Write the feed. Raises typer.Exit where it cannot be had, or nobody reads on."""
    with mannered():
        settings = settled()
        with lines_out(None) as to:
            on_graph(lambda graph: _tell(service(graph, settings), since, after, to), settings, migrated=True)


async def _tell(answering: Service, since: str | None, after: str | None, to: Lines) -> None:
    told = 0
    more = True
    while more:
        reply = await answering.answer(Request(ASKED, {"since": since, "after": after}))
        if reply.errors or reply.data is None:
            raise fail("\n".join(one["message"] for one in reply.errors))
        found: dict[str, Any] | None = reply.data["changes"]
        if found is None:
            raise fail(await _ahead(answering.graph, after) if after else _unknown(str(since)))
        lines = [{**edge["node"], "cursor": edge["cursor"]} for edge in found["edges"]]
        to.write([page_of_lines(lines)])
        told += len(lines)
        more, after = found["pageInfo"]["hasNextPage"], found["pageInfo"]["endCursor"]
    say(f"{told:,} changes.")


async def _ahead(graph: Graph, after: str) -> str:
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
