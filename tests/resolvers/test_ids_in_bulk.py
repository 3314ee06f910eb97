"""Lookups by up to 1,000 IDs of any scheme, in the requested order, with a list of missing IDs."""

from typing import Any

import pytest

from cypher.driver.client import Graph
from resolvers.errors import Code
from resolvers.execute import Request, Service
from tests.resolvers.graphql_client import Asker

pytestmark = pytest.mark.graph

MIXED = [
    "arxiv:2205.05198v3",
    "https://arxiv.org/abs/1909.08053",
    "doi:10.1000/none",
    "arXiv:2201.11990",
    "https://arxiv.org/abs/2205.05198",
]


async def test_nodes_accepts_mixed_ids(ask: Asker, three_papers: Graph) -> None:
    """`nodes` accepts Byline IDs, schemes and URLs together, also repeated, and returns null for missing ones."""
    person = (await three_papers.read("MATCH (r:Researcher {name: 'Jared Casper'}) RETURN r.id")).rows[0][0]
    found = await ask(
        "query N($ids: [ID!]!) { nodes(ids: $ids) { ... on Paper { arxiv } ... on Researcher { name } } }",
        ids=[*MIXED, person],
    )
    arxiv = ["2205.05198", "1909.08053", None, "2201.11990", "2205.05198"]
    papers = [{"arxiv": one} if one else None for one in arxiv]
    assert found == {"nodes": [*papers, {"name": "Jared Casper"}]}


async def test_node_accepts_external_id(ask: Asker) -> None:
    """`node` accepts an external ID."""
    assert await ask('{ node(id: "arxiv:1909.08053") { ... on Paper { year } } }') == {"node": {"year": 2019}}


async def test_key_of_by_accepts_its_scheme_and_url(ask_sample: Asker) -> None:
    """A key of `by` accepts the ID with its scheme and in a URL; `acl:` finds papers and volumes."""
    found: Any = await ask_sample(
        """{ bare: researcher(by: {acl: "mohammad-shoeybi"}) { id }
             scheme: researcher(by: {acl: "acl-person:mohammad-shoeybi"}) { id }
             url: researcher(by: {acl: "https://aclanthology.org/people/m/mohammad-shoeybi/"}) { id }
             doi: paper(by: {doi: "https://doi.org/10.48550/arXiv.2406.07887"}) { doi }
             paper: node(id: "acl:2024.acl-demos.15") { __typename }
             volume: node(id: "acl:2024.acl-demos") { __typename id }
             key: volume(by: {key: "acl:2024.acl-demos"}) { id } }"""
    )
    assert found["bare"] is not None
    assert found["bare"] == found["scheme"] == found["url"]
    assert (found["doi"], found["paper"]) == ({"doi": "10.48550/arxiv.2406.07887"}, {"__typename": "Paper"})
    assert found["volume"] == {"__typename": "Volume", "id": found["key"]["id"]}


async def test_id_filter_keeps_order(ask: Asker) -> None:
    """A list filtered by IDs has their order, each entity once, and lists missing IDs as written."""
    query = """query L($ids: [String!]!, $after: String) {
      papers(where: {arxiv: {in: $ids}, year: {gte: 2019}}, first: 2, after: $after) {
        totalCount missing nodes { arxiv } pageInfo { endCursor hasNextPage } } }"""
    ids = ["2205.05198v2", "arXiv:9999.00001", "1909.08053", "2205.05198", "2201.11990"]
    first: Any = (await ask(query, ids=ids))["papers"]
    assert first == {
        "totalCount": 3,
        "missing": ["arXiv:9999.00001"],
        "nodes": [{"arxiv": "2205.05198"}, {"arxiv": "1909.08053"}],
        "pageInfo": {"endCursor": first["pageInfo"]["endCursor"], "hasNextPage": True},
    }
    then: Any = (await ask(query, ids=ids, after=first["pageInfo"]["endCursor"]))["papers"]
    assert (then["nodes"], then["pageInfo"]["hasNextPage"]) == ([{"arxiv": "2201.11990"}], False)


async def test_arxiv_doi_finds_paper_without_stated_doi(ask: Asker, three_papers: Graph) -> None:
    """ArXiv's DOI of a paper finds it by every kind of lookup, although no source states the DOI."""
    stated = "MATCH (i:Identifier) WHERE i.value STARTS WITH '10.48550/arxiv.2201' RETURN count(i)"
    assert (await three_papers.read(stated)).rows == [[0]]
    found = await ask(
        """query D($doi: String!, $id: ID!) {
          paper(by: {doi: $doi}) { arxiv } node(id: $id) { ... on Paper { arxiv } } nodes(ids: [$id]) { __typename }
          one: papers(where: {doi: {eq: $doi}}) { totalCount }
          listed: papers(where: {doi: {in: [$doi]}}) { missing nodes { arxiv } }
          nested: papers(where: {or: [{doi: {in: [$doi]}}, {year: {lt: 1900}}]}) { totalCount }
          search(query: $doi, first: 1) { nodes { ... on Paper { arxiv } } }
          match(papers: [{title: "", doi: $doi}]) { candidates { node { ... on Paper { arxiv } } } } }""",
        doi="10.48550/arXiv.2201.11990",
        id="https://doi.org/10.48550/arXiv.2201.11990",
    )
    paper = {"arxiv": "2201.11990"}
    assert found == {
        "paper": paper,
        "node": paper,
        "nodes": [{"__typename": "Paper"}],
        "one": {"totalCount": 1},
        "listed": {"missing": [], "nodes": [paper]},
        "nested": {"totalCount": 1},
        "search": {"nodes": [paper]},
        "match": [{"candidates": [{"node": paper}]}],
    }


