"""The best simple paths whose steps are in time order: no step is older than the step before.

Each step uses a joint paper of some year, and the years do not decrease along the path: what the first two people wrote
together can reach the last. For each number of steps that remain, the latest year in which a person can continue is
computed backward (dynamic programming). A best-first search then expands paths from the start, with the earliest year
that each step can use: an earlier year leaves every later step possible.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import islice
from typing import NamedTuple, TypeAlias

import numpy as np

from traversal.coauthor_graph import CoauthorGraph
from traversal.distance import Budget, BudgetExceededError
from traversal.paths import MAX_DETOUR, PathQuery
from traversal.ranking import Ranking, order_key, step_costs

PairYears: TypeAlias = Mapping[tuple[int, int], Sequence[int]]
"""Years of the joint papers of a pair, the lower index first; ascending and distinct."""
MAX_STEPS = 2_000_000
"""Maximum number of steps that a search looks at, which takes about two seconds."""
END_OF_TIME = 10_000
"""Later than every year."""


class TimedPath(NamedTuple):
    """A path: the indexes of its people in order, the year of each step, and its cost under the ranking."""

    people: tuple[int, ...]
    years: tuple[int, ...]
    cost: int


class TimedAnswer(NamedTuple):
    """The best paths in order, the number of steps of the shortest, and whether the search stopped at its limit."""

    paths: list[TimedPath]
    distance: int | None
    truncated: bool


class Step(NamedTuple):
    """A co-author: index, years of the joint papers, and cost of the step."""

    person: int
    years: Sequence[int]
    cost: int


@dataclass(slots=True)
class TimeOrderedSearch:
    """A search in a small network. `years` has its pairs.

    Attributes:
        network: the network; its counts of papers give the costs.
        years: years of the joint papers of each pair.
        query: ends, length and ranking. Its constraints are ignored: the network satisfies them.
    """

    network: CoauthorGraph
    years: PairYears
    query: PathQuery
    _steps: dict[int, list[Step]] = field(default_factory=dict[int, list[Step]])
    _budget: Budget = field(default_factory=lambda: Budget(MAX_STEPS))

    def find(self) -> TimedAnswer:
        """Return the best paths, at most MAX_DETOUR steps longer than the shortest."""
        query = self.query
        found: list[TimedPath] = []
        distance: int | None = None
        truncated = False
        length, last_length = 1, query.max_length
        try:
            while length <= last_length and not (query.ranking is Ranking.LENGTH and len(found) >= query.first):
                if layers := self._layers(length):
                    found += islice(self._best_paths(layers), query.first)
                if found and distance is None:
                    distance, last_length = length, min(last_length, length + MAX_DETOUR)
                length += 1
        except BudgetExceededError:
            truncated = True
        found.sort(key=lambda path: order_key(query.ranking, len(path.years), path.cost, path.people))
        return TimedAnswer(found[: query.first], distance, truncated)

    def _layers(self, length: int) -> list[dict[int, tuple[int, int]]] | None:
        """Return, for each step, the latest year and the lowest cost to the end by person; None without a walk.

        Raises BudgetExceededError.
        """
        starts, ends = set(self.query.from_people), set(self.query.to_people)
        layer: dict[int, tuple[int, int]] = dict.fromkeys(ends, (END_OF_TIME, self._no_cost))
        layers = [layer]
        for depth in range(length - 1, -1, -1):
            earlier: dict[int, tuple[int, int]] = {}
            for later, (latest, rest) in layer.items():
                steps = self._steps_of(later)
                self._budget.spend(len(steps))
                for step in steps:
                    if (step.person in starts) != (depth == 0) or step.person in ends:
                        continue
                    position = bisect_right(step.years, latest)
                    if not position:
                        continue
                    year, cost = earlier.get(step.person, (-1, END_OF_COST))
                    earlier[step.person] = (
                        max(year, step.years[position - 1]),
                        min(cost, self._combined(step.cost, rest)),
                    )
            if not earlier:
                return None
            layer = earlier
            layers.append(layer)
        layers.reverse()
        return layers

    def _best_paths(self, layers: list[dict[int, tuple[int, int]]]) -> Iterator[TimedPath]:
        """Yield the simple paths through all layers, lowest cost first, then by sort keys.

        Raises BudgetExceededError.
        """
        heap: list[tuple[int, tuple[int, ...], tuple[int, ...], int]] = [
            (rest, (person,), (), self._no_cost) for person, (_, rest) in layers[0].items()
        ]
        heap.sort()
        while heap:
            _, people, years, spent = heappop(heap)
            depth = len(people)
            if depth == len(layers):
                yield TimedPath(people, years, spent)
                continue
            steps = self._steps_of(people[-1])
            self._budget.spend(len(steps))
            for step in steps:
                latest, rest = layers[depth].get(step.person, (-1, 0))
                if latest < 0 or step.person in people:
                    continue
                position = bisect_left(step.years, years[-1]) if years else 0
                if position == len(step.years) or step.years[position] > latest:
                    continue
                cost = self._combined(spent, step.cost)
                heappush(
                    heap,
                    (self._combined(cost, rest), (*people, step.person), (*years, step.years[position]), cost),
                )

    @property
    def _no_cost(self) -> int:
        return 0 if self.query.ranking.is_additive else -END_OF_COST

    def _combined(self, first: int, second: int) -> int:
        return first + second if self.query.ranking.is_additive else max(first, second)

    def _steps_of(self, person: int) -> list[Step]:
        """Return the co-authors of a person with a dated joint paper."""
        if person not in self._steps:
            ends = self.network.offsets[person : person + 2].tolist()
            positions = np.arange(*ends, dtype=np.int64)
            costs = step_costs(self.network, positions, self.query.ranking, self.query.year).tolist()
            others = self.network.targets[positions].tolist()
            self._steps[person] = [
                Step(other, years, cost)
                for other, cost in zip(others, costs, strict=True)
                if (years := self.years.get((min(person, other), max(person, other))))
            ]
        return self._steps[person]


END_OF_COST = 2**60
"""Higher than the cost of every path."""
