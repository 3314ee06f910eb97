"""Find collaboration paths before the query of a request runs: in memory, or with a query of its own in Neo4j.

The result becomes one parameter of the request's query, which reads the people and steps of the paths. A query of its
own first replaces institutions, topics and papers by their researchers, and external IDs by Byline IDs. Neo4j searches
if there is no network in memory, if the network does not know a person, and if a condition depends on papers.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, cast

from anyio import CapacityLimiter, to_thread

from cypher.driver.client import Graph
from cypher.queries import graphql
from cypher.queries.graphql import SearchCoauthorNetworkRow
from resolvers.compile.byline_ids import PREFIXES
from resolvers.compile.cypher_files import OWN_SCHEME
from resolvers.compile.path_arguments import MAX_DISTANCES
from resolvers.conditional_path_search import MAX_PAIRS, ConditionalPathSearch, FoundPaths, depends_on_papers
from resolvers.errors import Code, RequestError
from schema.arguments import MAX_PATH_LENGTH
from traversal.coauthor_graph import CoauthorGraph
from traversal.distance import MAX_ARCS, BudgetExceededError, distance_histogram, distances
from traversal.paths import PathAnswer, PathQuery, find_paths
from traversal.ranking import Constraints, Ranking
from traversal.time_order import MAX_STEPS

MAX_RESEARCHERS = 1_000
"""Maximum number of researchers of a side."""
MAX_TOPIC_PAPERS = 10_000
"""Maximum number of papers of all topics of a side; a topic has an equal share for each ID of the side."""
THREADS = min(os.cpu_count() or 1, 4)
"""Maximum number of searches at the same time. Compiled loops do not hold the interpreter's lock."""
MAX_NEO4J_PAIRS = 100
"""Maximum number of pairs of ends for which Neo4j searches shortest paths; it searches each pair alone."""
BOTH_SIDES = "A researcher is on both sides."


@dataclass(frozen=True, slots=True)
class PathSide:
    """The researchers of one side of a path search.

    Attributes:
        count: number of researchers at which the search starts.
        total: number of researchers before the limit; of a topic, those of the papers that were read.
        is_partial: True if the side has more researchers than the search uses.
    """

    count: int
    total: int
    is_partial: bool = False

    def row(self) -> dict[str, Any]:
        """Return the columns of `CollaborationPathSide`."""
        return {"count": self.count, "total": self.total, "truncated": self.is_partial}


@dataclass(frozen=True, slots=True)
class ExpandedSide(PathSide):
    """A side after the replacement of its IDs by researchers.

    Attributes:
        ids: Byline IDs of the researchers.
        connected: those with co-authors; paths start and end only at these.
    """

    ids: tuple[str, ...] = ()
    connected: tuple[str, ...] = ()

    @property
    def keys(self) -> list[list[str]]:
        """Return [scheme, value] of each researcher with co-authors."""
        return [[OWN_SCHEME, identifier] for identifier in self.connected]


def needs_expansion(parameters: Mapping[str, Any]) -> bool:
    """Return True if a side has an ID that is not the Byline ID of a researcher."""
    keys = cast("list[list[str]]", [*parameters["from"], *parameters["to"]])
    return any(scheme != OWN_SCHEME or PREFIXES.get(value[:1]) != "Researcher" for scheme, value in keys)


async def expand_ends(graph: Graph, parameters: Mapping[str, Any], timeout_s: float) -> list[ExpandedSide]:
    """Return the researchers of `from` and of `to`. Raises a GraphError.

    Args:
        graph: the graph.
        parameters: those of `graphql/search_paths`.
        timeout_s: time limit in seconds.
    """
    inputs = {name: parameters[name] for name in ("from", "to", "excludePeople")}
    share = MAX_TOPIC_PAPERS // max(len(parameters["from"]), len(parameters["to"]))
    inputs |= {"limit": MAX_RESEARCHERS, "paperLimit": share}
    sides = await graph.fetch(graphql.EXPAND_PATH_ENDS, inputs, timeout_s=timeout_s)
    return [
        ExpandedSide(len(side.ids), side.total, side.is_partial, tuple(side.ids), tuple(side.connected))
        for side in sides
    ]


