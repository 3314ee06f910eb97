"""Read a source's files in chunks: normalized records with hashes, rejects with their position, and the progress.

Files are read in this process or by worker processes (`loaders.pipeline.reader_pool`), with equal results.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from loaders.formats.archive import SourceFile
from loaders.formats.archive_members import SkippedFile
from loaders.pipeline.reader_pool import create_reader_pool
from loaders.pipeline.record_batches import RecordBatch, RejectedRecord, Taken, describe_position, iter_batches
from loaders.records.match_features import RecordRef
from loaders.records.versions import IncomingRecord
from loaders.sources.base import Source

CHUNK = 2000
"""Items per batch, which is one write transaction."""


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
    """Up to CHUNK items of one or more files; `file` and `offset` are the position up to which the source is read."""

    entries: list[IncomingRecord] = field(default_factory=list[IncomingRecord])
    rejects: list[Reject] = field(default_factory=list[Reject])
    refused: list[RecordRef] = field(default_factory=list[RecordRef])
    """Keys of the rejected records, as far as known."""
    unidentified: list[Reject] = field(default_factory=list[Reject])
    """The other rejects, except items that are not records."""
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
        after: the checkpoint to continue from: file, and number of its items that are done.
        size: items per chunk.
        workers: maximum number of processes.
        small: inputs of fewer bytes are read in this process, because starting processes takes longer.
    """

    after: tuple[str, int] | None = None
    size: int = CHUNK
    workers: int = 0
    small: int = 0


class ChunkReader:
    """Reads a source's files chunk by chunk. Its methods block; `end` may be called at any time, from any thread."""

    def __init__(self, source: Source, files: Sequence[SourceFile], way: ReadOptions) -> None:
        self._source, self._files, self._way = source, files, way
        begin = _beginning(files, way.after)
        self._first = begin[0]
        self._crew = create_reader_pool(source, files, begin, workers=way.workers, small=way.small)
        self._chunks: Iterator[Chunk] = iter(())
        if self._crew:
            self._crew.begin()

    @property
    def processes(self) -> list[int]:
        """IDs of the reader processes; empty if this process reads the files."""
        return self._crew.pids if self._crew else []

    @property
    def buffered_bytes(self) -> int:
        """Bytes that the reader processes have sent and that are not yet consumed."""
        return self._crew.buffered_bytes if self._crew else 0

    def start(self) -> None:
        """Load the side tables, and start reading.

        Raises:
            SourceFileError: a side table is missing.
            WorkerError: a reader process has ended.
        """
        if self._crew is None:
            self._chunks = chunks(self._source, self._files, after=self._way.after, size=self._way.size)
            return
        self._crew.ready()
        batches = (self._crew.batches(number) for number in range(self._first, len(self._files)))
        self._chunks = _chunks(self._source.name, self._files, self._first, batches, self._way.size)

    def next(self) -> Chunk | None:
        """Return the next chunk, or None after the last.

        Raises:
            WorkerError: a reader process has ended.
        """
        return next(self._chunks, None)

    def end(self) -> None:
        """Stop the reader processes; a pending `next` call raises WorkerError."""
        if self._crew:
            self._crew.end()


def chunks(
    source: Source, files: Sequence[SourceFile], *, after: tuple[str, int] | None = None, size: int = CHUNK
) -> Iterator[Chunk]:
    """Yield the source's items in chunks, read in this process in file order, after the checkpoint `after`.

    Raises:
        SourceFileError: a side table is missing (raised at once).
    """
    reader = source.start(files)
    first, skip = _beginning(files, after)
    parts = (
        iter_batches(source.name, reader, file, 0 if number else skip) for number, file in enumerate(files[first:])
    )
    return _chunks(source.name, files, first, parts, size)


def _beginning(files: Sequence[SourceFile], after: tuple[str, int] | None) -> tuple[int, int]:
    """Return the number of the first file to read, and how many of its items are done."""
    names = [file.name for file in files]
    return (names.index(after[0]), after[1]) if after and after[0] in names else (0, 0)


def _chunks(
    loader: str, files: Sequence[SourceFile], first: int, parts: Iterable[Iterator[RecordBatch]], size: int
) -> Iterator[Chunk]:
    before = sum(file.size for file in files[:first])
    chunk = Chunk(done_bytes=before, done_files=first)
    for number, (file, of_file) in enumerate(zip(files[first:], parts, strict=True), first):
        chunk.file, chunk.offset = file.name, 0
        for portion in of_file:
            chunk.offset = portion.offset - len(portion.items)
            for taken in portion.items:
                chunk.offset += 1
                _take(chunk, loader, file.display_name, taken)
                if chunk.items >= size:
                    chunk.done_bytes, chunk.done_files = before + portion.position, number
                    yield chunk
                    chunk = Chunk(file=file.name, offset=chunk.offset)
            chunk.done_bytes = before + portion.position
            if portion.read_error is not None:
                position = f"after item {chunk.offset}" if chunk.offset else ""
                chunk.unreadable.append(Reject(file.display_name, position, portion.read_error))
        before += file.size
        chunk.done_bytes, chunk.done_files = before, number + 1
    yield chunk


def _take(chunk: Chunk, loader: str, file: str, taken: Taken) -> None:
    if isinstance(taken, RejectedRecord):
        reject = Reject(file, taken.place, taken.reason)
        chunk.rejects.append(reject)
        if taken.record_key:
            chunk.refused.append(RecordRef(*taken.record_key, loader))
        elif not taken.intentional:
            chunk.unidentified.append(reject)
        return
    location = describe_position(taken.source, taken.key)
    chunk.dropped_values += [Reject(file, location, dropped) for dropped in taken.dropped_values]
    ref = RecordRef(taken.source, taken.key, loader)
    chunk.entries.append(IncomingRecord(ref, taken.statement, taken.hash, taken.revised, taken.in_passing))
