"""Compute parameters before the query of a request runs: results of searches, paths, maps, and vectors of texts."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from cypher.driver.client import Graph
from resolvers.compile.name_allocator import ComputedParameter
from resolvers.map_search import find_map
from resolvers.path_search import PathSearch
from resolvers.text_search import find_entities
from resolvers.topic_main_path import find_main_path

PAPER_CONDITIONS = ("since", "until", "topics", "venues", "excludePapers")
"""Parameters of a path search that also select the papers of a step."""
READ_FROM_NEO4J = frozenset({"graphql/search", "graphql/search_map", "graphql/topic_citations"})
"""Files of parameters that follow from data of Neo4j alone, not from the network in memory or a model."""


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

    async def compute(self, computed: Iterable[ComputedParameter], parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters with the value of each computed one instead of its inputs.

        Raises RequestError or a GraphError.
        """
        result = dict(parameters)
        for parameter in computed:
            inputs = {name: result.pop(source) for name, source in parameter.inputs.items()}
            result[parameter.name] = await self._value(parameter.file, inputs)
        return result

    async def _value(self, file: str, inputs: Mapping[str, Any]) -> Any:  # noqa: ANN401 a parameter
        match file:
            case "graphql/search":
                return await find_entities(self.graph, inputs, self.timeout_s)
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
                found = await self.path_search.find(inputs)
                return found | {name: inputs[name] for name in PAPER_CONDITIONS}
