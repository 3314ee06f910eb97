"""Files of a research map: a drawing as SVG or PNG with labels that do not overlap, or a network as GraphML or GEXF."""

import io
import textwrap
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from loaders.export.network_files import INVALID_IN_XML

# matplotlib is optional and has incomplete types; networkx has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportMissingImports=false
# pyright: reportMissingTypeStubs=false
COLORS = {
    "Researcher": "#0072B2",
    "Paper": "#E69F00",
    "Topic": "#009E73",
    "Institution": "#CC79A7",
    "Venue": "#56B4E9",
    "Volume": "#999999",
}
"""Color of each type; the colors can be distinguished with color blindness (Okabe and Ito)."""
WIDTH, HEIGHT, DPI = 13.0, 9.5, 110
"""Size in inches, and resolution of PNG."""
LABELS = ((34, 2), (26, 1), (16, 1))
"""Lengths of labels, the preferred one first: characters per line and lines."""
GAP = 3.0
"""Distance between a node and its label, and between labels side by side, in pixels."""
SCALE = 500
"""Size of a map in the units of Gephi."""


class Box(NamedTuple):
    """A rectangle in pixels."""

    left: float
    bottom: float
    right: float
    top: float

    def overlaps(self, box: "Box") -> bool:
        """Return True if the rectangles have a point in common."""
        return self.left < box.right and box.left < self.right and self.bottom < box.top and box.bottom < self.top

    def is_inside(self, box: "Box") -> bool:
        """Return True if the other rectangle contains this one."""
        return self.left >= box.left and self.right <= box.right and self.bottom >= box.bottom and self.top <= box.top


def draw_map(research_map: Mapping[str, Any], file_format: str) -> bytes:
    """Return the drawing. Equal maps give equal files. Raises ModuleNotFoundError without matplotlib.

    Args:
        research_map: a `ResearchMap` of GraphQL, with positions.
        file_format: svg or png.
    """
    import matplotlib as mpl  # noqa: PLC0415 an optional dependency
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 as above
    from matplotlib.figure import Figure  # noqa: PLC0415 as above

    entries: Sequence[Mapping[str, Any]] = research_map["rankedNodes"]
    places = {entry["node"]["id"]: (entry["x"], entry["y"]) for entry in entries}
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": "byline", "text.parse_math": False}
    with mpl.rc_context(settings), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # characters that the font does not have
        figure: Any = Figure(figsize=(WIDTH, HEIGHT), dpi=DPI)
        canvas = FigureCanvasAgg(figure)
        axes: Any = figure.add_axes((0.0, 0.07, 1.0, 0.87))
        axes.set_axis_off()
        _set_limits(axes, list(places.values()))
        _draw_edges(axes, research_map["edges"], places)
        for entry in reversed(entries):
            axes.scatter(
                *places[entry["node"]["id"]],
                s=_size(entry),
                color=COLORS[entry["node"]["__typename"]],
                edgecolors="#222222" if entry["depth"] == 0 else "white",
                linewidths=2.0 if entry["depth"] == 0 else 0.8,
                zorder=3,
            )
        names = ", ".join(center["name"] for center in research_map["centers"])
        figure.text(0.02, 0.955, _shorten(f"Research map: {names}", 95, 1), fontsize=15, weight="bold")
        _draw_legend(figure, research_map)
        canvas.draw()
        hidden = _draw_labels(axes, canvas.get_renderer(), entries, places)
        if hidden:
            figure.text(
                0.98, 0.02, f"{hidden} labels without space are left out.", fontsize=8, ha="right", color="#555"
            )
        file = io.BytesIO()
        figure.savefig(
            file, format=file_format, metadata={"Date": None} if file_format == "svg" else {"Software": None}
        )
    return file.getvalue()


def _set_limits(axes: Any, places: Sequence[tuple[float, float]]) -> None:  # noqa: ANN401 matplotlib's axes
    """Show all places, with space for labels; both directions may have different scales."""
    for set_limits, values, margin in (
        (axes.set_xlim, [x for x, _ in places], 0.16),
        (axes.set_ylim, [y for _, y in places], 0.06),
    ):
        low, high = min(values), max(values)
        space = max((high - low) * margin, 0.05)
        set_limits(low - space, high + space)


def _size(entry: Mapping[str, Any]) -> float:
    """Return the area of a node in square points."""
    return 420 if entry["depth"] == 0 else 45 + 230 * entry["relevance"]


