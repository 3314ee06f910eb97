"""The start page of a server whose graph is empty, or whose Neo4j does not respond."""

import pytest

from byline.server.pages import home_page
from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Service

pytestmark = pytest.mark.graph


async def page_text(graph: Graph) -> str:
    """Return the text of the start page over a graph."""
    return bytes((await home_page(Service(graph))).body).decode()


async def test_home_page_of_empty_graph_names_the_load_command(empty_graph: Graph) -> None:
    """Without entities, the page says so and how to load some."""
    text = await page_text(empty_graph)
    assert "The graph is empty." in text
    assert "byline load" in text


async def test_home_page_reports_that_neo4j_does_not_respond() -> None:
    """Without Neo4j, the page still has its links, and one to the reason."""
    async with Graph(Address("bolt://127.0.0.1:1", "neo4j", "none")) as graph:
        text = await page_text(graph)
    assert "Neo4j does not respond now." in text
    assert 'href="/readyz"' in text
    assert 'href="/graphql"' in text
