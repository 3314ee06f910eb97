"""The best simple paths between two sets of people.

Paths are at most two steps longer than the shortest. Longer ones say little about how two people are connected, and
walks of these lengths that use no pair twice repeat no person, so that Cypher finds the same paths.

All paths of one length are searched as layers. Layer `i` has the people at step `i` of some walk of the length. The
lowest cost from each of them to the end is computed backward, layer by layer (dynamic programming). A best-first search
from the start then expands prefixes by the lowest cost of a walk that completes them, so that paths appear in order;
prefixes that repeat a person are dropped.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import islice
from typing import NamedTuple, TypeAlias

import numpy as np

from traversal.arrays import Int32Array, Int64Array
from traversal.coauthor_graph import CoauthorGraph
from traversal.distance import Budget, BudgetExceededError, Side, search_both_ends
from traversal.ranking import Constraints, Ranking, order_key, step_costs
from traversal.search_loops import LayerArrays, SearchArrays, collect_layer

Prefix: TypeAlias = tuple[int, tuple[int, ...], int, int]
"""Lowest cost of a walk through a prefix, its people, the cost of all but its last step, and the position of the last
person among the children of the one before.
"""
ARCS_PER_PREFIX = 300
"""A prefix takes as long as to read so many arcs, and counts as these for the budget."""
UNREACHABLE = np.int64(2**60)
"""Cost to the end for a person without a walk to the end."""
MAX_DETOUR = 2
"""How many steps longer than the shortest a path may be."""


class Child(NamedTuple):
    """The next person after a prefix: the cost of the step, and the lowest cost from there to the end."""

    rest: int
    person: int
    step: int


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: its people, sorted, and their arcs to the next layer, grouped by person."""

    people: Int32Array
    offsets: Int64Array
    targets: Int32Array
    """Next person per arc."""
    costs: Int64Array
    """Cost of the step per arc."""
    rest: Int64Array
    """Lowest cost to the end through the arc."""


@dataclass(slots=True)
class Layers:
    """The layers of one length. `to_side` knows the distances to its people up to its radius."""

    graph: CoauthorGraph
    from_side: Side
    to_side: Side
    ranking: Ranking
    year: int
    layers: list[Layer] = field(default_factory=list[Layer])
    _children: dict[tuple[int, int, int], list[Child]] = field(default_factory=dict[tuple[int, int, int], list[Child]])

    @property
    def _no_cost(self) -> int:
        """Cost of no step."""
        return 0 if self.ranking.is_additive else -int(UNREACHABLE)

    def _combined(self, first: int, second: int) -> int:
        """Return the cost of two parts of a path together."""
        return first + second if self.ranking.is_additive else max(first, second)

    def build(self, from_people: Int32Array, length: int) -> bool:
        """Compute the layers. Return False if there is no walk of this length. Raises BudgetExceededError."""
        raw: list[tuple[Int32Array, LayerArrays]] = []
        people = from_people
        for rest in range(length - 1, -1, -1):
            layer = self._arcs_of(people, rest)
            raw.append((people, layer))
            people = layer.found
        combine = np.add if self.ranking.is_additive else np.maximum
        rest_cost = np.full(len(people), self._no_cost, np.int64)
        for layer_people, layer in reversed(raw):
            costs = step_costs(self.graph, layer.positions, self.ranking, self.year)
            through = combine(costs, rest_cost[layer.rows])
            np.minimum(through, UNREACHABLE, out=through)
            offsets = np.concatenate((np.zeros(1, np.int64), layer.ends))
            self.layers.append(Layer(layer_people, offsets, self.graph.targets[layer.positions], costs, through))
            rest_cost = np.full(len(layer_people), UNREACHABLE)
            has_arcs = offsets[1:] > offsets[:-1]
            rest_cost[has_arcs] = np.minimum.reduceat(through, offsets[:-1][has_arcs])
        self.layers.reverse()
        return bool(raw[-1][1].found.size)

    def _arcs_of(self, people: Int32Array, rest: int) -> LayerArrays:
        """Return the arcs from people to the next layer, whose people are sorted. Raises BudgetExceededError."""
        offsets = self.graph.offsets
        size = int((offsets[people + 1] - offsets[people]).sum())
        self.from_side.budget.spend(size)
        layer = LayerArrays(
            np.empty(len(people), np.int64),
            np.empty(size, np.int32),
            np.empty(size, np.int64),
            np.empty(size, np.int32),
        )
        row_of = self.graph.spare_row_of()
        sides = self.from_side.arrays, self.to_side.arrays
        search = SearchArrays(self.graph.arrays, self.from_side.conditions, *sides)
        arcs, found = collect_layer(search, people, rest, row_of, layer)
        self.graph.spare_rows.append(row_of)
        order = np.argsort(layer.found[:found])
        sorted_row = np.empty(found, np.int32)
        sorted_row[order] = np.arange(found, dtype=np.int32)
        return LayerArrays(
            layer.ends, sorted_row[layer.rows[:arcs]], layer.positions[:arcs].copy(), layer.found[:found][order]
        )

    def best_paths(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the cost and people of each simple path, lowest cost first, then by sort keys.

        Raises BudgetExceededError.
        """
        heap: list[Prefix] = []
        first = self.layers[0]
        for start in first.people.tolist():
            self._push(heap, (start,), self._no_cost, 0)
        while heap:
            self.from_side.budget.spend(ARCS_PER_PREFIX)
            _, prefix, spent, position = heappop(heap)
            depth = len(prefix) - 1
            self._push(heap, prefix[:-1], spent, position + 1)
            child = self._children_of(depth - 1, prefix[-2], spent)[position]
            if prefix[-1] in prefix[:-1]:
                continue
            if depth == len(self.layers):
                yield self._combined(spent, child.step), prefix
            else:
                self._push(heap, prefix, self._combined(spent, child.step), 0)

    def _push(self, heap: list[Prefix], prefix: tuple[int, ...], spent: int, position: int) -> None:
        """Add the child at `position` of a prefix with the cost `spent`."""
        children = self._children_of(len(prefix) - 1, prefix[-1], spent)
        if position < len(children):
            child = children[position]
            heappush(heap, (self._combined(spent, child.rest), (*prefix, child.person), spent, position))

    def _children_of(self, depth: int, person: int, spent: int) -> list[Child]:
        """Return the next people in the order of the paths; under BOTTLENECK, it depends on the cost so far."""
        least = self._no_cost if self.ranking.is_additive else spent
        key = depth, person, least
        if key not in self._children:
            layer = self.layers[depth]
            row = int(np.searchsorted(layer.people, person))
            span = slice(int(layer.offsets[row]), int(layer.offsets[row + 1]))
            rest, targets, costs = layer.rest[span], layer.targets[span], layer.costs[span]
            order = np.lexsort((targets, rest if self.ranking.is_additive else np.maximum(rest, least)))
            self._children[key] = [
                Child(total, target, cost)
                for total, target, cost in zip(
                    rest[order].tolist(), targets[order].tolist(), costs[order].tolist(), strict=True
                )
                if total < UNREACHABLE
            ]
        return self._children[key]


def extend_to_length(from_side: Side, to_side: Side, length: int) -> None:
    """Extend the side with fewer arcs until the radii of both sides sum to a length.

    Raises BudgetExceededError.
    """
    while from_side.radius + to_side.radius < length:
        if from_side.next_arcs <= to_side.next_arcs or not len(to_side.frontier):
            from_side.extend()
            if not len(from_side.frontier):
                return
        else:
            to_side.extend()


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
