"""Compute parameters before the query of a request runs: results of searches, paths, maps, and vectors of texts.

A separate query finds the IDs with scores or relationships. Its text is constant, so Neo4j plans it once (the map query
has 300 lines). The result becomes one parameter, from which all parts of the request's query
read: rows, counts and a corrected text. `traversal` computes main paths, and the coordinates of a map with a layout.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol, cast

from anyio import CapacityLimiter, to_thread

from cypher.catalog import PARAMETER_MAP
from cypher.driver.client import Graph
from resolvers.compile.cypher_files import query_of_file
from resolvers.compile.name_allocator import OWN_ID, ComputedParameter
from resolvers.compile.values import ENTITY_IDS
from resolvers.path_search import PathSearch
from traversal.main_path import main_path
from traversal.map_layout import PlacedNode, place_nodes

PAPER_CONDITIONS = ("since", "until", "topics", "venues", "excludePapers")
"""Parameters of a path search that also select the papers of a step."""
READ_FROM_NEO4J = frozenset(
    {
        ENTITY_IDS,
        "graphql/search",
        "graphql/search_changes",
        "graphql/search_introducers",
        "graphql/search_map",
        "graphql/topic_citations",
    }
)
"""Files of parameters that follow from data of Neo4j alone, not from the network in memory or a model."""
SEARCH_COLUMNS = {
    "graphql/search": {"found": "collect([node.id, score])"},
    "graphql/search_changes": {"edges": "edges", "pageInfo": "pageInfo"},
    "graphql/search_introducers": {
        "found": "collect({id: node.id, distance: distance, score: score, reasons: [reason IN reasons | reason {"
        ".kind, .count, .score, topics: [topic IN reason.topics | topic.id], "
        "institutions: [institution IN reason.institutions | institution.id]}], "
        "hops: [hop IN hops | hop {.fromId, .toId, .papers, .firstYear, .lastYear}]})"
    },
    "graphql/search_map": {
        "nodes": "[node IN nodes | node.id]",
        "centers": "size(centers)",
        "ranked": "[row IN ranked | {id: row.node.id, label: labels(row.node)[0], depth: row.depth, "
        "relevance: row.relevance}]",
        "edges": "edges",
        "edgeCount": "edgeCount",
        "kinds": "kinds",
        "truncated": "truncated",
    },
}
"""File of a search -> columns of its query, which returns IDs: name -> expression over the columns of the file."""
_main_path_limiter = CapacityLimiter(1)
"""Maximum number of computations of a main path at the same time."""
_layout_limiter = CapacityLimiter(2)
"""Maximum number of layouts at the same time."""


class TextEmbedder(Protocol):
    """Turns a text into a vector that can be compared with the vectors in the graph."""

    async def embed(self, text: str) -> dict[str, Any] | None:
        """Return the name of the model as `model` and the vector as `numbers`; None without a usable model."""
        ...


class ParameterServices(NamedTuple):
    """The services that compute parameters.

    Attributes:
        graph: the graph.
        path_search: finds paths of co-authors.
        embedder: turns texts into vectors; None if the server has no model.
        timeout_s: time limit of a query in seconds.
    """

    graph: Graph
    path_search: PathSearch
    embedder: TextEmbedder | None
    timeout_s: float

    async def compute(self, computed: Sequence[ComputedParameter], parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters with the value of each computed one instead of its inputs.

        Raises RequestError or a GraphError.
        """
        result = dict(parameters)
        keys = {
            parameter.name: result.pop(parameter.inputs["keys"])
            for parameter in computed
            if parameter.file == ENTITY_IDS
        }
        result |= await find_entity_ids(self.graph, keys, self.timeout_s)
        for parameter in (parameter for parameter in computed if parameter.file != ENTITY_IDS):
            inputs = {name: result.pop(source) for name, source in parameter.inputs.items()}
            result[parameter.name] = await self._value(parameter.file, inputs)
        return result

    async def _value(self, file: str, inputs: Mapping[str, Any]) -> Any:  # noqa: ANN401 a parameter
        match file:
            case "graphql/search" | "graphql/search_introducers":
                return (await run_search(self.graph, file, inputs, self.timeout_s))[0]["found"]
            case "graphql/search_changes":
                return next(iter(await run_search(self.graph, file, inputs, self.timeout_s)), None)
            case "graphql/search_distances":
                return await self.path_search.find_distances(inputs)
            case "graphql/search_coauthor_network":
                return await self.path_search.find_network(inputs)
            case "graphql/search_map":
                return await find_map(self.graph, inputs, self.timeout_s)
            case "graphql/topic_citations":
                return await find_main_path(self.graph, inputs, self.timeout_s)
            case "graphql/papers_about":
                return await self.embedder.embed(inputs["vector"]) if self.embedder else None
            case _:
                paths = await self.path_search.find(inputs)
                return paths | {name: inputs[name] for name in PAPER_CONDITIONS}


