"""Filters on related entities with a key, over several relationships: one subquery with a MATCH for each."""

import re
from typing import Any

import pytest

from cypher.driver.client import Graph
from resolvers.execute import Request
from resolvers.plan_cache import PlanCache
from tests.resolvers.graphql_client import Asker

pytestmark = pytest.mark.graph

COAUTHORS = """query C($id: ID!) {
  researchers(where: {papers: {some: {node: {authors: {some: {node: {id: {eq: $id}}}}}}}}, first: 100) { nodes { id } }
}"""
THREE_LEVELS = """{
  venues(
    where: {volumes: {some: {node: {papers: {some: {node: {authors: {some: {node: {id: {eq: "acl-person:x"}}}}}}}}}}}
  ) { totalCount }
}"""
EITHER = """query E($one: ID!, $other: ID!) {
  papers(where: {authors: {some: {node: {id: {eq: $one}}}}, not: {authors: {some: {node: {id: {eq: $other}}}}}}) {
    nodes { arxiv }
  }
}"""


async def _id(graph: Graph, name: str) -> str:
    return str((await graph.read("MATCH (r:Researcher {name: $name}) RETURN r.id", {"name": name})).rows[0][0])


async def test_two_levels_contain_the_researcher_of_the_id(ask: Asker, three_papers: Graph) -> None:
    """The authors of a researcher's papers include that researcher: both relationships may be the same one."""
    casper = await _id(three_papers, "Jared Casper")
    expected = await three_papers.read(
        "MATCH (r:Researcher)-[:AUTHORED]->(p) WHERE EXISTS { (p)<-[:AUTHORED]-({id: $id}) } RETURN DISTINCT r.id",
        {"id": casper},
    )
    found: Any = await ask(COAUTHORS, id=casper)
    ids = {node["id"] for node in found["researchers"]["nodes"]}
    assert ids == {str(row[0]) for row in expected.rows}
    assert casper in ids


async def test_filter_with_an_exclusion(ask: Asker, three_papers: Graph) -> None:
    """A nested ID in `not` excludes, also if the same ID is required elsewhere."""
    casper, shoeybi = await _id(three_papers, "Jared Casper"), await _id(three_papers, "Mohammad Shoeybi")
    assert await ask(EITHER, one=casper, other=casper) == {"papers": {"nodes": []}}
    both = await three_papers.read(
        "MATCH (p:Paper)<-[:AUTHORED]-({id: $one}) WHERE NOT EXISTS { (p)<-[:AUTHORED]-({id: $other}) } RETURN p.arxiv",
        {"one": shoeybi, "other": casper},
    )
    found: Any = await ask(EITHER, one=shoeybi, other=casper)
    assert {node["arxiv"] for node in found["papers"]["nodes"]} == {str(row[0]) for row in both.rows}


def test_levels_share_one_subquery() -> None:
    """A filter over three relationships is one subquery; Neo4j planned three nested ones for 96 seconds."""
    plan, _ = PlanCache(20).plan(THREE_LEVELS, None, {})
    assert (plan.text.count("COLLECT"), plan.text.count("EXISTS")) == (1, 0)
    assert re.search(r"id IN ids_\d+ RETURN", plan.text)


async def test_ids_are_known_in_nested_lists(ask: Asker) -> None:
    """Filters by ID in lists of lists, in counts and in groups find the same papers as at the root."""
    found: Any = await ask(
        """query N($id: ID!) {
          papers(where: {id: {eq: $id}}) { nodes { authors(first: 1) { nodes {
            papers(where: {id: {in: [$id]}}) { totalCount nodes { arxiv } groupBy(keys: [YEAR]) { groups { count } } }
            other: papers(where: {id: {ne: $id}}) { totalCount }
            all: papers { totalCount }
          } } } }
          researchers(orderBy: [{count: {papers: {node: {id: {eq: $id}}}}}], first: 1) {
            nodes { papers(where: {id: {eq: $id}}) { totalCount } }
          }
        }""",
        id="arxiv:1909.08053",
    )
    (author,) = found["papers"]["nodes"][0]["authors"]["nodes"]
    assert (author["papers"]["totalCount"], author["papers"]["nodes"]) == (1, [{"arxiv": "1909.08053"}])
    assert author["papers"]["groupBy"] == {"groups": [{"count": 1}]}
    assert author["other"]["totalCount"] == author["all"]["totalCount"] - 1
    assert found["researchers"]["nodes"] == [{"papers": {"totalCount": 1}}]


@pytest.mark.parametrize(
    ("query", "argument"),
    [
        ('{ papers(where: {id: {eq: "hello"}}) { totalCount } }', "where.id.eq"),
        (
            '{ papers(where: {authors: {some: {node: {orcid: {in: ["hello"]}}}}}) { totalCount } }',
            "where.authors.some.node.orcid.in",
        ),
        ('{ papers(where: {or: [{not: {id: {eq: "hello"}}}]}) { totalCount } }', "where.or.not.id.eq"),
        (
            '{ researchers(orderBy: {count: {papers: {node: {id: {eq: "hello"}}}}}) { nodes { id } } }',
            "orderBy.count.papers.node.id.eq",
        ),
        ('{ paper(by: {doi: "hello"}) { id } }', "by.doi"),
        ('{ node(id: "hello") { id } }', "id"),
        ('{ researchMap(around: ["hello"]) { nodes { id } } }', "around"),
    ],
)
async def test_invalid_id_is_reported_with_its_argument(ask: Asker, query: str, argument: str) -> None:
    """The error of an invalid ID begins with the argument that has it."""
    reply = await ask.service.answer(Request(query))
    assert reply.errors[0]["extensions"]["code"] == "BAD_ID"
    assert reply.errors[0]["message"].startswith(f"{argument}: ")
