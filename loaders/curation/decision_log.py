"""Read decisions from the graph, newest first: all, or those about given IDs and records."""

from collections.abc import Iterable

from cypher.driver.client import Graph
from cypher.queries import curation, lookup
from loaders.graph_queries import run_query
from loaders.records.decision_validation import CURATOR
from loaders.records.record import DecisionRecord
from loaders.records.serialization import decoded
from normalization.identifiers import split_id

LAST = "~"
"""A text that sorts after all keys."""


async def decisions(graph: Graph, after: str | None, limit: int) -> list[DecisionRecord]:
    """Return at most `limit` decisions before the key `after`, newest first. Raises a GraphError."""
    rows = await run_query(graph, curation.DECISION_LOG, after=after or LAST, limit=limit)
    return [record for row in rows if isinstance(record := decoded(row.statement), DecisionRecord)]


async def decisions_about(graph: Graph, targets: Iterable[str]) -> list[DecisionRecord]:
    """Return the decisions about any of these IDs and records, newest first, including revoked decisions.

    Raises a GraphError.
    """
    ids = [list(split_id(reference)) for reference in sorted(targets)]
    rows = await run_query(graph, lookup.DECISIONS, ids=ids, keys=[])
    records = (decoded(row.statement) for row in rows if row.source == CURATOR)
    return sorted(
        (record for record in records if isinstance(record, DecisionRecord)),
        key=lambda record: record.key,
        reverse=True,
    )
