"""Compiled answers equal those of the naive evaluation."""

from collections.abc import AsyncGenerator
from random import Random

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Limits, Request, Service
from tests.loaders.load_helpers import load_records, load_sample
from tests.reference.answer import answer
from tests.reference.extra_data import besides
from tests.reference.generate import Generator, Pages
from tests.reference.graph_dump import world
from tests.reference.mistakes import with_mistake
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

HAND_WRITTEN = (
    "{ papers(first: 3) { totalCount nodes { title year authors(first: 2) { totalCount nodes { name } } } } }",
    """{ researchers(where: {name: {contains: "Catanzaro"}}) {
         nodes { name papers(first: 5) { edges { position node { arxiv } } } } } }""",
    """{ papers(where: {acl: {isNull: false}, year: {gte: 2020}}, orderBy: [{field: TITLE, direction: ASC}]) {
         nodes { title } } }""",
    "{ papers(where: {not: {year: {lt: 2021}}}) { totalCount } topics { nodes { code name paperCount } } }",
    "{ papers(where: {or: []}) { totalCount } all: papers(where: {and: []}) { totalCount } }",
    """{ papers(orderBy: [{field: PUBLISHED_ON, direction: ASC}], last: 4) {
         nodes { id publishedOn } pageInfo { hasPreviousPage } } }""",
    """{ papers(where: {
         authors: {some: {node: {name: {eq: "Jared Casper"}}, edge: {position: {lte: 5}}}, count: {gte: 6}},
         topics: {all: {node: {code: {startsWith: "cs."}}}}, venues: {none: {}}}) { totalCount nodes { arxiv } } }""",
    """{ researchers(where: {papers: {single: {node: {topics: {some: {node: {code: {eq: "cs.DC"}}}}}}},
         collaborators: {some: {edge: {paperCount: {gte: 3}}}}}) { nodes { name } } }""",
    """{ institutions(where: {name: {ignoringCase: {contains: "UNIVERSITY"}}, papers: {count: {gte: 1}}}) {
         nodes { name } } papers(where: {title: {matches: "(Mega|mega)tron.*"}}) { nodes { title } } }""",
    """{ funders(where: {papers: {some: {node: {year: {gte: 2020}}, edge: {awards: {has: "A1"}}}}}) {
         totalCount nodes { name registry paperCount papers(first: 3) { totalCount edges { awards node { title } } } }
       } }""",
    """{ papers(where: {citedBy: {some: {edge: {influential: {eq: true}, intents: {has: "result"}}}},
         outgoingRelations: {some: {edge: {kinds: {has: CORRECTS}}}}}) {
         nodes { title openAccessColor fundingKnown referencesKnown
           relations(first: 3) { totalCount edges { kinds node { arxiv } } }
           relations(first: 3) { totalCount edges { kinds sources node { arxiv } } }
           funders(first: 2) { totalCount edges { awards sources node { name } } }
           citedBy(first: 3, orderBy: [{edge: INFLUENTIAL}]) { edges { influential intents node { arxiv } } } } } }""",
    "fragment P on Paper { title kind } { papers(first: 2) { edges { node { ...P ... on Node { id } } } } }",
)


@pytest.fixture(scope="module")
async def sample(address: Address, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Graph]:
    async with Graph(address) as graph:
        await load_sample(graph)
        ids = [f"arxiv:{thing.props['arxiv']}" for thing in (await world(graph)).of("Paper") if "arxiv" in thing.props]
        await load_records(graph, tmp_path_factory.mktemp("besides"), besides(sorted(ids)), loader="besides")
        yield graph


@pytest.mark.parametrize("query", sampled_cases(HAND_WRITTEN, 4, evenly_spaced=True))
async def test_hand_written_operations_agree(sample: Graph, query: str) -> None:
    """The compiled answer to a hand-written operation equals the naive answer."""
    reply = await Service(sample).answer(Request(query))
    assert not reply.errors
    assert reply.data == answer(await world(sample), query)


async def check_agreement(graph: Graph, seed: int, shapes: int, each: int) -> None:
    """Run each generated operation with several sets of values; planning takes most of the first run.

    Of ten operations, one contains a mistake and one continues from a cursor.
    """
    everything = await world(graph)
    generator = Generator(everything, seed)
    random = Random(seed)  # noqa: S311 no secret
    service = Service(graph, Limits(max_cost=10_000_000))
    filled = 0
    for place in range(shapes * each):
        query = generator.again() if place % each else generator.operation()
        cursors: dict[str, int] = {}
        if place % 10 == 3:
            query, cursors = await cursor_operation(service, generator.pages(), random)
        if place % 10 == 8:
            await check_rejected(service, *with_mistake(query, random))
            continue
        reply = await service.answer(Request(query))
        assert not reply.errors, (place, query, reply.errors)
        expected = answer(everything, query, cursors)
        filled += any(root.get("nodes") or root.get("edges") for root in expected.values())
        assert reply.data == expected, (place, query)
    assert filled > shapes * each / 2, "most generated operations should find something"


async def cursor_operation(service: Service, pages: Pages, random: Random) -> tuple[str, dict[str, int]]:
    """Return an operation that continues from a cursor, in either direction, and the row of each cursor."""
    reply = await service.answer(Request(pages.at("first: 40", "{ edges { cursor } }")))
    assert reply.data is not None, (pages, reply.errors)
    cursors = {edge["cursor"]: place for place, edge in enumerate(reply.data["r0"]["edges"])}
    take, go = random.choice((("first", "after"), ("last", "before"), ("first", "before"), ("last", "after")))
    size = f"{take}: {random.choice((0, 1, 3, 20))}"
    return pages.at(f'{size}, {go}: "{random.choice(list(cursors))}"' if cursors else size), cursors


async def check_rejected(service: Service, query: str, code: str) -> None:
    """Check that an operation with a mistake does not run and returns the expected code."""
    reply = await service.answer(Request(query))
    assert (reply.code and reply.code.name, reply.ran, reply.data) == (code, False, None), (query, reply.errors)
    assert reply.errors[0]["message"]


@pytest.mark.full
async def test_generated_operations_agree(sample: Graph) -> None:
    """500 generated operations agree, including filters, orders, cursors, groups and mistakes."""
    await check_agreement(sample, seed=1, shapes=125, each=4)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2, 102))
async def test_many_generated_operations_agree(sample: Graph, seed: int) -> None:
    """For each seed, another 200 generated operations agree, 20,000 in total."""
    await check_agreement(sample, seed, shapes=50, each=4)
