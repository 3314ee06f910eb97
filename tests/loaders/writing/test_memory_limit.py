"""Loads and unloads into a Neo4j whose transactions may use little memory."""

import re
from collections.abc import Generator, Sequence
from dataclasses import replace
from pathlib import Path

import anyio.to_thread
import pytest
from msgspec import structs

from cypher.driver.address import Address
from cypher.driver.client import Graph, Statement
from cypher.driver.errors import GraphMemoryError
from cypher.migrate import migrate
from loaders.export.canonical_export import export
from loaders.pipeline.run import LoadOptions, load
from loaders.pipeline.summary import Summary, set_load_properties_statement
from loaders.records.match_features import RecordRef
from loaders.records.parts import Author
from loaders.resolution.blocking.mention_cache import MentionCache
from loaders.resolution.resolve_batch import BatchOutcome, ResolvedBatch, resolve_batch
from loaders.sources.base import sources
from loaders.unload.remove_records import UnloadSelection, unload
from loaders.writing.batch_pipeline import BatchPipeline, Completion
from loaders.writing.lease import write_lease
from tests.byline.load_command_fixtures import load as run_load
from tests.loaders.load_helpers import write_records
from tests.loaders.test_interrupted_loads import papers
from tests.neo4j_under_test import SETTINGS, choice, started

pytestmark = [pytest.mark.graph, pytest.mark.anyio, pytest.mark.full]
BATCH = 250
LIMIT = "12m"
DELETE_SOME = "MATCH (node:!Migration&!Lease) WITH node LIMIT 200 DETACH DELETE node RETURN count(*)"
LARGE = 520
"""Number of authors of a paper that fills a transaction."""


@pytest.fixture(scope="module")
def limited_address(tmp_path_factory: pytest.TempPathFactory) -> Generator[Address]:
    """Return the address of a Neo4j that stops transactions of more than LIMIT."""
    if choice().how != "container":
        pytest.skip("Only a container has its own settings.")
    with started(tmp_path_factory.mktemp("limited"), {**SETTINGS, "NEO4J_db_memory_transaction_max": LIMIT}) as address:
        yield address


async def clear(graph: Graph) -> None:
    """Delete all data in transactions that need little memory."""
    while (await graph.write(Statement(DELETE_SOME, {})))[0].rows != [[0]]:
        pass


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
        with pytest.raises(GraphMemoryError, match="lacks memory for the transaction of the record arxiv:large"):
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
        await clear(limited)
        for path in (*files, files[-1]):
            expected, summary = await load_batches(empty_graph, path), await load_batches(limited, path)
            assert expected.max_batch is None
            assert summary == replace(expected, load=summary.load)
            assert summary.new + summary.changed == 0 or 0 < (summary.max_batch or 0) < BATCH
            assert await export(limited) == await export(empty_graph)
        for graph in (empty_graph, limited):
            assert (await unload(graph, "sample", UnloadSelection(only="arxiv"))).removed_count == 2 * BATCH
        assert await export(limited) == await export(empty_graph)


async def test_parts_grow_after_a_large_record(limited_address: Address) -> None:
    """After a record that needs almost all memory, the pipeline returns to larger parts."""
    large = structs.replace(
        papers(1)[0], authors=tuple(Author(name=f"Given{n} Large{n}") for n in range(LARGE)), key="0large", ids=()
    )
    records = {RecordRef(paper.source, paper.key, "sample"): paper for paper in [large, *papers(600)]}
    sizes: list[int] = []

    async with Graph(limited_address) as graph, write_lease(graph, "test") as lease:
        await migrate(graph)
        await clear(graph)
        await lease.write(set_load_properties_statement("l_test", {"read": 0}))
        async with BatchPipeline(lease, "l_test") as pipeline:

            async def resolve(
                refs: Sequence[RecordRef], mention_cache: MentionCache
            ) -> tuple[ResolvedBatch, BatchOutcome]:
                sizes.append(len(refs))
                return await resolve_batch(
                    pipeline.reader, {ref: records[ref] for ref in refs}, [], mention_cache=mention_cache
                )

            await pipeline.write(list(records), resolve, lambda _: Completion((), lambda: None))
        assert (await graph.read("MATCH (record:Record) RETURN count(record)")).rows == [[601]]
    smallest = pipeline.smallest_limit
    assert smallest is not None
    assert max(sizes[sizes.index(smallest) :]) >= 2 * smallest


async def test_load_command_reports_parts_and_records_that_do_not_fit(limited_address: Address, tmp_path: Path) -> None:
    """The report names the smallest part; a record that does not fit ends the command with an error."""
    async with Graph(limited_address) as graph:
        await migrate(graph)
        await clear(graph)
    write_records(tmp_path, [*papers(500)], "papers.json")
    done = await anyio.to_thread.run_sync(run_load, limited_address, tmp_path, "sample", "papers.json")
    assert done.returncode == 0
    note = re.search(r"Neo4j lacked the memory .* wrote them in parts of (\d+) records or more\.", done.stdout)
    assert note is not None
    assert 0 < int(note[1]) < 500
    large = structs.replace(papers(1)[0], authors=tuple(Author(name=f"Given{n} Family{n}") for n in range(4000)))
    write_records(tmp_path, [structs.replace(large, key="large", ids=())], "large.json")
    failed = await anyio.to_thread.run_sync(run_load, limited_address, tmp_path, "sample", "large.json")
    assert failed.returncode == 1
    assert "Neo4j lacks memory for the transaction of the record arxiv:large. Give Neo4j more heap" in failed.stderr
    assert "Traceback" not in failed.stderr
