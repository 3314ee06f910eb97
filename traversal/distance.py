"""Search from both ends: degrees of separation, distances in bulk, and the distance histogram of a person.

Each step extends the side whose next step has fewer arcs. An array of one byte per person marks the sides that
have reached the person; people of different components are recognized without a search.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from traversal.arrays import Int8Array, Int32Array, Int64Array, distinct, expand_ranges
from traversal.coauthor_graph import CoauthorGraph
from traversal.ranking import UNCONSTRAINED, Constraints

UNREACHED = 127
"""Distance of an unreached person."""
FARTHEST = UNREACHED - 1
"""Distance that is stored for people at this distance or farther."""
MAX_ARCS = 60_000_000
"""Maximum number of arcs that one request reads; a search that needs more is stopped and says so."""


PEOPLE_PER_SORTED = 200
"""A step that reaches fewer than 1 / `PEOPLE_PER_SORTED` of all people drops repetitions by sorting, not by a scan."""
PEOPLE_PER_SAMPLE = 8
"""A search for a distance first looks for a meeting at one in so many people of a frontier: sides that meet usually
meet there.
"""
MIN_SAMPLED_ARCS = 2_000
"""A step with fewer arcs is looked at whole."""
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
    """One end of a search: the distance of each person within `radius` steps of a set of people."""

    graph: CoauthorGraph
    constraints: Constraints
    budget: Budget
    frontier: Int32Array
    """People at the distance `radius`."""
    distance: Int8Array = field(init=False)
    radius: int = 0
    """All people within this distance are known."""
    count: int = 0
    """Number of reached people, without the ends."""
    next_arcs: int = field(init=False)
    """Number of arcs that the next step reads; 0 at the end of the search."""
    _first: Int64Array = field(init=False)
    _counts: Int64Array = field(init=False)
    _reached: list[Int32Array] = field(default_factory=list[Int32Array])
    """All frontiers, for `release`."""

    def __post_init__(self) -> None:
        try:
            self.distance = self.graph.spare_distances.pop()
        except IndexError:
            self.distance = np.full(self.graph.people, UNREACHED, np.int8)
        self.distance.put(self.frontier, 0)
        self._reached.append(self.frontier)
        self._find_arcs()

    def release(self) -> None:
        """Let later searches use the array of distances, which is faster than to fill a new array."""
        for people in self._reached:
            self.distance.put(people, UNREACHED)
        self.graph.spare_distances.append(self.distance)

    def _find_arcs(self) -> None:
        """Find the arcs of the frontier. The frontier holds each person once."""
        ranges = self.graph.arc_ranges.take(self.frontier, axis=0)
        self._first, self._counts = ranges[:, 0], ranges[:, 1]
        self.next_arcs = int(np.add.reduce(self._counts))

    def extend(self) -> None:
        """Search one step further. Raises BudgetExceededError."""
        self.reach(self.neighbors())

    def has_reached_any(self, people: Int32Array) -> bool:
        """Return True if the side has reached any of the people."""
        return len(people) > 0 and int(np.minimum.reduce(self.distance.take(people))) < UNREACHED

    def some_neighbors(self) -> Int32Array:
        """Return the ends of the arcs of the first people of the frontier, as `neighbors` does without constraints."""
        count = len(self.frontier) // PEOPLE_PER_SAMPLE
        return self.graph.targets.take(expand_ranges(self._first[:count], self._counts[:count]))

    def neighbors(self) -> Int32Array:
        """Return the ends of the admitted arcs of the frontier, with repetitions, and with people reached before.

        Raises BudgetExceededError.
        """
        self.budget.spend(self.next_arcs)
        if len(self._first) == 1:
            first = int(self._first[0])
            positions = slice(first, first + self.next_arcs)
            people = self.graph.targets[positions]
        else:
            positions = expand_ranges(self._first, self._counts)
            people = self.graph.targets.take(positions)
        if self.constraints is UNCONSTRAINED:
            return people
        mask = self.constraints.admits(self.graph, positions)
        if mask is not None:
            people = people[mask]
        if self.constraints.excluded:
            people = people[~np.isin(people, list(self.constraints.excluded))]
        return people

    def reach(self, neighbors: Int32Array) -> None:
        """Make the unreached of the neighbors the frontier."""
        self.radius += 1
        if self.radius == 1 and len(self.frontier) == 1:  # the co-authors of one person are distinct and unreached
            self.distance.put(neighbors, 1)
            self._enter(neighbors)
            return
        people = neighbors[self.distance.take(neighbors) == UNREACHED]
        self.distance.put(people, min(self.radius, FARTHEST))  # faster than an assignment by index
        if self.radius < FARTHEST and len(people) > self.graph.people // PEOPLE_PER_SORTED:
            people = np.flatnonzero(self.distance == self.radius).astype(np.int32)
        else:
            people = distinct(people)
        self._enter(people)

    def _enter(self, people: Int32Array) -> None:
        """Make distinct people the frontier."""
        self.frontier = people
        self.count += len(self.frontier)
        self._reached.append(self.frontier)
        self._find_arcs()


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
    if from_side.has_reached_any(to_side.frontier):
        return 0
    steps = 0
    while steps < max_length and from_side.next_arcs and to_side.next_arcs:
        smaller, larger = (from_side, to_side) if from_side.next_arcs <= to_side.next_arcs else (to_side, from_side)
        steps += 1
        if length_only and smaller.next_arcs > MIN_SAMPLED_ARCS and larger.has_reached_any(smaller.some_neighbors()):
            return steps
        neighbors = smaller.neighbors()
        meets = larger.has_reached_any(neighbors)
        if not (meets and length_only):
            smaller.reach(neighbors)
        if meets:
            return steps
    return None


def distances(graph: CoauthorGraph, pairs: Iterable[tuple[int, int]], max_length: int = FARTHEST) -> list[int | None]:
    """Return the degrees of separation of each pair; None if there is no path of at most `max_length` steps.

    Raises BudgetExceededError.
    """
    budget = Budget(MAX_BULK_ARCS)
    return [_distance(graph, one, other, max_length, budget) for one, other in pairs]


def _distance(graph: CoauthorGraph, one: int, other: int, max_length: int, budget: Budget) -> int | None:
    if graph.component[one] != graph.component[other]:
        return None
    from_side = Side(graph, UNCONSTRAINED, budget, np.array([one], np.int32))
    to_side = Side(graph, UNCONSTRAINED, budget, np.array([other], np.int32))
    length = search_both_ends(from_side, to_side, max_length, length_only=True)
    from_side.release()
    to_side.release()
    return length


def distance_histogram(graph: CoauthorGraph, person: int) -> list[int]:
    """Return how many people are at each distance from a person: `[1, co-authors, their co-authors, ...]`.

    Raises BudgetExceededError.
    """
    side = Side(graph, UNCONSTRAINED, Budget(), np.array([person], np.int32))
    histogram = [1]
    while True:
        side.extend()
        if not len(side.frontier):
            return histogram
        histogram.append(len(side.frontier))
