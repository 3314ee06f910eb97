"""Read a source's files in chunks: cleaned records with their hashes, rejects with their place, how far it has come.

Files are read here, or in processes of their own (`loaders.streaming.crew`): the chunks are the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from loaders.files.archive import SourceFile
from loaders.files.members import LeftOut
from loaders.records.revisions import Entry
from loaders.records.stated import Ref
from loaders.source import Source
from loaders.streaming.crew import crew_of
from loaders.streaming.portions import Portion, Refused, Taken, place, portions

CHUNK = 2000
"""Items to a batch: one write transaction."""


class Reject(NamedTuple):
    """What was refused or set aside: a record with its place; or a file, where `place` says how far it was read.

    `file` is the path as the person gave it, or one below it; an empty place stands for one of which nothing was read.
    """

    file: str
    place: str
    reason: str


def not_read(left_out: Iterable[LeftOut]) -> list[Reject]:
    """Return what is told of files that are left out."""
    return [Reject(one.name, "", one.why) for one in left_out]


@dataclass(slots=True)
class Chunk:
    """Up to CHUNK items of one or more files; `file` and `offset` say how far the source is read."""

    entries: list[Entry] = field(default_factory=list[Entry])
    rejects: list[Reject] = field(default_factory=list[Reject])
    refused: list[Ref] = field(default_factory=list[Ref])
    """Those of the rejected whose source and key could be read,"""
    nameless: list[Reject] = field(default_factory=list[Reject])
    """and the others, but for what is none."""
    set_aside: list[Reject] = field(default_factory=list[Reject])
    unreadable: list[Reject] = field(default_factory=list[Reject])
    file: str = ""
    offset: int = 0
    done_bytes: int = 0
    done_files: int = 0

    @property
    def items(self) -> int:
        """How many items were read."""
        return len(self.entries) + len(self.rejects)


class Way(NamedTuple):
    """How to read: the checkpoint (file, items of it that are done) to go on from, items to a chunk, processes at most.

    Inputs of fewer than `small` bytes are read here, whatever the number of processes: those take longer to start.
    """

    after: tuple[str, int] | None = None
    size: int = CHUNK
    workers: int = 0
    small: int = 0


class Reading:
    """A source's files while they are read, chunk by chunk. Its calls block; `end` may come at any time."""

    def __init__(self, source: Source, files: Sequence[SourceFile], way: Way) -> None:
        self._source, self._files, self._way = source, files, way
        begin = _beginning(files, way.after)
        self._first = begin[0]
        self._crew = crew_of(source, files, begin, workers=way.workers, small=way.small)
        self._chunks: Iterator[Chunk] = iter(())
        if self._crew:
            self._crew.begin()

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that read; none where the files are read here."""
        return self._crew.pids if self._crew else []

    @property
    def held(self) -> int:
        """Bytes that the processes have sent and nobody has taken yet."""
        return self._crew.held if self._crew else 0

    def start(self) -> None:
        """Look through the side tables. Raises SourceError where one is missing, or WorkerError."""
        if self._crew is None:
            self._chunks = chunks(self._source, self._files, after=self._way.after, size=self._way.size)
            return
        self._crew.ready()
        found = (self._crew.portions(number) for number in range(self._first, len(self._files)))
        self._chunks = _chunks(self._source.name, self._files, self._first, found, self._way.size)

    def next(self) -> Chunk | None:
        """Return the next chunk, None after the last. Raises WorkerError where a process that reads has ended."""
        return next(self._chunks, None)

    def end(self) -> None:
        """End the processes that read; whoever waits for the next chunk gets a WorkerError."""
        if self._crew:
            self._crew.end()


def chunks(
    source: Source, files: Sequence[SourceFile], *, after: tuple[str, int] | None = None, size: int = CHUNK
) -> Iterator[Chunk]:
    """Yield the source's items in chunks, read here, in file order; `after` skips what a checkpoint says is done.

    Raises SourceError at once where a side table is missing.
    """
    reader = source.start(files)
    first, skip = _beginning(files, after)
    parts = (portions(reader, file, 0 if number else skip) for number, file in enumerate(files[first:]))
    return _chunks(source.name, files, first, parts, size)


def _beginning(files: Sequence[SourceFile], after: tuple[str, int] | None) -> tuple[int, int]:
    """Return the number of the file to begin with, and how many of its items are done."""
    names = [file.name for file in files]
    return (names.index(after[0]), after[1]) if after and after[0] in names else (0, 0)


def _chunks(
    loader: str, files: Sequence[SourceFile], first: int, parts: Iterable[Iterator[Portion]], size: int
) -> Iterator[Chunk]:
    before = sum(file.size for file in files[:first])
    chunk = Chunk(done_bytes=before, done_files=first)
    for number, (file, of_file) in enumerate(zip(files[first:], parts, strict=True), first):
        chunk.file, chunk.offset = file.name, 0
        for portion in of_file:
            chunk.offset = portion.offset - len(portion.items)
            for taken in portion.items:
                chunk.offset += 1
                _take(chunk, loader, file.shown, taken)
                if chunk.items >= size:
                    chunk.done_bytes, chunk.done_files = before + portion.position, number
                    yield chunk
                    chunk = Chunk(file=file.name, offset=chunk.offset)
            chunk.done_bytes = before + portion.position
            if portion.torn is not None:
                said = f"after item {chunk.offset}" if chunk.offset else ""
                chunk.unreadable.append(Reject(file.shown, said, portion.torn))
        before += file.size
        chunk.done_bytes, chunk.done_files = before, number + 1
    yield chunk


def _take(chunk: Chunk, loader: str, file: str, taken: Taken) -> None:
    if isinstance(taken, Refused):
        reject = Reject(file, taken.place, taken.reason)
        chunk.rejects.append(reject)
        if taken.whose:
            chunk.refused.append(Ref(*taken.whose, loader))
        elif not taken.none:
            chunk.nameless.append(reject)
        return
    at = place(taken.source, taken.key)
    chunk.set_aside += [Reject(file, at, one) for one in taken.told]
    ref = Ref(taken.source, taken.key, loader)
    chunk.entries.append(Entry(ref, taken.statement, taken.hash, taken.revised, taken.in_passing))
