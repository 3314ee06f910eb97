"""Paths, similar papers and maps of the sample, compared with values worked out by hand."""

from collections import Counter
from typing import Any

import pytest

from cypher.driver.client import Graph
from tests.resolvers.graphql_client import Asker
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

PEOPLE = """
query I($a: String!, $b: String!) {
  a: researchers(where: {name: {eq: $a}}) { nodes { id } }
  b: researchers(where: {name: {eq: $b}}) { nodes { id } }
}
"""
PATHS = """
query P($a: [ID!]!, $b: [ID!]!, $k: Int!, $max: Int!) {
  collaborationPaths(from: $a, to: $b, first: $k, maxLength: $max) {
    paths { length people { name } hops { paperCount papers { arxiv acl } } }
  }
}
"""
RELATED = """
query R($arxiv: String!) {
  paper(by: {arxiv: $arxiv}) {
    references { totalCount } citedBy { totalCount } authors { totalCount } topics { totalCount }
    similarPapers(first: 3) { score reasons { kind count } paper { arxiv } }
  }
}
"""
MAP = """
query M($id: ID!, $n: Int!) {
  researchMap(around: [$id], first: $n) { truncated nodes { __typename } edges { kind } }
}
"""


async def find_paths(ask: Asker, start: str, end: str, *, k: int = 5, longest: int = 6) -> list[dict[str, Any]]:
    ends: Any = await ask(PEOPLE, a=start, b=end)
    ids = {one: ends[one]["nodes"][0]["id"] for one in "ab"}
    found: Any = await ask(PATHS, **ids, k=k, max=longest)
    return found["collaborationPaths"]["paths"]


def inner_names(chain: dict[str, Any]) -> list[str]:
    return [person["name"] for person in chain["people"][1:-1]]


async def test_paths_have_papers_of_each_hop(ask_sample: Asker) -> None:
    """Two paths of three steps lead from LeGresley to Zhilin Yang, the one with nine joint papers first."""
    strong, weak = await find_paths(ask_sample, "Patrick LeGresley", "Zhilin Yang", longest=3)
    assert inner_names(strong) == ["Shrimai Prabhumoye", "Ruslan Salakhutdinov"]
    assert inner_names(weak) == ["Shrimai Prabhumoye", "Yiming Yang"]
    assert [[hop["paperCount"] for hop in chain["hops"]] for chain in (strong, weak)] == [[1, 6, 2], [1, 2, 2]]
    proof = [[paper["arxiv"] or paper["acl"] for paper in hop["papers"]] for hop in weak["hops"]]
    assert proof == [
        ["2201.11990"],
        ["2022.csrr-1.7", "2020.acl-main.169"],
        ["1906.08237", "P19-1285"],
    ]  # the most cited first
    assert [len(hop["papers"]) for hop in strong["hops"]] == [1, 6, 2]


async def test_equally_long_paths_are_ordered_by_joint_papers(ask_sample: Asker) -> None:
    """Of 22 paths from Smith to Harlap, the four with five papers come first, by family name,
    then those with four.
    """
    found = await find_paths(ask_sample, "Shaden Smith", "Aaron Harlap")
    assert [inner_names(chain) for chain in found[:4]] == [
        ["Jared Casper", "Deepak Narayanan"],
        ["Bryan Catanzaro", "Deepak Narayanan"],
        ["Vijay Korthikanti", "Deepak Narayanan"],
        ["Mohammad Shoeybi", "Deepak Narayanan"],
    ]
    assert [sum(hop["paperCount"] for hop in chain["hops"]) for chain in found] == [5, 5, 5, 5, 4]


async def test_distant_people_are_five_steps_apart(ask_sample: Asker) -> None:
    """Aaron Harlap and Zhilin Yang are five steps apart: no path within four, and each step has its papers."""
    assert await find_paths(ask_sample, "Aaron Harlap", "Zhilin Yang", longest=4) == []
    found = await find_paths(ask_sample, "Aaron Harlap", "Zhilin Yang")
    assert [chain["length"] for chain in found] == [5] * 5
    for chain in found:
        assert inner_names(chain)[2] == "Shrimai Prabhumoye"
        assert inner_names(chain)[3] in {"Ruslan Salakhutdinov", "Yiming Yang"}
        assert len({person["name"] for person in chain["people"]}) == 6
        assert all(hop["papers"] for hop in chain["hops"])


async def test_missing_path_gives_empty_list(ask_sample: Asker) -> None:
    """No path leads from an author of RoBERTa to LeGresley, so the answer is empty."""
    assert await find_paths(ask_sample, "Omer Levy", "Patrick LeGresley") == []


