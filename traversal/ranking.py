"""Filters of joint work, and the cost of a step under each ranking.

The cost of a path is the sum over its steps, or for BOTTLENECK the highest of them; lower is better. Costs are
integers, so that sums are equal in any order, here and in Cypher.

| ranking | cost of a step | order of paths |
| --- | --- | --- |
| LENGTH | minus the number of joint papers | length, cost, sort keys |
| STRENGTH | 1,000,000 divided by the number of joint papers, rounded down | cost, length, sort keys |
| RELIABILITY | 1,000,000 times the negative logarithm of 1 - 0.5 ^ joint papers, rounded | cost, length, sort keys |
| BOTTLENECK | minus the number of joint papers; the highest counts | cost, length, sort keys |
| RECENCY | 1 + years since the latest joint paper; 100 if unknown | cost, length, sort keys |
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from traversal.arrays import Int64Array
from traversal.coauthor_graph import CoauthorGraph
from traversal.search_loops import NO_UNTIL, UNKNOWN_YEAR, Conditions

STRENGTH_UNIT = 1_000_000
"""Cost of a step with one joint paper when paths are ranked by strength."""
RELIABILITY_UNIT = 1_000_000
"""Cost of a step whose reliability is 1 / e."""
UNKNOWN_AGE = 99
"""Assumed number of years since the latest joint paper if no joint paper has a year."""


class Ranking(StrEnum):
    """Order of paths."""

    LENGTH = "LENGTH"
    STRENGTH = "STRENGTH"
    RECENCY = "RECENCY"
    BOTTLENECK = "BOTTLENECK"
    RELIABILITY = "RELIABILITY"

    @property
    def is_additive(self) -> bool:
        """True if the cost of a path is the sum over its steps, False if it is the highest of them."""
        return self is not Ranking.BOTTLENECK


@dataclass(frozen=True, slots=True)
class Constraints:
    """Conditions on the steps and people of a path. A pair without years fails a condition on years."""

    min_papers: int = 1
    since: int | None = None
    """The latest joint paper is of this year or later. None: no condition."""
    until: int | None = None
    """The earliest joint paper is of this year or earlier. None: no condition."""
    excluded: frozenset[int] = frozenset()
    """Indexes of people who are on no path, not even at an end."""

    @property
    def conditions(self) -> Conditions:
        """The conditions on steps, for the compiled loops."""
        constrained = self.min_papers > 1 or self.since is not None or self.until is not None
        since = UNKNOWN_YEAR if self.since is None else max(self.since, UNKNOWN_YEAR + 1)
        until = NO_UNTIL if self.until is None else min(self.until, NO_UNTIL - 1)
        return Conditions(constrained, self.min_papers, since, until)


UNCONSTRAINED = Constraints()
"""No conditions."""


def step_costs(graph: CoauthorGraph, positions: Int64Array, ranking: Ranking, year: int) -> Int64Array:
    """Return the cost of each arc.

    Args:
        positions: positions of the arcs.
        ranking: order of the paths.
        year: the current year, for RECENCY.
    """
    match ranking:
        case Ranking.LENGTH | Ranking.BOTTLENECK:
            return -graph.papers[positions].astype(np.int64)
        case Ranking.STRENGTH:
            return STRENGTH_UNIT // graph.papers[positions].astype(np.int64)
        case Ranking.RELIABILITY:
            papers = graph.papers[positions].astype(np.float64)
            return np.rint(-RELIABILITY_UNIT * np.log(1 - 0.5**papers)).astype(np.int64)
        case Ranking.RECENCY:
            last = graph.last_year[positions].astype(np.int64)
            return 1 + np.where(last == UNKNOWN_YEAR, UNKNOWN_AGE, np.clip(year - last, 0, UNKNOWN_AGE))


def order_key(ranking: Ranking, length: int, cost: int, people: Iterable[int]) -> tuple[int, int, tuple[int, ...]]:
    """Return the sort key of a path."""
    return (length, cost, tuple(people)) if ranking is Ranking.LENGTH else (cost, length, tuple(people))
