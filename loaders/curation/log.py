"""The decisions that people made, the latest first."""

from collections.abc import Iterable

from cypher.identifiers import split
from cypher.run import Graph
from loaders.asking import ask
from loaders.records.decision_form import CURATOR
from loaders.records.record import DecisionRecord
from loaders.records.statement import decoded

LAST = "~"
"""What sorts behind every key."""


async def decisions(graph: Graph, after: str | None, limit: int) -> list[DecisionRecord]:
    """Return at most `limit` decisions before the one with the key `after`. Raises a GraphError."""
    rows = await ask(graph, "read/identity/decisions", after=after or LAST, limit=limit)
    return [one for row in rows if isinstance(one := decoded(str(row[1])), DecisionRecord)]


async def about(graph: Graph, spoken: Iterable[str]) -> list[DecisionRecord]:
    """Return the decisions that speak of any of these ids and records, the latest first, undone ones too."""
    ids = [list(split(one)) for one in sorted(spoken)]
    rows = await ask(graph, "write/decisions", ids=ids, keys=[])
    records = (decoded(str(row[3])) for row in rows if row[0] == CURATOR)
    return sorted((one for one in records if isinstance(one, DecisionRecord)), key=lambda one: one.key, reverse=True)
