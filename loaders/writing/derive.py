"""Recompute the derived facts of stale nodes: each step is one file of `cypher/derive`.

Nodes are marked stale in the transactions that change them, and the marks are removed last, so the next derivation
completes one that was interrupted, whichever process starts it.
"""

from collections.abc import AsyncIterator, Sequence

from cypher.catalog import statement
from cypher.driver.client import Graph
from cypher.driver.values import Value
from loaders.writing.lease import NAME, WriterLease
from normalization.source_priority import ranks

STEPS = (
    "gone",
    "unused",
    "papers",
    "names",
    "affiliations",
    "unpair",
    "pairs",
    "people",
    "h_index",
    "topics",
    "percentiles",
    "institutions",
    "volumes",
    "venues",
    "funders",
    "settled",
)
"""Order of the steps: deleted entities mark their neighbors; papers precede people; pairs precede their counts."""


async def count_stale(graph: Graph) -> int:
    """Return the number of nodes with stale derived facts."""
    rows = (await graph.read(statement("derive/due").text, timeout_s=60)).rows
    return int(str(rows[0][0]))


async def derive(lease: WriterLease, steps: Sequence[str] = STEPS) -> AsyncIterator[str]:
    """Run every step, and yield its name before it starts.

    Raises:
        LeaseHeldError: another process has acquired the writer lease; the marks remain.
        GraphError: a step failed; the marks remain.
    """
    for step in steps:
        yield step
        await lease.write()
        parameters: dict[str, Value] = {"ranks": ranks("name of a person")} if step == "names" else {}
        if step == "settled":
            parameters = {"lease": NAME, "holder": lease.holder}
        await lease.graph.administer(statement(f"derive/{step}").text, parameters)


async def delete_orphans(graph: Graph) -> None:
    """Delete IDs, resources and institution names without any relationship."""
    await graph.administer(statement("derive/resources").text)
