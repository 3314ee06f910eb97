"""Research maps of the sample: depth and relevance compared with networkx, conditions, and errors."""

from typing import Any

import networkx as nx
import pytest

from tests.resolvers.graphql_client import Asker
from tests.tiers import sampled_cases

# networkx has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false
pytestmark = pytest.mark.graph

MAP = """
query Map($center: ID!, $first: Int, $depth: Int, $kinds: [ResearchMapKind!], $where: ResearchMapFilter,
          $exclude: [ID!], $layout: ResearchMapLayout) {
  researchMap(center: $center, first: $first, depth: $depth, kinds: $kinds, where: $where, exclude: $exclude,
              layout: $layout) {
    nodes { id }
    rankedNodes { depth relevance x y node { __typename id ... on Paper { year citationCount } } }
    edges { from to kind weight sources papers { id year } }
    edgeCount
    counts { kind depth shown known }
    truncated
  }
}
"""
PERSON, PAPER = "acl-person:mohammad-shoeybi", "arxiv:1909.08053"


async def read_map(ask: Asker, center: str, **variables: object) -> dict[str, Any]:
    answer: Any = await ask(MAP, center=center, **variables)
    return answer["researchMap"]


@pytest.mark.parametrize(("center", "depth"), sampled_cases([(PERSON, 2), (PAPER, 2), (PAPER, 1)], 1, 2))
async def test_depth_and_relevance_match_networkx(ask_sample: Asker, center: str, depth: int) -> None:
    """Depth is the distance over the edges, and relevance that of a random walk of two steps over their weights."""
    shown = await read_map(ask_sample, center, depth=depth, first=12)
    network: Any = nx.Graph()
    for edge in shown["edges"]:
        weight = edge["weight"] + network.get_edge_data(edge["from"], edge["to"], {"weight": 0})["weight"]
        network.add_edge(edge["from"], edge["to"], weight=weight)
    ranked = {entry["node"]["id"]: entry for entry in shown["rankedNodes"]}
    middle, *others = ranked
    assert shown["nodes"][0]["id"] == middle
    assert {node["id"] for node in shown["nodes"]} == set(ranked)
    assert {key: entry["depth"] for key, entry in ranked.items()} == dict(
        nx.single_source_shortest_path_length(network, middle)
    )
    walk: Any = nx.to_numpy_array(network, others, weight="weight")
    first = {key: network.get_edge_data(middle, key, {"weight": 0})["weight"] for key in others}
    total = dict(network.degree(weight="weight"))
    visits = {
        key: 2 * first[key] + sum(first[via] * walk[row][column] / total[via] for row, via in enumerate(others))
        for column, key in enumerate(others)
    }
    most = max(visits.values())
    assert {key: ranked[key]["relevance"] for key in others} == pytest.approx(
        {key: value / most for key, value in visits.items()}, abs=1e-4
    )
    assert [entry["relevance"] for entry in shown["rankedNodes"]] == sorted(
        (entry["relevance"] for entry in shown["rankedNodes"]), reverse=True
    )
    assert {entry["depth"] for entry in shown["rankedNodes"]} == set(range(depth + 1))
    assert shown["edgeCount"] == len(shown["edges"])
    assert sum(row["shown"] for row in shown["counts"]) == len(others)
    assert shown["truncated"] is any(row["shown"] < row["known"] for row in shown["counts"])


async def test_map_expands_without_what_is_shown(ask_sample: Asker) -> None:
    """Excluded entities are left out, but edges lead to them; pages of a neighborhood do not overlap."""
    seen: list[str] = []
    for _ in range(3):
        shown = await read_map(ask_sample, PERSON, first=5, exclude=seen)
        new = {entry["node"]["id"] for entry in shown["rankedNodes"][1:]}
        assert new
        assert not new & set(seen)
        center = shown["nodes"][0]["id"]
        known = new | set(seen) | {center}
        assert all({edge["from"], edge["to"]} <= known for edge in shown["edges"])
        assert all({edge["from"], edge["to"]} & (new | {center}) for edge in shown["edges"])
        if seen:
            assert any({edge["from"], edge["to"]} & set(seen) - {center} for edge in shown["edges"])
        seen += new


