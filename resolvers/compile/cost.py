"""Estimate the work of a plan before it runs: the values of the response, and the rows that Neo4j reads for them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from cypher.graph_statistics import NO_STATISTICS, GraphStatistics

RowCount: TypeAlias = Callable[[Any, GraphStatistics], float]
"""Returns the estimated number of rows, from the variables of the request and the statistics of the graph."""


class MostExpensivePart(NamedTuple):
    """The part of a request that costs most."""

    name: str
    """Names of the fields and, after them, of the arguments and their members."""
    path: tuple[str, ...]
    """Path of the field in the response."""
    cost: int


class Estimate(NamedTuple):
    """The estimated work of a request."""

    cost: float
    """Values of the response and rows read for them, as expected from the statistics; without statistics `values`."""
    values: float
    """Maximum number of values of the response."""


@dataclass(slots=True)
class Cost:
    """The cost of a part of the plan: its own and that of its nested parts, times the number of items or rows."""

    own: float = 0
    size: Callable[[Any], int] | int | None = None
    """Maximum number of items of a list in the response; None for a part that is not a list."""
    parts: list["Cost"] = field(default_factory=list["Cost"])
    name: str = ""
    """Key of a field in the response, or name of an argument or a member of one."""
    rows: RowCount | None = None
    """Expected number of items of the list, or of rows that Neo4j reads in addition to the response; None if the part
    has neither.
    """
    is_argument: bool = False

    def estimate(self, variables: Any, statistics: GraphStatistics = NO_STATISTICS) -> Estimate:  # noqa: ANN401 value from the client
        """Return the estimate for these variables and the size of the graph."""
        cost, values = self.own, self.own
        for part in self.parts:
            more = part.estimate(variables, statistics)
            cost += more.cost
            values += more.values
        items = self._items(variables)
        most = 0 if items is None and self.rows is not None else 1 if items is None else items
        if self.rows is None or not statistics.nodes:
            return Estimate(cost * most, values * most)
        rows = self.rows(variables, statistics)
        return Estimate(cost * (rows if items is None else min(items, rows)), values * most)

    def most_expensive_part(self, variables: Any, statistics: GraphStatistics = NO_STATISTICS) -> MostExpensivePart:  # noqa: ANN401 as above
        """Return the deepest list, object or condition with more than half of the cost."""
        parts: list[Cost] = []
        here, total = self, self.estimate(variables, statistics).cost
        times = 1.0
        while here.parts:
            costs = [part.estimate(variables, statistics).cost for part in here.parts]
            whole = here.estimate(variables, statistics).cost
            times *= whole / (here.own + sum(costs)) if whole else 0
            most = max(costs)
            part = here.parts[costs.index(most)]
            cost = times * most
            if cost * 2 <= total or (not part.parts and part.size is None and part.rows is None):
                break
            here, total = part, cost
            parts.append(part)
        named = [part for part in parts if part.name]
        path = tuple(part.name for part in named if not part.is_argument)
        return MostExpensivePart(".".join(part.name for part in named), path, round(total))

    def _items(self, variables: Any) -> int | None:  # noqa: ANN401 as above
        return self.size(variables) if callable(self.size) else self.size


@dataclass(frozen=True, slots=True)
class Level:
    """The position of a part in the response: its depth, and the part to whose cost it adds."""

    depth: int
    cost: Cost

    def below(self, size: Callable[[Any], int] | int | None = None, rows: RowCount | None = None) -> "Level":
        """Return the level of parts that are nested here: of the items of a list, or of one object.

        Args:
            size: Maximum number of items; None for one object.
            rows: Expected number of items; None if the maximum is expected.
        """
        cost = Cost(size=size, rows=rows)
        self.cost.parts.append(cost)
        return Level(self.depth + 1, cost)

    def within(self, key: str) -> "Level":
        """Return the level of the parts of a field at this level; the field itself costs nothing."""
        cost = Cost(name=key)
        self.cost.parts.append(cost)
        return Level(self.depth, cost)

    def at(self, key: str) -> "Level":
        """Return the level of one field at this level; the field itself costs 1."""
        cost = Cost(1, name=key)
        self.cost.parts.append(cost)
        return Level(self.depth, cost)
