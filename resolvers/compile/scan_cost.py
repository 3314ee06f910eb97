"""Estimate the rows that Neo4j reads for a list: for its filter, its order, its count and its groups.

Neo4j keeps the number of nodes per label and of relationships per type, from which follow mean degrees. A filter is
evaluated once per row, and a filter on related entities reads all of these of each row.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from cypher.graph_statistics import GraphStatistics
from resolvers.compile.arguments import Given
from resolvers.compile.cost import Cost, RowCount
from resolvers.compile.page import PageRequest
from schema.field_mapping import Pattern

# Costs in values of the response, from times measured on a graph of 237,000 entities.
SCAN_COST = 0.02
"""Cost of a node that Neo4j reads in a scan of a label."""
WALK_COST = 0.1
"""Cost of a node that Neo4j reaches over a relationship."""
SORT_COST = 0.05
"""Additional cost of a row that Neo4j sorts."""
SUBQUERY_COST = 0.15
"""Cost of the start of a walk from one row."""
CONDITION_COST = 0.02
"""Cost of a condition on one row."""
LONG_TEXTS = frozenset({"abstract"})
"""Properties with texts of about a thousand characters."""
LONG_TEXT_FACTOR = 10
"""Cost of a condition on a long text, as a multiple of one on a short text."""
REGEX_FACTOR = 5
"""Cost of a regular expression, as a multiple of another condition."""
PASSING_SHARE = 0.2
"""Estimated share of rows that fulfil a condition."""
LEAST_PASSING_SHARE = 0.001
STEP = re.compile(r"(?P<left><?)-\[\w*:(?P<type>\w+)(?:\*1\.\.(?P<deep>\d+))?\]->?")
"""One relationship of a pattern in Cypher."""


@dataclass(slots=True)
class Scan:
    """The rows of a list before its filter, and the cost per row of the filter and of counts in the order."""

    rows: RowCount
    row_cost: float = WALK_COST
    ordered_by_index: bool = False
    """True if an index gives the rows in order, so that Neo4j stops after the last row of the page."""
    condition: Cost | None = None
    passing_share: float = 1.0
    """Estimated share of rows that the filter lets pass."""
    counts: list[Cost] = field(default_factory=list[Cost])
    """Cost of counted sort keys per row."""

    def passing_rows(self, variables: Any, statistics: GraphStatistics) -> float:  # noqa: ANN401 value from the client
        """Return the estimated number of rows that the filter lets pass."""
        return self.rows(variables, statistics) * self.passing_share

    def page_cost(self, page: PageRequest) -> list[Cost]:
        """Return the cost of finding the rows of a page."""
        if not self.ordered_by_index:
            counts = Cost(rows=lambda _variables, _statistics: self.passing_share, parts=self.counts)
            return [self._pass(self.rows, "orderBy", counts, Cost(SORT_COST))]
        if self.condition is None:
            return []

        def rows_to_last(variables: Any, statistics: GraphStatistics) -> float:  # noqa: ANN401 as above
            return min(self.rows(variables, statistics), (page.size(variables) + 1) / self.passing_share)

        return [self._pass(rows_to_last, "where")]

    def full_cost(self, *parts: Cost) -> Cost:
        """Return the cost of reading every row once, and the cost of the parts for each row."""
        return self._pass(self.rows, "where" if self.condition else "", *parts)

    def _pass(self, rows: RowCount, name: str, *parts: Cost) -> Cost:
        conditions = [self.condition] if self.condition else []
        return Cost(self.row_cost, parts=[*conditions, *parts], name=name, rows=rows, is_argument=True)


def passing_share(where: Mapping[str, Given]) -> float:
    """Return the estimated share of rows that a filter lets pass."""
    share = 1.0
    for name, operations in where.items():
        if name == "and" and isinstance(operations, list):
            for item in operations:
                share *= passing_share(item) if isinstance(item, dict) else 1.0
        elif name == "or" and isinstance(operations, list):
            shares = [passing_share(item) for item in operations if isinstance(item, dict)]
            share *= min(1.0, sum(shares)) if shares else 1.0
        elif name == "not" or not isinstance(operations, dict):
            share *= 1.0
        else:
            share *= PASSING_SHARE ** len(operations)
    return max(share, LEAST_PASSING_SHARE)


def text_cost(name: str, operation: str, operand: Given) -> float:
    """Return the cost of a condition on a property of one row, in addition to `CONDITION_COST`."""
    is_regex = operation == "matches" or (isinstance(operand, dict) and "matches" in operand)
    factor = (LONG_TEXT_FACTOR if name in LONG_TEXTS else 1) * (REGEX_FACTOR if is_regex else 1)
    return CONDITION_COST * (factor - 1)


def degree(label: str, steps: Sequence[Pattern], *, reached: bool = False) -> RowCount:
    """Return the mean number of nodes that a walk over relationships reads, from a node of a label.

    Args:
        label: Label of the first node.
        steps: The relationships.
        reached: True if the first node was itself reached over a relationship.
    """

    def rows(_variables: Any, statistics: GraphStatistics) -> float:  # noqa: ANN401 as above
        start_label, paths, total, is_reached = label, 1.0, 0.0, reached
        for step in steps:
            for _ in range(step.max_length):
                paths *= statistics.degree(start_label, step.type, step.direction, reached=is_reached)
                total += paths
                is_reached = step.max_length == 1  # each node of a hierarchy is reached once
                if paths < 1:
                    break
            is_reached = True
            start_label = statistics.end_label(step.type, step.direction)
        return total

    return rows


def walk_of_statement(text: str) -> list[Pattern]:
    """Return the relationships that the first MATCH of a statement walks."""
    first = next((line for line in text.splitlines() if line.lstrip().startswith("MATCH")), "")
    return [
        Pattern(step["type"], "in" if step["left"] else "out", max_length=int(step["deep"] or 1))
        for step in STEP.finditer(first)
    ]


def walk_cost(name: str, label: str, steps: Sequence[Pattern], *, reached: bool) -> tuple[Cost, Cost]:
    """Return the cost of a walk over relationships that starts at each row, and the part of it per node at the end.

    Args:
        name: Name of the condition or sort key.
        label: Label of the row's node.
        steps: The relationships.
        reached: True if the row's node was itself reached over a relationship.
    """
    nodes = Cost(WALK_COST, rows=degree(label, steps, reached=reached))
    return Cost(SUBQUERY_COST, parts=[nodes], name=name, is_argument=True), nodes


def label_count(label: str, most: float = inf) -> RowCount:
    """Return the number of nodes of a label, or `most` if it is less."""
    return lambda _variables, statistics: min(most, statistics.nodes.get(label, 0))


def fixed(rows: int) -> RowCount:
    """Return a constant number of rows, or 0 if there are no statistics."""
    return lambda _variables, statistics: rows if statistics.nodes else 0
