"""Papers with a similar meaning: `similarPapers` with the reason MEANING, compared with the cosines of the vectors."""

import math
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Service
from tests.conftest import emptied
from tests.resolvers.graphql_client import Asker
from tests.resolvers.scholarly_network import SCHOLARLY_NETWORK as NETWORK
from tests.resolvers.scholarly_network import entity_id, fill_scholarly

pytestmark = pytest.mark.graph

ADD = """
UNWIND $rows AS row
MATCH (p:Paper {id: row.id})
CREATE (p)-[:HAS_EMBEDDING]->(e:Embedding {model: row.model, hash: row.id})
WITH row, e
CALL db.create.setNodeVectorProperty(e, 'vector', row.vector)
"""
SIMILAR = """query S($id: ID!, $by: [SimilarityReasonKind!], $first: Int) { paper(by: {id: $id}) {
  similarPapers(first: $first, by: $by) {
    score paper { title } reasons { kind count similarity score papers { title } } }
} }"""
VECTORS = {number: [math.cos(number / 20), math.sin(number / 20), 0.1] for number in range(12)}
"""Vectors by paper: the higher the difference of two numbers, the smaller the cosine."""
OTHER_MODEL, OTHER_DIMENSION, WITHOUT = 12, 13, 14


def rows(model: str, vectors: dict[int, list[float]]) -> list[dict[str, Any]]:
    return [{"id": entity_id("p", number), "model": model, "vector": vector} for number, vector in vectors.items()]


@pytest.fixture(scope="module")
async def ask(address: Address) -> AsyncGenerator[Asker]:
    """Yield a client for a random graph in which some papers have vectors."""
    async with Graph(address) as graph:
        await emptied(graph)
        await fill_scholarly(graph, NETWORK)
        await graph.administer(
            ADD,
            {
                "rows": [
                    *rows("tiny", VECTORS),
                    *rows("other", {OTHER_MODEL: VECTORS[0]}),
                    *rows("tiny", {OTHER_DIMENSION: [1.0, 0.0]}),
                ]
            },
        )
        await graph.administer("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
        yield Asker(Service(graph))
        await emptied(graph)


async def similar(ask: Asker, number: int, by: Sequence[str] | None, first: int = 20) -> list[dict[str, Any]]:
    answer: Any = await ask(SIMILAR, id=entity_id("p", number), by=by, first=first)
    return answer["paper"]["similarPapers"]


def cosine(one: list[float], other: list[float]) -> float:
    product = sum(a * b for a, b in zip(one, other, strict=True))
    return product / math.sqrt(sum(a * a for a in one) * sum(b * b for b in other))


async def test_nearest_vectors_come_first(ask: Asker) -> None:
    """Papers have the order and the similarity of the cosines of their vectors with those of the same model."""
    for number, vector in VECTORS.items():
        expected = {other: cosine(vector, VECTORS[other]) for other in VECTORS if other != number}
        found = await similar(ask, number, ["MEANING"])
        assert {row["paper"]["title"] for row in found} == {f"P{other}" for other in expected}
        similarities = [row["reasons"][0]["similarity"] for row in found]
        assert similarities == sorted(similarities, reverse=True)
        for row in found:
            (reason,) = row["reasons"]
            assert (reason["kind"], reason["count"], reason["papers"]) == ("MEANING", 0, [])
            assert reason["similarity"] == pytest.approx(expected[int(row["paper"]["title"][1:])], abs=1e-5)
            assert row["score"] == reason["score"]


async def test_meaning_adds_to_other_reasons(ask: Asker) -> None:
    """By default, the similarity of the vectors adds to the score of the other reasons; `first` limits the papers."""
    others = ["SHARED_REFERENCES", "CITED_TOGETHER", "SHARED_AUTHORS", "SHARED_TOPICS"]
    without = {row["paper"]["title"]: row for row in await similar(ask, 0, others, first=100)}
    with_meaning = {row["paper"]["title"]: row for row in await similar(ask, 0, None, first=100)}
    assert with_meaning.keys() >= without.keys()
    for title, row in with_meaning.items():
        points = [reason["score"] for reason in row["reasons"] if reason["kind"] == "MEANING"]
        assert bool(points) == (int(title[1:]) in VECTORS)
        earlier: list[Any] = without[title]["reasons"] if title in without else []
        assert len(row["reasons"]) == len(earlier) + len(points)
        assert row["score"] == pytest.approx(sum(reason["score"] for reason in row["reasons"]), abs=0.03)
    assert len(await similar(ask, 0, None, first=3)) == 3


@pytest.mark.parametrize("number", [OTHER_MODEL, OTHER_DIMENSION, WITHOUT])
async def test_paper_without_comparable_vector_has_no_meaning(ask: Asker, number: int) -> None:
    """A paper without a vector, or with the only one of its model or dimension, has the other reasons alone."""
    assert await similar(ask, number, ["MEANING"]) == []
    kinds = {reason["kind"] for row in await similar(ask, number, None) for reason in row["reasons"]}
    assert "MEANING" not in kinds
    assert kinds
