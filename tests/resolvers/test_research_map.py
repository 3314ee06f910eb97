"""Research maps of the sample: depth and relevance compared with networkx, conditions, and errors."""

from typing import Any

import networkx as nx
import numpy as np
import pytest

from cypher.driver.client import Graph
from resolvers.execute import Request
from tests.resolvers.graphql_client import Asker
from tests.tiers import sampled_cases

# networkx has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false
pytestmark = pytest.mark.graph

MAP = """
query Map($around: [ID!]!, $first: Int, $depth: Int, $kinds: [ResearchMapKind!], $where: ResearchMapFilter,
          $exclude: [ID!], $layout: ResearchMapLayout) {
  researchMap(around: $around, first: $first, depth: $depth, kinds: $kinds, where: $where, exclude: $exclude,
              layout: $layout) {
    centers { id }
    nodes { id }
    rankedNodes { depth relevance x y node { __typename id ... on Paper { year citationCount } } }
    edges { from to kind weight relevance sources papers { id year } }
    edgeCount
    counts { kind depth shown known }
    truncated
  }
}
"""
PERSON, OTHER, PAPER = "acl-person:mohammad-shoeybi", "acl-person:bryan-catanzaro", "arxiv:1909.08053"


async def read_map(ask: Asker, *around: str, **variables: object) -> dict[str, Any]:
    answer: Any = await ask(MAP, around=around, **variables)
    return answer["researchMap"]


@pytest.mark.parametrize(
    ("around", "depth"),
    sampled_cases(
        [([PERSON], 2), ([PERSON, OTHER, PAPER], 2), ([PERSON, "https://ror.org/03jdj4y14"], 1), ([PAPER], 1)], 1, 2
    ),
)
async def test_depth_and_relevance_match_networkx(ask_sample: Asker, around: list[str], depth: int) -> None:
    """Depth is the distance over the edges, and relevance that of a random walk of two steps over their weights."""
    shown = await read_map(ask_sample, *around, depth=depth, first=12)
    network: Any = nx.Graph()
    for edge in shown["edges"]:
        weight = edge["weight"] + network.get_edge_data(edge["from"], edge["to"], {"weight": 0})["weight"]
        network.add_edge(edge["from"], edge["to"], weight=weight)
    ranked = {entry["node"]["id"]: entry for entry in shown["rankedNodes"]}
    keys = list(ranked)
    centers, others = keys[: len(around)], keys[len(around) :]
    assert [node["id"] for node in shown["centers"]] == centers
    assert [node["id"] for node in shown["nodes"]][: len(around)] == centers
    assert {node["id"] for node in shown["nodes"]} == set(ranked)
    assert {key: entry["depth"] for key, entry in ranked.items()} == {
        key: len(path) - 1 for key, path in nx.multi_source_dijkstra_path(network, set(centers), weight=None).items()
    }
    walk: Any = nx.to_numpy_array(network, keys, weight="weight")
    walk = walk / walk.sum(axis=1, keepdims=True)
    start = np.array([key in centers for key in keys]) / len(centers)
    visits = dict(zip(keys, 2 * start @ walk + start @ walk @ walk, strict=True))
    most = max(visits[key] for key in others)
    assert {key: ranked[key]["relevance"] for key in others} == pytest.approx(
        {key: visits[key] / most for key in others}, abs=1e-4
    )
    for entries in (shown["rankedNodes"][: len(around)], shown["rankedNodes"][len(around) :]):
        assert [entry["relevance"] for entry in entries] == sorted(
            (entry["relevance"] for entry in entries), reverse=True
        )
    assert {entry["depth"] for entry in shown["rankedNodes"]} == set(range(depth + 1))
    assert shown["edgeCount"] == len(shown["edges"])
    assert sum(row["shown"] for row in shown["counts"]) == len(others)
    assert shown["truncated"] is any(row["shown"] < row["known"] for row in shown["counts"])


