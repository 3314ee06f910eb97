"""Write a research map as GraphML or GEXF, with positions and colors."""

import io
from collections.abc import Mapping
from typing import Any

from byline.cli.output.map_drawing import COLORS
from loaders.export.network_files import INVALID_IN_XML

# networkx has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportMissingTypeStubs=false
SCALE = 500
"""Size of a map in the units of Gephi."""


def write_network(research_map: Mapping[str, Any], file_format: str) -> bytes:
    """Return a file with the nodes and edges of a map.

    Args:
        research_map: a `ResearchMap` of GraphQL.
        file_format: graphml or gexf.
    """
    import networkx as nx  # noqa: PLC0415 networkx takes 0.2 s to import

    network: Any = nx.MultiDiGraph()
    for entry in research_map["rankedNodes"]:
        node = entry["node"]
        attributes: dict[str, Any] = {
            "label": INVALID_IN_XML.sub("", node["name"]) or node["id"],
            "type": node["__typename"],
            "depth": entry["depth"],
            "relevance": entry["relevance"],
            "x": entry["x"],
            "y": entry["y"],
        }
        if file_format == "gexf":
            red, green, blue = bytes.fromhex(COLORS[node["__typename"]].removeprefix("#"))
            attributes["viz"] = {
                "color": {"r": red, "g": green, "b": blue, "a": 1.0},
                "position": {"x": SCALE * attributes.pop("x"), "y": SCALE * attributes.pop("y"), "z": 0.0},
                "size": 5 + 15 * entry["relevance"],
            }
        network.add_node(node["id"], **attributes)
    for edge in research_map["edges"]:
        network.add_edge(
            edge["from"],
            edge["to"],
            kind=edge["kind"],
            weight=edge["weight"],
            relevance=edge["relevance"],
            sources=", ".join(edge["sources"]),
        )
    file = io.BytesIO()
    (nx.write_gexf if file_format == "gexf" else nx.write_graphml_lxml)(network, file)
    return file.getvalue()
