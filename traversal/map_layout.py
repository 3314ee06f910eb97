"""Positions of the entities of a research map: force-directed, or on circles around the centers."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

# networkx has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportMissingTypeStubs=false
ITERATIONS = 60
"""Steps of the force-directed layout; with more, the positions hardly change."""
SEED = 1


class PlacedNode(NamedTuple):
    """An entity to place: its ID, its distance from the nearest center, and its type."""

    id: str
    depth: int
    kind: str


def place_nodes(
    layout: str, nodes: Sequence[PlacedNode], edges: Sequence[tuple[str, str, float]]
) -> dict[str, list[float]]:
    """Return [x, y] by ID, -1 to 1 each. The mean of the centers is 0, 0. Equal input gives equal positions.

    Args:
        layout: FORCE or RADIAL.
        nodes: the entities, the centers first; their depth is 0.
        edges: IDs of both ends and the weight of each relationship.
    """
    import networkx as nx  # noqa: PLC0415 networkx takes 0.2 s to import

    centers = [node.id for node in nodes if node.depth == 0]
    ordered = sorted(nodes[len(centers) :], key=lambda node: (node.depth, node.kind, node.id))
    network: Any = nx.Graph()
    network.add_nodes_from([*centers, *(node.id for node in ordered)])
    circles = [[node.id for node in ordered if node.depth == depth] for depth in (1, 2)]
    radial: Any = nx.shell_layout(network, [centers, *filter(None, circles)], rotate=0)
    if layout == "RADIAL" or len(nodes) == 1:
        return _centered(radial, centers)
    known = set(network)
    for start, end, weight in sorted(edges):
        if start in known and end in known:
            network.add_edge(start, end, weight=1 + min(weight, 10) / 10)
    force: Any = nx.spring_layout(
        network, pos=radial, iterations=ITERATIONS, seed=SEED, k=2.2 / len(nodes) ** 0.5, method="force"
    )
    return _centered(force, centers)


def _centered(positions: Mapping[str, Sequence[float]], centers: Sequence[str]) -> dict[str, list[float]]:
    """Return positions relative to the mean of the centers, scaled to -1 to 1 and rounded to four digits."""
    left, top = (fmean(float(positions[center][axis]) for center in centers) for axis in (0, 1))
    moved = {key: (float(place[0]) - left, float(place[1]) - top) for key, place in positions.items()}
    scale = max((abs(value) for place in moved.values() for value in place), default=0) or 1
    return {key: [round(value / scale, 4) + 0.0 for value in place] for key, place in moved.items()}
