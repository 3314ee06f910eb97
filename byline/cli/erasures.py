"""Erase the accounts of an erasure list from the graph: after a restore, and when a server starts."""

from accounts.erasure import ErasureList, replay_erasures
from accounts.errors import AccountError
from byline.cli.runtime import fail, print_status
from cypher.driver.client import Graph
from loaders.curation.profiles import remove_ended


async def erase_listed_accounts(graph: Graph, erasures: ErasureList) -> int:
    """Erase the accounts of a list that the graph contains, and return their number.

    Raises typer.Exit if the list is invalid, or a GraphError.
    """
    try:
        count = await replay_erasures(graph, erasures.read_hashes())
    except AccountError as error:
        raise fail(str(error)) from None
    if count:
        await remove_ended(graph)
        accounts = "account that is" if count == 1 else "accounts that are"
        print_status(f"Erased {count:,} {accounts} on the list of erased accounts, {erasures.path}.")
    return count
