"""`byline changes`: the feed of changes, a line of JSON for each."""

import sys
from typing import Annotated, Any

import typer

from byline.commands.manners import fail, mannered, on_graph, say
from byline.http.lines import page_of_lines
from byline.service import service
from byline.settings import settled
from resolvers.execute import Request, Service

app = typer.Typer(add_completion=False)
ASKED = """
query ($since: String, $after: String) {
  changes(since: $since, after: $after, first: 1000) {
    edges { cursor node { kind type id into number } }
    pageInfo { hasNextPage endCursor }
  }
}
"""


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
    """Tell what was added, changed, merged or removed, oldest first; each thing once, where it changed last.

    Each line has its cursor: `--after` with the last one goes on behind it, also when more has changed. A thing is told
    of by its Byline id, which GraphQL's `nodes` takes; what was merged names what it was merged into. Derived figures,
    such as counts of citations, are no changes.
    """
    with mannered():
        settings = settled()
        on_graph(lambda graph: _tell(service(graph, settings), since, after), settings, migrated=True)


async def _tell(answering: Service, since: str | None, after: str | None) -> None:
    told = 0
    more = True
    while more:
        reply = await answering.answer(Request(ASKED, {"since": since, "after": after}))
        if reply.errors or reply.data is None:
            raise fail("\n".join(one["message"] for one in reply.errors))
        found: dict[str, Any] | None = reply.data["changes"]
        if found is None:
            raise fail(
                f"There is no load {since}. `byline query '{{ meta {{ loads {{ id startedAt }} }} }}'` lists them."
            )
        lines = [{**edge["node"], "cursor": edge["cursor"]} for edge in found["edges"]]
        try:
            sys.stdout.buffer.write(page_of_lines(lines))
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            raise typer.Exit(1) from None
        told += len(lines)
        more, after = found["pageInfo"]["hasNextPage"], found["pageInfo"]["endCursor"]
    say(f"{told:,} changes.")
