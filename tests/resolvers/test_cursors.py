"""Keyset pagination: in every order, cursors return each item once, even while data changes."""

import base64
import json
from collections.abc import AsyncGenerator
from random import Random
from typing import Any, NamedTuple

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.errors import Code
from resolvers.execute import Request, Service
from tests.loaders.load_helpers import load_sample
from tests.reference.generate import EDGE_SORTS, EDGES, SORTS, Generator
from tests.reference.graph_dump import world
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

INSERT = """UNWIND $papers AS paper CREATE (p:Paper {id: paper.id, title: paper.title, year: paper.year,
    publishedOn: toString(paper.year), ord: paper.ord, citationCount: paper.cited, kind: 'article', note: 'passing'})"""
DELETE = "MATCH (p:Paper {note: 'passing'}) WHERE p.id IN $ids DETACH DELETE p"
PASSING = "MATCH (p:Paper {note: 'passing'}) RETURN p.id"


@pytest.fixture(scope="module")
async def sample(address: Address) -> AsyncGenerator[Graph]:
    async with Graph(address) as graph:
        await load_sample(graph)
        yield graph


async def query_data(service: Service, query: str) -> dict[str, Any]:
    reply = await service.answer(Request(query))
    assert not reply.errors, (query, reply.errors)
    assert reply.data is not None
    return reply.data


class ConnectionPath(NamedTuple):
    """A connection: its field, the enclosing field, if any, and its arguments apart from pagination."""

    field: str
    before: str = ""
    arguments: str = ""


async def read_pages(service: Service, connection: ConnectionPath, size: int, way: str = "forwards") -> list[str]:
    """Return the IDs of a connection page by page, forwards or backwards."""
    field, before, arguments = connection
    found: list[str] = []
    cursor = ""
    take, go, more, end = (
        ("first", "after", "hasNextPage", "endCursor")
        if way == "forwards"
        else ("last", "before", "hasPreviousPage", "startCursor")
    )
    for _ in range(500):
        page = f"{field}({take}: {size}{cursor}{arguments}) {{ nodes {{ id }} pageInfo {{ {more} {end} }} }}"
        answer: Any = await query_data(service, f"{{ {before} {{ {page} }} }}" if before else f"{{ {page} }}")
        while field not in answer:
            answer = next(iter(answer.values()))
        ids = [node["id"] for node in answer[field]["nodes"]]
        found = found + ids if way == "forwards" else ids + found
        if not answer[field]["pageInfo"][more]:
            return found
        cursor = f', {go}: "{answer[field]["pageInfo"][end]}"'
    raise AssertionError("the walk does not end")


@pytest.mark.parametrize("seed", sampled_cases(range(8)))
async def test_pages_add_up_to_list(sample: Graph, seed: int) -> None:
    """In six random orders (values, counts, edges, nulls), pages of any size add up to the list, both ways."""
    generator, random = Generator(await world(sample), seed), Random(seed)  # noqa: S311 no secret
    service = Service(sample)
    for _ in range(6):
        before, (label, field, owner) = random.choice(
            [
                ("", ("Paper", "papers", "Query")),
                ("", ("Researcher", "researchers", "Query")),
                ('paper(by: {arxiv: "1909.08053"})', ("Paper", "citedBy", "Paper")),
                ('paper(by: {arxiv: "2201.11990"})', ("Researcher", "authors", "Paper")),
                ('topic(by: {code: "cs.CL"})', ("Paper", "papers", "Topic")),
                ('topic(by: {code: "cs.CL"})', ("Researcher", "researchers", "Topic")),
            ]
        )
        keys = [generator.sort_key(label, field, owner) for _ in range(random.choice((1, 2)))]
        connection = ConnectionPath(field, before, f", orderBy: [{', '.join(keys)}]")
        whole = await read_pages(service, connection, 1000)
        size = random.choice((1, 2, 7)) if len(whole) < 60 else 50
        assert len(whole) == len(set(whole)) > 1
        assert await read_pages(service, connection, size) == whole, connection
        assert await read_pages(service, connection, size, "backwards") == whole, connection


