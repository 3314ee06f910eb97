"""Compute the main path of a topic before the query of a request runs."""

from collections.abc import Mapping
from typing import Any, cast

from anyio import CapacityLimiter, to_thread

from cypher.driver.client import Graph
from traversal.main_path import main_path

_limiter = CapacityLimiter(1)
"""Maximum number of computations at the same time."""


async def find_main_path(graph: Graph, key: Mapping[str, Any], timeout_s: float) -> dict[str, Any] | None:
    """Return the papers of the main path with the share of each step; None for an unknown topic. Raises a GraphError.

    Args:
        graph: the graph.
        key: parameters of `graphql/topic_citations`.
        timeout_s: time limit of the query in seconds.
    """
    rows = (await graph.read_statement("graphql/topic_citations", key, timeout_s=timeout_s)).rows
    if not rows:
        return None
    papers, citations, truncated = cast("tuple[list[str], list[list[str]], bool]", tuple(rows[0]))
    positions = {paper: position for position, paper in enumerate(papers)}
    pairs = [
        (positions[citing], positions[cited])
        for citing, cited in citations
        if citing in positions and cited in positions
    ]
    path = await to_thread.run_sync(main_path, len(papers), pairs, limiter=_limiter)
    shares: Mapping[int, float | None] = dict(enumerate([None, *path.shares]))
    return {
        "papers": [{"id": papers[paper], "share": shares[step]} for step, paper in enumerate(path.papers)],
        "paperCount": len(papers),
        "citationCount": len(pairs),
        "ignoredCitationCount": path.ignored,
        "truncated": truncated,
    }
