"""The arcs of a co-author network in an order that does not depend on how the network was built."""

from itertools import pairwise
from typing import NamedTuple

from traversal.coauthor_graph import CoauthorGraph


class Arc(NamedTuple):
    """One direction of a pair, with -1 for an unknown year."""

    from_id: str
    to_id: str
    papers: int
    first_year: int
    last_year: int


def sorted_arcs(graph: CoauthorGraph | None) -> list[Arc]:
    """Return the arcs by person in the order of the network, then by co-author."""
    assert graph is not None
    return [
        arc
        for person, (start, end) in enumerate(pairwise(graph.offsets.tolist()))
        for arc in sorted(
            Arc(
                graph.id_of(person),
                graph.id_of(int(graph.targets[place])),
                int(graph.papers[place]),
                int(graph.first_year[place]),
                int(graph.last_year[place]),
            )
            for place in range(start, end)
        )
    ]
