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

from traversal.arrays import Int32Array
from traversal.coauthor_graph import CoauthorGraph
from traversal.distance import Budget, BudgetExceededError, Side, search_both_ends
from traversal.layers import Layers, extend_to_length
from traversal.ranking import Constraints, Ranking, order_key

MAX_DETOUR = 2
"""How many steps longer than the shortest a path may be."""


class Path(NamedTuple):
    """A path: the indexes of its people in order, and its cost under the ranking."""

    people: tuple[int, ...]
    cost: int

    @property
    def length(self) -> int:
        """Number of steps."""
        return len(self.people) - 1


@dataclass(frozen=True, slots=True)
class PathQuery:
    """The best `first` paths from one of `from_people` to one of `to_people`, of at most `max_length` steps."""

    from_people: Sequence[int]
    to_people: Sequence[int]
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
    from_people, to_people = (_indexes(people, excluded) for people in (query.from_people, query.to_people))
    if not len(from_people) or not len(to_people):
        return PathAnswer([], None, len(from_people), len(to_people))
    from_people, to_people = _same_component(graph, from_people, to_people)
    if not len(from_people):
        return PathAnswer([], None, 0, 0)
    paths: list[Path] = []
    distance = None
    truncated = False
    with (
        Side(graph, query.constraints, budget, from_people) as from_side,
        Side(graph, query.constraints, budget, to_people) as to_side,
    ):
        try:
            distance = search_both_ends(from_side, to_side, query.max_length)
            searched = from_side.count, to_side.count
            if distance:
                _collect(query, (from_side, to_side), from_people, distance, paths)
        except BudgetExceededError:
            searched = from_side.count, to_side.count
            truncated = True
    paths.sort(key=lambda path: order_key(query.ranking, path.length, path.cost, path.people))
    return PathAnswer(paths[: query.first], distance, *searched, truncated)


def _collect(
    query: PathQuery, sides: tuple[Side, Side], from_people: Int32Array, distance: int, paths: list[Path]
) -> None:
    """Add the best paths of each length. Raises BudgetExceededError."""
    from_side, to_side = sides
    year = query.year or time.gmtime().tm_year
    for length in range(distance, min(distance + MAX_DETOUR, query.max_length) + 1):
        if query.ranking is Ranking.LENGTH and len(paths) >= query.first:
            return
        extend_to_length(from_side, to_side, length)
        layers = Layers(from_side.graph, from_side, to_side, query.ranking, year)
        if layers.build(from_people, length):
            for cost, people in islice(layers.best_paths(), query.first):
                paths.append(Path(people, cost))


def _indexes(people: Sequence[int], excluded: frozenset[int]) -> Int32Array:
    return np.array(sorted(set(people) - excluded), np.int32)


def _same_component(
    graph: CoauthorGraph, from_people: Int32Array, to_people: Int32Array
) -> tuple[Int32Array, Int32Array]:
    """Return the people of each side that share a component with a person of the other side."""
    common = np.intersect1d(graph.component[from_people], graph.component[to_people])
    return from_people[np.isin(graph.component[from_people], common)], to_people[
        np.isin(graph.component[to_people], common)
    ]
