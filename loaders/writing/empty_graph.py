"""Remove all records and entities at once. An unload that leaves only curators' decisions has to resolve nothing again.

The change feed and the Byline IDs of returning entities are as after an ordinary unload. The load's node is marked
until the graph is empty. If the process dies earlier, the next command that writes empties the graph first.
"""

from typing import TYPE_CHECKING

from cypher.catalog import statement
from cypher.driver.client import Graph
from cypher.queries import lookup
from loaders.graph_queries import run_query, write_statement

if TYPE_CHECKING:
    from loaders.writing.lease import WriterLease

STEPS = (
    "ingest/empty/former_ids",
    "ingest/empty/tombstones",
    "ingest/empty/relationships",
    "ingest/empty/nodes",
)
"""Statements of the steps, in order."""


async def leaves_only_decisions(graph: Graph, loader: str, removed_count: int) -> bool:
    """Return True if the removal leaves only decisions of other loaders, and no user has relationships with entities.

    Args:
        graph: the graph.
        loader: the loader of the records to remove.
        removed_count: number of records to remove.
    """
    (scope,) = await run_query(graph, lookup.REMOVAL_SCOPE, loader=loader)
    return not (scope.users or scope.own_decisions) and scope.records - scope.decisions == removed_count


async def empty_graph(lease: "WriterLease", load_id: str) -> None:
    """Remove all records and entities, but no decisions.

    Args:
        load_id: the unload; its node must exist.

    Raises:
        LeaseHeldError: another process has acquired the writer lease.
        GraphError: a step failed; the next command that writes continues.
    """
    await lease.write(
        write_statement("ingest/set_load_properties", id=load_id, values={"emptying": True}),
        write_statement("ingest/increase_change_number", names=["changes"]),
    )
    for step in STEPS:
        await lease.graph.administer(statement(step).text)
        await lease.write()
    await lease.write(write_statement("ingest/set_load_properties", id=load_id, values={"emptying": None}))


async def finish_emptying(lease: "WriterLease") -> None:
    """Empty the graph if an unload was interrupted while it did so."""
    for row in await run_query(lease.graph, lookup.EMPTYING_LOAD):
        await empty_graph(lease, row.id)
