"""Load a source: read, resolve and write batch by batch, and derive facts; resume an interrupted load; dry runs.

A batch is one write transaction that includes the checkpoint: acknowledged batches survive any crash, and others are
read again. While one batch is written, the next is resolved, and a thread reads the one after. If Neo4j lacks memory
for a batch, several transactions write its records, and the last one includes the checkpoint.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from ulid import ULID

from cypher.driver.client import Graph, Statement
from cypher.driver.values import Value
from cypher.queries import lookup
from loaders.formats import archive
from loaders.formats.archive import SourceFile
from loaders.graph_queries import GraphReader, run_query
from loaders.pipeline.bundled_sample import bundle_fingerprint
from loaders.pipeline.chunk_reader import CHUNK, Chunk, ChunkReader, ReadOptions, Reject, close_reader, skipped_files
from loaders.pipeline.ended_profiles import ended_profiles, remove_ended_profiles
from loaders.pipeline.garbage_collection import paused_garbage_collection
from loaders.pipeline.progress import LOADING, Counts, Progress, ReportProgress, no_progress
from loaders.pipeline.reader_pool import MIN_BYTES_FOR_POOL
from loaders.pipeline.summary import Summary, checkpoint, restore, set_load_properties_statement, stored_lists
from loaders.pipeline.timings import LoadTimer, measure_load
from loaders.records.errors import SourceFileError, printable_path
from loaders.records.match_features import RecordRef
from loaders.records.versions import ChangeSet, classify_changes
from loaders.resolution.blocking.mention_cache import MentionCache
from loaders.resolution.blocking.records import find_existing_versions
from loaders.resolution.resolve_batch import BatchOutcome, ResolvedBatch, resolve_batch
from loaders.sources.base import Source
from loaders.writing.batch_pipeline import BatchPipeline, Completion
from loaders.writing.commit import find_neighbors, transaction_statements
from loaders.writing.derive import derive_stale_facts, write_and_derive
from loaders.writing.lease import WriterLease, write_lease


class RejectSink(Protocol):
    """A destination for rejects. Its methods may raise the exceptions of its implementation."""

    def resume(self, known: Sequence[Reject], count: int) -> None:
        """Continue the list of an interrupted load with `count` committed rejects, of which the first are `known`."""
        ...

    def add(self, rejects: Sequence[Reject]) -> None:
        """Add the rejects of a batch, which is read again if it is not committed."""
        ...


class NullRejectSink:
    """Discards all rejects."""

    def resume(self, known: Sequence[Reject], count: int) -> None:
        """Do nothing."""

    def add(self, rejects: Sequence[Reject]) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """Options of a load.

    Attributes:
        dry_run: write nothing.
        resume: continue from the last checkpoint.
        chunk_size: items per batch.
        report: called with the progress.
        workers: maximum number of processes that read files; 0 reads them in this process. A program that uses
            processes needs the guard `if __name__ == "__main__":`, as for `multiprocessing` in general.
        min_pool_bytes: inputs of fewer bytes are read in this process.
        rejects: receives every reject; the summary keeps only the first ones.
    """

    dry_run: bool = False
    resume: bool = False
    version: str = ""
    chunk_size: int = CHUNK
    report: ReportProgress = no_progress
    workers: int = 0
    min_pool_bytes: int = MIN_BYTES_FOR_POOL
    rejects: RejectSink = field(default_factory=NullRejectSink)


class LoadJob(NamedTuple):
    """The input of a load: a source, the given paths, the files found there, and the files that cannot be read."""

    source: Source
    paths: Sequence[Path]
    files: Sequence[SourceFile]
    unreadable: Sequence[Reject] = ()


async def load(graph: Graph, source: Source, paths: Sequence[Path], options: LoadOptions | None = None) -> Summary:
    """Load a source's files.

    A file that cannot be read is reported in the summary, and the load continues.

    Raises:
        ArchiveError: a path cannot be read.
        SourceFileError: no file belongs to the source, or a side table is missing that every file needs.
        LeaseHeldError: another process writes to the graph.
        GraphError: a query or transaction failed.
    """
    options = options or LoadOptions()
    with archive.open_files(paths, source.accepts) as files:
        if not files:
            raise source.no_matching_files_error(paths, files.left_out)
        job = LoadJob(source, paths, files, skipped_files(files.left_out))
        if options.dry_run:
            return await _run(graph, job, options, None)
        async with write_lease(graph, f"byline load {source.name}") as lease:
            return await _run(graph, job, options, lease)


async def _run(graph: Graph, job: LoadJob, options: LoadOptions, lease: WriterLease | None) -> Summary:
    source, files = job.source, job.files
    input_paths: list[Value] = [printable_path(path.resolve()) for path in job.paths]
    summary = Summary(loader=source.name, load=f"l_{ULID()}", files=len(files))
    position = await _restore_interrupted_load(graph, summary, files, input_paths) if options.resume else None
    if summary.resumed:
        options.rejects.resume(summary.rejects, summary.rejected)
    else:
        summary.unreadable += job.unreadable
    reader = ChunkReader(
        source, files, ReadOptions(position, options.chunk_size, options.workers, options.min_pool_bytes)
    )
    with measure_load() as timer:
        reporter = ProgressReporter(options.report, options.rejects, summary, timer, sum(file.size for file in files))
        async with _closing(reader):
            await asyncio.to_thread(reader.start)
            if lease is not None and not summary.resumed:
                load_properties: dict[str, Value] = {
                    "loader": source.name,
                    "version": options.version,
                    "paths": input_paths,
                }
                load_properties |= {
                    "startedAt": utc_now(),
                    "license": source.license,
                    "inputs": [file.name for file in files],
                    "inputSizes": [file.size for file in files],
                }
                load_properties |= stored_lists(summary)
                await update_load_node(lease, summary.load, load_properties)
            await _process_chunks(graph, reader, lease, reporter)
        if lease is not None:
            timer.start_deriving()
            await finish(lease, summary.load, reporter.report_activity, bundle_fingerprint(source, job.paths))
        summary.spent = timer.spent
    return summary


@asynccontextmanager
async def _closing(reader: ChunkReader) -> AsyncGenerator[None]:
    try:
        yield
    finally:
        await asyncio.shield(asyncio.to_thread(reader.close))


async def _process_chunks(
    graph: Graph, reader: ChunkReader, lease: WriterLease | None, reporter: "ProgressReporter"
) -> None:
    """Resolve chunk by chunk, while the next chunk is read and the previous chunk is written."""
    reporter.report(reporter.progress(Chunk()))
    next_chunk = asyncio.create_task(asyncio.to_thread(reader.next))
    try:
        async with BatchPipeline(lease, reporter.summary.load) if lease else nullcontext() as pipeline:
            while True:
                with reporter.timer.reading():
                    chunk = await asyncio.shield(next_chunk)
                if chunk is None:
                    break
                next_chunk = asyncio.create_task(asyncio.to_thread(reader.next))
                with paused_garbage_collection():
                    await (
                        _write_chunk(pipeline, reporter, chunk) if pipeline else _count_changes(graph, reporter, chunk)
                    )
        if pipeline:
            reporter.summary.max_batch = pipeline.smallest_limit
    except BaseException:
        await close_reader(reader, next_chunk)
        raise


class ProgressReporter(NamedTuple):
    """The receivers of progress and rejects of a load, and the state to report."""

    report: ReportProgress
    rejects: RejectSink
    summary: Summary
    timer: LoadTimer
    total: int

    def progress(self, chunk: Chunk) -> Progress:
        """Return the progress after a chunk."""
        return self._progress(chunk.done_bytes, chunk.done_files, LOADING)

    def report_activity(self, activity: str) -> None:
        """Report a step after all files are read."""
        self.report(self._progress(self.total, self.summary.files, activity))

    def _progress(self, done: int, files: int, activity: str) -> Progress:
        summary = self.summary
        effects = (summary.new, summary.changed, summary.unchanged, summary.rejected)
        counts = Counts(files, summary.files, *effects)
        return Progress(done, self.total, summary.read, activity, counts, self.timer.spent)


async def finish(lease: WriterLease, load_id: str, report: Callable[[str], None], bundle: str | None = None) -> None:
    """Derive stale facts, and mark the load as finished, with the fingerprint of the bundled file that it read."""
    await recompute_stale_facts(
        lease,
        report,
        lambda: [set_load_properties_statement(load_id, {"finishedAt": utc_now(), "bundle": bundle})],
    )


async def commit_and_finish(
    lease: WriterLease, batch: ResolvedBatch, load_id: str, load_statements: Sequence[Statement]
) -> None:
    """Write the only batch of a load, derive the facts that it makes stale, and mark the load as finished.

    All of it is one transaction, unless a removed entity or many stale nodes need more.

    Raises:
        LeaseHeldError, GraphError: see `commit`.
    """
    statements = transaction_statements(batch, await find_neighbors(lease.graph, batch), load_id, load_statements)
    finished = set_load_properties_statement(load_id, {"finishedAt": utc_now()})
    if not await write_and_derive(lease, statements, [finished]):
        await finish(lease, load_id, lambda _: None)
    elif await ended_profiles(lease.graph):
        await recompute_stale_facts(lease, lambda _: None)


async def recompute_stale_facts(
    lease: WriterLease, report: Callable[[str], None], final: Callable[[], Sequence[Statement]] = tuple
) -> None:
    """Derive all stale facts and run the final statements, after the removal of the statements of ended claims."""
    await remove_ended_profiles(lease)
    await derive_stale_facts(lease, report, final)


async def _write_chunk(pipeline: BatchPipeline, reporter: "ProgressReporter", chunk: Chunk) -> None:
    """Resolve a chunk, and start to write it."""
    summary, graph = reporter.summary, pipeline.reader

    async def resolve(
        refs: Sequence[RecordRef], mention_cache: MentionCache | None
    ) -> tuple[ResolvedBatch, BatchOutcome]:
        return await versions.resolve(graph if pipeline.has_written else stored_graph, refs, mention_cache)

    def complete(outcomes: Sequence[BatchOutcome]) -> Completion:
        conflicts = _add_to_summary(summary, chunk, versions, outcomes)
        progress = reporter.progress(chunk)
        reporter.rejects.add(chunk.rejects)  # before its own commit: a resumed load removes surplus entries
        return Completion(checkpoint(summary, chunk, conflicts), lambda: reporter.report(progress))

    has_records = bool(chunk.entries) and (pipeline.has_written or await _graph_has_records(graph, summary))
    stored_graph = graph if has_records else None
    versions = await pipeline.run(lambda: ChunkVersions.compare(stored_graph, chunk))
    await pipeline.write(list(versions.changes.new_or_changed), resolve, complete)


async def _count_changes(graph: Graph, reporter: "ProgressReporter", chunk: Chunk) -> None:
    """Count what a load of a chunk would change, without writing."""
    stored_graph = graph if chunk.entries and await _graph_has_records(graph, reporter.summary) else None
    versions = await ChunkVersions.compare(stored_graph, chunk)
    refs = list(versions.changes.new_or_changed)
    outcomes = [(await versions.resolve(stored_graph, refs, None))[1]] if refs else []
    _add_to_summary(reporter.summary, chunk, versions, outcomes)
    reporter.rejects.add(chunk.rejects)
    reporter.report(reporter.progress(chunk))


class ChunkVersions(NamedTuple):
    """The records of a chunk, compared with the stored versions.

    Attributes:
        stored_refs: stored records with the same sources and keys as records of the chunk.
        changes: the new and changed records, and counts of all records.
    """

    stored_refs: Sequence[RecordRef]
    changes: ChangeSet

    @classmethod
    async def compare(cls, graph: GraphReader | None, chunk: Chunk) -> "ChunkVersions":
        """Compare a chunk with the graph; None for a graph that holds no record that could match."""
        stored_versions = await find_existing_versions(graph, {entry.ref[:2] for entry in chunk.entries})
        return cls(list(stored_versions), classify_changes(chunk.entries, stored_versions))

    async def resolve(
        self, graph: GraphReader | None, refs: Iterable[RecordRef], mention_cache: MentionCache | None
    ) -> tuple[ResolvedBatch, BatchOutcome]:
        """Resolve some of the new and changed records."""
        records = {ref: self.changes.new_or_changed[ref] for ref in refs}
        keys = {ref[:2] for ref in records}
        stored_refs = [ref for ref in self.stored_refs if ref[:2] in keys]
        return await resolve_batch(graph, records, stored_refs, mention_cache=mention_cache)


def _add_to_summary(
    summary: Summary, chunk: Chunk, versions: ChunkVersions, outcomes: Iterable[BatchOutcome]
) -> list[str]:
    """Add the counts of a chunk; return messages about its ID conflicts."""
    summary.add_chunk(chunk, versions.changes)
    return [message for outcome in outcomes for message in summary.add_outcome(outcome)]


async def _graph_has_records(graph: GraphReader, summary: Summary) -> bool:
    """Return True if the graph holds any record that could match."""
    return bool(summary.written_count) or bool((await run_query(graph, lookup.IS_GRAPH_NONEMPTY))[0].is_nonempty)


async def _restore_interrupted_load(
    graph: Graph, summary: Summary, files: Sequence[SourceFile], paths: list[Value]
) -> tuple[str, int] | None:
    """Restore the newest interrupted load of the same paths into the summary; return its checkpoint, or None.

    Raises:
        SourceFileError: the files have changed, so the checkpoint may be at another record.
    """
    rows = await run_query(graph, lookup.UNFINISHED_LOAD, loader=summary.loader, paths=paths)
    if not rows:
        return None
    load_id, values = rows[0]
    if change := _describe_changed_files(values, files):
        raise SourceFileError(
            f"Cannot resume the interrupted load, because its files have changed: {change}. Run the command without "
            "--resume: records that are loaded already are only compared."
        )
    restore(summary, load_id, values)
    return str(values["file"]), int(str(values["offset"]))


def _describe_changed_files(values: Mapping[str, Value], files: Sequence[SourceFile]) -> str:
    """Return the first difference between the files and those of an interrupted load; "" if there is none."""
    names, sizes = (cast("list[Value]", values.get(name) or []) for name in ("inputs", "inputSizes"))
    sizes_before = dict(zip(map(str, names), (int(str(size)) for size in sizes), strict=False))
    sizes_now = {file.name: file.size for file in files}
    for name, size in sizes_now.items():
        if name not in sizes_before:
            return f"{name} is new"
        if size != sizes_before[name]:
            return f"{name} had {sizes_before[name]:,} bytes, and has {size:,} now"
    return next((f"{name} is missing" for name in sizes_before if name not in sizes_now), "")


async def update_load_node(lease: WriterLease, load_id: str, values: dict[str, Value]) -> None:
    """Set properties of a load's node, and create the node if it does not exist."""
    await lease.write(set_load_properties_statement(load_id, values))


def utc_now() -> str:
    """Return the current time as ISO 8601 in UTC, with a precision of seconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