async def find_entity_ids(
    graph: Graph, keys: Mapping[str, Sequence[Sequence[str]]], timeout_s: float
) -> dict[str, list[str]]:
    """Return the Byline IDs of the entities with these IDs, by parameter. Raises a GraphError.

    An ID that no entity has stays in the list, so that a list of unknown IDs is not empty.

    Args:
        graph: the graph.
        keys: parameter -> [scheme, value] of each of its IDs: external IDs, Byline IDs and retired ones.
        timeout_s: time limit of the query in seconds.
    """
    distinct = sorted({(scheme, value) for listed in keys.values() for scheme, value in listed})
    if not distinct:
        return {name: [] for name in keys}
    found: dict[tuple[str, str], list[str]] = {key: [key[1]] if key[0] == OWN_ID else [] for key in distinct}
    result = await graph.read_statement(ENTITY_IDS, {"keys": list(map(list, distinct))}, timeout_s=timeout_s)
    for scheme, value, id_ in cast("Sequence[tuple[str, str, str]]", result.rows):
        found[scheme, value].append(id_)

    def ids_of(scheme: str, value: str) -> list[str]:
        return found[scheme, value] or [f"{scheme}:{value}"]

    return {name: [id_ for scheme, value in listed for id_ in ids_of(scheme, value)] for name, listed in keys.items()}


@cache
def search_query(file: str) -> str:
    """Return the Cypher of a search, which returns IDs."""
    return query_of_file(file, SEARCH_COLUMNS[file])


async def run_search(
    graph: Graph, file: str, parameters: Mapping[str, Any], timeout_s: float
) -> Sequence[Mapping[str, Any]]:
    """Return the rows of a search, each by column. Raises a GraphError.

    Args:
        graph: the graph.
        file: a key of `SEARCH_COLUMNS`.
        parameters: those of the file.
        timeout_s: time limit of the query in seconds.
    """
    result = await graph.read(search_query(file), {PARAMETER_MAP: dict(parameters)}, timeout_s=timeout_s)
    return [dict(zip(SEARCH_COLUMNS[file], row, strict=True)) for row in result.rows]


async def find_main_path(graph: Graph, parameters: Mapping[str, Any], timeout_s: float) -> dict[str, Any] | None:
    """Return the papers of the main path with the share of each step; None for an unknown topic. Raises a GraphError.

    Args:
        graph: the graph.
        parameters: those of `graphql/topic_citations`.
        timeout_s: time limit of the query in seconds.
    """
    rows = (await graph.read_statement("graphql/topic_citations", parameters, timeout_s=timeout_s)).rows
    if not rows:
        return None
    papers, citations, truncated = cast("tuple[list[str], list[list[str]], bool]", tuple(rows[0]))
    index_by_id = {paper: index for index, paper in enumerate(papers)}
    pairs = [
        (index_by_id[citing], index_by_id[cited])
        for citing, cited in citations
        if citing in index_by_id and cited in index_by_id
    ]
    path = await to_thread.run_sync(main_path, len(papers), pairs, limiter=_main_path_limiter)
    shares: Mapping[int, float | None] = dict(enumerate([None, *path.shares]))
    return {
        "papers": [{"id": papers[paper], "share": shares[step]} for step, paper in enumerate(path.papers)],
        "paperCount": len(papers),
        "citationCount": len(pairs),
        "ignoredCitationCount": path.ignored,
        "truncated": truncated,
    }


async def find_map(graph: Graph, parameters: Mapping[str, Any], timeout_s: float) -> dict[str, Any] | None:
    """Return the parameter `found` of `graphql/research_map`; None if a center is unknown. Raises a GraphError.

    Args:
        graph: the graph.
        parameters: those of `graphql/search_map`, and `layout`: FORCE, RADIAL or None.
        timeout_s: time limit of the query in seconds.
    """
    layout = parameters["layout"]
    search = {name: value for name, value in parameters.items() if name != "layout"}
    rows = await run_search(graph, "graphql/search_map", search, timeout_s)
    if not rows:
        return None
    found = dict(rows[0])
    index_by_id = {identifier: index for index, identifier in enumerate(cast("Sequence[str]", found["nodes"]))}
    coordinates: Mapping[str, Sequence[float]] = {}
    if layout is not None:
        placed = [PlacedNode(row["id"], row["depth"], row["label"]) for row in found["ranked"]]
        edges = [(edge["from"], edge["to"], edge["weight"]) for edge in found["edges"]]
        coordinates = await to_thread.run_sync(place_nodes, layout, placed, edges, limiter=_layout_limiter)
    found["ranked"] = [
        {"nodeIndex": index_by_id[row["id"]], "depth": row["depth"], "relevance": row["relevance"]}
        | dict(zip("xy", coordinates.get(row["id"], ()), strict=False))
        for row in found["ranked"]
    ]
    return found
