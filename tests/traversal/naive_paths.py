"""An independent reference: every simple path of a small network, by depth-first search over dictionaries."""

import math
import random
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from traversal.coauthor_graph import CoauthorGraph, GraphBuilder


@dataclass(frozen=True)
class Pair:
    """Joint work of two people."""

    papers: int
    first: int | None
    last: int | None


@dataclass(frozen=True)
class Network:
    """People 0 to `people` - 1, and pairs by (lower, higher)."""

    people: int
    pairs: dict[tuple[int, int], Pair]

    def pair(self, one: int, other: int) -> Pair:
        """Return the joint work of two people, in either order."""
        return self.pairs[min(one, other), max(one, other)]

    def graph(self) -> CoauthorGraph:
        """Return the network as the engine holds it."""
        builder = GraphBuilder()
        builder.add_people(identifier(person) for person in range(self.people))
        keys, values = list(self.pairs), list(self.pairs.values())
        builder.add_pairs(
            [identifier(low) for low, _ in keys],
            [identifier(high) for _, high in keys],
            [pair.papers for pair in values],
            ([pair.first for pair in values], [pair.last for pair in values]),
        )
        return builder.build()


def identifier(person: int) -> str:
    return f"r_{person:026}"


def random_network(seed: int, people: int = 40, pairs: int = 80) -> Network:
    """Return a network with a hub (0), two disconnected halves, people without co-authors, and unknown years."""
    chance = random.Random(seed)  # noqa: S311 no secret
    drawn: dict[tuple[int, int], Pair] = {}
    half = people // 2
    for _ in range(pairs):
        side = chance.randrange(2) * half
        low, high = sorted(chance.sample(range(half - 2), 2))
        drawn[low + side, high + side] = _random_pair(chance)
    for person in chance.sample(range(1, half - 2), half // 2):
        drawn[0, person] = _random_pair(chance)
    return Network(people, drawn)


def _random_pair(chance: random.Random) -> Pair:
    if chance.random() < 0.1:
        return Pair(chance.randint(1, 5), None, None)
    first = chance.randint(1990, 2020)
    return Pair(chance.choice([1, 1, 1, 2, 3, 9]), first, first + chance.randint(0, 5))


@dataclass(frozen=True)
class NaiveQuery:
    """A question, as in `traversal.paths`."""

    starts: Collection[int]
    ends: Collection[int]
    first: int
    max_length: int
    ranking: str = "LENGTH"
    min_papers: int = 1
    since: int | None = None
    until: int | None = None
    excluded: Collection[int] = ()
    year: int = 2024


def naive_answer(network: Network, query: NaiveQuery) -> tuple[int | None, list[tuple[int, ...]]]:
    """Return the distance and the best paths."""
    starts, ends = set(query.starts) - set(query.excluded), set(query.ends) - set(query.excluded)
    near = _neighbors(network, query)
    distance = _distance(near, starts, ends)
    if distance is None or distance > query.max_length:
        return None, []
    if distance == 0:
        return 0, []
    longest = min(distance + 2, query.max_length)
    paths = [path for start in starts for path in _simple_paths(near, start, starts | ends, ends, longest)]
    return distance, sorted(paths, key=lambda path: _order(network, query, path))[: query.first]


def _neighbors(network: Network, query: NaiveQuery) -> dict[int, list[int]]:
    near: dict[int, list[int]] = {person: [] for person in range(network.people)}
    for (low, high), pair in network.pairs.items():
        if pair.papers < query.min_papers or low in query.excluded or high in query.excluded:
            continue
        if query.since is not None and (pair.last is None or pair.last < query.since):
            continue
        if query.until is not None and (pair.first is None or pair.first > query.until):
            continue
        near[low].append(high)
        near[high].append(low)
    return near


def _distance(near: dict[int, list[int]], starts: set[int], ends: set[int]) -> int | None:
    seen = dict.fromkeys(starts, 0)
    waiting = deque(starts)
    while waiting:
        person = waiting.popleft()
        if person in ends:
            return seen[person]
        for other in near[person]:
            if other not in seen:
                seen[other] = seen[person] + 1
                waiting.append(other)
    return None


def _simple_paths(
    near: dict[int, list[int]], start: int, outer: set[int], ends: set[int], longest: int
) -> Iterator[tuple[int, ...]]:
    waiting: list[tuple[int, ...]] = [(start,)]
    while waiting:
        path = waiting.pop()
        if len(path) > longest:
            continue
        for person in near[path[-1]]:
            if person in path:
                continue
            if person in ends:
                yield (*path, person)
            elif person not in outer:
                waiting.append((*path, person))


def _order(network: Network, query: NaiveQuery, path: tuple[int, ...]) -> tuple[object, ...]:
    steps = [network.pair(*step) for step in pairwise(path)]
    if query.ranking == "LENGTH":
        return len(path), -sum(pair.papers for pair in steps), path
    if query.ranking == "STRENGTH":
        return sum(1_000_000 // pair.papers for pair in steps), len(path), path
    if query.ranking == "RELIABILITY":
        return sum(round(-1e6 * math.log(1 - 0.5**pair.papers)) for pair in steps), len(path), path
    if query.ranking == "BOTTLENECK":
        return -min(pair.papers for pair in steps), len(path), path
    ages = [99 if pair.last is None else min(max(query.year - pair.last, 0), 99) for pair in steps]
    return sum(1 + age for age in ages), len(path), path


def naive_components(network: Network) -> list[int]:
    """Return the lowest member of each person's component."""
    labels = list(range(network.people))
    changed = True
    while changed:
        changed = False
        for low, high in network.pairs:
            lowest = min(labels[low], labels[high])
            if labels[low] != lowest or labels[high] != lowest:
                labels[low] = labels[high] = lowest
                changed = True
    return np.array(labels).tolist()
