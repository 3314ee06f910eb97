"""Fragments that spread other fragments count once, as CollectFields in the specification requires."""

import pytest
from graphql import FragmentDefinitionNode, GraphQLObjectType, parse

from cypher.driver.client import Graph
from resolvers.compile.selection import Document
from resolvers.plan_cache import PlanCache
from resolvers.schema import graphql_schema
from tests.resolvers.graphql_client import Asker


def doubling(levels: int) -> str:
    """Return a document whose fragments each spread the next one twice."""
    fragments = [f"fragment f{n} on Paper {{ title ...f{n + 1} ...f{n + 1} }}" for n in range(levels)]
    return " ".join(["{ papers(first: 1) { nodes { ...f0 } } }", *fragments, f"fragment f{levels} on Paper {{ year }}"])


def test_fragment_counts_once() -> None:
    """A fragment that is spread 2^10 times gives each of its fields once."""
    document = parse(doubling(10))
    fragments = {one.name.value: one for one in document.definitions if isinstance(one, FragmentDefinitionNode)}
    paper = graphql_schema().type_map["Paper"]
    assert isinstance(paper, GraphQLObjectType)
    asked = Document(graphql_schema(), fragments, {}).selected_fields(paper, [fragments["f0"].selection_set])
    assert {one.name: len(one.nodes) for one in asked} == {"title": 10, "year": 1}


def test_repeated_fragments_compile_once() -> None:
    """Nested fragments that are each spread twice give the Cypher of the plain selection."""
    text = PlanCache(60).plan(doubling(40), None, {})[0].text
    assert text == PlanCache(60).plan("{ papers(first: 1) { nodes { title year } } }", None, {})[0].text


@pytest.mark.graph
async def test_equal_fields_are_merged(ask: Asker, three_papers: Graph) -> None:
    """A field with several selection sets returns all of their fields, including nested ones."""
    found = await ask(
        """{ paper(by: {arxiv: "1909.08053"}) { title ...A ...B authors(first: 1) { nodes { id } } } }
           fragment A on Paper { authors(first: 1) { totalCount } ...B }
           fragment B on Node { id ... on Paper { year authors(first: 1) { nodes { name } } } }"""
    )
    row = (
        await three_papers.read(
            """MATCH (p:Paper {arxiv: '1909.08053'})<-[a:AUTHORED {position: 1}]-(r)
               RETURN p.title, COUNT { (p)<-[:AUTHORED]-() }, p.id, p.year, r.name, r.id"""
        )
    ).rows[0]
    title, count, key, year, name, first = row
    authors = {"totalCount": count, "nodes": [{"name": name, "id": first}]}
    assert found == {"paper": {"title": title, "authors": authors, "id": key, "year": year}}
