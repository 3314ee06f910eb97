"""The decisions that people made, the latest first."""

from collections.abc import Iterable

from cypher.driver.client import Graph
from loaders.graph_queries import run_query
from loaders.records.decision_validation import CURATOR
from loaders.records.record import DecisionRecord
from loaders.records.serialization import decoded
from normalization.identifiers import split

LAST = "~"
"""What sorts behind every key."""


async def decisions(graph: Graph, after: str | None, limit: int) -> list[DecisionRecord]:
    """Return at most `limit` decisions before the one with the key `after`. Raises a GraphError."""
    rows = await run_query(graph, "read/identity/decisions", after=after or LAST, limit=limit)
    return [record for row in rows if isinstance(record := decoded(str(row[1])), DecisionRecord)]


async def about(graph: Graph, spoken: Iterable[str]) -> list[DecisionRecord]:
    """Return the decisions that speak of any of these ids and records, the latest first, undone ones too."""
    ids = [list(split(reference)) for reference in sorted(spoken)]
    rows = await run_query(graph, "write/decisions", ids=ids, keys=[])
    records = (decoded(str(row[3])) for row in rows if row[0] == CURATOR)
    return sorted(
        (record for record in records if isinstance(record, DecisionRecord)), key=lambda one: one.key, reverse=True
    )
