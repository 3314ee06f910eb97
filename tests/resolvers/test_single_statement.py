"""Each request is one Cypher statement, counted on the wire."""

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Service
from tests.byline.proxy import Proxy
from tests.resolvers.graphql_client import Asker
from tests.resolvers.page_queries import LIST_PAGE, PAPER_PAGE, RESEARCHER_PAGE

pytestmark = pytest.mark.graph


@pytest.mark.parametrize(
    ("query", "variables"),
    [
        (RESEARCHER_PAGE, {"name": "Jared Casper"}),
        (PAPER_PAGE, {"arxiv": "2201.11990"}),
        (LIST_PAGE, {}),
        ('{ paper(by: {doi: "10.9999/nothing"}) { title } }', {}),
        ('{ match(papers: [{title: "Megatron"}, {title: "x", authors: ["A. B"]}]) { candidates { match } } }', {}),
        ('{ papers(where: {authors: {none: {node: {id: {in: ["acl-person:x"]}}}}}) { totalCount } }', {}),
        ('{ a: paper(by: {arxiv: "1909.08053"}) { title } topics { totalCount } meta { version } }', {}),
    ],
    ids=["researcher", "paper", "list", "missing root", "match", "IDs in filters", "several roots"],
)
async def test_request_sends_one_run_message(
    three_papers: Graph, address: Address, query: str, variables: dict[str, object]
) -> None:
    """Each request sends exactly one RUN message, the first and the second time."""
    del three_papers  # the fixture loads the papers
    with Proxy(address) as proxy:
        async with Graph(proxy.address) as graph:
            ask = Asker(Service(graph))
            await ask(query, **variables)
            assert proxy.runs == 1
            await ask(query, **variables)
            assert proxy.runs == 2


async def test_aliases_and_literals_share_one_text(ask: Asker) -> None:
    """Documents that differ only in aliases, literals and variable names compile to one Cypher text."""
    prepare = ask.service.plan_cache
    one, _ = prepare.plan("{ papers(first: 3, where: {year: {eq: 2020}}) { nodes { title } } }", None, {})
    other, _ = prepare.plan(
        "query Q($y: Int, $n: Int) { all: papers(first: $n, where: {year: {eq: $y}}) { nodes { name: title } } }",
        None,
        {"y": 1999, "n": 7},
    )
    assert one.text == other.text


async def test_filter_form_determines_plan(ask: Asker) -> None:
    """A document with other values reuses the plan; a filter of another form adds a second plan."""
    query = "query W($w: PaperFilter) { papers(where: $w) { totalCount } }"
    plans = ask.service.plan_cache.plans
    await ask(query, w={"year": {"eq": 2020}})
    before = len(plans)
    await ask(query, w={"year": {"eq": 1999}})
    assert len(plans) == before
    await ask(query, w={"year": {"lt": 1999}})
    assert len(plans) == before + 1
