"""Find collaboration paths whose steps have a joint paper that satisfies conditions.

Neo4j cannot stop a search for shortest paths early where a condition reads papers, and would list every path. This
search therefore reads the co-authors with such a paper step by step, one query per step, from the side with the smaller
frontier. When the steps from both sides sum to `length`, it has read every pair of every path of that length; the
engine of `traversal` then finds the paths in these pairs. Paths in time order can be longer than the shortest path, so
the search continues until it has found one.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from anyio import to_thread

from cypher.catalog import statement
from cypher.driver.client import Graph
from traversal.coauthor_graph import GraphBuilder
from traversal.distance import BudgetExceededError
from traversal.paths import MAX_DETOUR, PathAnswer, PathQuery, find_paths
from traversal.ranking import Ranking
from traversal.time_order import TimeOrderedSearch

MAX_PAIRS = 200_000
"""Maximum number of pairs that a search reads; a search that needs more is stopped and says so."""
CONDITIONS = ("minSharedPapers", "since", "until", "topics", "venues", "excludePeople", "excludePapers")


class FoundPaths(NamedTuple):
    """Paths as lists of Byline IDs, and the extent of the search. `distance` is None if there is no path.

    `years` has the years of the steps of each path, if the steps must be in time order.
    """

    from_count: int
    to_count: int
    distance: int | None
    paths: Sequence[list[str]]
    truncated: bool
    years: Sequence[Sequence[int]] = ()


@dataclass(slots=True)
class Side:
    """One end of a search: people that were reached, and those of the last step."""

    seen: set[str]
    frontier: list[str]
    radius: int = 0


class JointWork(NamedTuple):
    """Joint papers of a pair: their number, the latest year (-1: unknown), and the years of those that satisfy the
    conditions.
    """

    papers: int
    last_year: int
    years: list[int]


class Answer(NamedTuple):
    """The best paths in the pairs that were read, the years of their steps, and the length of the shortest path."""

    paths: Sequence[list[str]] = ()
    years: Sequence[Sequence[int]] = ()
    distance: int | None = None
    truncated: bool = False


@dataclass(slots=True)
class ConditionalPathSearch:
    """One search. `parameters` are those of `graphql/search_paths`."""

    graph: Graph
    parameters: Mapping[str, Any]
    timeout_s: float
    max_pairs: int = MAX_PAIRS
    _ords: dict[str, str] = field(default_factory=dict[str, str])
    _pairs: dict[tuple[str, str], JointWork] = field(default_factory=dict[tuple[str, str], JointWork])
    _deadline: float = 0.0

    async def find(self) -> FoundPaths:
        """Return the best paths. Raises a GraphError."""
        self._deadline = time.monotonic() + self.timeout_s
        [(from_people, to_people)] = await self._run("graphql/path_ends", ("from", "to", "excludePeople"))
        sides = [[identifier for identifier, _ in people] for people in (from_people, to_people)]
        self._ords |= dict(cast("list[tuple[str, str]]", [*from_people, *to_people]))
        from_side, to_side = (Side(set(side), side) for side in sides)
        sizes = len(from_people), len(to_people)
        if from_side.seen & to_side.seen:
            return FoundPaths(*sizes, 0, [], truncated=False)
        max_length = self.parameters["maxLength"]
        distance: int | None = None
        found = Answer()
        truncated = False
        while from_side.radius + to_side.radius < max_length and from_side.frontier and to_side.frontier:
            smaller, larger = (
                (from_side, to_side) if len(from_side.frontier) <= len(to_side.frontier) else (to_side, from_side)
            )
            await self._extend(smaller)
            if distance is None and smaller.seen & larger.seen:
                length = from_side.radius + to_side.radius
                if self._is_final(found := await self._search(sides, length)):
                    return FoundPaths(*sizes, length, found.paths, truncated=False, years=found.years)
                distance = found.distance
                max_length = min(max_length, (max_length if distance is None else distance) + MAX_DETOUR)
            if len(self._pairs) > self.max_pairs:
                truncated = from_side.radius + to_side.radius < max_length
                break
        if from_side.seen & to_side.seen:
            found = await self._search(sides, max_length)
        return FoundPaths(*sizes, found.distance, found.paths, truncated or found.truncated, found.years)

    def _is_final(self, found: Answer) -> bool:
        """Return True if no longer path can be among the best."""
        return self.parameters["rankBy"] == Ranking.LENGTH and len(found.paths) >= self.parameters["first"]

    async def _extend(self, side: Side) -> None:
        """Read the co-authors of the frontier."""
        found: set[str] = set()
        rows = await self._run("graphql/coauthors_by_papers", CONDITIONS, ids=side.frontier)
        for identifier, others, ords, papers, last_years, years in rows:
            self._ords.update(zip(others, ords, strict=True))
            found.update(others)
            for other, *work in zip(others, papers, last_years, years, strict=True):
                self._pairs[min(identifier, other), max(identifier, other)] = JointWork(*work)
        side.frontier = sorted(found - side.seen)
        side.seen |= found
        side.radius += 1

    async def _search(self, sides: list[list[str]], max_length: int) -> Answer:
        """Return the best paths in the pairs that were read."""
        return await to_thread.run_sync(self._search_pairs, sides, max_length)

    def _search_pairs(self, sides: list[list[str]], max_length: int) -> Answer:
        builder = GraphBuilder()
        builder.add_people(sorted(self._ords, key=self._ords.__getitem__))
        works = self._pairs.values()
        last_years = [work.last_year if work.last_year >= 0 else None for work in works]
        builder.add_pairs(
            [low for low, _ in self._pairs],
            [high for _, high in self._pairs],
            [work.papers for work in works],
            (last_years, last_years),
        )
        network = builder.build()
        from_people, to_people = ([cast("int", network.index_of(person)) for person in side] for side in sides)
        query = PathQuery(
            from_people,
            to_people,
            self.parameters["first"],
            max_length,
            ranking=Ranking(self.parameters["rankBy"]),
            year=self.parameters["year"],
        )
        if not self.parameters["timeOrdered"]:
            answer: PathAnswer = find_paths(network, query)
            paths = [[network.id_of(person) for person in path.people] for path in answer.paths]
            return Answer(paths, (), answer.distance)
        years: dict[tuple[int, int], list[int]] = {}
        for (low, high), work in self._pairs.items():
            one, other = cast("int", network.index_of(low)), cast("int", network.index_of(high))
            years[min(one, other), max(one, other)] = sorted(work.years)
        try:
            timed = TimeOrderedSearch(network, years, query).find()
        except BudgetExceededError:
            return Answer(truncated=True)
        return Answer(
            [[network.id_of(person) for person in path.people] for path in timed],
            [path.years for path in timed],
            min((len(path.years) for path in timed), default=None),
        )

    async def _run(self, name: str, inputs: Sequence[str], **more: Any) -> list[Any]:  # noqa: ANN401 parameters
        """Return the rows of a statement in the time that is left."""
        parameters = {**{key: self.parameters[key] for key in inputs}, **more}
        left_s = max(self._deadline - time.monotonic(), 0.001)
        return list((await self.graph.read(statement(name).text, parameters, timeout_s=left_s)).rows)
