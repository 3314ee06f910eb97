"""Recompute the derived facts of stale nodes: each step is one file of `cypher/derive`.

Nodes are marked stale in the transactions that change them, and the marks are removed last, so the next derivation
completes one that was interrupted, whichever process starts it.
"""

from collections.abc import AsyncIterator, Sequence

from cypher.catalog import statement
from cypher.driver.client import Graph
from cypher.driver.values import Value
from cypher.queries import derive as derive_queries
from loaders.writing.lease import NAME, WriterLease
from normalization.source_priority import source_ranks

STEPS = (
    "delete_orphan_entities",
    "delete_unused_nodes",
    "papers",
    "names",
    "affiliations",
    "delete_collaborations",
    "collaborations",
    "people",
    "h_index",
    "topics",
    "percentiles",
    "institutions",
    "volumes",
    "venues",
    "funders",
    "clear_stale_marks",
)
"""Order of the steps: deleted entities mark their neighbors; papers precede people; pairs precede their counts."""


async def count_stale(graph: Graph) -> int:
    """Return the number of nodes with stale derived facts."""
    return (await graph.fetch(derive_queries.COUNT_STALE, timeout_s=60))[0].due


async def derive(lease: WriterLease, steps: Sequence[str] = STEPS) -> AsyncIterator[str]:
    """Run every step, and yield its name before it starts.

    Raises:
        LeaseHeldError: another process has acquired the writer lease; the marks remain.
        GraphError: a step failed; the marks remain.
    """
    for step in steps:
        yield step
        await lease.write()
        parameters: dict[str, Value] = {"ranks": source_ranks("name of a person")} if step == "names" else {}
        if step == "clear_stale_marks":
            parameters = {"lease": NAME, "holder": lease.holder}
        await lease.graph.administer(statement(f"derive/{step}").text, parameters)


async def delete_orphans(graph: Graph) -> None:
    """Delete IDs, resources and institution names without any relationship."""
    await graph.administer(statement("derive/delete_all_unused_nodes").text)