async def test_map_around_several_entities(ask_sample: Asker) -> None:
    """The order of the IDs only changes that of the centers; duplicates count once; shared neighbors come first."""
    both, swapped, repeated = [
        await read_map(ask_sample, *around, first=5)
        for around in ([PERSON, OTHER], [OTHER, PERSON], [PERSON, OTHER] * 5)
    ]
    assert repeated == both
    assert both["centers"] == swapped["centers"][::-1]
    assert both["rankedNodes"][2:] == swapped["rankedNodes"][2:]
    assert (both["edges"], both["counts"]) == (swapped["edges"], swapped["counts"])
    known = [
        {node["id"] for node in (await read_map(ask_sample, one, first=50, kinds=["PAPER"]))["nodes"][1:]}
        for one in (PERSON, OTHER)
    ]
    papers = {entry["node"]["id"] for entry in both["rankedNodes"] if entry["node"]["__typename"] == "Paper"}
    assert papers <= known[0] & known[1]
    assert await read_map(ask_sample, PERSON, PERSON) == await read_map(ask_sample, PERSON)


async def test_relevance_of_edges(ask_sample: Asker) -> None:
    """The relevance of an edge is the lower one of its ends times e / (e + 1); an excluded end does not count."""
    shown = await read_map(ask_sample, PERSON, first=20)
    some = [entry["node"]["id"] for entry in shown["rankedNodes"][1:9]]
    for found in (shown, await read_map(ask_sample, PERSON, OTHER, first=5, exclude=some)):
        relevance = {entry["node"]["id"]: entry["relevance"] for entry in found["rankedNodes"]}
        for edge in found["edges"]:
            is_counted = edge["kind"] in ("COLLABORATED_WITH", "WROTE_ON")
            evidence = edge["weight"] if is_counted else max(1, len(edge["sources"]))
            lower = min(relevance[end] for end in (edge["from"], edge["to"]) if end in relevance)
            assert edge["relevance"] == pytest.approx(lower * evidence / (evidence + 1), abs=1e-4)


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


async def test_exclude_accepts_external_ids(ask_sample: Asker) -> None:
    """An external ID in `exclude` leaves its entity out, as the Byline ID does; unknown IDs exclude nothing."""
    alone = await read_map(ask_sample, PERSON, first=5)
    other: Any = await ask_sample("query N($id: ID!) { node(id: $id) { id } }", id=OTHER)
    assert other["node"]["id"] in {entry["node"]["id"] for entry in alone["rankedNodes"]}
    shown = await read_map(ask_sample, PERSON, first=5, exclude=[OTHER])
    assert shown == await read_map(ask_sample, PERSON, first=5, exclude=[other["node"]["id"]])
    assert shown != alone
    assert await read_map(ask_sample, PERSON, first=5, exclude=["doi:10.1000/none"]) == alone
    query = """query P($from: [ID!]!, $to: [ID!]!, $topics: [ID!]) {
      collaborationPaths(from: $from, to: $to, where: {topics: $topics}) { paths { length } }
    }"""
    ends = {"from": [PERSON], "to": [OTHER]}
    found: Any = [await ask_sample(query, **ends, topics=topics) for topics in (None, ["doi:10.1000/none"])]
    assert [len(answer["collaborationPaths"]["paths"]) > 0 for answer in found] == [True, False]


OF_NODE = """
query OfNode($acl: String!, $id: ID!, $first: Int) {
  researcher(by: {acl: $acl}) { map(first: $first) { ...Shown } }
  node(id: $id) { ... on Researcher { map(first: $first) { ...Shown } } }
  researchers(where: {id: {eq: $id}}, first: 1) { nodes { map(first: $first) { ...Shown } } }
  researchMap(around: [$id], first: $first) { ...Shown }
}
fragment Shown on ResearchMap {
  centers { id } rankedNodes { relevance node { id } } edges { from to kind weight } edgeCount truncated
}
"""


async def test_map_of_a_node_is_the_map_around_it(ask_sample: Asker) -> None:
    """The map of an entity is the same by a key, by an ID, in a list, and as `researchMap`."""
    found: Any = await ask_sample(OF_NODE, acl=PERSON.removeprefix("acl-person:"), id=PERSON, first=4)
    expected = found["researchMap"]
    assert expected["rankedNodes"]
    assert found["researcher"]["map"] == found["node"]["map"] == expected
    assert [node["map"] for node in found["researchers"]["nodes"]] == [expected]
    nobody = await ask_sample.reply(OF_NODE, acl="nobody-at-all", id="acl-person:nobody-at-all")
    assert nobody.data == {"researcher": None, "node": None, "researchers": {"nodes": []}, "researchMap": None}