def _draw_edges(axes: Any, edges: Sequence[Mapping[str, Any]], places: Mapping[str, tuple[float, float]]) -> None:  # noqa: ANN401 matplotlib's axes
    """Draw lines: wide with much weight, dark with much relevance, the most relevant on top."""
    for edge in sorted(edges, key=lambda edge: edge["relevance"]):
        if edge["from"] in places and edge["to"] in places:
            (x1, y1), (x2, y2) = places[edge["from"]], places[edge["to"]]
            width = 0.5 + 0.35 * min(edge["weight"], 10) ** 0.5
            axes.plot(
                [x1, x2], [y1, y2], color="#6b7280", linewidth=width, alpha=0.2 + 0.6 * edge["relevance"], zorder=1
            )


def _draw_legend(figure: Any, research_map: Mapping[str, Any]) -> None:  # noqa: ANN401 matplotlib's figure
    """Draw the types with their colors and numbers, shown and known."""
    from matplotlib.lines import Line2D  # noqa: PLC0415 an optional dependency

    shown: Counter[str] = Counter()
    known: Counter[str] = Counter()
    for row in research_map["counts"]:
        shown[row["kind"].title()] += row["shown"]
        known[row["kind"].title()] += row["known"]
    types = dict.fromkeys(entry["node"]["__typename"] for entry in research_map["rankedNodes"])
    handles: list[Any] = []
    for type_ in types:
        number = f" ({shown[type_]:,} of {known[type_]:,})" if known[type_] > shown[type_] else ""
        marker: Any = Line2D([], [], marker="o", linestyle="", markersize=9, color=COLORS[type_])
        marker.set_label(f"{type_}{number}")
        handles.append(marker)
    figure.legend(handles=handles, loc="lower left", ncols=len(handles), frameon=False, fontsize=10)


def _draw_labels(
    axes: Any,  # noqa: ANN401 matplotlib's axes
    renderer: Any,  # noqa: ANN401 matplotlib's renderer
    entries: Sequence[Mapping[str, Any]],
    places: Mapping[str, tuple[float, float]],
) -> int:
    """Draw labels, the most relevant first, where nothing else is. Return the number of labels without space."""
    centers: dict[str, tuple[float, float]] = {key: axes.transData.transform(place) for key, place in places.items()}
    radii = {entry["node"]["id"]: (_size(entry) ** 0.5 / 2) * DPI / 72 for entry in entries}
    occupied = [Box(x - radii[key], y - radii[key], x + radii[key], y + radii[key]) for key, (x, y) in centers.items()]
    window = axes.get_window_extent(renderer)
    frame = Box(window.x0 + 4, window.y0 + 4, window.x1 - 4, window.y1 - 4)
    hidden = 0
    for entry in entries:
        key = entry["node"]["id"]
        is_center = entry["depth"] == 0
        for width, lines in LABELS:
            text: Any = axes.text(
                0, 0, _shorten(entry["node"]["name"] or key, width, lines), fontsize=10 if is_center else 8,
                weight="bold" if is_center else "normal", color="#1b1b1b", ha="left", va="bottom", zorder=4,
                linespacing=1.05, bbox={"facecolor": "white", "alpha": 0.7, "edgecolor": "none", "pad": 0.6},
            )  # fmt: skip
            size = text.get_window_extent(renderer)
            x, y = centers[key]
            is_right = x >= centers[entries[0]["node"]["id"]][0]
            positions = _label_positions(x, y, radii[key] + GAP, (size.width, size.height), is_right=is_right)
            free = next(
                (box for box in positions if box.is_inside(frame) and not any(map(box.overlaps, occupied))), None
            )
            if free is not None:
                text.set_position(axes.transData.inverted().transform((free.left, free.bottom)))
                occupied.append(Box(free.left - GAP, free.bottom, free.right + GAP, free.top))
                break
            text.remove()
        else:
            hidden += 1
    return hidden


def _label_positions(x: float, y: float, away: float, size: tuple[float, float], *, is_right: bool) -> list[Box]:
    """Return places for a label of a size around a point: beside, above, below, and between, near ones first."""
    width, height = size
    positions: list[Box] = []
    for distance in (away, 1.8 * away, 3 * away):
        sides = [(x + distance, y - height / 2), (x - distance - width, y - height / 2)]
        for left, bottom in (
            *(sides if is_right else reversed(sides)),
            (x - width / 2, y + distance),
            (x - width / 2, y - distance - height),
            (x + 0.7 * distance, y + 0.7 * distance),
            (x - 0.7 * distance - width, y + 0.7 * distance),
            (x + 0.7 * distance, y - 0.7 * distance - height),
            (x - 0.7 * distance - width, y - 0.7 * distance - height),
        ):
            positions.append(Box(left, bottom, left + width, bottom + height))
    return positions


def _shorten(text: str, width: int, lines: int) -> str:
    """Return a text of at most some lines; a cut text ends with an ellipsis."""
    wrapped = textwrap.wrap(" ".join(text.split()), width, max_lines=lines, placeholder=" …")
    return "\n".join(line[:width] for line in wrapped)


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