async def test_similar_papers_have_scores_and_reasons(ask_sample: Asker) -> None:
    """The three papers similar to 2104.04473 have the expected counts: 10 references, 4 people and a topic for
    2205.05198; 8, 5 and 1 for 1909.08053; 0, 7 and 1 for 2201.11990. The score is the percentage of the points of an
    identical paper.
    """
    found: Any = await ask_sample(RELATED, arxiv="2104.04473")
    counts = {name: found["paper"][name]["totalCount"] for name in ("references", "citedBy", "authors", "topics")}
    highest = counts["references"] + counts["citedBy"] + counts["authors"] / 2 + counts["topics"] / 4
    shown = [
        (
            one["paper"]["arxiv"],
            one["score"] * highest / 100,
            {reason["kind"]: reason["count"] for reason in one["reasons"]},
        )
        for one in found["paper"]["similarPapers"]
    ]
    assert shown == [
        (
            "2205.05198",
            pytest.approx(10 + 4 / 2 + 1 / 4, abs=0.01),
            {"SHARED_REFERENCES": 10, "SHARED_AUTHORS": 4, "SHARED_TOPICS": 1},
        ),
        (
            "1909.08053",
            pytest.approx(8 + 1 + 5 / 2 + 1 / 4, abs=0.01),
            {"SHARED_REFERENCES": 8, "CITED_TOGETHER": 1, "SHARED_AUTHORS": 5, "SHARED_TOPICS": 1},
        ),
        (
            "2201.11990",
            pytest.approx(1 + 7 / 2 + 1 / 4, abs=0.01),
            {"CITED_TOGETHER": 1, "SHARED_AUTHORS": 7, "SHARED_TOPICS": 1},
        ),
    ]


async def test_map_around_paper(ask_sample: Asker) -> None:
    """The map around 2205.05198 has its 7 people, 15 cited works and 2 topics, with every edge among them."""
    paper: Any = await ask_sample('{ paper(by: {arxiv: "2205.05198"}) { id } }')
    found: Any = (await ask_sample(MAP, id=paper["paper"]["id"], n=20))["researchMap"]
    assert found["truncated"] is False
    assert Counter(node["__typename"] for node in found["nodes"]) == {"Paper": 1 + 15, "Researcher": 7, "Topic": 2}
    # 15 of its own, 10 by 2104.04473, 3 by 1909.08053; of its people 4 wrote 2104.04473, 4 2201.11990, 3 1909.08053
    assert Counter(edge["kind"] for edge in found["edges"]) == {
        "CITES": 15 + 10 + 3,
        "AUTHORED": 7 + 4 + 4 + 3,
        "COLLABORATED_WITH": 7 * 6 // 2,
        "ABOUT": 8,
    }
    cut: Any = (await ask_sample(MAP, id=paper["paper"]["id"], n=5))["researchMap"]
    assert cut["truncated"] is True
    assert Counter(node["__typename"] for node in cut["nodes"]) == {"Paper": 1 + 5, "Researcher": 5, "Topic": 2}


async def test_sample_paper_counts(ask_sample: Asker) -> None:
    """In the sample, LeGresley has 3 works and Casper has 5."""
    found: Any = await ask_sample(
        '{ researchers(where: {name: {in: ["Patrick LeGresley", "Jared Casper"]}}) { nodes { name paperCount } } }'
    )
    assert {one["name"]: one["paperCount"] for one in found["researchers"]["nodes"]} == {
        "Patrick LeGresley": 3,
        "Jared Casper": 5,
    }


async def test_papers_of_julie_bernauer_oldest_first(ask_sample: Asker) -> None:
    """Julie Bernauer's papers, oldest first: 2104.04473 (cs.CL, code, 2021-04-09), then 2201.11990."""
    found: Any = await ask_sample(
        '{ researchers(where: {name: {eq: "Julie Bernauer"}}) { nodes {'
        " papers(orderBy: [{field: PUBLISHED_ON, direction: ASC}]) { nodes {"
        " arxiv hasCode primaryTopic { code } dates { value kind source } authorsComplete } } } } }"
    )
    first, second = found["researchers"]["nodes"][0]["papers"]["nodes"]
    assert (first["arxiv"], first["hasCode"], first["primaryTopic"]) == ("2104.04473", True, {"code": "cs.CL"})
    assert {"value": "2021-04-09", "kind": "PUBLISHED", "source": "bibtex"} in first["dates"]
    assert first["authorsComplete"] is True  # arXiv's record completes the one that was cut off
    assert second["arxiv"] == "2201.11990"


@pytest.mark.parametrize("label", ["Researcher", "Paper", "Topic", "Institution", "Venue", "Volume"])
@pytest.mark.parametrize("most", sampled_cases([2, 10]))
async def test_map_nodes_connect_to_center(ask_sample: Asker, graph: Graph, label: str, most: int) -> None:
    """On a map of any size around an entity of any kind, each node has an edge to or from the center."""
    middles = f"MATCH (n:{label}) RETURN n.id ORDER BY COUNT {{ (n)--() }} DESC, n.id LIMIT 25"
    query = "query M($id: ID!, $n: Int!) { researchMap(around: [$id], first: $n) { nodes { id } edges { from to } } }"
    for middle in [str(row[0]) for row in (await graph.read(middles)).rows]:
        shown: Any = (await ask_sample(query, id=middle, n=most))["researchMap"]
        first, *others = [node["id"] for node in shown["nodes"]]
        tied = {end for edge in shown["edges"] if middle in edge.values() for end in edge.values()}
        assert first == middle
        assert set(others) == tied - {middle}


