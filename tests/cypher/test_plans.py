"""Every statement is planned on a real Neo4j with 6,000 papers: no scan without a reason.

Those of `cypher/gds` need a plugin; tests/byline/test_gds_command.py runs them.
"""

from collections.abc import AsyncGenerator

import pytest

from cypher.catalog import Cypher, catalog, group_parameters
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.driver.explain import Plan
from cypher.driver.values import Value
from resolvers.plan_cache import PlanCache
from tests.conftest import emptied
from tests.cypher.many_papers import fill
from tests.resolvers.page_queries import LIST_PAGE, PAPER_PAGE, RESEARCHER_PAGE
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

SCANS = ("AllNodesScan", "NodeByLabelScan", "UnionNodeByLabelsScan", "IntersectionNodeByLabelsScan")
EDGE_SCANS = ("DirectedRelationshipTypeScan", "UndirectedRelationshipTypeScan", "DirectedAllRelationshipsScan")
VALUES: dict[str, Value] = {"string": "x", "int": 1, "float": 1.0, "bool": True, "map": {}, "any": "x"}


@pytest.fixture(scope="module")
async def large_graph(address: Address) -> AsyncGenerator[Graph]:
    async with Graph(address, read_timeout_s=120) as graph:
        await emptied(graph)
        await fill(graph)
        yield graph
        await emptied(graph)


def scans(plan: Plan) -> list[str]:
    """Return the operators of a plan that read every node or relationship of a label or type."""
    return [f"{name} {details}" for name, details in plan.operators if name in SCANS + EDGE_SCANS]


def cartesian_products(plan: Plan) -> list[str]:
    """Return the Cartesian products of a plan with a leaf that is neither a unique lookup nor an argument."""
    names = [name for name, _ in plan.operators]
    seeks = [name for name in names if "Seek" in name and "Unique" not in name]
    return [name for name in names if name == "CartesianProduct"] if seeks else []


@pytest.mark.parametrize(
    "entry",
    sampled_cases([entry for entry in catalog().values() if not entry.name.startswith("gds/")], 60, evenly_spaced=True),
    ids=lambda entry: entry.name,
)
async def test_statement_plans_without_scan(large_graph: Graph, entry: Cypher) -> None:
    """A statement returns the columns of its header, and scans nothing unless its header gives a reason."""
    parameters = {param.name: VALUES.get(param.type.removesuffix("?"), []) for param in entry.params}
    plan = await large_graph.explain(entry.text, parameters)
    file = f"cypher/{entry.name}.cypher"
    assert plan.columns == tuple(column.name for column in entry.returns), (
        f"correct the line @returns of {file}: the statement returns {', '.join(plan.columns)}"
    )
    if not entry.scan:
        operators = scans(plan) + cartesian_products(plan)
        assert not operators, (
            f"{file} reads all nodes or relationships of a kind: {operators}. Start from a property with an index "
            "(cypher/migrations/), or, if the statement has to read all, add to its header: // @scan because REASON"
        )
    if entry.name.startswith(("graphql/", "lookup/", "curation/", "provenance/", "book/")):
        assert plan.kind == "r", f"{file} writes; statements of this folder only read"


COMPILED: dict[str, tuple[str, dict[str, object]]] = {
    "researcher": (RESEARCHER_PAGE, {"name": "N1"}),
    "paper": (PAPER_PAGE, {"arxiv": "2201.11990"}),
    "list": (LIST_PAGE, {}),
    "doi in": ('{ papers(where: {doi: {in: ["10.1000/1"]}}) { nodes { title } } }', {}),
    "by citations": ("{ papers(orderBy: [{field: CITATION_COUNT}]) { nodes { title } } }", {}),
    "by name": ("{ researchers(orderBy: [{field: PAPER_COUNT, direction: DESC}]) { nodes { name } } }", {}),
    "node": ('{ node(id: "p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB") { id } }', {}),
    "nodes": ('{ nodes(ids: ["p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"]) { id ... on Paper { title } } }', {}),
    "match papers": (
        '{ match(papers: [{title: "x", authors: ["y"]}]) { candidates { node { ... on Paper { title } } } } }',
        {},
    ),
    "match researchers": (
        '{ match(researchers: [{name: "x", work: "y"}]) { candidates { node { ... on Researcher { name } } } } }',
        {},
    ),
    "match institutions": ('{ match(institutions: [{name: "x"}]) { candidates { node { id } } } }', {}),
    "topic": ('{ topic(by: {code: "c1"}) { papers { totalCount nodes { title } } } }', {}),
}


@pytest.mark.parametrize("name", sampled_cases(COMPILED, 3, evenly_spaced=True))
async def test_compiled_queries_do_not_scan(large_graph: Graph, name: str) -> None:
    """The compiled Cypher of the pages and common lists reads only from indexes."""
    query, variables = COMPILED[name]
    plan, coerced = PlanCache(15).plan(query, None, variables)
    bound = plan.bind(coerced)
    assert scans(await large_graph.explain(bound.grouped_text, bound.grouped_parameters)) == []


async def test_map_groups_by_no_list(large_graph: Graph) -> None:
    """No aggregation of the research map groups by a list of nodes: Neo4j counts its memory for each group."""
    entry = catalog()["graphql/search_map"]
    plan = await large_graph.explain(group_parameters(entry.text), {"p": {}})
    keys = {key for name, details in plan.operators if name == "EagerAggregation" for key in details.split(", ")}
    assert not keys & {"closest", "ends", "excluded", "lines", "nodes", "ranked", "reached", "rows", "shown"}
    assert {"one", "other", "place"} <= keys


async def test_hub_is_paginated_by_index(large_graph: Graph) -> None:
    """A researcher's newest papers come from the relationship index in its order, without a sort."""
    plan, coerced = PlanCache(15).plan(
        '{ researcher(by: {orcid: "0000-0002-1825-0097"}) { papers(first: 20) { nodes { title } } } }', None, {}
    )
    bound = plan.bind(coerced)
    names = [name for name, _ in (await large_graph.explain(bound.grouped_text, bound.grouped_parameters)).operators]
    assert "DirectedRelationshipIndexSeek" in names
    assert not {"Sort", "Top", "PartialTop"} & set(names)


async def test_newest_papers_come_from_index(large_graph: Graph) -> None:
    """The default list reads paper_ord in order with a limit and without a sort, also after a cursor."""
    for query in (
        "{ papers(first: 20) { nodes { title } } }",
        'query A($c: String = "WyJQYXBlcjpuLm9yZCIsIjEwMDAwIl0") { papers(first: 20, after: $c) { nodes { title } } }',
    ):
        plan, coerced = PlanCache(15).plan(query, None, {})
        bound = plan.bind(coerced)
        names = [
            name for name, _ in (await large_graph.explain(bound.grouped_text, bound.grouped_parameters)).operators
        ]
        assert "Limit" in names
        assert not {"Sort", "Top"} & set(names)