@pytest.mark.parametrize("seed", sampled_cases(range(6), 2))
async def test_pages_are_stable_during_changes(sample: Graph, seed: int) -> None:
    """If papers are inserted and deleted between pages, each other paper is returned exactly once."""
    random = Random(seed)  # noqa: S311 no secret
    service = Service(sample)
    generator = Generator(await world(sample), seed)
    arguments = f", orderBy: [{generator.sort_key('Paper', 'papers', 'Query')}]"
    lasting = set(await read_pages(service, ConnectionPath("papers"), 1000))
    met: list[str] = []
    cursor, more = "", True
    try:
        while more:
            fresh = [f"p_passing{random.randint(0, 10**9)}" for _ in range(3)]
            await sample.administer(INSERT, {"papers": [_paper(random, key) for key in fresh]})
            passing = [str(row[0]) for row in (await sample.read(PASSING)).rows]
            await sample.administer(DELETE, {"ids": random.sample(passing, len(passing) // 2)})
            page = f"papers(first: 5{cursor}{arguments}) {{ nodes {{ id }} pageInfo {{ hasNextPage endCursor }} }}"
            papers = (await query_data(service, f"{{ {page} }}"))["papers"]
            met += [node["id"] for node in papers["nodes"]]
            more, cursor = papers["pageInfo"]["hasNextPage"], f', after: "{papers["pageInfo"]["endCursor"]}"'
            assert len(met) < 1_000
    finally:
        passing = [str(row[0]) for row in (await sample.read(PASSING)).rows]
        await sample.administer(DELETE, {"ids": passing})
    stayed = [key for key in met if key in lasting]
    assert len(stayed) == len(set(stayed))
    assert set(stayed) == lasting


def _paper(random: Random, key: str) -> dict[str, Any]:
    year = random.randint(1990, 2026)
    title = random.choice(("A", "Mega", "Zoo", "the")) + key
    return {"id": key, "title": title, "year": year, "ord": f"{9999 - year}{key}", "cited": random.randint(0, 30)}


@pytest.mark.parametrize(
    "keys",
    [
        "{field: PAPER_COUNT}, {field: NAME}",
        "{field: PAPER_COUNT}, {field: NAME, direction: DESC}",
        "{field: TOPIC_COUNT}, {field: CITATION_COUNT, direction: ASC}, {field: NAME}",
        "{field: NAME}, {field: PAPER_COUNT, direction: ASC}",
        "{count: {papers: {node: {year: {gte: 2021}}}}}, {field: NAME}",
    ],
)
async def test_later_sort_key_breaks_ties(sample: Graph, keys: str) -> None:
    """Items with equal first keys are in the order of the next key, as plain Cypher sorts them."""
    query = f"{{ researchers(first: 1000, orderBy: [{keys}]) {{ nodes {{ id }} }} }}"
    found = [node["id"] for node in (await query_data(Service(sample), query))["researchers"]["nodes"]]
    by = {
        "{field: PAPER_COUNT}": "-r.paperCount",
        "{field: TOPIC_COUNT}": "-coalesce(r.topicCount, 0)",
        "{field: CITATION_COUNT, direction: ASC}": "r.citationCount",
        "{field: PAPER_COUNT, direction: ASC}": "left(r.ord, size(r.ord) - 29), r.paperCount",
        "{field: NAME}": "r.ord",
        "{field: NAME, direction: DESC}": "r.ord DESC",
        "{count: {papers: {node: {year: {gte: 2021}}}}}": "-COUNT { (r)-[:AUTHORED]->(p) WHERE p.year >= 2021 }",
    }
    said = ", ".join(by[key] for key in keys.replace("}, {field", "}|{field").split("|"))
    said = said.removeprefix("r.ord, ")  # a name that others follow ties with its like
    end = " DESC" if "DESC" in keys else ""
    rows = (await sample.read(f"MATCH (r:Researcher) RETURN r.id ORDER BY {said}, r.id{end}")).rows
    assert found == [row[0] for row in rows]


@pytest.mark.parametrize(
    "values",
    [
        ["Paper:-n.citationCount,-n.id", 2**63, "x"],
        ["Paper:-n.citationCount,-n.id", "5", "x"],
        ["Paper:-n.citationCount,-n.id", True, "x"],
        ["Paper:-n.citationCount,-n.id", 5, 6],
        ["Paper:-n.citationCount,-n.id", 5],
        ["Paper:-n.citationCount,-n.id", 5, "x", "y"],
        ["Researcher:-n.citationCount,-n.id", 5, "x"],
        [None, 5, "x"],
        [],
    ],
)
async def test_invalid_cursor_is_rejected(sample: Graph, values: list[object]) -> None:
    """A cursor with values of a wrong type, number or size, or of another list, returns BAD_CURSOR."""
    made = base64.urlsafe_b64encode(json.dumps(values).encode()).decode()
    query = f'{{ papers(after: "{made}", orderBy: [{{field: CITATION_COUNT}}]) {{ nodes {{ id }} }} }}'
    assert (await Service(sample).answer(Request(query))).code is Code.BAD_CURSOR


async def test_nulls_option_does_not_change_order_by_name(sample: Graph) -> None:
    """The position of nulls does not change an order by name, because every researcher has a name."""
    query = "{{ researchers(first: 1000, orderBy: [{{field: NAME, direction: {}{}}}]) {{ nodes {{ id }} }} }}"
    for way in ("ASC", "DESC"):
        plain, *others = [
            await query_data(Service(sample), query.format(way, nulls))
            for nulls in ("", ", nulls: FIRST", ", nulls: LAST")
        ]
        assert others == [plain, plain]


async def test_cursor_is_bound_to_count_filter(sample: Graph) -> None:
    """A cursor of a list sorted by a filtered count is rejected with another filter of that count."""
    service = Service(sample)
    query = """query C($since: Int!, $after: String) {
      researchers(first: 2, after: $after, orderBy: [{count: {papers: {node: {year: {gte: $since}}}}}]) {
        pageInfo { endCursor } nodes { id } } }"""
    first = await service.answer(Request(query, {"since": 2020}))
    after = (first.data or {})["researchers"]["pageInfo"]["endCursor"]
    assert not (await service.answer(Request(query, {"since": 2020, "after": after}))).errors
    refused = await service.answer(Request(query, {"since": 2021, "after": after}))
    assert (refused.code, refused.ran) == (Code.BAD_CURSOR, False)


def test_generator_covers_edges_and_sorts() -> None:
    """The generator's edge sorts belong to its connections, and its node sorts cover every entity type."""
    assert set(EDGE_SORTS) <= set(EDGES)
    assert {label for label, _ in EDGES.values()} <= set(SORTS)
