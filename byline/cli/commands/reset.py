"""`byline reset`: delete all data in the graph."""

from typing import Annotated

import typer

from byline.cli.runtime import fail, out, run_with_graph
from cypher.driver.client import Graph
from cypher.migrate import clear_graph, migrate, pending
from cypher.queries.accounts import COUNT_USERS
from loaders.writing.lease import write_lease

app = typer.Typer(add_completion=False)


@app.command("reset", epilog="Example: byline reset --yes")
def command(
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without confirmation.")] = False,
    delete_accounts: Annotated[
        bool,
        typer.Option(
            "--delete-accounts",
            help="Also delete users, with their tokens, follows, reactions, collections, comments and reviews.",
        ),
    ] = False,
) -> None:
    """Delete all data in the graph: records, entities and decisions. The command asks for confirmation.

    If the graph has users, the command deletes nothing unless --delete-accounts is given.
    """
    if not yes and not typer.confirm("Delete all data in the graph permanently?"):
        raise fail("The reset was canceled; nothing was deleted.")

    reset(delete_accounts=delete_accounts)


def reset(*, delete_accounts: bool) -> None:
    """Delete all data in the graph that the settings select. Raises typer.Exit if that would delete accounts."""
    run_with_graph(lambda graph: _reset(graph, delete_accounts=delete_accounts))
    out.print("The graph is empty.")


async def _reset(graph: Graph, *, delete_accounts: bool) -> None:
    await pending(graph, imported=True)  # refuse to delete the graph of a later Byline version
    users = (await graph.fetch(COUNT_USERS))[0].users
    if users and not delete_accounts:
        raise fail(
            f"Nothing was deleted: the graph has {users:,} users, and a reset deletes them with all their acts. "
            "To do so, run: byline reset --delete-accounts"
        )
    async with write_lease(graph, "byline reset"):
        await clear_graph(graph)
    await migrate(graph)
