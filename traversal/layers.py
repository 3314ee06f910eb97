"""All paths of one length as layers, and the best of them in order.

Layer `i` has the people at step `i` of some walk of the length. The lowest cost from each of them to the end is
computed backward, layer by layer (dynamic programming). A best-first search from the start then expands prefixes by
the lowest cost of a walk that completes them, so that paths appear in order; prefixes that repeat a person are dropped.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

import numpy as np

from traversal.arrays import Mask, Numbers, Wide, arcs_of, distinct
from traversal.coauthor_graph import CoauthorGraph
from traversal.distance import Side
from traversal.ranking import Ranking, step_costs

Prefix: TypeAlias = tuple[int, tuple[int, ...], int, int]
"""Lowest cost of a walk through a prefix, its people, the cost of all but its last step, and the place of the last
person among the children of the one before.
"""
UNREACHABLE = np.int64(2**60)
"""Cost to the end for a person without a walk to the end."""


class Child(NamedTuple):
    """The next person after a prefix: the cost of the step, and the lowest cost from there to the end."""

    rest: int
    person: int
    step: int


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: its people, sorted, and their arcs to the next layer, grouped by person."""

    people: Numbers
    starts: Wide
    targets: Numbers
    """Next person per arc."""
    costs: Wide
    """Cost of the step per arc."""
    rest: Wide
    """Lowest cost to the end through the arc."""


@dataclass(slots=True)
class Layers:
    """The layers of one length. `near.distance` is 0 for starts, `far` knows distances to the ends up to its radius."""

    graph: CoauthorGraph
    near: Side
    far: Side
    ranking: Ranking
    year: int
    layers: list[Layer] = field(default_factory=list[Layer])
    _children: dict[tuple[int, int, int], list[Child]] = field(default_factory=dict[tuple[int, int, int], list[Child]])

    @property
    def _no_cost(self) -> int:
        """Cost of no step."""
        return 0 if self.ranking.is_additive else -int(UNREACHABLE)

    def _combined(self, one: int, other: int) -> int:
        """Return the cost of two parts of a path together."""
        return one + other if self.ranking.is_additive else max(one, other)

    def build(self, starts: Numbers, length: int) -> bool:
        """Compute the layers. Return False if there is no walk of this length. Raises BudgetExceededError."""
        raw: list[tuple[Numbers, Numbers, Wide, Wide]] = []
        people = distinct(starts)
        for rest in range(length - 1, -1, -1):
            place, counts = arcs_of(self.graph.starts, people)
            self.near.budget.spend(len(place))
            targets = self.graph.targets[place]
            keep = self._allowed(targets, rest)
            mask = self.near.constraints.admits(self.graph, place)
            if mask is not None:
                keep &= mask
            owner = np.repeat(np.arange(len(people)), counts)[keep]
            targets = targets[keep]
            if not len(targets):
                return False
            raw.append((people, targets, owner, place[keep]))
            people = distinct(targets)
        combine = np.add if self.ranking.is_additive else np.maximum
        rest_cost = np.full(len(people), self._no_cost, np.int64)
        for layer_people, targets, owner, place in reversed(raw):
            costs = step_costs(self.graph, place, self.ranking, self.year)
            through = combine(costs, rest_cost[np.searchsorted(people, targets)])
            np.minimum(through, UNREACHABLE, out=through)
            starts_of = np.searchsorted(owner, np.arange(len(layer_people) + 1))
            self.layers.append(Layer(layer_people, starts_of, targets, costs, through))
            rest_cost = np.full(len(layer_people), UNREACHABLE)
            has_arcs = starts_of[1:] > starts_of[:-1]
            rest_cost[has_arcs] = np.minimum.reduceat(through, starts_of[:-1][has_arcs])
            people = layer_people
        self.layers.reverse()
        return True

    def _allowed(self, targets: Numbers, rest: int) -> Mask:
        to_end = self.far.distance[targets]
        if rest == 0:
            return to_end == 0
        keep = (to_end > 0) & (self.near.distance[targets] > 0)
        if rest <= self.far.radius:
            keep &= to_end <= rest
        if self.near.constraints.excluded:
            keep &= ~np.isin(targets, list(self.near.constraints.excluded))
        return keep

    def best_paths(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the cost and people of each simple path, lowest cost first, then by sort keys."""
        heap: list[Prefix] = []
        first = self.layers[0]
        for start in first.people.tolist():
            self._push(heap, (start,), self._no_cost, 0)
        while heap:
            _, prefix, spent, place = heappop(heap)
            depth = len(prefix) - 1
            self._push(heap, prefix[:-1], spent, place + 1)
            child = self._children_of(depth - 1, prefix[-2], spent)[place]
            if prefix[-1] in prefix[:-1]:
                continue
            if depth == len(self.layers):
                yield self._combined(spent, child.step), prefix
            else:
                self._push(heap, prefix, self._combined(spent, child.step), 0)

    def _push(self, heap: list[Prefix], prefix: tuple[int, ...], spent: int, place: int) -> None:
        """Add the child at `place` of a prefix with the cost `spent`."""
        children = self._children_of(len(prefix) - 1, prefix[-1], spent)
        if place < len(children):
            child = children[place]
            heappush(heap, (self._combined(spent, child.rest), (*prefix, child.person), spent, place))

    def _children_of(self, depth: int, person: int, spent: int) -> list[Child]:
        """Return the next people in the order of the paths; under BOTTLENECK, this depends on the cost so far."""
        least = self._no_cost if self.ranking.is_additive else spent
        key = depth, person, least
        if key not in self._children:
            layer = self.layers[depth]
            row = int(np.searchsorted(layer.people, person))
            span = slice(int(layer.starts[row]), int(layer.starts[row + 1]))
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


def extend_to_length(near: Side, far: Side, length: int) -> None:
    """Extend the side with fewer arcs until the radii of both sides sum to a length.

    Raises BudgetExceededError.
    """
    while near.radius + far.radius < length:
        if near.next_arcs <= far.next_arcs or not len(far.frontier):
            near.extend()
            if not len(near.frontier):
                return
        else:
            far.extend()
