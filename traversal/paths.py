"""The best simple paths between two sets of people.

Paths are at most two steps longer than the shortest. Longer ones say little about how two people are connected, and
walks of these lengths that use no pair twice repeat no person, so that Cypher finds the same paths.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

import numpy as np

from traversal.arrays import Numbers
from traversal.coauthor_graph import CoauthorGraph
from traversal.distance import Budget, BudgetExceededError, Side, search_both_ends
from traversal.layers import Layers, extend_to_length
from traversal.ranking import Constraints, Ranking, order_key

MAX_DETOUR = 2
"""How many steps longer than the shortest a path may be."""


class Path(NamedTuple):
    """A path: the numbers of its people in order, and its cost under the ranking."""

    people: tuple[int, ...]
    cost: int

    @property
    def length(self) -> int:
        """Number of steps."""
        return len(self.people) - 1


@dataclass(frozen=True, slots=True)
class PathQuery:
    """A question: the best `first` paths from one of `starts` to one of `ends`, of at most `max_length` steps."""

    starts: Sequence[int]
    ends: Sequence[int]
    first: int = 3
    max_length: int = 6
    constraints: Constraints = field(default_factory=Constraints)
    ranking: Ranking = Ranking.LENGTH
    year: int = 0
    """The current year, for RECENCY. 0: the year of the clock."""


@dataclass(frozen=True, slots=True)
class PathAnswer:
    """The answer: paths in order, the length of the shortest, and how many people were searched from each side."""

    paths: list[Path]
    distance: int | None
    """Length of the shortest path; 0 if a person is on both sides; None if there is no path of at most `max_length`."""
    from_count: int
    to_count: int
    truncated: bool = False
    """True if the search was stopped: there may be other paths."""


def find_paths(graph: CoauthorGraph, query: PathQuery, budget: Budget | None = None) -> PathAnswer:
    """Return the best simple paths. No inner person of a path is a start or an end."""
    budget = budget or Budget()
    excluded = query.constraints.excluded
    starts, ends = (_numbers(people, excluded) for people in (query.starts, query.ends))
    if not len(starts) or not len(ends):
        return PathAnswer([], None, len(starts), len(ends))
    starts, ends = _same_component(graph, starts, ends)
    if not len(starts):
        return PathAnswer([], None, 0, 0)
    near = Side(graph, query.constraints, budget, starts)
    far = Side(graph, query.constraints, budget, ends)
    paths: list[Path] = []
    distance = None
    truncated = False
    try:
        distance = search_both_ends(near, far, query.max_length)
        searched = near.count, far.count
        if distance:
            _collect(query, (near, far), starts, distance, paths)
    except BudgetExceededError:
        searched = near.count, far.count
        truncated = True
    paths.sort(key=lambda path: order_key(query.ranking, path.length, path.cost, path.people))
    return PathAnswer(paths[: query.first], distance, *searched, truncated)


def _collect(query: PathQuery, sides: tuple[Side, Side], starts: Numbers, distance: int, paths: list[Path]) -> None:
    """Add the best paths of each length. Raises BudgetExceededError."""
    near, far = sides
    year = query.year or time.gmtime().tm_year
    for length in range(distance, min(distance + MAX_DETOUR, query.max_length) + 1):
        if query.ranking is Ranking.LENGTH and len(paths) >= query.first:
            return
        extend_to_length(near, far, length)
        layers = Layers(near.graph, near, far, query.ranking, year)
        if layers.build(starts, length):
            paths += [Path(people, cost) for cost, people in islice(layers.best_paths(), query.first)]


def _numbers(people: Sequence[int], excluded: frozenset[int]) -> Numbers:
    return np.array(sorted(set(people) - excluded), np.int32)


def _same_component(graph: CoauthorGraph, starts: Numbers, ends: Numbers) -> tuple[Numbers, Numbers]:
    """Return the people of each side that share a component with a person of the other side."""
    common = np.intersect1d(graph.component[starts], graph.component[ends])
    return starts[np.isin(graph.component[starts], common)], ends[np.isin(graph.component[ends], common)]
