"""List the record keys of a release of a source and of the graph, and compare the two lists.

A list may be larger than memory: it is sorted in runs on disk.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import msgspec

from cypher.driver.client import Graph
from cypher.queries import lookup
from loaders.formats import archive
from loaders.formats.external_sort import RUN, ExternalSorter
from loaders.pipeline.chunk_reader import CHUNK, ChunkReader, ReadOptions, Reject, close_reader, skipped_files
from loaders.pipeline.reader_pool import MIN_BYTES_FOR_POOL
from loaders.records.match_features import RecordRef
from loaders.sources.base import Source

GRAPH_KEYS_TIMEOUT_S = 6 * 3600.0
"""Timeout in seconds for listing the records of a loader in the graph; enough for tens of millions."""

ReportProgress = Callable[[str], None]
"""Called with a progress message."""


class ReleaseComparisonError(Exception):
    """The files do not show which records are stale. The message states the reason and the action to take. Nothing
    was removed.
    """


@dataclass(frozen=True, slots=True)
class SourceRelease:
    """The complete files of a source.

    Attributes:
        paths: files, folders or archives that contain the files.
        workers: number of processes that read the files.
        ignore_unidentified: continue if a rejected record has no readable key. By default this is an error.
    """

    source: Source
    paths: Sequence[Path]
    workers: int = 0
    ignore_unidentified: bool = False


class SortedKeySet(ExternalSorter):
    """Keys of a loader's records: added in any order, returned sorted by source and key, without duplicates."""

    def __init__(self, loader: str, run: int = RUN) -> None:
        super().__init__(run)
        self.loader = loader

    def add_key(self, source: str, key: str) -> None:
        """Add a record. Raises OSError if the disk is full."""
        self.add(msgspec.json.encode((source, key)).decode())

    def difference(self, other: "SortedKeySet") -> Iterator[RecordRef]:
        """Yield the records that the other set does not contain."""
        other_lines = other.iter_lines()
        other_line = next(other_lines, None)
        for line in self.iter_lines():
            while other_line is not None and other_line < line:
                other_line = next(other_lines, None)
            if line != other_line:
                yield RecordRef(*_decoder.decode(line), self.loader)

    def iter_lines(self) -> Iterator[str]:
        """Yield each record as a line of JSON, without duplicates."""
        previous = None
        for line in self.merged():
            if line != previous:
                yield line
            previous = line


_decoder = msgspec.json.Decoder(tuple[str, str])


async def collect_graph_keys(graph: Graph, only: str | None, keys: SortedKeySet) -> int:
    """Add the records of a loader in the graph to `keys`, and return their number.

    Args:
        only: source of the records to list. Default: all sources.
        keys: the set to fill; it names the loader.
    """
    count = 0
    parameters = {"loader": keys.loader, "only": only}
    async with aclosing(
        graph.stream(lookup.RECORDS_OF_LOADER.text, parameters, timeout_s=GRAPH_KEYS_TIMEOUT_S)
    ) as pages:
        async for page in pages:
            count += len(page)
            for row in lookup.RECORDS_OF_LOADER.typed_rows(page):
                keys.add_key(row.source, row.key)
    return count


async def collect_release_keys(release: SourceRelease, keys: SortedKeySet, report: ReportProgress) -> int:
    """Add all records of the files to `keys`, including rejected ones, and return the number of unidentified records.

    Raises:
        ReleaseComparisonError: a file cannot be read, or a record has no readable key.
        ArchiveError, SourceFileError, WorkerError: the files cannot be opened or parsed.
    """
    with archive.open_files(release.paths, release.source.accepts) as files:
        if not files:
            raise release.source.no_matching_files_error(release.paths, files.left_out)
        _require_fully_readable(skipped_files(files.left_out))
        reader, stop = (
            ChunkReader(release.source, files, ReadOptions(None, CHUNK, release.workers, MIN_BYTES_FOR_POOL)),
            Event(),
        )
        reading = asyncio.create_task(asyncio.to_thread(_read_keys, reader, stop, release, keys, report))
        try:
            return await asyncio.shield(reading)
        finally:
            stop.set()
            await close_reader(reader, reading)


def _read_keys(
    reader: ChunkReader, stop: Event, release: SourceRelease, keys: SortedKeySet, report: ReportProgress
) -> int:
    """Add the records of all chunks to `keys`, until the end or until `stop` is set."""
    reader.start()
    read = unidentified = 0
    while not stop.is_set() and (chunk := reader.next()) is not None:
        _require_fully_readable(chunk.unreadable)
        if chunk.unidentified and not release.ignore_unidentified:
            raise _unidentified_record_error(chunk.unidentified[0])
        for ref in (*(entry.ref for entry in chunk.entries), *chunk.rejected_refs):
            keys.add_key(ref.source, ref.key)
        read, unidentified = read + chunk.items, unidentified + len(chunk.unidentified)
        report(f"{read:,} records read")
    return unidentified


def _require_fully_readable(unreadable: Sequence[Reject]) -> None:
    """Raise ReleaseComparisonError if a file could not be read completely."""
    for reject in unreadable:
        place = f" ({reject.place})" if reject.place else ""
        raise ReleaseComparisonError(
            f"{reject.file}{place}: {reject.reason} Stale records can be found only if all files are readable. "
            "Nothing was removed."
        )


def _unidentified_record_error(reject: Reject) -> ReleaseComparisonError:
    return ReleaseComparisonError(
        f"{reject.file}, {reject.place}: {reject.reason} The record cannot be identified. Nothing was removed. Correct "
        "it, or use --ignore-unidentified, which also removes such records from the graph."
    )


def no_overlap_error(loader: str, stored_count: int) -> ReleaseComparisonError:
    """Return the error to raise if the files and the graph have no record of the loader in common."""
    return ReleaseComparisonError(
        f"These files contain none of the {stored_count:,} records that {loader} has in the graph. Nothing was "
        f"removed. Check that they are the right files. To remove all records, run: byline unload {loader}"
    )
