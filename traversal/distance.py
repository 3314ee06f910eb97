"""Search from both ends: degrees of separation, distances in bulk, and the distance histogram of a person.

Each step extends the side whose next step has fewer arcs. An array of one byte per person marks the sides that
have reached the person; people of different components are recognized without a search.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from traversal.arrays import Int8Array, Int32Array, arcs_of, distinct
from traversal.coauthor_graph import CoauthorGraph
from traversal.ranking import Constraints

UNREACHED = 127
"""Distance of an unreached person."""
MAX_ARCS = 60_000_000
"""Maximum number of arcs that one request reads; a search that needs more is stopped and says so."""


MAX_BULK_ARCS = 400_000_000
"""The same for distances in bulk: a thousand distances in a network of a million people read some 20 million."""


class BudgetExceededError(Exception):
    """A search would read more arcs than a request may."""


@dataclass(slots=True)
class Budget:
    """Number of arcs that a request may still read."""

    arcs: int = MAX_ARCS

    def spend(self, arcs: int) -> None:
        """Subtract arcs. Raises BudgetExceededError if too few are left."""
        self.arcs -= arcs
        if self.arcs < 0:
            raise BudgetExceededError


@dataclass(slots=True)
class Side:
    """One end of a search: the distance of each person from a set of people, as to_side as it was searched."""

    graph: CoauthorGraph
    constraints: Constraints
    budget: Budget
    frontier: Int32Array
    distance: Int8Array = field(init=False)
    radius: int = 0
    """All people within this distance are known."""
    count: int = 0
    """Number of reached people, without the ends."""

    def __post_init__(self) -> None:
        self.distance = np.full(self.graph.people, UNREACHED, np.int8)
        self.distance[self.frontier] = 0

    @property
    def next_arcs(self) -> int:
        """Number of arcs that the next step reads; 0 at the end of the search."""
        offsets = self.graph.offsets
        return int((offsets[self.frontier + 1] - offsets[self.frontier]).sum())

    def extend(self) -> None:
        """Search one step further. Raises BudgetExceededError."""
        self.reach(self.next_people())

    def next_people(self) -> Int32Array:
        """Return the people of the next step, in no order and possibly repeated. Raises BudgetExceededError."""
        positions, _ = arcs_of(self.graph.offsets, self.frontier)
        self.budget.spend(len(positions))
        mask = self.constraints.admits(self.graph, positions)
        found = self.graph.targets[positions if mask is None else positions[mask]]
        found = found[self.distance[found] == UNREACHED]
        if self.constraints.excluded:
            found = found[~np.isin(found, list(self.constraints.excluded))]
        return found

    def reach(self, found: Int32Array) -> None:
        """Make people of the next step the frontier."""
        self.radius += 1
        self.frontier = distinct(found)
        self.distance[self.frontier] = self.radius
        self.count += len(self.frontier)


def search_both_ends(from_side: Side, to_side: Side, max_length: int, *, length_only: bool = False) -> int | None:
    """Extend both sides until they meet, and return the distance; None if it is over `max_length`, or there is no path.

    Args:
        from_side: one end.
        to_side: the other end.
        max_length: maximum distance.
        length_only: True if the caller needs only the distance; the last frontier is then not built.

    Raises:
        BudgetExceededError: The search reads too many arcs.
    """
    if (from_side.distance[to_side.frontier] == 0).any():
        return 0
    steps = 0
    while steps < max_length and from_side.next_arcs and to_side.next_arcs:
        smaller, larger = (from_side, to_side) if from_side.next_arcs <= to_side.next_arcs else (to_side, from_side)
        found = smaller.next_people()
        steps += 1
        meets = bool((larger.distance[found] != UNREACHED).any())
        if not (meets and length_only):
            smaller.reach(found)
        if meets:
            return steps
    return None


def distances(
    graph: CoauthorGraph, pairs: Iterable[tuple[int, int]], max_length: int = UNREACHED - 1
) -> list[int | None]:
    """Return the degrees of separation of each pair; None if there is no path of at most `max_length` steps.

    Raises BudgetExceededError.
    """
    budget = Budget(MAX_BULK_ARCS)
    return [_distance(graph, one, other, max_length, budget) for one, other in pairs]


def _distance(graph: CoauthorGraph, one: int, other: int, max_length: int, budget: Budget) -> int | None:
    if graph.component[one] != graph.component[other]:
        return None
    from_side, to_side = (Side(graph, Constraints(), budget, _indexes([person])) for person in (one, other))
    return search_both_ends(from_side, to_side, max_length, length_only=True)


def distance_histogram(graph: CoauthorGraph, person: int) -> list[int]:
    """Return how many people are at each distance from a person: `[1, co-authors, their co-authors, ...]`.

    Raises BudgetExceededError.
    """
    side = Side(graph, Constraints(), Budget(), _indexes([person]))
    histogram = [1]
    while True:
        side.extend()
        if not len(side.frontier):
            return histogram
        histogram.append(len(side.frontier))


def _indexes(people: Sequence[int]) -> Int32Array:
    return np.array(people, np.int32)
