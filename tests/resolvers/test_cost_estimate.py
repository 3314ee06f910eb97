"""The estimated cost of requests on a graph of a given size."""

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.graph_statistics import NO_STATISTICS, GraphStatistics, read_statistics
from resolvers.compile.plan import BoundPlan
from resolvers.errors import Code
from resolvers.execute import Limits, Request, Service
from resolvers.plan_cache import PlanCache

LARGE = GraphStatistics(
    nodes={"Paper": 1_000_000, "Researcher": 500_000, "Institution": 100_000},
    outgoing={("AUTHORED", "Researcher"): 3_000_000, ("COLLABORATED_WITH", "Researcher"): 5_000_000},
    incoming={("AUTHORED", "Paper"): 3_000_000, ("COLLABORATED_WITH", "Researcher"): 5_000_000},
    reached={("AUTHORED", "out"): 30.0, ("COLLABORATED_WITH", "out"): 25.0, ("COLLABORATED_WITH", "in"): 25.0},
)
ALL_OF_ALL = (
    "{ researchers(where: {collaborators: {all: {node: {collaborators: {all: {node: {paperCount: {gt: 1}}}}}}}})"
    " { nodes { id } } }"
)


def bound(query: str, statistics: GraphStatistics = LARGE) -> BoundPlan:
    """Return the plan of a query, with its cost on a graph of the given size."""
    plan, variables = PlanCache(15).plan(query, None, {})
    return plan.bind(variables, statistics)


def test_nested_filter_costs_what_it_reads() -> None:
    """A filter on the collaborators of collaborators costs the product of their numbers; without statistics, little."""
    scanned_until_page_is_full = 21 / 0.2
    assert bound(ALL_OF_ALL).cost > scanned_until_page_is_full * 20 * 50 * 0.1
    assert bound(ALL_OF_ALL, NO_STATISTICS).cost < 100


@pytest.mark.parametrize(
    ("query", "least", "most"),
    [
        ("{ papers { nodes { title } } }", 20, 50),
        ("{ papers { totalCount } }", 1, 5),
        ('{ papers(where: {id: {eq: "doi:10.1000/182"}}) { totalCount } }', 1, 10),
        ('{ institutions(where: {ror: {eq: "042nb2s44"}}) { totalCount } }', 1, 10),
        ('{ papers(where: {and: [{id: {eq: "doi:10.1000/182"}}, {year: {gt: 9}}]}) { totalCount } }', 1, 10),
        ("{ papers(where: {citationCount: {gt: 9}}) { totalCount } }", 20_000, 60_000),
        ("{ papers(where: {citationCount: {gt: 9}}) { nodes { id } } }", 20, 100),
        ('{ papers(where: {title: {contains: "x"}}) { totalCount } }', 20_000, 60_000),
        ('{ papers(where: {abstract: {contains: "x"}}) { totalCount } }', 200_000, 300_000),
        ('{ papers(where: {abstract: {matches: "x"}}) { totalCount } }', 1_000_000, 1_200_000),
        ('{ papers(where: {abstract: {ignoringCase: {matches: "x"}}}) { totalCount } }', 1_000_000, 1_200_000),
        ("{ papers(orderBy: [{field: REFERENCE_COUNT}]) { nodes { id } } }", 50_000, 100_000),
        ("{ papers(orderBy: [{field: CITATION_COUNT}]) { nodes { id } } }", 20, 50),
        ("{ papers(orderBy: [{count: {authors: {node: {paperCount: {gt: 5}}}}}]) { nodes { id } } }", 400_000, 900_000),
        ("{ papers { groupBy(keys: [YEAR]) { groups { count } } } }", 20_000, 30_000),
        ("{ papers { groupBy(keys: [VENUE, YEAR]) { groups { count } } } }", 20_000, 30_000),
        ("{ researchers(first: 10) { nodes { papers(first: 100) { nodes { title } } } } }", 60, 100),
        ('{ researchMap(around: ["doi:10.1000/182"]) { truncated } }', 4_000, 4_100),
        ('{ researchMap(around: ["doi:10.1000/1", "doi:10.1000/2", "doi:10.1000/3"]) { truncated } }', 12_000, 12_100),
        (
            "{ papers(first: 9) { nodes { authors(first: 100) { nodes { papers(first: 50) { nodes { doi } } } } } } }",
            800,
            1_100,
        ),
    ],
)
def test_cost_follows_rows_and_values(query: str, least: int, most: int) -> None:
    """Scans, walks and sorts cost their rows; index lookups, kept counts and default orders cost almost nothing."""
    assert least <= bound(query).cost <= most


def test_search_reads_at_most_all_entities() -> None:
    """The groups of a search cost less in a small graph: a search finds at most all of its papers."""
    query = '{ papers(query: "x", where: {year: {gt: 9}}) { groupBy(keys: [YEAR]) { groups { count } } } }'
    small = GraphStatistics(nodes={"Paper": 80})
    assert bound(query).cost - bound(query, small).cost > 1_000


async def test_maximum_of_values_does_not_depend_on_graph() -> None:
    """Pages that could have many values are counted in full, even if the graph has few."""
    query = "{ papers(first: 1000) { nodes { authors(first: 1000) { nodes { id } } } } }"
    plan = bound(query)
    assert plan.cost < 10_000
    assert plan.values > 1_000_000
    assert plan.most_expensive_part().path == ("papers", "nodes", "authors", "nodes")
    async with Graph(Address("bolt://127.0.0.1:1", "neo4j", "")) as graph:  # the request is rejected before it reads
        reply = await Service(graph, statistics=LARGE).answer(Request(query))
    assert reply.code is Code.TOO_COSTLY
    assert reply.errors[0]["message"].startswith(f"The response could have {plan.values:,} values, the limit 50,000. ")


async def test_error_names_condition_that_costs_most() -> None:
    """The error names the filter inside the filter; its path is that of the field."""
    async with Graph(Address("bolt://127.0.0.1:1", "neo4j", "")) as graph:  # the request is rejected before it reads
        reply = await Service(graph, Limits(max_cost=1_000), statistics=LARGE).answer(Request(ALL_OF_ALL))
    assert (reply.code, reply.ran) == (Code.TOO_COSTLY, False)
    assert "researchers.where.collaborators.all.collaborators.all makes up" in reply.errors[0]["message"]
    assert reply.errors[0]["path"] == ["researchers"]


@pytest.mark.graph
async def test_statistics_equal_counts(three_papers: Graph) -> None:
    """The statistics have the counts that Cypher gives, and the mean degree of reached nodes."""
    statistics = await read_statistics(three_papers)
    (row,) = (
        await three_papers.read(
            "MATCH (p:Paper) WITH count(p) AS papers MATCH (r:Researcher)-[a:AUTHORED]->() "
            "RETURN papers, count(DISTINCT r), count(a)"
        )
    ).rows
    papers, authors, authored = (int(str(value)) for value in row)
    assert (statistics.nodes["Paper"], statistics.nodes["Researcher"]) == (papers, authors)
    assert statistics.degree("Paper", "AUTHORED", "in") == pytest.approx(authored / papers)
    assert statistics.degree("Researcher", "AUTHORED", "out") == pytest.approx(authored / authors)
    assert statistics.degree("Researcher", "AUTHORED", "out", reached=True) >= authored / authors
    assert statistics.end_label("AUTHORED", "out") == "Paper"
