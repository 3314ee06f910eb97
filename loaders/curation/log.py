"""The decisions that people made, the latest first."""

from cypher.run import Graph
from loaders.asking import ask
from loaders.record import DecisionRecord
from loaders.statement import decoded

LAST = "~"
"""What sorts behind every key."""


async def decisions(graph: Graph, after: str | None, limit: int) -> list[DecisionRecord]:
    """Return at most `limit` decisions before the one with the key `after`. Raises a GraphError."""
    rows = await ask(graph, "read/identity/decisions", after=after or LAST, limit=limit)
    return [one for row in rows if isinstance(one := decoded(str(row[1])), DecisionRecord)]
