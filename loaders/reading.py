"""Read a source's files in chunks: cleaned records with their hashes, rejects with their place, how far it has come."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cypher.identifiers import IdentifierError
from loaders.archive import SourceFile
from loaders.identity import Ref
from loaders.normalise import cleaned
from loaders.record import Record
from loaders.source import Item, RecordError, Rejected, Source, SourceError
from loaders.statement import content_hash, encoded

CHUNK = 2000
"""Items to a batch: one write transaction."""


class Reject(NamedTuple):
    """One refusal, as the reject file has it. `place` is empty where the whole file could not be read."""

    file: str
    place: str
    reason: str


class Entry(NamedTuple):
    """A cleaned record on its way to the graph."""

    ref: Ref
    record: Record
    hash: str


@dataclass(slots=True)
class Chunk:
    """Up to CHUNK items of one or more files; `file` and `offset` say how far the source is read."""

    entries: list[Entry] = field(default_factory=list[Entry])
    rejects: list[Reject] = field(default_factory=list[Reject])
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
    """Yield the source's items in chunks, in file order; `after` skips what a checkpoint says is done."""
    reader = source.start(files)
    names = [file.name for file in files]
    first = names.index(after[0]) if after and after[0] in names else 0
    skip = after[1] if after and after[0] in names else 0
    chunk = Chunk(done_bytes=sum(file.size for file in files[:first]))
    for file in files[first:]:
        chunk.file, chunk.offset = file.name, 0
        try:
            for item in reader(file):
                chunk.offset += 1
                if chunk.offset <= skip:
                    continue
                _take(chunk, source.name, file.name, item)
                if chunk.items >= size:
                    yield chunk
                    chunk = Chunk(file=file.name, offset=chunk.offset, done_bytes=chunk.done_bytes)
        except (SourceError, OSError, EOFError) as error:
            chunk.unreadable.append(Reject(file.name, "", str(error)))
        skip = 0
        chunk.done_bytes += file.size
    yield chunk


def _take(chunk: Chunk, loader: str, file: str, item: Item) -> None:
    if isinstance(item, Rejected):
        chunk.rejects.append(Reject(file, item.place, item.reason))
        return
    try:
        record = cleaned(item)
    except (RecordError, IdentifierError) as error:
        chunk.rejects.append(Reject(file, f"{item.source}:{item.key}", str(error)))
        return
    chunk.entries.append(Entry(Ref(record.source, record.key, loader), record, content_hash(encoded(record))))
