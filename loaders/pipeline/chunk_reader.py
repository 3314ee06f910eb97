"""Read a source's files in chunks: normalized records with hashes, rejects with their position, and the progress.

Files are read in this process or by worker processes (`loaders.pipeline.reader_pool`), with equal results.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from loaders.formats.archive import SourceFile
from loaders.formats.archive_members import SkippedFile
from loaders.pipeline.reader_pool import create_reader_pool
from loaders.pipeline.record_batches import (
    AcceptedRecord,
    BatchItem,
    RecordBatch,
    RejectedRecord,
    describe_position,
    iter_batches,
)
from loaders.records.match_features import RecordRef
from loaders.records.versions import IncomingRecord
from loaders.sources.base import Source

CHUNK = 2000
"""Maximum number of items per batch, which is one write transaction."""
MAX_CHUNK_BYTES = 8 << 20
"""Bytes of records after which a batch ends; Neo4j holds a transaction in memory."""


class Reject(NamedTuple):
    """A rejected record with its position, a dropped value, or a file, for which `place` is the last item read.

    `file` is the path as the user gave it, or a path below it. An empty `place` means that nothing of the file was
    read.
    """

    file: str
    place: str
    reason: str


def skipped_files(left_out: Iterable[SkippedFile]) -> list[Reject]:
    """Return skipped files as rejects, with the reason."""
    return [Reject(skipped.name, "", skipped.reason) for skipped in left_out]


@dataclass(slots=True)
class Chunk:
    """A batch: items of one or more files, at most CHUNK, and fewer if they are large.

    Attributes:
        entries: the accepted records.
        rejects: the rejected records.
        rejected_refs: keys of the rejected records, as far as known.
        unidentified: rejected records without a readable key.
        dropped_values: values that were dropped from accepted records.
        unreadable: files that could not be read to their end.
        file: the last file that was read, and `offset`, the number of its items read so far.
        done_bytes: bytes of all files read so far.
        done_files: number of files that are read completely.
    """

    entries: list[IncomingRecord] = field(default_factory=list[IncomingRecord])
    rejects: list[Reject] = field(default_factory=list[Reject])
    rejected_refs: list[RecordRef] = field(default_factory=list[RecordRef])
    unidentified: list[Reject] = field(default_factory=list[Reject])
    dropped_values: list[Reject] = field(default_factory=list[Reject])
    unreadable: list[Reject] = field(default_factory=list[Reject])
    file: str = ""
    offset: int = 0
    done_bytes: int = 0
    done_files: int = 0

    @property
    def items(self) -> int:
        """Number of items read."""
        return len(self.entries) + len(self.rejects)


class ReadOptions(NamedTuple):
    """How to read files.

    Attributes:
        checkpoint: the position to continue from: file, and number of its items that are done.
        size: items per chunk.
        workers: maximum number of processes.
        min_pool_bytes: inputs of fewer bytes are read in this process, because starting processes takes longer.
    """

    checkpoint: tuple[str, int] | None = None
    size: int = CHUNK
    workers: int = 0
    min_pool_bytes: int = 0


class ChunkReader:
    """Reads a source's files chunk by chunk. Its methods block; `close` may be called at any time, from any thread."""

    def __init__(self, source: Source, files: Sequence[SourceFile], options: ReadOptions) -> None:
        self._source, self._files, self._options = source, files, options
        start_position = _start_position(files, options.checkpoint)
        self._first = start_position[0]
        self._pool = create_reader_pool(
            source, files, start_position, workers=options.workers, min_pool_bytes=options.min_pool_bytes
        )
        self._chunks: Iterator[Chunk] = iter(())
        if self._pool:
            self._pool.start()

    @property
    def processes(self) -> list[int]:
        """IDs of the reader processes; empty if this process reads the files."""
        return self._pool.pids if self._pool else []

    @property
    def buffered_bytes(self) -> int:
        """Bytes that the reader processes have sent and that are not yet consumed."""
        return self._pool.buffered_bytes if self._pool else 0

    def start(self) -> None:
        """Load the side tables, and start reading.

        Raises:
            SourceFileError: a side table is missing.
            WorkerError: a reader process has ended.
        """
        if self._pool is None:
            self._chunks = chunks(
                self._source, self._files, checkpoint=self._options.checkpoint, size=self._options.size
            )
            return
        self._pool.wait_until_ready()
        batches_by_file = (self._pool.batches(number) for number in range(self._first, len(self._files)))
        self._chunks = _chunks(self._source.name, self._files, self._first, batches_by_file, self._options.size)

    def next(self) -> Chunk | None:
        """Return the next chunk, or None after the last.

        Raises:
            WorkerError: a reader process has ended.
        """
        return next(self._chunks, None)

    def close(self) -> None:
        """Stop the reader processes; a pending `next` call raises WorkerError."""
        if self._pool:
            self._pool.close()


