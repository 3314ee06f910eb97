"""Recount what loads touched: each derived fact is one file of `cypher/derive`, run over the marked nodes alone.

Marks are set in the transactions that touch, and taken off last: a derivation that was broken off is finished by the
next, whoever starts it.
"""

from collections.abc import AsyncIterator, Sequence

from cypher.catalog import statement
from cypher.run import Graph
from cypher.trust import ranks
from cypher.values import Value
from loaders.writing.lease import NAME, Turn

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
"""In this order: who is gone marks neighbours; papers come before people; pairs before they are counted."""


async def due(graph: Graph) -> int:
    """Return how many nodes have derived facts that are due."""
    rows = (await graph.read(statement("derive/due").text, timeout_s=60)).rows
    return int(str(rows[0][0]))


async def derive(turn: Turn, steps: Sequence[str] = STEPS) -> AsyncIterator[str]:
    """Run every step, giving its name before it begins.

    Raises BusyError where another took the turn, or another GraphError; the marks then stay.
    """
    for step in steps:
        yield step
        await turn.write()
        given: dict[str, Value] = {"ranks": ranks("name of a person")} if step == "names" else {}
        if step == "settled":
            given = {"lease": NAME, "holder": turn.holder}
        await turn.graph.administer(statement(f"derive/{step}").text, given)


async def sweep(graph: Graph) -> None:
    """Delete ids, resources and names of places to which nothing leads any more."""
    await graph.administer(statement("derive/resources").text)
