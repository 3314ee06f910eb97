"""`byline map`: drawings whose labels do not overlap, and network files that networkx reads."""

import io
import json
import os
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

from byline.cli.commands.map import format_of
from byline.cli.output.map_files import Box, draw_map, write_network
from cypher.driver.address import Address
from tests.byline.command_line import run
from tests.byline.sample_graph import sampled
from tests.byline.server_process import environment
from traversal.map_layout import PlacedNode, place_nodes

# networkx has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false
NAMES = ["A <name> & $x_1$ with math", "Žofie 王", "", *(f"A rather long title of paper number {n}" for n in range(20))]


@pytest.fixture(scope="module")
def small_map() -> dict[str, Any]:
    """Return a map whose names have markup, no ASCII, and no characters."""
    ids = [f"p_{number}" for number in range(len(NAMES))]
    edges = [(ids[0], other, 1.0) for other in ids[1:]]
    places = place_nodes("FORCE", [PlacedNode(key, min(i, 1), "Paper") for i, key in enumerate(ids)], edges)
    nodes = [
        {"depth": min(i, 1), "relevance": 1 / (i + 1), "x": places[key][0], "y": places[key][1],
         "node": {"id": key, "name": NAMES[i], "__typename": "Paper"}}
        for i, key in enumerate(ids)
    ]  # fmt: skip
    return {
        "centers": [{"id": ids[0], "name": NAMES[0]}],
        "rankedNodes": nodes,
        "edges": [
            {"from": a, "to": b, "kind": "CITES", "weight": w, "relevance": 0.5, "sources": ["x"]} for a, b, w in edges
        ],
        "counts": [{"kind": "PAPER", "depth": 1, "shown": len(ids) - 1, "known": 99}],
    }


def test_drawing_is_the_same_each_time(small_map: dict[str, Any]) -> None:
    """A map gives one SVG, which is well-formed and has its names and the legend as text; PNG works as well."""
    drawing = draw_map(small_map, "svg")
    assert drawing == draw_map(small_map, "svg")
    texts = " ".join(text for element in ET.fromstring(drawing).iter() if (text := element.text))  # noqa: S314 our own file
    assert "A <name> & $x_1$ with math" in texts
    assert "Paper (22 of 99)" in texts
    assert draw_map(small_map, "png").startswith(b"\x89PNG")


def test_boxes_overlap() -> None:
    """Rectangles overlap if they share a point, and one with a common edge does not."""
    box = Box(0, 0, 2, 2)
    assert box.overlaps(Box(1, 1, 3, 3))
    assert not box.overlaps(Box(2, 0, 4, 2))
    assert Box(0.5, 0.5, 1, 1).is_inside(box)
    assert not Box(1, 1, 3, 3).is_inside(box)


@pytest.mark.parametrize(("form", "read"), [("graphml", nx.read_graphml), ("gexf", nx.read_gexf)])
def test_networks_are_read_by_networkx(small_map: dict[str, Any], form: str, read: Any) -> None:  # noqa: ANN401 a reader
    """GraphML and GEXF have every node with its name and every edge with its type."""
    network = read(io.BytesIO(write_network(small_map, form)))
    assert {key: values["label"] for key, values in network.nodes(data=True)} == {
        entry["node"]["id"]: entry["node"]["name"] or entry["node"]["id"] for entry in small_map["rankedNodes"]
    }
    assert [values["kind"] for _, _, values in network.edges(data=True)] == ["CITES"] * len(small_map["edges"])


@pytest.mark.parametrize(
    ("name", "expected"), [(None, "svg"), ("/dev/null", "svg"), ("a.PNG", "png"), ("a.json", "json")]
)
def test_ending_of_the_output_states_the_format(name: str | None, expected: str) -> None:
    """The format is that of the ending; standard output and devices get SVG."""
    assert format_of(Path(name) if name else None).value == expected


@pytest.mark.parametrize("name", ["map", "map.pdf"])
def test_unknown_ending_is_usage_error(name: str) -> None:
    """Another ending, or none, needs --format."""
    done = run("map", "arxiv:1909.08053", "--output", name, env=dict(os.environ))
    assert done.returncode == 2
    assert "Use --format, or one of the endings .svg, .png" in done.stderr


@pytest.mark.graph
@pytest.mark.full
def test_command_writes_the_map(address: Address, tmp_path: Path) -> None:
    """The command writes JSON of the neighborhood and a drawing; an unknown ID is an error."""
    sampled(address, None)
    file = tmp_path / "map.svg"
    env = environment(address)
    done = run("map", "arxiv:1909.08053", "--to", str(file), env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert b"Megatron-LM" in file.read_bytes()
    done = run("map", "arxiv:1909.08053", "--format", "json", "--kind", "topic", "--layout", "radial", env=env)
    found = json.loads(done.stdout)
    assert {entry["node"]["__typename"] for entry in found["rankedNodes"]} == {"Paper", "Topic"}
    unknown = run("map", "p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB", env=env)
    assert unknown.returncode == 1
    assert unknown.stderr.startswith("No entity has the ID p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB.")
