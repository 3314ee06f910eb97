"""Vectors of papers in a graph: writing, updating, and their removal with the papers."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec import structs

from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge
from loaders.embed import pipeline
from loaders.embed.model import EmbeddingModel, ModelFiles, Vectors, read_folder
from loaders.embed.pipeline import EmbedOptions, Outcome, embed
from loaders.export.canonical_export import export
from loaders.records.record import PaperRecord
from loaders.unload.remove_records import unload
from loaders.writing.lease import LeaseHeldError, write_lease
from tests.conftest import emptied
from tests.loaders.embed.tiny_model import write_model
from tests.loaders.load_helpers import load_records

pytestmark = pytest.mark.graph

TITLES = {"a": "Parsing", "b": "Galaxy", "c": "Protein"}
RECORDS = [
    PaperRecord(source="sample", key=key, title=title, ids=(f"doi:10.1000/{key}",)) for key, title in TITLES.items()
]
VECTORS = """
MATCH (p:Paper)-[:HAS_EMBEDDING]->(e:Embedding)
RETURN p.title, e.vector, e.model, elementId(e) ORDER BY p.title
"""
COUNTS = "RETURN COUNT { (:Embedding) }, COUNT { (:Embedding)<-[:HAS_EMBEDDING]-(:Paper) }"
ANN = Curator("Ann", "saw both pages")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> ModelFiles:
    return read_folder(write_model(tmp_path_factory.mktemp("model") / "tiny"))


@pytest.fixture
async def world(graph: Graph, tmp_path: Path) -> Graph:
    """Return a graph with three papers."""
    await emptied(graph)
    await load_records(graph, tmp_path, RECORDS)
    return graph


async def counts(graph: Graph) -> list[object]:
    """Return the number of vectors, and of vectors of papers."""
    return list((await graph.read(COUNTS)).rows[0])


def figures(outcome: Outcome) -> tuple[int, int, int, int]:
    return outcome.papers, outcome.new, outcome.replaced, outcome.unchanged


async def test_only_missing_and_outdated_vectors_are_computed(world: Graph, files: ModelFiles, tmp_path: Path) -> None:
    """A second run computes nothing. Another abstract or model replaces a vector; `everything` replaces all."""
    model = EmbeddingModel(files)
    assert figures(await embed(world, model, EmbedOptions(dry_run=True))) == (3, 3, 0, 0)
    assert await counts(world) == [0, 0]
    outcome = await embed(world, model, EmbedOptions())
    assert (figures(outcome), outcome.dimension, outcome.model) == ((3, 3, 0, 0), 4, files.name)
    before = (await world.read(VECTORS)).rows
    assert [row[:2] for row in before] == [
        ["Galaxy", pytest.approx([0, 1, 0, 0])],
        ["Parsing", pytest.approx([1, 0, 0, 0])],
        ["Protein", pytest.approx([0, 0, 1, 0])],
    ]
    assert figures(await embed(world, model, EmbedOptions())) == (3, 0, 0, 3)
    await load_records(world, tmp_path, [structs.replace(RECORDS[1], abstract="protein")])
    assert figures(await embed(world, model, EmbedOptions())) == (3, 0, 1, 2)
    after = (await world.read(VECTORS)).rows
    assert after[0][1] == pytest.approx([0, 0.7, 0.7, 0], abs=0.1)
    assert [row[3] for row in after] == [row[3] for row in before]
    assert figures(await embed(world, EmbeddingModel(files._replace(name="other")), EmbedOptions())) == (3, 0, 3, 0)
    assert {str(row[2]) for row in (await world.read(VECTORS)).rows} == {"other"}
    assert figures(await embed(world, model, EmbedOptions(everything=True))) == (3, 0, 3, 0)


async def test_interrupted_run_continues(world: Graph, files: ModelFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a run fails, completed pages remain, and the next run computes the others."""

    class FailingModel(EmbeddingModel):
        def embed(self, texts: Sequence[str]) -> Vectors:
            if "Protein" in texts:
                raise RuntimeError("out of memory")
            return super().embed(texts)

    monkeypatch.setattr(pipeline, "PAGE", 1)
    with pytest.raises(RuntimeError):
        await embed(world, FailingModel(files), EmbedOptions())
    written = int(str((await counts(world))[0]))
    assert figures(await embed(world, EmbeddingModel(files), EmbedOptions())) == (3, 3 - written, 0, written)


async def test_other_writers_exclude_run(world: Graph, files: ModelFiles) -> None:
    """While another process writes to the graph, no vector is written."""
    async with write_lease(world, "byline load acl"):
        with pytest.raises(LeaseHeldError, match="byline load acl"):
            await embed(world, EmbeddingModel(files), EmbedOptions())


async def test_vectors_are_removed_with_papers(world: Graph, files: ModelFiles) -> None:
    """After a merge, the kept paper has one vector; an unload leaves none. The canonical export has no vectors."""
    plain = await export(world)
    await embed(world, EmbeddingModel(files), EmbedOptions())
    assert await export(world) == plain
    ids = [str(row[0]) for row in (await world.read("MATCH (p:Paper) RETURN p.id ORDER BY p.id")).rows]
    await merge(world, ids[0], ids[1], ANN)
    assert await counts(world) == [2, 2]
    await unload(world, "curator")
    await unload(world, "sample")
    assert await counts(world) == [0, 0]


async def test_vector_of_paper_is_removed_by_partial_unload(world: Graph, files: ModelFiles, tmp_path: Path) -> None:
    """An unload of one of two sources removes the vectors of its papers only."""
    await load_records(world, tmp_path, [PaperRecord(source="sample", key="z", title="Star")], loader="other")
    await embed(world, EmbeddingModel(files), EmbedOptions())
    await unload(world, "sample")
    assert [row[0] for row in (await world.read(VECTORS)).rows] == ["Star"]
    assert await counts(world) == [1, 1]


async def test_text_without_token_gets_no_vector(world: Graph, files: ModelFiles) -> None:
    """A paper whose text has no token for the model has no vector, with which Neo4j could not search."""
    await world.administer("MATCH (p:Paper {title: 'Galaxy'}) SET p.title = ' '")
    await embed(world, EmbeddingModel(files), EmbedOptions())
    assert await counts(world) == [2, 2]
