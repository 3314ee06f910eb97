"""Read sources into the working folder: each record once numbered, with the keys by which it may meet others."""

from collections.abc import Iterator, Sequence

from ulid import ULID

from cypher.folding import a_year_beside
from loaders import archive
from loaders.bulk.asked import Asked
from loaders.bulk.shelf import Shelf
from loaders.crew import SMALL
from loaders.progress import LOADING, Counts, Progress, Tell
from loaders.reading import Chunk, Reading, Way
from loaders.record import Record, TopicRecord
from loaders.revisions import Entry
from loaders.source import SourceError
from loaders.statement import decoded, thing_ids, title_key
from loaders.summary import Summary

PART_BYTES = 32 << 20
"""Bytes of statements to a part."""


def keys_of(record: Record) -> list[str]:
    """Return the keys by which a record may meet another: ids, title keys, the code of a topic."""
    found = [*thing_ids(record)]
    if key := title_key(record):
        found += [f"title {one}" for one in (key, *a_year_beside(key))]
    if isinstance(record, TopicRecord):
        found.append(f"topic {record.scheme} {record.code}")
    return found


class Taking:
    """Takes chunks of one source after the other."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._loader = ""
        self._entries: list[Entry] = []
        self._bytes = 0
        self._part = 0
        self.number = 0

    def begin(self, loader: str) -> None:
        """Take what another source says from now on."""
        self.flush()
        self._loader = loader

    def take(self, chunk: Chunk) -> None:
        """Take the records of a chunk."""
        self._entries += chunk.entries
        self._bytes += sum(len(one.statement) for one in chunk.entries)
        if self._bytes >= PART_BYTES:
            self.flush()

    def flush(self) -> None:
        """Write what was taken."""
        entries, self._entries, self._bytes = self._entries, [], 0
        if not entries and self._part:
            return
        numbers = range(self.number, self.number + len(entries))
        columns: dict[str, Sequence[object]] = {
            "n": numbers,
            "loader": [self._loader] * len(entries),
            "source": [one.ref.source for one in entries],
            "key": [one.ref.key for one in entries],
            "revised": [one.revised for one in entries],
            "statement": [one.statement for one in entries],
            "keys": [keys_of(decoded(one.statement)) for one in entries],
        }
        self._shelf.write("read", self._part, columns)
        self.number += len(entries)
        self._part += 1


def read(asked: Sequence[Asked], shelf: Shelf, workers: int, told: Tell) -> Iterator[Summary]:
    """Read one source after the other; yield what was read of each, its `new` being all statements.

    Raises ArchiveError for a path that cannot be read, SourceError where no file is the source's, or WorkerError.
    """
    taking = Taking(shelf)
    for one in asked:
        summary = Summary(loader=one.source.name, load=f"l_{ULID()}")
        with archive.opened(one.paths, one.source.wants) as files:
            if not files:
                given = ", ".join(map(str, one.paths))
                raise SourceError(f"{given}: no file of {one.source.title} is there. Expected: {one.source.expects}.")
            summary.files = len(files)
            one.inputs.extend(file.name for file in files)
            whole = sum(file.size for file in files)
            steps = Reading(one.source, files, Way(workers=workers, small=SMALL))
            try:
                steps.start()
                taking.begin(one.source.name)
                while (chunk := steps.next()) is not None:
                    taking.take(chunk)
                    _count(summary, chunk)
                    counts = Counts(chunk.done_files, len(files), summary.new, 0, 0, summary.rejected)
                    told(Progress(chunk.done_bytes, whole, summary.read, LOADING, counts))
            finally:
                steps.end()
        taking.flush()
        yield summary


def _count(summary: Summary, chunk: Chunk) -> None:
    summary.read += chunk.items
    summary.new += len(chunk.entries)
    summary.rejected += len(chunk.rejects)
    summary.rejects += chunk.rejects
    summary.set_aside += chunk.set_aside
    summary.unreadable += chunk.unreadable
