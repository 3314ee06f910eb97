"""Search from both ends: degrees of separation, distances in bulk, and the distance histogram of a person.

Each step extends the side whose next step has fewer arcs. An array of one byte per person has the distances of a side;
people of different components are recognized without a search.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import numpy as np

from traversal.arrays import Int32Array, Int64Array
from traversal.coauthor_graph import CoauthorGraph
from traversal.ranking import UNCONSTRAINED, Constraints
from traversal.search_loops import (
    ARCS,
    BLOCKED,
    END,
    FARTHEST,
    NO_PATH,
    RADIUS,
    START,
    TOO_MANY_ARCS,
    UNREACHED,
    SearchArrays,
    SideArrays,
    extend_side,
    find_distances,
    new_side,
    reset_side,
    search_from_both,
    start_side,
)

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


class Side:
    """One end of a search: the distance of each person within `radius` steps of a set of people.

    Leaving its context lets later searches use its arrays, which is faster than to allocate new ones.
    """

    def __init__(self, graph: CoauthorGraph, constraints: Constraints, budget: Budget, people: Int32Array) -> None:
        self.graph = graph
        self.budget = budget
        self.conditions = constraints.conditions
        self.arrays = spare_side(graph)
        self._ends = len(people)
        self._excluded = np.fromiter(constraints.excluded, np.int32, len(constraints.excluded))
        self.arrays.distance.put(self._excluded, BLOCKED)
        start_side(graph.arrays, self.arrays, people)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        reset_side(self.arrays)
        self.arrays.distance.put(self._excluded, UNREACHED)
        self.graph.spare_sides.append(self.arrays)

    @property
    def radius(self) -> int:
        """All people within this distance are known."""
        return int(self.arrays.state[RADIUS])

    @property
    def count(self) -> int:
        """Number of reached people, without the ends."""
        return int(self.arrays.state[END]) - self._ends

    @property
    def frontier(self) -> Int32Array:
        """People at the distance `radius`."""
        return self.arrays.queue[int(self.arrays.state[START]) : int(self.arrays.state[END])]

    @property
    def next_arcs(self) -> int:
        """Number of arcs that the next step reads; 0 at the end of the search."""
        return int(self.arrays.state[ARCS])

    def extend(self) -> None:
        """Search one step further. Raises BudgetExceededError."""
        self.budget.spend(self.next_arcs)
        extend_side(self.graph.arrays, self.conditions, self.arrays, self.arrays.distance)


def spare_side(graph: CoauthorGraph) -> SideArrays:
    """Return arrays for a side in which no person is reached."""
    try:
        return graph.spare_sides.pop()
    except IndexError:
        return new_side(graph.people)


def search_both_ends(from_side: Side, to_side: Side, max_length: int) -> int | None:
    """Extend both sides until they meet, and return the distance; None if it is over `max_length`, or there is no path.

    Raises BudgetExceededError.
    """
    budget = from_side.budget
    search = SearchArrays(from_side.graph.arrays, from_side.conditions, from_side.arrays, to_side.arrays)
    length, arcs = search_from_both(search, max_length, budget.arcs)
    budget.spend(arcs)
    if length == TOO_MANY_ARCS:
        raise BudgetExceededError
    return None if length == NO_PATH else length


def distances(graph: CoauthorGraph, pairs: Sequence[tuple[int, int]], max_length: int = FARTHEST) -> list[int | None]:
    """Return the degrees of separation of each pair; None if there is no path of at most `max_length` steps.

    Raises BudgetExceededError.
    """
    people = np.array(pairs, np.int32).reshape(-1, 2)
    lengths = np.full(len(people), NO_PATH, np.int64)
    [joined] = (graph.component[people[:, 0]] == graph.component[people[:, 1]]).nonzero()
    lengths[joined] = _joined_distances(graph, people[joined], max_length)
    return [None if length == NO_PATH else length for length in lengths.tolist()]


def _joined_distances(graph: CoauthorGraph, people: Int32Array, max_length: int) -> Int64Array:
    """Return the distances of pairs, each within one component. Raises BudgetExceededError."""
    lengths = np.empty(len(people), np.int64)
    sides = spare_side(graph), spare_side(graph)
    search = SearchArrays(graph.arrays, UNCONSTRAINED.conditions, *sides, length_only=True)
    complete = find_distances(search, people, max_length, MAX_BULK_ARCS, lengths)
    graph.spare_sides.extend(sides)
    if not complete:
        raise BudgetExceededError
    return lengths


def distance_histogram(graph: CoauthorGraph, person: int) -> list[int]:
    """Return how many people are at each distance from a person: `[1, co-authors, their co-authors, ...]`.

    Raises BudgetExceededError.
    """
    histogram = [1]
    with Side(graph, UNCONSTRAINED, Budget(), np.array([person], np.int32)) as side:
        while side.next_arcs:
            side.extend()
            if len(side.frontier):
                histogram.append(len(side.frontier))
    return histogram
