"""Papers about a text: the fusion of the ranks by words and by meaning, filters, and invalid texts."""

from typing import Any

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Request, Service
from tests.conftest import emptied
from tests.resolvers.graphql_client import Asker

pytestmark = pytest.mark.graph
CREATE = """
UNWIND range(1, 5) AS number
WITH number, ['Parsing trees', 'Trees', 'Forests', 'Seas', 'Lakes'] AS titles,
     [[1.0, 0.0], [0.0, 1.0], [0.9, 0.1], [0.39, 0.92], [1.0, 0.0]] AS vectors
CREATE (p:Paper {id: 'p_0000000000000000000000000' + number, title: titles[number - 1], year: 2000 + number})
SET p.ord = toString(number)
CREATE (p)-[:HAS_EMBEDDING]->(e:Embedding {model: CASE number WHEN 5 THEN 'other' ELSE 'tiny' END})
WITH e, vectors[number - 1] AS vector
CALL db.create.setNodeVectorProperty(e, 'vector', vector)
"""
ABOUT = """query A($text: String!, $where: PaperFilter) { papersAbout(text: $text, where: $where) { totalCount
  edges { score wordRank meaningRank similarity node { title } } } }"""


class Embedder:
    """Gives every text the same vector."""

    async def embed(self, text: str) -> dict[str, Any] | None:
        """Return the vector [1, 0] of the model `tiny`."""
        return {"model": "tiny", "numbers": [1.0, 0.0]} if text else None


@pytest.fixture(scope="module")
async def service(address: Address) -> Any:  # noqa: ANN401 an async generator
    """Yield a service over five papers with vectors."""
    async with Graph(address) as graph:
        await emptied(graph)
        await graph.administer(CREATE)
        await graph.administer("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
        yield Service(graph, embedder=Embedder())
        await emptied(graph)


async def about(service: Service, text: str, **where: Any) -> Any:  # noqa: ANN401 of JSON
    """Return the rows as (title, rank by words, rank by meaning)."""
    answer: Any = await Asker(service)(ABOUT, text=text, where=where or None)
    return [(edge["node"]["title"], edge["wordRank"], edge["meaningRank"]) for edge in answer["papersAbout"]["edges"]]


async def test_ranks_are_fused(service: Service) -> None:
    """The score is the sum of 1 / (60 + rank); vectors of another model or below 0.4 do not count."""
    answer: Any = await Asker(service)(ABOUT, text="the parsing of trees", where=None)
    rows = [(edge["node"]["title"], edge["wordRank"], edge["meaningRank"]) for edge in answer["papersAbout"]["edges"]]
    assert rows == [("Parsing trees", 1, 1), ("Trees", 2, None), ("Forests", None, 2)]
    first, second, third = answer["papersAbout"]["edges"]
    assert first["score"] == pytest.approx(2 / 61)
    assert second["score"] == third["score"] == pytest.approx(1 / 62)
    assert first["similarity"] == pytest.approx(1, abs=1e-5)


async def test_filter_selects_among_the_papers(service: Service) -> None:
    """A filter removes papers and keeps the ranks of the others."""
    assert await about(service, "parsing trees", year={"gte": 2002}) == [("Trees", 2, None), ("Forests", None, 2)]


async def test_texts_without_words_and_long_texts(service: Service) -> None:
    """A text of stop words finds by meaning alone, an empty text finds nothing, and a long text is an error."""
    assert [row[1:] for row in await about(service, "of the AND +")] == [(None, 1), (None, 2)]
    assert await about(service, " ") == []
    reply = await service.answer(Request(ABOUT, {"text": "x" * 10_001}))
    assert reply.errors[0]["message"].startswith("text has 10,001 characters. Expected at most 10,000")
    assert reply.errors[0]["extensions"]["code"] == "BAD_USER_INPUT"
