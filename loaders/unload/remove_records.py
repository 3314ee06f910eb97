"""Remove the records of a loader, all or those that a release lacks, and recompute derived facts.

Each batch is one transaction; a later removal completes one that was interrupted.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from ulid import ULID

from cypher.catalog import statement
from cypher.driver.client import Graph, Statement
from cypher.driver.values import Value
from loaders.pipeline.chunk_reader import CHUNK
from loaders.pipeline.run import recompute_stale_facts, update_load_node, utc_now
from loaders.pipeline.summary import set_load_properties_statement
from loaders.records.match_features import RecordRef
from loaders.unload.key_set import SortedKeySet, collect_graph_keys
from loaders.unload.stale_records import SourceRelease, Tell, collect_release_keys, no_overlap_error
from loaders.writing.commit import commit
from loaders.writing.derive import delete_orphans
from loaders.writing.lease import WriterLease, write_lease
from loaders.writing.resolve_batch import resolve_batch

FIRST = 10
"""Maximum number of removed records that the result lists."""


@dataclass(frozen=True, slots=True)
class UnloadSelection:
    """The records to remove; by default all records of the loader.

    Attributes:
        only: Remove only the records of this source.
        absent_from: Remove only records that this release does not contain.
        dry: Count the records, but remove nothing.
    """

    only: str | None = None
    absent_from: SourceRelease | None = None
    dry: bool = False


@dataclass(slots=True)
class UnloadResult:
    """Number of selected records in the graph, number removed or, in a dry run, to be removed, and the first of
    these.
    """

    there: int = 0
    gone: int = 0
    nameless: int = 0
    """Number of records in the files that cannot be identified."""
    first: tuple[RecordRef, ...] = ()


def no_progress(_: str) -> None:
    """Ignore progress messages."""


async def unload(
    graph: Graph, loader: str, which: UnloadSelection | None = None, tell: Tell = no_progress
) -> UnloadResult:
    """Remove the selected records of `loader`.

    Completed batches remain removed if an error occurs.

    Raises:
        ReleaseComparisonError: The files do not show which records are stale.
        SourceFileError, ArchiveError, WorkerError: The files cannot be read.
        LeaseHeldError: Another command is writing.
        GraphError: Another error of the graph.
    """
    which = which or UnloadSelection()
    if which.dry:
        return await _unload(graph, loader, which, tell, None)
    async with write_lease(graph, f"byline unload {loader}") as lease:
        return await _unload(graph, loader, which, tell, lease)


async def _unload(
    graph: Graph, loader: str, which: UnloadSelection, tell: Tell, lease: WriterLease | None
) -> UnloadResult:
    result = UnloadResult()
    with SortedKeySet(loader) as stored_keys, SortedKeySet(loader) as read:
        if which.absent_from:
            result.nameless = await collect_release_keys(which.absent_from, read, tell)
        result.there = await collect_graph_keys(graph, which.only, stored_keys)
        for ref in stored_keys.difference(read):
            result.gone += 1
            result.first += (ref,) if result.gone <= FIRST else ()
        if which.absent_from and result.gone and result.gone == result.there:
            raise no_overlap_error(loader, result.there)
        if lease is not None:
            await (
                _remove_batches(lease, loader, stored_keys.difference(read), result.gone, tell)
                if result.gone
                else _clean_up(lease, tell)
            )
        return result


async def _remove_batches(lease: WriterLease, loader: str, refs: Iterable[RecordRef], total: int, tell: Tell) -> None:
    graph, load, remaining, count = lease.graph, f"l_{ULID()}", iter(refs), 0
    load_properties: dict[str, Value] = {"loader": f"unload {loader}", "startedAt": utc_now()}
    await lease.write(
        set_load_properties_statement(load, load_properties),
        Statement(statement("ingest/abandon_loads").text, {"loader": loader}),
    )
    while removed := list(islice(remaining, CHUNK)):
        batch, _ = await resolve_batch(graph, {}, removed, frozenset(removed))
        count += len(removed)
        await commit(lease, batch, load, [set_load_properties_statement(load, {"read": count})])
        tell(f"{count:,} of {total:,} records removed")
    await _clean_up(lease, tell)
    await update_load_node(lease, load, {"finishedAt": utc_now()})


async def _clean_up(lease: WriterLease, tell: Tell) -> None:
    """Recompute stale facts, including those of an interrupted removal, and delete orphaned nodes."""
    await recompute_stale_facts(lease, lambda step: tell(f"counting ({step})"))
    await delete_orphans(lease.graph)
