"""Recompute the derived facts of stale nodes: each step is one file of `cypher/derive`.

Nodes are marked stale in the transactions that change them, and the marks are removed last, so the next derivation
completes one that was interrupted, whichever process starts it.
"""

from collections.abc import AsyncIterator, Sequence

from cypher.catalog import statement
from cypher.driver.client import Graph
from cypher.driver.values import Value
from cypher.queries import derive as derive_queries
from loaders.writing.lease import LEASE_NAME, WriterLease
from normalization.source_priority import source_ranks

STEPS = (
    "delete_entities_without_records",
    "delete_unused_nodes",
    "papers",
    "researcher_names",
    "affiliations",
    "delete_collaborations",
    "collaborations",
    "researchers",
    "verification",
    "h_index",
    "topics",
    "percentiles",
    "institutions",
    "volumes",
    "venues",
    "funders",
    "clear_stale_marks",
)
"""Names of the steps, in order. Deleted entities mark their neighbors as stale; counts of researchers need papers and
collaborations.
"""


async def count_stale(graph: Graph) -> int:
    """Return the number of nodes with stale derived facts."""
    return (await graph.fetch(derive_queries.COUNT_STALE, timeout_s=60))[0].stale


async def derive(lease: WriterLease, steps: Sequence[str] = STEPS) -> AsyncIterator[str]:
    """Run every step, and yield its name before it starts.

    Args:
        steps: names of the steps to run, in this order. Default: all.

    Raises:
        LeaseHeldError: another process has acquired the writer lease; the marks remain.
        GraphError: a step failed; the marks remain.
    """
    for step in steps:
        yield step
        await lease.write()
        parameters: dict[str, Value] = {"ranks": source_ranks("name of a person")} if step == "researcher_names" else {}
        if step == "clear_stale_marks":
            parameters = {"lease": LEASE_NAME, "holder": lease.holder}
        await lease.graph.administer(statement(f"derive/{step}").text, parameters)


async def delete_unused_nodes(graph: Graph) -> None:
    """Delete IDs, resources and institution names without any relationship."""
    await graph.administer(statement("derive/delete_all_unused_nodes").text)
