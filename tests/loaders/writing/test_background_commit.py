"""Batches that are committed in the background, and queries that must wait for them."""

import asyncio

import pytest

from cypher.driver.client import Graph
from cypher.queries import lookup
from loaders.pipeline.summary import set_load_properties_statement
from loaders.records.match_features import RecordRef
from loaders.resolution.resolve_batch import resolve_batch
from loaders.writing.background_commit import BackgroundWriter
from loaders.writing.lease import LeaseHeldError, WriterLease, write_lease
from tests.conftest import emptied
from tests.loaders.test_interrupted_loads import papers

pytestmark = [pytest.mark.graph, pytest.mark.anyio]


async def start(writer: BackgroundWriter, number: int, committed: list[int]) -> None:
    """Resolve a batch of one paper, and start to commit it."""
    paper = list(papers(number + 1))[number]
    batch, _ = await resolve_batch(writer, {RecordRef(paper.source, paper.key, "sample"): paper}, [])
    load_statements = [set_load_properties_statement("l_test", {"read": number + 1})]
    await writer.start(batch, load_statements, lambda: committed.append(number))


async def test_queries_about_a_batch_wait_for_its_commit(graph: Graph) -> None:
    """A query that names a record of the batch under way finds it; other queries do not wait."""
    await emptied(graph)
    committed: list[int] = []
    async with write_lease(graph, "test") as lease:
        writer = BackgroundWriter(lease, "l_test")
        await start(writer, 0, committed)
        assert await writer.fetch(lookup.RECORD_VERSIONS, {"keys": [["arxiv", "another"]]}) == []
        assert committed == []
        (version,) = await writer.fetch(lookup.RECORD_VERSIONS, {"keys": [["arxiv", "0"]]})
        assert version.key == "0"
        assert committed == [0]
        await start(writer, 1, committed)
        await start(writer, 2, committed)
        assert committed == [0, 1]
        await writer.wait()
    assert committed == [0, 1, 2]


async def test_several_queries_wait_for_one_commit(graph: Graph) -> None:
    """Two queries at the same time, which both name a record of the batch under way, find it."""
    await emptied(graph)
    committed: list[int] = []
    async with write_lease(graph, "test") as lease:
        writer = BackgroundWriter(lease, "l_test")
        await start(writer, 0, committed)
        query = {"keys": [["arxiv", "0"]]}
        answers = await asyncio.gather(*(writer.fetch(lookup.RECORD_VERSIONS, query) for _ in range(2)))
        assert [[version.key for version in versions] for versions in answers] == [["0"], ["0"]]
        assert committed == [0]


async def test_error_of_a_commit_is_raised_at_the_next_wait(graph: Graph) -> None:
    """If another process has acquired the lease, the batch under way is not written, and the next wait says why."""
    await emptied(graph)
    committed: list[int] = []
    lease = WriterLease(graph, "test")
    assert (await lease.acquire()).owned
    writer = BackgroundWriter(lease, "l_test")
    await lease.release()
    async with write_lease(graph, "another test"):
        await start(writer, 0, committed)
        with pytest.raises(LeaseHeldError, match="another test"):
            await writer.fetch(lookup.RECORD_VERSIONS, {"keys": [["arxiv", "0"]]})
    assert committed == []
    assert await graph.fetch(lookup.RECORD_VERSIONS, {"keys": [["arxiv", "0"]]}) == []