async def close_reader(reader: ChunkReader, pending: "asyncio.Task[Chunk | None] | asyncio.Task[int]") -> None:
    """Close a reader, and wait until its pending task has ended: the files must stay open until then."""
    await asyncio.to_thread(reader.close)
    await asyncio.wait([pending])
    if not pending.cancelled():
        pending.exception()  # mark the exception as retrieved


def chunks(
    source: Source, files: Sequence[SourceFile], *, checkpoint: tuple[str, int] | None = None, size: int = CHUNK
) -> Iterator[Chunk]:
    """Yield the source's items in chunks, read in this process in file order, after the position `checkpoint`.

    Raises:
        SourceFileError: a side table is missing (raised at once).
    """
    reader = source.start(files)
    first, skip = _start_position(files, checkpoint)
    batches_by_file = (
        iter_batches(source.name, reader, file, 0 if number else skip) for number, file in enumerate(files[first:])
    )
    return _chunks(source.name, files, first, batches_by_file, size)


def _start_position(files: Sequence[SourceFile], after: tuple[str, int] | None) -> tuple[int, int]:
    """Return the number of the first file to read, and how many of its items are done."""
    names = [file.name for file in files]
    return (names.index(after[0]), after[1]) if after and after[0] in names else (0, 0)


def _chunks(
    loader: str, files: Sequence[SourceFile], first: int, batches_by_file: Iterable[Iterator[RecordBatch]], size: int
) -> Iterator[Chunk]:
    before = sum(file.size for file in files[:first])
    chunk, chunk_bytes = Chunk(done_bytes=before, done_files=first), 0
    for number, (file, batches) in enumerate(zip(files[first:], batches_by_file, strict=True), first):
        chunk.file, chunk.offset = file.name, 0
        for batch in batches:
            chunk.offset = batch.offset - len(batch.items)
            for item in batch.items:
                chunk.offset += 1
                _add_item(chunk, loader, file.display_name, item)
                chunk_bytes += len(item.statement) if isinstance(item, AcceptedRecord) else 0
                if chunk.items >= size or chunk_bytes >= MAX_CHUNK_BYTES:
                    chunk.done_bytes, chunk.done_files = before + batch.position, number
                    yield chunk
                    chunk, chunk_bytes = Chunk(file=file.name, offset=chunk.offset), 0
            chunk.done_bytes = before + batch.position
            if batch.read_error is not None:
                position = f"after item {chunk.offset}" if chunk.offset else ""
                chunk.unreadable.append(Reject(file.display_name, position, batch.read_error))
        before += file.size
        chunk.done_bytes, chunk.done_files = before, number + 1
    yield chunk


def _add_item(chunk: Chunk, loader: str, file: str, item: BatchItem) -> None:
    if isinstance(item, RejectedRecord):
        reject = Reject(file, item.place, item.reason)
        chunk.rejects.append(reject)
        if item.record_key:
            chunk.rejected_refs.append(RecordRef(*item.record_key, loader))
        elif not item.intentional:
            chunk.unidentified.append(reject)
        return
    position_text = describe_position(item.source, item.key)
    chunk.dropped_values += [Reject(file, position_text, dropped) for dropped in item.dropped_values]
    ref = RecordRef(item.source, item.key, loader)
    chunk.entries.append(IncomingRecord(ref, item.statement, item.hash, item.revised, item.in_passing))
