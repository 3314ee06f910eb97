"""Recompute the derived facts of stale nodes: each step is one file of `cypher/derive`.

Nodes are marked stale in the transactions that change them, and the marks are removed last, so the next derivation
completes one that was interrupted, whichever process starts it.
"""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence

from cypher.catalog import single_transaction_text, statement
from cypher.driver.client import Graph, Statement
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
LABELS: Mapping[str, frozenset[str]] = {
    "delete_unused_nodes": frozenset({"Resource", "Identifier", "InstitutionName"}),
    "papers": frozenset({"Paper"}),
    "researcher_names": frozenset({"Researcher"}),
    "affiliations": frozenset({"Researcher"}),
    "delete_collaborations": frozenset({"StaleCollaborations"}),
    "collaborations": frozenset({"StaleCollaborations"}),
    "researchers": frozenset({"Researcher"}),
    "verification": frozenset({"Researcher"}),
    "h_index": frozenset({"Researcher"}),
    "topics": frozenset({"Topic"}),
    "percentiles": frozenset({"Topic"}),
    "institutions": frozenset({"Institution"}),
    "volumes": frozenset({"Volume"}),
    "venues": frozenset({"Venue", "Volume"}),
    "funders": frozenset({"Funder"}),
}
"""Labels of the stale nodes that each step reads. The step `papers` marks researchers and topics as stale."""
MAX_NODES_PER_TRANSACTION = 2000
"""Maximum number of stale nodes whose facts are derived in one transaction."""


async def count_stale(graph: Graph) -> int:
    """Return the number of nodes with stale derived facts."""
    return (await graph.fetch(derive_queries.COUNT_STALE, timeout_s=60))[0].stale


def required_steps(stale_labels: Collection[str]) -> list[str]:
    """Return the steps that change something if nodes of these labels are stale and no entity is to be deleted."""
    labels = {*stale_labels, *(("Researcher", "Topic") if "Paper" in stale_labels else ())}
    return [step for step in STEPS if step in LABELS and not LABELS[step].isdisjoint(labels)] + ["clear_stale_marks"]


async def derive_stale_facts(
    lease: WriterLease, report: Callable[[str], None], final: Callable[[], Sequence[Statement]] = tuple
) -> None:
    """Derive all stale facts, including those of earlier loads, and run the final statements.

    A few stale nodes take one transaction together with the final statements; others one or more for each step.

    Args:
        final: returns the final statements; called after the last step.

    Raises:
        LeaseHeldError, GraphError: see `derive`.
    """
    rows = await lease.graph.fetch(derive_queries.STALE_LABELS, timeout_s=600)
    if rows and not rows[0].unused and rows[0].stale <= MAX_NODES_PER_TRANSACTION:
        steps = required_steps(rows[0].labels)
        statements = [Statement(single_transaction_text(f"derive/{step}"), _parameters(step, lease)) for step in steps]
        for step in steps:
            report(step)
        await lease.write(*statements, *final())
        return
    if rows and rows[0].stale:
        async for step in derive(lease):
            report(step)
    if statements := list(final()):
        await lease.write(*statements)


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
        await lease.graph.administer(statement(f"derive/{step}").text, _parameters(step, lease))


def _parameters(step: str, lease: WriterLease) -> dict[str, Value]:
    """Return the parameters of a step."""
    if step == "researcher_names":
        return {"ranks": source_ranks("name of a person")}
    return {"lease": LEASE_NAME, "holder": lease.holder} if step == "clear_stale_marks" else {}


async def delete_unused_nodes(graph: Graph) -> None:
    """Delete IDs, resources and institution names without any relationship."""
    await graph.administer(statement("derive/delete_all_unused_nodes").text)
