"""Read a source's files in chunks: cleaned records with their hashes, rejects with their place, how far it has come."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cypher.identifiers import IdentifierError
from loaders.archive import TORN, SourceFile
from loaders.bounds import bounded
from loaders.identity import Ref
from loaders.normalise import cleaned
from loaders.revisions import Entry
from loaders.source import Item, Reader, RecordError, Rejected, Source, SourceError, clipped
from loaders.statement import content_hash, encoded

CHUNK = 2000
"""Items to a batch: one write transaction."""
LONGEST_PLACE = 200
LONGEST_REASON = 500
"""Characters: what is refused may itself be huge."""


class Reject(NamedTuple):
    """What was refused or set aside: a record with its place; or a file, where `place` says how far it was read.

    `file` is the path as the person gave it, or one below it; an empty place stands for one of which nothing was read.
    """

    file: str
    place: str
    reason: str


@dataclass(slots=True)
class Chunk:
    """Up to CHUNK items of one or more files; `file` and `offset` say how far the source is read."""

    entries: list[Entry] = field(default_factory=list[Entry])
    rejects: list[Reject] = field(default_factory=list[Reject])
    set_aside: list[Reject] = field(default_factory=list[Reject])
    unreadable: list[Reject] = field(default_factory=list[Reject])
    file: str = ""
    offset: int = 0
    done_bytes: int = 0

    @property
    def items(self) -> int:
        """How many items were read."""
        return len(self.entries) + len(self.rejects)


def chunks(
    source: Source, files: Sequence[SourceFile], *, after: tuple[str, int] | None = None, size: int = CHUNK
) -> Iterator[Chunk]:
    """Yield the source's items in chunks, in file order; `after` skips what a checkpoint says is done.

    Raises SourceError at once where a side table is missing.
    """
    return _chunks(source.name, source.start(files), files, after, size)


def _chunks(
    loader: str, reader: Reader, files: Sequence[SourceFile], after: tuple[str, int] | None, size: int
) -> Iterator[Chunk]:
    names = [file.name for file in files]
    first = names.index(after[0]) if after and after[0] in names else 0
    skip = after[1] if after and after[0] in names else 0
    before = sum(file.size for file in files[:first])
    chunk = Chunk(done_bytes=before)
    for file in files[first:]:
        chunk.file, chunk.offset = file.name, 0
        try:
            for item in reader(file):
                chunk.offset += 1
                if chunk.offset <= skip:
                    continue
                _take(chunk, loader, file.shown, item)
                if chunk.items >= size:
                    chunk.done_bytes = before + file.position
                    yield chunk
                    chunk = Chunk(file=file.name, offset=chunk.offset, done_bytes=chunk.done_bytes)
        except (SourceError, *TORN) as error:
            place = f"after item {chunk.offset}" if chunk.offset else ""
            chunk.unreadable.append(Reject(file.shown, place, _reason(file, error)))
        skip = 0
        before += file.size
        chunk.done_bytes = before
    yield chunk


def _reason(file: SourceFile, error: Exception) -> str:
    """Return why a file cannot be read, without its name, which is said beside it."""
    said = error.strerror if isinstance(error, OSError) else None
    return clipped((said or str(error)).removeprefix(f"{file.shown}: "), LONGEST_REASON)


def _take(chunk: Chunk, loader: str, file: str, item: Item) -> None:
    if isinstance(item, Rejected):
        chunk.rejects.append(Reject(file, clipped(item.place, LONGEST_PLACE), clipped(item.reason, LONGEST_REASON)))
        return
    place = clipped(f"{item.source}:{item.key}", LONGEST_PLACE)
    try:
        record, told = bounded(cleaned(item))
    except (RecordError, IdentifierError) as error:
        chunk.rejects.append(Reject(file, place, clipped(str(error), LONGEST_REASON)))
        return
    chunk.set_aside += [Reject(file, place, one) for one in told]
    chunk.entries.append(Entry(Ref(record.source, record.key, loader), record, content_hash(encoded(record))))