async def test_kinds_and_conditions_restrict_the_map(ask_sample: Asker) -> None:
    """A map has only the requested types, papers of the years with citations, and people with enough joint papers."""
    where = {"years": {"from": 2020, "to": 2022}, "minCitations": 1, "minSharedPapers": 4}
    shown = await read_map(ask_sample, PERSON, kinds=["PAPER", "RESEARCHER"], where=where, first=50)
    papers = [entry["node"] for entry in shown["rankedNodes"] if entry["node"]["__typename"] == "Paper"]
    assert papers
    assert all(2020 <= paper["year"] <= 2022 and paper["citationCount"] >= 1 for paper in papers)
    assert {entry["node"]["__typename"] for entry in shown["rankedNodes"]} == {"Paper", "Researcher"}
    center = shown["nodes"][0]["id"]
    joint = [
        edge for edge in shown["edges"]
        if edge["kind"] == "COLLABORATED_WITH" and center in (edge["from"], edge["to"])
    ]  # fmt: skip
    assert joint
    assert all(edge["weight"] >= 4 for edge in joint)
    alone = await read_map(ask_sample, PERSON, kinds=[])
    assert ([node["id"] for node in alone["nodes"]], alone["counts"], alone["truncated"]) == ([center], [], False)


async def test_edges_name_their_papers_and_sources(ask_sample: Asker) -> None:
    """Each relationship of people, papers and topics has papers that show it; stated ones name their sources."""
    shown = await read_map(ask_sample, PERSON, first=5)
    for edge in shown["edges"]:
        assert 1 <= len(edge["papers"]) <= 3 or edge["kind"] in ("PART_OF", "AFFILIATED_WITH"), edge
        assert edge["sources"] or edge["kind"] in ("COLLABORATED_WITH", "WROTE_ON", "AFFILIATED_WITH"), edge
        if edge["kind"] in ("COLLABORATED_WITH", "WROTE_ON"):
            assert len(edge["papers"]) == min(3, edge["weight"])


@pytest.mark.full
@pytest.mark.parametrize("layout", ["FORCE", "RADIAL"])
async def test_layout_is_deterministic(ask_sample: Asker, layout: str) -> None:
    """Two requests give the same positions: distinct, -1 to 1, with the center in the middle."""
    first, second = [await read_map(ask_sample, PAPER, depth=2, layout=layout) for _ in range(2)]
    assert first == second
    places = [(entry["x"], entry["y"]) for entry in first["rankedNodes"]]
    assert places[0] == (0, 0)
    assert len(set(places)) == len(places)
    assert all(-1 <= value <= 1 for place in places for value in place)
    plain = await read_map(ask_sample, PAPER, depth=2)
    assert {entry["x"] for entry in plain["rankedNodes"]} == {None}
    assert [entry["node"] for entry in plain["rankedNodes"]] == [entry["node"] for entry in first["rankedNodes"]]


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"depth": 99}, "BAD_USER_INPUT"),
        ({"depth": 0}, "BAD_USER_INPUT"),
        ({"first": 51}, "BAD_USER_INPUT"),
        ({"where": {"minSharedPapers": 0}}, "BAD_USER_INPUT"),
        ({"where": {"minCitations": -1}}, "BAD_USER_INPUT"),
        ({"exclude": ["no id"]}, "BAD_ID"),
        ({"center": "no id"}, "BAD_ID"),
    ],
)
async def test_bad_arguments_are_rejected(ask_sample: Asker, variables: dict[str, object], code: str) -> None:
    """Numbers out of range and texts that are no IDs give an error with a code."""
    reply = await ask_sample.reply(MAP, **{"center": PAPER, **variables})
    assert [error["extensions"]["code"] for error in reply.errors] == [code]


async def test_unknown_center_gives_null(ask_sample: Asker) -> None:
    """A well-formed ID that no entity has gives null, also with a layout."""
    unknown: Any = await ask_sample(MAP, center="p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB", layout="FORCE")
    assert unknown == {"researchMap": None}
