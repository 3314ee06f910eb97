"""Traversals of many steps: trees of topics and institutions, chains of citations."""

from typing import Any

import pytest

from cypher.driver.client import Graph
from resolvers.execute import Service
from tests.resolvers.graphql_client import Asker

pytestmark = pytest.mark.graph
ZEROS = "0" * 25

TOPICS = """
UNWIND range(0, 3) AS i
CREATE (:Topic {id: 't_' + $zeros + i, ord: 'o' + i, scheme: 's', code: toString(i), name: 'T' + i})
WITH count(*) AS made
UNWIND [[1, 0], [2, 1], [3, 2], [3, 0], [0, 3]] AS pair
MATCH (part:Topic {id: 't_' + $zeros + pair[0]}), (whole:Topic {id: 't_' + $zeros + pair[1]})
CREATE (part)-[:PART_OF]->(whole)
"""
PAPERS = """
UNWIND range(0, 6) AS i
CREATE (:Paper {id: 'p_' + $zeros + i, ord: 'o' + i, title: 'P' + i, kind: 'article'})
WITH count(*) AS made
UNWIND [[0, 1], [0, 2], [1, 3], [2, 3], [3, 4], [4, 5], [5, 6], [3, 0]] AS pair
MATCH (citing:Paper {id: 'p_' + $zeros + pair[0]}), (cited:Paper {id: 'p_' + $zeros + pair[1]})
CREATE (citing)-[:CITES {pid: cited.id, ord: citing.ord, sources: ['test']}]->(cited)
"""
MANY = """
CREATE (whole:Institution {id: 'i_' + $zeros + '0', ord: 'a', name: 'All'})
WITH whole
UNWIND range(1, 10003) AS i
CREATE (:Institution {id: 'i_' + i, ord: 'b' + (100000 + i), name: 'I' + i})-[:PART_OF]->(whole)
"""


async def query_after(graph: Graph, setting: str, query: str) -> Any:  # noqa: ANN401 an answer
    await graph.administer(setting, {"zeros": ZEROS})
    answer: Any = await Asker(Service(graph))(query.replace("_0", f"_{ZEROS}0").replace("_3", f"_{ZEROS}3"))
    return next(iter(answer.values()))


async def test_ancestors_of_cyclic_tree(empty_graph: Graph) -> None:
    """Each ancestor appears once with its shortest depth, and never the start, although the tree is cyclic."""
    topic = await query_after(
        empty_graph,
        TOPICS,
        '{ topic(by: {id: "t_3"}) { ancestors { totalCount truncated edges { depth node { code } } } } }',
    )
    assert topic["ancestors"] == {
        "totalCount": 3,
        "truncated": False,
        "edges": [
            {"depth": 1, "node": {"code": "0"}},
            {"depth": 1, "node": {"code": "2"}},
            {"depth": 2, "node": {"code": "1"}},
        ],
    }


async def test_max_depth_limits_descendants(empty_graph: Graph) -> None:
    """`maxDepth` limits the results; filters, orders and pages apply within the limit."""
    query = """{ topic(by: {id: "t_0"}) {
      near: descendants(maxDepth: 1) { nodes { code } }
      page: descendants(first: 1, orderBy: [{edge: DEPTH, direction: DESC}]) { nodes { code } pageInfo { hasNextPage } }
      some: descendants(where: {code: {ne: "3"}}) { totalCount nodes { code } } } }"""
    topic = await query_after(empty_graph, TOPICS, query)
    assert [one["code"] for one in topic["near"]["nodes"]] == ["1", "3"]
    assert topic["page"] == {"nodes": [{"code": "2"}], "pageInfo": {"hasNextPage": True}}
    assert topic["some"] == {"totalCount": 2, "nodes": [{"code": "1"}, {"code": "2"}]}


async def test_ancestors_filter_finds_descendants(empty_graph: Graph) -> None:
    """`ancestors: {some: ...}` finds the descendants of a topic at any depth."""
    found = await query_after(
        empty_graph,
        TOPICS,
        '{ topics(where: {ancestors: {some: {node: {code: {eq: "1"}}}}, code: {gt: "1"}}) { nodes { code } } }',
    )
    assert [one["code"] for one in found["nodes"]] == ["2", "3"]


async def test_transitive_references_have_citation_chains(empty_graph: Graph) -> None:
    """Transitive references have a depth and a chain in which each paper cites the next."""
    query = """{ paper(by: {id: "p_0"}) {
      transitiveReferences(maxDepth: 3) { edges { depth node { title } chain { title } } }
      transitiveCitedBy { edges { depth node { title } chain { title } } } } }"""
    paper = await query_after(empty_graph, PAPERS, query)
    rows = [
        (edge["depth"], edge["node"]["title"], [one["title"] for one in edge["chain"]])
        for edge in paper["transitiveReferences"]["edges"]
    ]
    assert [row[:2] for row in rows] == [(1, "P1"), (1, "P2"), (2, "P3"), (3, "P4")]
    assert rows[0][2] == ["P0", "P1"]
    assert rows[3][2] in (["P0", "P1", "P3", "P4"], ["P0", "P2", "P3", "P4"])
    back = paper["transitiveCitedBy"]["edges"]
    assert [(edge["depth"], edge["node"]["title"]) for edge in back] == [(1, "P3"), (2, "P1"), (2, "P2")]
    assert [one["title"] for one in back[1]["chain"]] == ["P1", "P3", "P0"]


@pytest.mark.full
async def test_truncated_traversal_is_reported(empty_graph: Graph) -> None:
    """Of 10,003 descendants, the list has 10,000 and reports truncation, whatever the filter."""
    query = """{ institution(by: {id: "i_0"}) {
      descendants(first: 1) { totalCount truncated nodes { name } }
      few: descendants(where: {name: {eq: "I7"}}) { totalCount truncated } } }"""
    found = await query_after(empty_graph, MANY, query)
    assert found["descendants"] == {"totalCount": 10_000, "truncated": True, "nodes": [{"name": "I1"}]}
    assert found["few"] == {"totalCount": 1, "truncated": True}


@pytest.mark.parametrize(("walk", "depth"), [("transitiveReferences", 6), ("transitiveCitedBy", 0)])
async def test_depth_out_of_bounds_is_rejected(empty_graph: Graph, walk: str, depth: int) -> None:
    """A depth out of bounds returns BAD_USER_INPUT, and the error names the bounds."""
    reply = await Asker(Service(empty_graph)).reply(
        f'{{ paper(by: {{id: "p_{ZEROS}0"}}) {{ {walk}(maxDepth: {depth}) {{ totalCount }} }} }}'
    )
    assert [(error["extensions"]["code"], error["message"]) for error in reply.errors] == [
        ("BAD_USER_INPUT", f"maxDepth is {depth}. Use 1 to 5.")
    ]
