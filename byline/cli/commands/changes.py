"""`byline changes`: print the change feed, one JSON object per line."""

import re
from datetime import datetime
from typing import Annotated, Any

import typer

from byline.cli.output_file import LineWriter, open_output
from byline.cli.runtime import fail, handle_errors, print_status, run_with_graph, usage_error
from byline.server.service import create_service
from byline.server.streamed_responses import page_of_lines
from byline.settings import load_settings
from cypher.driver.client import Graph
from cypher.queries import admin
from loaders.writing.lease import LEASE_NAME
from resolvers.execute import Request, Service

app = typer.Typer(add_completion=False)


@app.command("changes", epilog="Example: byline changes --since 2026-01-31T12:00:00Z > changes.ndjson")
def command(
    since: Annotated[
        str | None,
        typer.Option(
            help="Start at a load ID, a time or a sequence number. Default: the beginning.", show_default=False
        ),
    ] = None,
    after: Annotated[str | None, typer.Option(help="Resume after this cursor.", show_default=False)] = None,
) -> None:
    """Print the change feed: added, changed, merged and removed entities, oldest first.

    The feed has at most two lines for an entity: when it was added, and when it changed last. Each line has a
    cursor; `--after` with the last cursor continues there and includes later changes. Entities have Byline IDs,
    which GraphQL's `nodes` accepts; a merged entity names the entity into which it was merged. The feed omits
    changes of derived facts, such as citation counts.
    """
    if since is not None and not _is_valid_start(since):
        raise usage_error(
            f"--since {since}: expected the ID of a load, a time such as 2026-01-31T12:00:00Z or a date, or a "
            "sequence number."
        )
    print_changes(since, after)


def _is_valid_start(since: str) -> bool:
    """Return True if a text has the form of a load ID, a sequence number, or a time."""
    if since.startswith("l_") or SEQUENCE_NUMBER.fullmatch(since):
        return True
    try:
        datetime.fromisoformat(since)
    except ValueError:
        return False
    return True


SEQUENCE_NUMBER = re.compile(r"[0-9]{1,15}")
"""Form of the sequence number of a change."""
CHANGES_QUERY = """
query ($since: String, $after: String) {
  changes(since: $since, after: $after, first: 1000) {
    edges { cursor node { kind entityKind id mergedInto sequence } }
    pageInfo { hasNextPage endCursor }
  }
}
"""


def print_changes(since: str | None, after: str | None) -> None:
    """Write the change feed. Raises typer.Exit if it cannot be read, or if the reader closes the pipe."""
    with handle_errors():
        settings = load_settings()
        with open_output(None) as output:
            run_with_graph(
                lambda graph: _write_changes(create_service(graph, settings), since, after, output),
                settings,
                migrated=True,
            )


async def _write_changes(graphql_service: Service, since: str | None, after: str | None, output: LineWriter) -> None:
    count = 0
    more = True
    while more:
        reply = await graphql_service.answer(Request(CHANGES_QUERY, {"since": since, "after": after}))
        if reply.errors or reply.data is None:
            raise fail("\n".join(error["message"] for error in reply.errors))
        page: dict[str, Any] | None = reply.data["changes"]
        if page is None:
            raise fail(
                await _cursor_beyond_feed_message(graphql_service.graph, after)
                if after
                else _unknown_start_message(str(since))
            )
        entries = [{**edge["node"], "cursor": edge["cursor"]} for edge in page["edges"]]
        output.write([page_of_lines(entries)])
        count += len(entries)
        more, after = page["pageInfo"]["hasNextPage"], page["pageInfo"]["endCursor"]
    print_status(f"{count:,} changes.")


async def _cursor_beyond_feed_message(graph: Graph, after: str) -> str:
    """Return the message for a cursor beyond the end of the feed. Raises GraphError."""
    (status,) = await graph.fetch(admin.LEASE_STATUS, {"name": LEASE_NAME})
    return (
        f"Cursor {after} is beyond the end of the change feed ({status.feed}), because the graph was rebuilt. "
        "Start without a cursor."
    )


def _unknown_start_message(since: str) -> str:
    """Return the message for an unknown load or sequence number."""
    if since.startswith("l_"):
        return f"Unknown load {since}. List the loads with: byline query '{{ meta {{ loads {{ id startedAt }} }} }}'"
    return (
        f"The change feed has no sequence number {since} yet. Use the `sequence` of a line that `byline changes` "
        "printed, or a time or date, such as 2026-01-31."
    )