@dataclass(frozen=True, slots=True)
class PathSearch:
    """Finds collaboration paths in the network that `network` returns, or else in Neo4j."""

    graph: Graph
    network: Callable[[], CoauthorGraph | None]
    timeout_s: float
    _limiter: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(THREADS))

    async def find(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return paths, as lists of Byline IDs, and the other columns of the answer. Raises a GraphError.

        Args:
            parameters: those of `graphql/search_paths`.
        """
        if not needs_expansion(parameters):
            return await self._search(parameters)
        from_side, to_side = await expand_ends(self.graph, parameters, self.timeout_s)
        overlap = not set(from_side.ids).isdisjoint(to_side.ids)
        if overlap or not from_side.connected or not to_side.connected:
            no_paths = FoundPaths(from_side.count, to_side.count, 0 if overlap else None)
            answer = _answer_of_neo4j(no_paths, parameters)
        else:
            answer = await self._search({**parameters, "from": from_side.keys, "to": to_side.keys})
        return _state_sides(answer, (from_side, to_side))

    async def _search(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        network = self.network()
        query = None if network is None else path_query(network, parameters)
        if network is None or query is None:
            return await self._find_in_neo4j(parameters)
        answer = await to_thread.run_sync(find_paths, network, query, limiter=self._limiter)
        excluded = query.constraints.excluded
        counts = [len({*people} - excluded) for people in (query.from_people, query.to_people)]
        return {
            "paths": [[network.id_of(person) for person in path.people] for path in answer.paths],
            "years": [],
            "degreesOfSeparation": answer.distance,
            "searched": {"fromCount": answer.from_count, "toCount": answer.to_count},
            "truncated": answer.truncated,
            "reason": _reason_of_empty_side(*counts) or _reason(query, answer, _conditions(parameters)),
            "computedBy": "MEMORY",
            **_side_rows(*(PathSide(count, count) for count in counts)),
        }

    async def find_distances(self, parameters: Mapping[str, list[list[str]]]) -> list[dict[str, Any]]:
        """Return a row for each pair of people. Raises RequestError for too many pairs, or a GraphError.

        Args:
            parameters: those of `graphql/search_distances`.
        """
        keys = list(product(parameters["from"], parameters["to"]))
        if len(keys) > MAX_DISTANCES:
            raise RequestError(
                Code.BAD_USER_INPUT,
                f"from and to make {len(keys):,} pairs; at most {MAX_DISTANCES:,}. Send several requests.",
            )
        network = self.network()
        indexes = [_indexes(network, parameters[side]) for side in ("from", "to")] if network else [None, None]
        if network is None or indexes[0] is None or indexes[1] is None:
            rows = await self.graph.fetch(graphql.SEARCH_DISTANCES, parameters, timeout_s=self.timeout_s)
            return [
                _distance_row(pair, (row.from_known, row.to_known), row.degrees_of_separation, "NEO4J")
                for pair, row in zip(keys, rows, strict=True)
            ]
        pairs = list(product(indexes[0], indexes[1]))
        try:
            found = await to_thread.run_sync(distances, network, pairs, MAX_PATH_LENGTH, limiter=self._limiter)
        except BudgetExceededError:
            raise RequestError(
                Code.TOO_COSTLY, f"{len(pairs):,} distances need too long a search. Request fewer pairs at once."
            ) from None
        return [_distance_row(pair, (True, True), steps, "MEMORY") for pair, steps in zip(keys, found, strict=True)]

    async def find_network(self, parameters: Mapping[str, list[str]]) -> dict[str, Any] | None:
        """Return the component and the distances of a researcher; None for an unknown ID. Raises RequestError.

        Args:
            parameters: those of `graphql/search_coauthor_network`.
        """
        network = self.network()
        person = await self._index_of(network, parameters["researcher"]) if network else None
        if network is None or person is None:
            rows = await self.graph.fetch(graphql.SEARCH_COAUTHOR_NETWORK, parameters, timeout_s=self.timeout_s)
            return _two_step_network(rows[0], network is not None) if rows else None
        try:
            counts = await to_thread.run_sync(distance_histogram, network, person, limiter=self._limiter)
        except BudgetExceededError:
            raise RequestError(
                Code.TOO_COSTLY,
                f"The count stopped after {MAX_ARCS:,} steps between co-authors. Request distances of pairs.",
            ) from None
        return {
            "id": network.id_of(person),
            "componentSize": network.component_size(person),
            "componentRank": network.component_rank(person),
            "distanceHistogram": _histogram(counts),
            "truncated": False,
            "reason": None,
            "computedBy": "MEMORY",
        }

    async def _index_of(self, network: CoauthorGraph, key: list[str]) -> int | None:
        """Return the index of a researcher with any ID; None if the network does not have the researcher."""
        identifier = key[1]
        if key[0] != OWN_SCHEME or network.index_of(identifier) is None:
            ends = {"from": [key], "to": [], "excludePeople": []}
            [row] = await self.graph.fetch(graphql.PATH_ENDS, ends, timeout_s=self.timeout_s)
            identifier = row.starts[0][0] if row.starts else ""
        return network.index_of(identifier)

    async def _find_in_neo4j(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        pairs = len(parameters["from"]) * len(parameters["to"])
        if depends_on_papers(parameters) or pairs > MAX_NEO4J_PAIRS:
            found = await ConditionalPathSearch(self.graph, parameters, self.timeout_s).find()
        else:
            [row] = await self.graph.fetch(graphql.SEARCH_PATHS, parameters, timeout_s=self.timeout_s)
            degrees = 0 if row.overlap else row.degrees_of_separation
            found = FoundPaths(row.starts, row.ends, degrees, row.paths, truncated=False)
        return _answer_of_neo4j(found, parameters)


def path_query(network: CoauthorGraph, parameters: Mapping[str, Any]) -> PathQuery | None:
    """Return the query of the network; None if it depends on papers, or on people outside the network.

    People without co-authors, retired IDs and external IDs are not in the network.
    """
    if depends_on_papers(parameters):
        return None
    from_people, to_people = (_indexes(network, parameters[side]) for side in ("from", "to"))
    if from_people is None or to_people is None:
        return None
    excluded = (network.index_of(identifier) for identifier in parameters["excludePeople"])
    return PathQuery(
        from_people,
        to_people,
        parameters["first"],
        parameters["maxLength"],
        Constraints(
            parameters["minSharedPapers"],
            parameters["since"],
            parameters["until"],
            frozenset(index for index in excluded if index is not None),
        ),
        Ranking(parameters["rankBy"]),
        parameters["year"],
    )


def _histogram(counts: Iterable[int]) -> list[dict[str, int]]:
    return [{"distance": distance, "count": count} for distance, count in enumerate(counts) if count]


def _two_step_network(row: SearchCoauthorNetworkRow, is_ready: bool) -> dict[str, Any]:  # noqa: FBT001 the server's copy
    """Return the neighborhood of a researcher in Neo4j: the people within two steps."""
    reason = "Neo4j counted two steps, because the server has no copy of the co-author network."
    if is_ready:
        reason = "Neo4j counted two steps, because the researcher is newer than the copy of the network."
    if not row.first:
        reason = "The researcher has no co-authors."
    return {
        "id": row.id,
        "componentSize": None if row.first else 1,
        "componentRank": None,
        "distanceHistogram": _histogram((1, row.first, row.second)),
        "truncated": row.second > 0,
        "reason": reason,
        "computedBy": "NEO4J",
    }


def _indexes(network: CoauthorGraph, keys: list[list[str]]) -> list[int] | None:
    indexes = [network.index_of(value) if scheme == OWN_SCHEME else None for scheme, value in keys]
    known = [index for index in indexes if index is not None]
    return known if len(known) == len(indexes) else None


def _distance_row(
    keys: tuple[list[str], list[str]], known: tuple[bool, bool], steps: int | None, computed_by: str
) -> dict[str, Any]:
    names = [key[1] if key[0] == OWN_SCHEME else ":".join(key) for key in keys]
    reason = None if steps is not None else f"There is no path of at most {MAX_PATH_LENGTH} steps."
    for name, exists in zip(names, known, strict=True):
        if not exists:
            reason = f"No researcher has the ID {name}."
    return {
        "fromId": names[0],
        "toId": names[1],
        "degreesOfSeparation": steps,
        "reason": reason,
        "computedBy": computed_by,
    }


def _answer_of_neo4j(result: FoundPaths, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of the answer for paths that Neo4j found."""
    reason = _reason_of_empty_side(result.from_count, result.to_count)
    distance = None if reason else result.distance
    if reason is None and result.truncated:
        reason = (
            f"The search stopped after reading {MAX_PAIRS:,} pairs of co-authors, or looking at {MAX_STEPS:,} "
            "steps. Give a smaller maxLength."
        )
    elif reason is None and distance == 0:
        reason = BOTH_SIDES
    elif reason is None and distance is None:
        order = " in time order" if parameters["timeOrdered"] else ""
        reason = f"There is no path of at most {_steps(parameters['maxLength'])}{order}{_conditions(parameters)}."
    return {
        "paths": result.paths,
        "years": result.years,
        "degreesOfSeparation": distance,
        "searched": {"fromCount": None, "toCount": None},
        "truncated": result.truncated,
        "reason": reason,
        "computedBy": "NEO4J",
        **_side_rows(PathSide(result.from_count, result.from_count), PathSide(result.to_count, result.to_count)),
    }


def _side_rows(from_side: PathSide, to_side: PathSide) -> dict[str, Any]:
    return {"fromSide": from_side.row(), "toSide": to_side.row()}


def _state_sides(answer: dict[str, Any], sides: tuple[PathSide, PathSide]) -> dict[str, Any]:
    """Return an answer with the sizes of expanded sides, and with the sides that the limits cut as reasons."""
    reasons = [answer["reason"]] if answer["reason"] else []
    for name, side in zip(("from", "to"), sides, strict=True):
        if side.total > side.count:
            reasons.append(
                f"`{name}` has {side.total:,} researchers; the search used the {side.count:,} with most papers."
            )
        elif side.is_partial:
            reasons.append(f"`{name}` has a topic with too many papers; the search used people of the newest ones.")
    is_partial = any(side.is_partial for side in sides)
    return answer | {
        "truncated": answer["truncated"] or is_partial,
        "reason": " ".join(reasons) or None,
        **_side_rows(*sides),
    }


def _reason_of_empty_side(from_count: int, to_count: int) -> str | None:
    """Return the reason why a side has no researchers; None if both have."""
    if from_count and to_count:
        return None
    sides = " and ".join(f"`{name}`" for name, count in (("from", from_count), ("to", to_count)) if not count)
    verb = "have" if not from_count and not to_count else "has"
    return f"{sides} {verb} no researchers: each ID is unknown, excluded, or that of an entity without researchers."


def _conditions(parameters: Mapping[str, Any]) -> str:
    """Return the end of a reason that names the conditions on paths; empty without conditions."""
    is_restricted = parameters["minSharedPapers"] > 1 or any(
        parameters[name] for name in ("since", "until", "topics", "venues", "excludePeople", "excludePapers")
    )
    return " that satisfies the conditions" if is_restricted else ""


def _reason(query: PathQuery, answer: PathAnswer, conditions: str) -> str | None:
    if answer.truncated:
        return f"The search stopped after {MAX_ARCS:,} steps between co-authors. Give a smaller maxLength."
    if answer.distance == 0:
        return BOTH_SIDES
    if answer.distance is not None:
        return None
    return (
        f"There is no path of at most {_steps(query.max_length)}{conditions}. The search reached "
        f"{answer.from_count:,} researchers from the one side and {answer.to_count:,} from the other."
    )


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"
