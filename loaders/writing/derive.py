"""Recompute the derived facts of stale nodes in steps. Each step is a statement in `cypher/derive`.

The transaction that changes a node marks it as stale, and the last step removes the marks. If a derivation is
interrupted, the marks remain, and the next derivation, in any process, completes it.
"""

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence

from cypher.catalog import single_transaction_text, statement
from cypher.driver.client import FollowUp, Graph, Statement
from cypher.driver.values import QueryResult, Value
from cypher.queries import derive as derive_queries
from loaders.writing.lease import LEASE_NAME, WriterLease
from normalization.source_priority import source_ranks
from normalization.trust_rules import claimed_researcher_parameters, researcher_parameters

STEPS = (
    "delete_entities_without_records",
    "delete_unused_nodes",
    "papers",
    "researcher_names",
    "affiliations",
    "collaborations",
    "researchers",
    "verification",
    "stale_trust",
    "independent_reviews",
    "trust",
    "h_index",
    "topics",
    "percentiles",
    "institutions",
    "volumes",
    "venues",
    "funders",
    "clear_stale_marks",
)
"""Names of the steps, in order. Deletions come first, because they mark neighbors as stale; the counts of researchers
need the steps `papers` and `collaborations`.
"""
STALE_LABELS_OF_STEP: Mapping[str, frozenset[str]] = {
    "delete_unused_nodes": frozenset({"Resource", "Identifier", "InstitutionName"}),
    "papers": frozenset({"Paper"}),
    "researcher_names": frozenset({"Researcher"}),
    "affiliations": frozenset({"Researcher"}),
    "collaborations": frozenset({"StaleCollaborations"}),
    "researchers": frozenset({"Researcher"}),
    "verification": frozenset({"Researcher"}),
    "stale_trust": frozenset({"Researcher", "Paper"}),
    "independent_reviews": frozenset({"Researcher", "Paper"}),
    "trust": frozenset({"Researcher", "Paper"}),
    "h_index": frozenset({"Researcher"}),
    "topics": frozenset({"Topic"}),
    "percentiles": frozenset({"Topic"}),
    "institutions": frozenset({"Institution"}),
    "volumes": frozenset({"Volume"}),
    "venues": frozenset({"Venue", "Volume"}),
    "funders": frozenset({"Funder"}),
}
"""Step -> labels of the stale nodes that it reads. The step `papers` also marks researchers and topics as stale."""
MAX_NODES_PER_TRANSACTION = 2000
"""Maximum number of stale nodes whose facts are derived in one transaction."""


async def count_stale(graph: Graph) -> int:
    """Return the number of nodes with stale derived facts."""
    return (await graph.fetch(derive_queries.COUNT_STALE, timeout_s=60))[0].stale


def required_steps(stale_labels: Collection[str]) -> list[str]:
    """Return the steps that are needed if nodes with these labels are stale and no entity must be deleted."""
    labels = {*stale_labels, *(("Researcher", "Topic") if "Paper" in stale_labels else ())}
    return [
        step for step in STEPS if step in STALE_LABELS_OF_STEP and not STALE_LABELS_OF_STEP[step].isdisjoint(labels)
    ] + ["clear_stale_marks"]


def single_transaction_statements(steps: Iterable[str], lease: WriterLease) -> list[Statement]:
    """Return the statements of steps that run in one transaction."""
    return [Statement(single_transaction_text(f"derive/{step}"), _parameters(step, lease)) for step in steps]


def _single_transaction_steps(row: derive_queries.StaleLabelsRow) -> list[str]:
    """Return the steps that derive all stale facts in one transaction; none if they need more transactions."""
    return [] if row.unused or row.stale > MAX_NODES_PER_TRANSACTION else required_steps(row.labels)


async def write_and_derive(
    lease: WriterLease, statements: Sequence[Statement], final_statements: Sequence[Statement]
) -> bool:
    """Run statements, derive the facts that they make stale, and run the final statements, in one transaction.

    Returns False if the facts need more transactions: then only `statements` are run, and `derive_stale_facts` has to
    follow. Raises the same errors as `derive`.
    """
    steps = [step for step in STEPS if step != "delete_entities_without_records"]

    def planned_steps(answers: Sequence[QueryResult]) -> list[str]:
        (row,) = derive_queries.STALE_LABELS.typed_rows(answers[len(statements)].rows)
        return _single_transaction_steps(row)

    def if_planned(step: str, statement: Statement) -> FollowUp:
        return lambda answers: statement if step in planned_steps(answers) else None

    answers = await lease.write(
        *statements,
        Statement.grouped(derive_queries.STALE_LABELS.name, {}),
        *map(if_planned, steps, single_transaction_statements(steps, lease)),
        *(if_planned(steps[-1], statement) for statement in final_statements),
    )
    return bool(planned_steps(answers))


async def derive_stale_facts(
    lease: WriterLease, report: Callable[[str], None], final_statements: Callable[[], Sequence[Statement]] = tuple
) -> None:
    """Derive all stale facts, including those of earlier loads, and run the final statements.

    Up to MAX_NODES_PER_TRANSACTION stale nodes: all steps and the final statements run in one transaction. With more
    stale nodes, each step runs in one or more transactions.

    Args:
        report: receives the name of each step.
        final_statements: returns statements to run after the last step; it is called after that step.

    Raises:
        LeaseHeldError, GraphError: see `derive`.
    """
    (row,) = await lease.graph.fetch(derive_queries.STALE_LABELS, timeout_s=600)
    if steps := _single_transaction_steps(row):
        for step in steps:
            report(step)
        await lease.write(*single_transaction_statements(steps, lease), *final_statements())
        return
    if row.stale:
        async for step in derive(lease):
            report(step)
    if statements := list(final_statements()):
        await lease.write(*statements)


async def derive(lease: WriterLease, steps: Sequence[str] = STEPS) -> AsyncIterator[str]:
    """Run steps in order, and yield the name of each before it starts.

    Args:
        steps: names of the steps to run, in this order. Default: all.

    Raises:
        LeaseHeldError: another process has acquired the writer lease; the marks remain.
        GraphError: a step failed; the marks remain.
    """
    for step in steps:
        yield step
        await lease.write()  # renews the lease, or raises LeaseHeldError
        await lease.graph.administer(statement(f"derive/{step}").text, _parameters(step, lease))


def _parameters(step: str, lease: WriterLease) -> Mapping[str, Value]:
    """Return the parameters of a step."""
    if step == "researcher_names":
        return {"ranks": source_ranks("name of a person")}
    if step == "researchers":
        return researcher_parameters()
    if step == "trust":
        return claimed_researcher_parameters()
    return {"lease": LEASE_NAME, "holder": lease.holder} if step == "clear_stale_marks" else {}


async def delete_unused_nodes(graph: Graph) -> None:
    """Delete Identifier, Resource and InstitutionName nodes without relationships."""
    await graph.administer(statement("derive/delete_all_unused_nodes").text)