async def test_order_by_overrides_id_order(ask: Asker) -> None:
    """`orderBy` overrides the order of the IDs; without a list of IDs, `missing` is null."""
    found = await ask(
        """{ papers(where: {arxiv: {in: ["2205.05198", "1909.08053"]}},
                    orderBy: [{field: PUBLISHED_ON, direction: ASC}]) {
             missing nodes { arxiv } } all: papers(where: {year: {in: [2019]}}) { missing } }"""
    )
    assert found == {
        "papers": {"missing": [], "nodes": [{"arxiv": "1909.08053"}, {"arxiv": "2205.05198"}]},
        "all": {"missing": None},
    }


async def test_retired_id_resolves_in_id_filter(ask: Asker, three_papers: Graph) -> None:
    """A retired Byline ID in a filter resolves to the merged entity."""
    retired = "p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"
    retire = (
        "MATCH (p:Paper {arxiv: '1909.08053'}) CREATE (:Identifier {scheme: 'byline', value: $id})-[:IDENTIFIES]->(p)"
    )
    forget = "MATCH (i:Identifier {scheme: 'byline', value: $id}) DETACH DELETE i"
    await three_papers.administer(retire, {"id": retired})
    try:
        found = await ask(
            "query R($id: ID!) { papers(where: {id: {in: [$id]}}) { missing nodes { arxiv } } }", id=retired
        )
    finally:
        await three_papers.administer(forget, {"id": retired})
    assert found == {"papers": {"missing": [], "nodes": [{"arxiv": "1909.08053"}]}}


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("query Q($ids: [ID!]!) { nodes(ids: $ids) { id } }", Code.PAGE_TOO_LARGE),
        ("query Q($ids: [String!]!) { papers(where: {doi: {in: $ids}}) { totalCount } }", Code.PAGE_TOO_LARGE),
    ],
)
async def test_id_lists_are_limited_to_a_thousand(three_papers: Graph, query: str, code: Code) -> None:
    """1,000 IDs are accepted, and 1,001 are rejected."""
    service = Service(three_papers)
    ids = [f"doi:10.1000/{number}" for number in range(1_001)]
    assert not (await service.answer(Request(query, {"ids": ids[:1_000]}))).errors
    assert (await service.answer(Request(query, {"ids": ids}))).code is code


async def test_invalid_ids_in_a_list_are_missing(ask: Asker) -> None:
    """A text in a list of IDs that is not an ID is missing, whether or not the client selects `missing`."""
    query = 'papers(where: {doi: {in: ["10.18653/v1/none", "nonsense", "10.1000/182"]}})'
    found = await ask(f"{{ {query} {{ missing totalCount nodes {{ id }} }} }}")
    assert found == {
        "papers": {"missing": ["10.18653/v1/none", "nonsense", "10.1000/182"], "totalCount": 0, "nodes": []}
    }
    own = await ask('{ papers(where: {id: {in: ["x", "r_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"]}}) { missing } }')
    assert own == {"papers": {"missing": ["x", "r_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"]}}
    assert await ask(f"{{ {query} {{ totalCount }} }}") == {"papers": {"totalCount": 0}}


async def test_invalid_id_in_nodes_is_null_with_error(ask: Asker) -> None:
    """An invalid ID in `nodes` gives null and an error with its path; the other IDs are answered."""
    query = '{ some: nodes(ids: ["nonsense", "arxiv:1909.08053", "doi:x"]) { ... on Paper { year } } }'
    reply = await ask.reply(query)
    assert reply.data == {"some": [None, {"year": 2019}, None]}
    assert [(one["path"], one["extensions"]["code"]) for one in reply.errors] == [
        (["some", 0], "BAD_ID"),
        (["some", 2], "BAD_ID"),
    ]
    assert "'nonsense' is not an ID. Examples:" in reply.errors[0]["message"]


async def test_cursor_is_bound_to_id_list(ask: Asker) -> None:
    """A cursor of a list of IDs is rejected for another list, but is valid if the list is sorted by a value."""
    query = """query L($ids: [String!]!, $after: String, $order: [PaperOrder!]) {
      papers(where: {arxiv: {in: $ids}}, first: 1, after: $after, orderBy: $order) {
        nodes { arxiv } pageInfo { endCursor } } }"""
    first: Any = await ask(query, ids=["2205.05198", "1909.08053"])
    cursor = first["papers"]["pageInfo"]["endCursor"]
    refused = await ask.reply(query, ids=["1909.08053", "2205.05198"], after=cursor)
    assert (refused.code, "another search, count or list of ids" in refused.errors[0]["message"]) == (
        Code.BAD_CURSOR,
        True,
    )
    by_date = [{"field": "PUBLISHED_ON", "direction": "ASC"}]
    first = await ask(query, ids=["2205.05198", "1909.08053"], order=by_date)
    cursor = first["papers"]["pageInfo"]["endCursor"]
    then: Any = await ask(query, ids=["1909.08053", "2205.05198"], order=by_date, after=cursor)
    assert then["papers"]["nodes"] == [{"arxiv": "2205.05198"}]