async def test_topic_map_weights_equal_paper_counts(ask_sample: Asker) -> None:
    """On the map of cs.CL, each WROTE_ON edge weighs the person's paper count in the topic's list."""
    found: Any = await ask_sample(
        '{ topic(by: {code: "cs.CL"}) { id researchers(first: 1000) { edges { paperCount node { id } } } } }'
    )
    papers: dict[str, int] = {edge["node"]["id"]: edge["paperCount"] for edge in found["topic"]["researchers"]["edges"]}
    query = "query M($id: ID!) { researchMap(around: [$id]) { edges { from to kind weight } } }"
    shown: Any = await ask_sample(query, id=found["topic"]["id"])
    edges: list[dict[str, Any]] = shown["researchMap"]["edges"]
    wrote: dict[str, float] = {
        edge["from"]: edge["weight"] for edge in edges if edge["kind"] == "WROTE_ON" and edge["from"] in papers
    }
    assert len(wrote) == 10
    assert wrote == {person: papers[person] for person in wrote}
    assert sorted(wrote.values(), reverse=True) == sorted(papers.values(), reverse=True)[:10]


async def test_search_is_limited_to_kinds(ask_sample: Asker) -> None:
    """A search with `kinds` finds and counts only those kinds, and is not truncated."""
    query = (
        'query S($kinds: [EntityKind!]) { search(query: "university", kinds: $kinds)'
        " { totalCount truncated nodes { __typename } } }"
    )
    found: Any = (await ask_sample(query, kinds=["INSTITUTION"]))["search"]
    assert {node["__typename"] for node in found["nodes"]} == {"Institution"}
    assert (found["totalCount"], found["truncated"]) == (len(found["nodes"]), False)
    none: Any = (await ask_sample(query, kinds=["TOPIC"]))["search"]
    assert (none["totalCount"], none["nodes"]) == (0, [])


async def test_summary_names_its_source(ask_sample: Asker) -> None:
    """A paper of the sample has Byline's summary with its source; filters and orders use both."""
    answer: Any = await ask_sample(
        """{ paper(by: {arxiv: "1706.03762"}) { summary { text source } }
             papers(where: {summary: {contains: "transformer, a sequence model"}, summarySource: {eq: "byline"}},
                    orderBy: [{field: SUMMARY}]) { nodes { arxiv summary { source } } } }"""
    )
    assert answer["paper"]["summary"]["source"] == "byline"
    assert answer["paper"]["summary"]["text"].startswith("Introduces the transformer")
    assert answer["papers"]["nodes"] == [{"arxiv": "1706.03762", "summary": {"source": "byline"}}]


async def test_unknown_list_is_null_and_known_list_is_a_connection(ask_sample: Asker) -> None:
    """Institutions of a paper are null if no source states them, else a connection with filter, order and groups."""
    found: Any = await ask_sample(
        """{ papers(first: 200) { nodes { institutionCount institutions(first: 1) {
               totalCount edges { position positions node { id } }
               groupBy(keys: [COUNTRY]) { groups { count } } } } } }"""
    )
    papers = found["papers"]["nodes"]
    known = [paper for paper in papers if paper["institutions"] is not None]
    assert known
    assert any(paper["institutions"] is None for paper in papers)
    for paper in papers:
        institutions = paper["institutions"]
        assert paper["institutionCount"] == (None if institutions is None else institutions["totalCount"])
    for paper in known:
        assert sum(group["count"] for group in paper["institutions"]["groupBy"]["groups"]) == paper["institutionCount"]
        assert all(min(edge["positions"]) == edge["position"] for edge in paper["institutions"]["edges"])


async def test_group_keys_of_enums_are_accepted_by_filters(ask_sample: Asker) -> None:
    """The key of a group of an enum is the name of its member, and a filter with it finds the items of the group."""
    found: Any = await ask_sample("{ papers { groupBy(keys: [KIND]) { groups { count keys { value } } } } }")
    groups = found["papers"]["groupBy"]["groups"]
    assert {group["keys"][0]["value"] for group in groups} >= {"ARTICLE", "PREPRINT"}
    for group in groups:
        query = "query Q($kind: PaperKind!) { papers(where: {kind: {eq: $kind}}) { totalCount } }"
        matches: Any = await ask_sample(query, kind=group["keys"][0]["value"])
        assert matches["papers"]["totalCount"] == group["count"]


@pytest.mark.full
async def test_map_of_a_node_equals_the_root_field(ask_sample: Asker) -> None:
    """`map` of a node gives the same as `researchMap` with its ID."""
    names: Any = await ask_sample('{ researchers(where: {name: {eq: "Jared Casper"}}) { nodes { id } } }')
    one = names["researchers"]["nodes"][0]["id"]
    edges = "{ truncated centers { id } nodes { id } edges { from to kind weight } }"
    from_root: Any = await ask_sample(f"query Q($a: ID!) {{ researchMap(around: [$a], first: 5) {edges} }}", a=one)
    from_node: Any = await ask_sample(
        f"query Q($a: ID!) {{ researcher(by: {{id: $a}}) {{ map(first: 5) {edges} }} }}", a=one
    )
    assert from_root["researchMap"] == from_node["researcher"]["map"]