async def test_map_of_a_known_node_has_a_short_statement(ask_sample: Asker) -> None:
    """The statement for the map of one entity does not contain the search, which Neo4j would plan for seconds."""
    plan = ask_sample.service.plan_cache.plan
    paper, _ = plan('{ paper(by: {arxiv: "1909.08053"}) { map { truncated } } }', None, {})
    topic, _ = plan('{ topic(by: {code: "cs.CL"}) { map { truncated } } }', None, {})
    listed, _ = plan("{ papers(first: 1) { nodes { map { truncated } } } }", None, {})
    assert max(len(paper.text), len(topic.text)) < 3_000 < len(listed.text)


async def test_map_of_a_topic_by_its_code_is_the_map_around_its_id(ask_sample: Asker) -> None:
    """The code of a topic finds the same map as the ID of the topic."""
    by_code: Any = await ask_sample(
        '{ topic(by: {code: "cs.CL"}) { id map(first: 4) { edgeCount rankedNodes { relevance node { id } } } } }'
    )
    by_id: Any = await ask_sample(
        "query ($id: ID!) { researchMap(around: [$id], first: 4) { edgeCount rankedNodes { relevance node { id } } } }",
        id=by_code["topic"]["id"],
    )
    assert by_code["topic"]["map"] == by_id["researchMap"]
    assert len(by_code["topic"]["map"]["rankedNodes"]) > 1
    unknown = await ask_sample.reply('{ topic(by: {code: "no.code"}) { map { truncated } } }')
    assert unknown.data == {"topic": None}


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
        ({"first": 51}, "PAGE_TOO_LARGE"),
        ({"where": {"minSharedPapers": 0}}, "BAD_USER_INPUT"),
        ({"where": {"minCitations": -1}}, "BAD_USER_INPUT"),
        ({"exclude": ["no id"]}, "BAD_ID"),
        ({"around": "no id"}, "BAD_ID"),
        ({"around": []}, "BAD_USER_INPUT"),
        ({"around": [PAPER] * 11}, "BAD_USER_INPUT"),
    ],
)
async def test_bad_arguments_are_rejected(ask_sample: Asker, variables: dict[str, object], code: str) -> None:
    """Numbers out of range and texts that are no IDs give an error with a code."""
    reply = await ask_sample.reply(MAP, **{"around": PAPER, **variables})
    assert [error["extensions"]["code"] for error in reply.errors] == [code]


async def test_unknown_center_gives_null_and_an_error(ask_sample: Asker) -> None:
    """A well-formed ID that no entity has gives null and an error that names it, also with a layout."""
    unknown = "p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"
    for around in ([unknown], [PAPER, unknown]):
        reply = await ask_sample.reply(MAP, around=around, layout="FORCE")
        assert reply.data == {"researchMap": None}
        assert [error["message"] for error in reply.errors] == [f"No entity has the ID {unknown}."]


async def test_funder_is_no_center(ask_sample: Asker, graph: Graph) -> None:
    """A funder is not on a research map: its IDs are unknown as centers."""
    await graph.administer(
        "CREATE (:Identifier {scheme: 'funder', value: '10.13039/1'})-[:IDENTIFIES]->"
        "(:Funder {id: 'f_01J9ZX5T3NQ4W8E6R7Y2K0M1AB', name: 'Trust'})"
    )
    try:
        reply = await ask_sample.service.answer(Request('{ researchMap(around: ["funder:10.13039/1"]) { edgeCount } }'))
    finally:
        await graph.administer(
            "MATCH (key:Identifier {scheme: 'funder', value: '10.13039/1'})-[:IDENTIFIES]->(funder) "
            "DETACH DELETE key, funder"
        )
    assert [error["extensions"]["code"] for error in reply.errors] == ["NOT_FOUND"]
