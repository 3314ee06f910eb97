"""Replace the institutions, topics and papers on the sides of a path search by their researchers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from cypher.driver.client import Graph
from resolvers.compile.byline_ids import PREFIXES
from resolvers.compile.cypher_files import OWN_SCHEME

MAX_RESEARCHERS = 1_000
"""Maximum number of researchers of a side."""
MAX_TOPIC_PAPERS = 10_000
"""Maximum number of papers of all topics of a side; a topic has an equal share for each ID of the side."""


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
    rows = (await graph.read_statement("graphql/expand_path_ends", inputs, timeout_s=timeout_s)).rows
    sides = cast("list[tuple[int, bool, list[str], list[str]]]", rows)
    return [
        ExpandedSide(len(ids), total, is_partial, tuple(ids), tuple(connected))
        for total, is_partial, ids, connected in sides
    ]
