"""Loads and unloads into a Neo4j whose transactions may use little memory."""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.driver.errors import GraphMemoryError
from cypher.migrate import migrate
from loaders.export.canonical_export import export
from loaders.pipeline.run import LoadOptions, load
from loaders.pipeline.summary import Summary
from loaders.records.parts import Author
from loaders.sources.base import sources
from loaders.unload.remove_records import UnloadSelection, unload
from tests.conftest import emptied
from tests.loaders.load_helpers import write_records
from tests.loaders.test_interrupted_loads import papers
from tests.neo4j_under_test import SETTINGS, choice, started

pytestmark = [pytest.mark.graph, pytest.mark.anyio, pytest.mark.full]
BATCH = 250
LIMIT = "12m"


@pytest.fixture(scope="module")
def limited_address(tmp_path_factory: pytest.TempPathFactory) -> Generator[Address]:
    """Return the address of a Neo4j that stops transactions of more than LIMIT."""
    if choice().how != "container":
        pytest.skip("Only a container has its own settings.")
    with started(tmp_path_factory.mktemp("limited"), {**SETTINGS, "NEO4J_db_memory_transaction_max": LIMIT}) as address:
        yield address


async def load_batches(graph: Graph, path: Path) -> Summary:
    """Load papers in batches."""
    return await load(graph, sources()["sample"], [path], LoadOptions(chunk_size=BATCH))


async def test_record_too_large_for_memory_ends_the_load(limited_address: Address, tmp_path: Path) -> None:
    """The load ends with an error; the records before it are stored."""
    large = structs.replace(
        papers(1)[0], authors=tuple(Author(name=f"Given{n} Family{n}") for n in range(4000)), key="large", ids=()
    )
    path = write_records(tmp_path, [*papers(4), large])
    async with Graph(limited_address) as graph:
        await migrate(graph)
        with pytest.raises(GraphMemoryError, match="lacks memory for the transaction"):
            await load_batches(graph, path)
        assert (await graph.read("MATCH (record:Record) RETURN count(record)")).rows == [[4]]


async def test_batches_too_large_for_memory_are_written_in_parts(
    limited_address: Address, empty_graph: Graph, tmp_path: Path
) -> None:
    """Loads, updates and unloads give the graph and the counts of a Neo4j with enough memory."""
    first = papers(2 * BATCH)
    by_dblp = [structs.replace(paper, source="dblp") for paper in first]
    changed = [structs.replace(paper, title=f"{paper.title}, revised") for paper in first]
    files = [
        write_records(tmp_path, records, f"{number}.json") for number, records in enumerate([first, by_dblp, changed])
    ]
    async with Graph(limited_address) as limited:
        await migrate(limited)
        await emptied(limited)
        for path in (*files, files[-1]):
            expected, summary = await load_batches(empty_graph, path), await load_batches(limited, path)
            assert expected.max_batch is None
            assert summary == replace(expected, load=summary.load)
            assert summary.new + summary.changed == 0 or 0 < (summary.max_batch or 0) < BATCH
            assert await export(limited) == await export(empty_graph)
        for graph in (empty_graph, limited):
            assert (await unload(graph, "sample", UnloadSelection(only="arxiv"))).removed_count == 2 * BATCH
        assert await export(limited) == await export(empty_graph)
