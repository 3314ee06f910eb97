"""Find collaboration paths whose steps have a joint paper that satisfies conditions, and paths between many people.

Neo4j cannot stop a search for shortest paths early where a condition reads papers, and would list every path; between
many people, it would search each pair of ends alone. This search therefore reads the co-authors step by step, one query
per step, from the side with the smaller frontier. When the steps from both sides sum to `length`, it has read every
pair of every path of that length; the engine of `traversal` then finds the paths in these pairs. Paths in time order
can be longer than the shortest path, so the search continues until it has found one.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from anyio import to_thread

from cypher.driver.client import Graph
from traversal.coauthor_graph import CoauthorGraph, GraphBuilder
from traversal.paths import MAX_DETOUR, PathAnswer, PathQuery, find_paths
from traversal.ranking import Ranking
from traversal.time_order import PairYears, TimeOrderedSearch

MAX_PAIRS = 200_000
"""Maximum number of pairs that a search reads; a search that needs more is stopped and says so."""
PAIR_CONDITIONS = ("minSharedPapers", "since", "until", "excludePeople")
CONDITIONS = (*PAIR_CONDITIONS, "topics", "venues", "excludePapers")


class FoundPaths(NamedTuple):
    """Paths as lists of Byline IDs, and the extent of the search. `distance` is None if there is no path.

    `years` has the years of the steps of each path, if the steps must be in time order.
    """

    from_count: int
    to_count: int
    distance: int | None = None
    paths: Sequence[list[str]] = ()
    truncated: bool = False
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


def depends_on_papers(parameters: Mapping[str, Any]) -> bool:
    """Return True if a condition depends on single papers, not only on the indexes and years of a pair."""
    by_paper = any(parameters[name] for name in ("topics", "venues", "excludePapers", "timeOrdered"))
    return by_paper or (parameters["since"] is not None and parameters["until"] is not None)


@dataclass(slots=True)
class ConditionalPathSearch:
    """One search. `parameters` are those of `graphql/search_paths`."""

    graph: Graph
    parameters: Mapping[str, Any]
    timeout_s: float
    max_pairs: int = MAX_PAIRS
    _ords: dict[str, str] = field(default_factory=dict[str, str])
    _pairs: dict[tuple[str, str], JointWork] = field(default_factory=dict[tuple[str, str], JointWork])
    _sizes: tuple[int, int] = (0, 0)
    """Number of people on each side."""
    _deadline: float = 0.0

    async def find(self) -> FoundPaths:
        """Return the best paths. Raises a GraphError."""
        self._deadline = time.monotonic() + self.timeout_s
        [(from_people, to_people)] = await self._run("graphql/path_ends", ("from", "to", "excludePeople"))
        sides = [[identifier for identifier, _ in people] for people in (from_people, to_people)]
        self._ords |= dict(cast("list[tuple[str, str]]", [*from_people, *to_people]))
        from_side, to_side = (Side(set(side), side) for side in sides)
        self._sizes = len(from_people), len(to_people)
        if from_side.seen & to_side.seen:
            return FoundPaths(*self._sizes, 0)
        max_length, is_timed = self.parameters["maxLength"], self.parameters["timeOrdered"]
        is_by_length = self.parameters["rankBy"] == Ranking.LENGTH
        distance: int | None = None
        found = FoundPaths(*self._sizes)
        truncated = False
        while from_side.radius + to_side.radius < max_length and from_side.frontier and to_side.frontier:
            smaller, larger = (
                (from_side, to_side) if len(from_side.frontier) <= len(to_side.frontier) else (to_side, from_side)
            )
            await self._extend(smaller)
            if distance is None and smaller.seen & larger.seen:
                distance = from_side.radius + to_side.radius
                if is_timed or is_by_length:
                    found = await self._search(sides, distance)
                    distance = found.distance
                    if is_by_length and len(found.paths) >= self.parameters["first"]:
                        return found
                if distance is not None:
                    max_length = min(max_length, distance + MAX_DETOUR)
            if len(self._pairs) > self.max_pairs:
                truncated = from_side.radius + to_side.radius < max_length
                break
        is_searched = from_side.radius + to_side.radius >= max_length  # to the end, without a path in time order
        if distance is not None or (is_timed and not is_searched and from_side.seen & to_side.seen):
            found = await self._search(sides, max_length)
        return found._replace(truncated=truncated or found.truncated)

    async def _extend(self, side: Side) -> None:
        """Read the co-authors of the frontier."""
        found: set[str] = set()
        if depends_on_papers(self.parameters):
            rows = await self._run("graphql/coauthors_by_papers", CONDITIONS, ids=side.frontier)
        else:
            rows = await self._run("graphql/coauthors_by_pairs", PAIR_CONDITIONS, ids=side.frontier)
        for identifier, others, ords, papers, last_years, years in rows:
            self._ords.update(zip(others, ords, strict=True))
            found.update(others)
            for other, *work in zip(others, papers, last_years, years, strict=True):
                self._pairs[min(identifier, other), max(identifier, other)] = JointWork(*work)
        side.frontier = sorted(found - side.seen)
        side.seen |= found
        side.radius += 1

    async def _search(self, sides: list[list[str]], max_length: int) -> FoundPaths:
        """Return the best paths in the pairs that were read."""
        return await to_thread.run_sync(self._search_pairs, sides, max_length)

    def _search_pairs(self, sides: list[list[str]], max_length: int) -> FoundPaths:
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
        if self.parameters["timeOrdered"]:
            timed = TimeOrderedSearch(network, self._years(network), query).find()
            paths = [[network.id_of(person) for person in path.people] for path in timed.paths]
            return FoundPaths(
                *self._sizes, timed.distance, paths, timed.truncated, [path.years for path in timed.paths]
            )
        answer: PathAnswer = find_paths(network, query)
        paths = [[network.id_of(person) for person in path.people] for path in answer.paths]
        return FoundPaths(*self._sizes, answer.distance, paths, answer.truncated)

    def _years(self, network: CoauthorGraph) -> PairYears:
        """Return the years of the joint papers of each pair by the indexes of the network."""
        years: dict[tuple[int, int], list[int]] = {}
        for pair, work in self._pairs.items():
            low, high = sorted(cast("int", network.index_of(person)) for person in pair)
            years[low, high] = sorted(work.years)
        return years

    async def _run(self, name: str, inputs: Sequence[str], **more: Any) -> list[Any]:  # noqa: ANN401 parameters
        """Return the rows of a statement in the time that is left."""
        parameters = {**{key: self.parameters[key] for key in inputs}, **more}
        left_s = max(self._deadline - time.monotonic(), 0.001)
        return list((await self.graph.read_statement(name, parameters, timeout_s=left_s)).rows)
