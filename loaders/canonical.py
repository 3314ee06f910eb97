"""The graph as sorted lines that name nothing by a minted id, so that two loads can be compared byte for byte.

Papers, institutions and venues go by their outside ids and the keys of their records, people by their ids and the
places where they are mentioned, pairs without a direction. Loads, the feed of changes, and ids that a merge retired,
are left out: they tell of the way, not of the outcome.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from cypher.catalog import statement
from cypher.run import Graph
from cypher.values import Value

MINTED = re.compile(r" ?[a-z]_[0-9A-HJKMNP-TV-Z]{26}$")
MINTED_KEYS = frozenset({"id", "rid", "pid", "tid", "iid", "fid", "addedIn", "changedIn"})
PAIRS = frozenset({"COLLABORATED_WITH", "RELATED_TO"})
EXPORT_S = 600.0

_encoder = msgspec.json.Encoder(order="deterministic")


class Edge(NamedTuple):
    """One relationship, its ends by their element ids."""

    start: str
    type: str
    end: str
    values: Mapping[str, Value]


async def export(graph: Graph) -> list[str]:
    """Return the graph's lines, sorted. Holds the whole graph in memory. Raises a GraphError."""
    nodes: dict[str, tuple[str, Mapping[str, Value]]] = {}
    for node, labels, values in await _rows(graph, "write/canonical/nodes"):
        nodes[str(node)] = (" ".join(sorted(_texts(labels))), _map(values))
    edges = [
        Edge(str(a), str(what), str(b), _map(said)) for a, what, b, said in await _rows(graph, "write/canonical/edges")
    ]
    names = _names(nodes, edges)
    return sorted([*_node_lines(nodes, names), *_edge_lines(edges, names)])


def _names(nodes: Mapping[str, tuple[str, Mapping[str, Value]]], edges: list[Edge]) -> dict[str, str]:
    """Name every node by what sources say: ids, keys, places of mention."""
    names: dict[str, str] = {}
    for node, (labels, values) in nodes.items():
        own = [str(values[key]) for key in OWN.get(labels.split(maxsplit=1)[0], ()) if key in values]
        names[node] = f"{labels} {' '.join(own)}".strip()
    led_to: dict[str, set[str]] = defaultdict(set)
    for edge in edges:
        if edge.type in {"IDENTIFIES", "DESCRIBES"}:
            led_to[edge.end].add(names[edge.start])
        elif edge.type == "MENTIONS":
            led_to[edge.end].add(f"{names[edge.start]} {edge.values['role']} {edge.values['position']}")
    for node, (labels, _) in nodes.items():
        if labels.split(maxsplit=1)[0] not in OWN:
            names[node] = f"{labels} [{', '.join(sorted(led_to[node]))}]"
    for edge in edges:
        if edge.type == "AVAILABLE_AS":
            names[edge.end] = f"{names[edge.start]} as {nodes[edge.end][1].get('url')}"
    return names


OWN: Mapping[str, tuple[str, ...]] = {
    "Record": ("loader", "source", "key"),
    "Identifier": ("scheme", "value"),
    "InstitutionName": ("folded",),
    "Resource": ("url",),
    "Volume": ("key",),
    "Topic": ("scheme", "code"),
}
"""Labels whose nodes have a name of their own."""


def _node_lines(nodes: Mapping[str, tuple[str, Mapping[str, Value]]], names: Mapping[str, str]) -> Iterator[str]:
    for node, (_, values) in nodes.items():
        yield f"{names[node]} {_said(values)}"


def _edge_lines(edges: list[Edge], names: Mapping[str, str]) -> Iterator[str]:
    for edge in edges:
        ends = [names[edge.start], names[edge.end]]
        if edge.type in PAIRS:
            ends.sort()
        yield f"({ends[0]})-[{edge.type} {_said(edge.values)}]->({ends[1]})"


def _said(values: Mapping[str, Value]) -> str:
    kept = {
        key: MINTED.sub("", value) if key == "ord" and isinstance(value, str) else value
        for key, value in values.items()
    }
    return _encoder.encode({key: value for key, value in kept.items() if key not in MINTED_KEYS}).decode()


async def _rows(graph: Graph, name: str) -> list[list[Value]]:
    return (await graph.read(statement(name).text, timeout_s=EXPORT_S)).rows


def _map(value: Value) -> Mapping[str, Value]:
    return value if isinstance(value, Mapping) else {}


def _texts(value: Value) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []
