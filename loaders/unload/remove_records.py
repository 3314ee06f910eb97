"""Remove the records of a loader, all or those that a release lacks, and recompute derived facts.

Each batch is one transaction; a later removal completes one that was interrupted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from ulid import ULID

from cypher.driver.client import Graph
from cypher.driver.values import Value
from loaders.graph_queries import write_statement
from loaders.pipeline.chunk_reader import CHUNK
from loaders.pipeline.garbage_collection import paused_garbage_collection
from loaders.pipeline.run import recompute_stale_facts, update_load_node, utc_now
from loaders.pipeline.summary import set_load_properties_statement
from loaders.records.match_features import RecordRef
from loaders.resolution.blocking.mention_cache import MentionCache
from loaders.resolution.resolve_batch import BatchOutcome, ResolvedBatch, resolve_batch
from loaders.unload.release_keys import (
    ReportProgress,
    SortedKeySet,
    SourceRelease,
    collect_graph_keys,
    collect_release_keys,
    no_overlap_error,
)
from loaders.writing.batch_pipeline import BatchPipeline, Completion
from loaders.writing.derive import delete_unused_nodes
from loaders.writing.empty_graph import empty_graph, leaves_only_decisions
from loaders.writing.lease import WriterLease, write_lease

MAX_EXAMPLES = 10
"""Maximum number of removed records in the result."""


@dataclass(frozen=True, slots=True)
class UnloadSelection:
    """The records to remove; by default all records of the loader.

    Attributes:
        only: Remove only the records of this source.
        absent_from: Remove only records that this release does not contain.
        dry_run: Count the records, but remove nothing.
    """

    only: str | None = None
    absent_from: SourceRelease | None = None
    dry_run: bool = False


@dataclass(slots=True)
class UnloadResult:
    """The counts of a removal.

    Attributes:
        stored_count: number of selected records in the graph.
        removed_count: number of records that were removed, or in a dry run, would be removed.
        unidentified: number of records in the files that have no readable key.
        examples: the first removed records.
    """

    stored_count: int = 0
    removed_count: int = 0
    unidentified: int = 0
    examples: tuple[RecordRef, ...] = ()


def no_progress(_: str) -> None:
    """Ignore progress messages."""


async def unload(
    graph: Graph, loader: str, selection: UnloadSelection | None = None, report: ReportProgress = no_progress
) -> UnloadResult:
    """Remove the selected records of `loader`.

    Completed batches remain removed if an error occurs.

    Raises:
        ReleaseComparisonError: The files do not show which records are stale.
        SourceFileError, ArchiveError, WorkerError: The files cannot be read.
        LeaseHeldError: Another command is writing.
        GraphError: Another error of the graph.
    """
    selection = selection or UnloadSelection()
    if selection.dry_run:
        return await _unload(graph, loader, selection, report, None)
    async with write_lease(graph, f"byline unload {loader}") as lease:
        return await _unload(graph, loader, selection, report, lease)


async def _unload(
    graph: Graph, loader: str, selection: UnloadSelection, report: ReportProgress, lease: WriterLease | None
) -> UnloadResult:
    result = UnloadResult()
    with SortedKeySet(loader) as stored_keys, SortedKeySet(loader) as release_keys:
        if selection.absent_from:
            result.unidentified = await collect_release_keys(selection.absent_from, release_keys, report)
        result.stored_count = await collect_graph_keys(graph, selection.only, stored_keys)
        for ref in stored_keys.difference(release_keys):
            result.removed_count += 1
            result.examples += (ref,) if result.removed_count <= MAX_EXAMPLES else ()
        if selection.absent_from and result.removed_count and result.removed_count == result.stored_count:
            raise no_overlap_error(loader, result.stored_count)
        if lease is not None:
            await (
                _remove_batches(lease, loader, stored_keys.difference(release_keys), result.removed_count, report)
                if result.removed_count
                else _clean_up(lease, report)
            )
        return result


async def _remove_batches(
    lease: WriterLease, loader: str, refs: Iterable[RecordRef], total: int, report: ReportProgress
) -> None:
    graph, load_id, remaining, count = lease.graph, f"l_{ULID()}", iter(refs), 0
    load_properties: dict[str, Value] = {"loader": f"unload {loader}", "startedAt": utc_now()}
    await lease.write(
        set_load_properties_statement(load_id, load_properties),
        write_statement("ingest/abandon_loads", loader=loader),
    )
    if await leaves_only_decisions(graph, loader, total):
        report("emptying the graph")
        await empty_graph(lease, load_id)
        await update_load_node(lease, load_id, {"read": total, "finishedAt": utc_now()})
        return
    async with BatchPipeline(lease, load_id) as pipeline:
        while batch_refs := list(islice(remaining, CHUNK)):
            count += len(batch_refs)
            load_statements = [set_load_properties_statement(load_id, {"read": count})]
            message = f"{count:,} of {total:,} records removed"
            with paused_garbage_collection():
                await _remove_batch(pipeline, batch_refs, Completion(load_statements, partial(report, message)))
    await _clean_up(lease, report)
    await update_load_node(lease, load_id, {"finishedAt": utc_now()})


async def _remove_batch(pipeline: BatchPipeline, refs: Sequence[RecordRef], completion: Completion) -> None:
    async def resolve(part: Sequence[RecordRef], mention_cache: MentionCache) -> tuple[ResolvedBatch, BatchOutcome]:
        return await resolve_batch(pipeline.reader, {}, part, frozenset(part), mention_cache)

    await pipeline.write(refs, resolve, lambda _: completion)


async def _clean_up(lease: WriterLease, report: ReportProgress) -> None:
    """Recompute stale facts, including those of an interrupted removal, and delete orphaned nodes."""
    await recompute_stale_facts(lease, lambda step: report(f"counting ({step})"))
    await delete_unused_nodes(lease.graph)
