"""The Cypher of an operation, as an analyst can copy it."""

import re
from typing import Any, cast

import pytest
from inline_snapshot import snapshot

from cypher.driver.client import Graph
from resolvers.compile.cypher_format import to_browser_script
from resolvers.execute import Request, Service
from resolvers.plan_cache import PlanCache

PAGE = """query Q($word: String!, $size: Int = 2) {
  papers(first: $size, where: {title: {contains: $word}, authors: {some: {edge: {position: {eq: 1}}}}}) {
    totalCount edges { cursor node { title authors(first: 1) { nodes { name } } } } } }"""


def browser_script(query: str, **variables: Any) -> str:  # noqa: ANN401 JSON
    plan, coerced = PlanCache(15).plan(query, None, variables)
    bound = plan.bind(coerced)
    return to_browser_script(bound.text, bound.parameters)


def test_filtered_page_is_one_statement() -> None:
    """A filtered page with a nested list is one statement: parameters first, one clause per line."""
    assert browser_script(PAGE, word='Mega"tron') == snapshot("""\
:param p0 => 2;
:param p1 => "Mega\\"tron";
:param p2 => 1;
:param p3 => 1;

CALL () {
  MATCH (n_2:Paper)
  WHERE n_2.ord IS NOT NULL AND n_2.id IS NOT NULL AND n_2.title CONTAINS $p1 AND EXISTS {
    MATCH (n_2)<-[e_3:AUTHORED]-()
    WHERE e_3.position = $p2
  }
  WITH n_2
  ORDER BY n_2.ord
  LIMIT $p0
  CALL (n_2) {
    MATCH (n_2)<-[e_4:AUTHORED]-(n_5)
    WITH n_5, e_4
    ORDER BY e_4.position, n_5.id
    LIMIT $p3
    WITH [[n_5.name], [e_4.position, n_5.id]] AS y_6
    RETURN collect(y_6) AS x_7
  }
  WITH [[[n_2.ord], [n_2.title, [x_7, null]]], [n_2.ord]] AS y_8
  RETURN collect(y_8) AS x_9
}
RETURN [x_9, COUNT {
  MATCH (n_2:Paper)
  WHERE n_2.title CONTAINS $p1 AND EXISTS {
    MATCH (n_2)<-[e_3:AUTHORED]-()
    WHERE e_3.position = $p2
  }
}] AS c0;\
""")


def test_hub_lookup_uses_relationship_index() -> None:
    """A hub's newest papers come from the relationship index, and their count is the stored degree."""
    query = '{ researcher(by: {orcid: "0000-0002-1825-0097"}) { papers(first: 20) { totalCount nodes { title } } } }'
    assert browser_script(query) == snapshot("""\
:param p0 => "0000-0002-1825-0097";
:param p1 => 20;

CALL () {
  MATCH (:Identifier {scheme: 'orcid', value: $p0})-[:IDENTIFIES]->(n_1:Researcher)
  CALL (n_1) {
    MATCH ()-[e_2:AUTHORED]->(n_3)
    WHERE e_2.rid = n_1.id AND e_2.ord IS NOT NULL
    WITH n_3, e_2
    ORDER BY e_2.rid, e_2.ord
    LIMIT $p1
    WITH [[n_3.title], [e_2.ord]] AS y_4
    RETURN collect(y_4) AS x_5
  }
  WITH [[x_5, COUNT {
    MATCH (n_1)-[:AUTHORED]->()
  }]] AS y_6
  RETURN collect(y_6) AS x_7
}
RETURN x_7 AS c0;\
""")


def test_names_do_not_affect_cypher_text() -> None:
    """Documents that differ only in aliases, literals, variable names and operation names give one text."""
    one = "query A { a: papers(first: 3, where: {year: {gte: 2020}}) { nodes { t: title } } }"
    other = "query B($n: Int, $y: Int) { p: papers(first: $n, where: {year: {gte: $y}}) { nodes { title } } }"
    first, second = (PlanCache(15).plan(query, None, {"n": 7, "y": 1999})[0].text for query in (one, other))
    assert first == second


@pytest.mark.graph
async def test_printed_statement_runs(three_papers: Graph) -> None:
    """The printed statement, with its parameters evaluated by Neo4j, gives the same answer as the service."""
    query = (
        '{ a: papers(where: {title: {in: ["Über\\u0007 \\"x\\"", "none"]}}) { totalCount } b: papers { totalCount } }'
    )
    lines = browser_script(query).splitlines()
    given = dict(
        line.removeprefix(":param ").removesuffix(";").split(" => ", 1) for line in lines if line.startswith(":param ")
    )
    statement = "\n".join(line for line in lines if not line.startswith(":param ")).removesuffix(";")
    values = cast("list[Any]", (await three_papers.read(f"RETURN [{', '.join(given.values())}]")).rows[0][0])
    assert 'Über\u0007 "x"' in values[1]
    row = (await three_papers.read(statement, dict(zip(given, values, strict=True)))).rows[0]
    assert row == [[None, 0], [None, 3]]


@pytest.mark.graph
async def test_setting_adds_cypher_to_extensions(three_papers: Graph) -> None:
    """With the setting, `extensions.cypher` has the formatted text and parameters; by default it is absent."""
    request = Request(PAGE, {"word": "Megatron"})
    told = (await Service(three_papers, shows_cypher=True).answer(request)).extensions["cypher"]
    assert told["text"].startswith("CALL () {\n  MATCH (")
    assert "Megatron" in told["parameters"].values()
    assert "cypher" not in (await Service(three_papers).answer(request)).extensions


def test_request_has_one_parameter() -> None:
    """The text that runs reads all values from one map, so that one plan serves all arguments."""
    plan, coerced = PlanCache(15).plan(PAGE, None, {"word": "x"})
    bound = plan.bind(coerced)
    assert set(re.findall(r"\$\w+", bound.grouped_text)) == {"$p"}
    assert bound.grouped_parameters == {"p": bound.parameters}
