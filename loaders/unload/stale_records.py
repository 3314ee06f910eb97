"""List the records in the files of a release. Records of the loader in the graph that are not listed are stale."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from loaders.formats import archive
from loaders.pipeline.chunk_reader import CHUNK, ChunkReader, ReadOptions, Reject, skipped_files
from loaders.pipeline.reader_pool import MIN_BYTES_FOR_POOL
from loaders.sources.base import Source
from loaders.unload.key_set import SortedKeySet

Tell = Callable[[str], None]
"""Called with a progress message."""


class ReleaseComparisonError(Exception):
    """The files do not show which records are stale; the message states the reason and the remedy. Nothing was
    removed.
    """


@dataclass(frozen=True, slots=True)
class SourceRelease:
    """The complete files of a source.

    Attributes:
        paths: Files, folders or archives that contain them.
        workers: Number of processes that read them.
        despite_refused: Continue if a rejected record cannot be identified. By default this is an error.
    """

    source: Source
    paths: Sequence[Path]
    workers: int = 0
    despite_refused: bool = False


async def collect_release_keys(release: SourceRelease, into: SortedKeySet, tell: Tell) -> int:
    """List all records in the files, including rejects with readable keys, and return the number of unidentified
    records.

    Raises:
        ReleaseComparisonError: A file cannot be read, or a record cannot be identified.
        ArchiveError, SourceFileError, WorkerError: The files cannot be opened or parsed.
    """
    with archive.open_files(release.paths, release.source.accepts) as files:
        if not files:
            raise release.source.no_matching_files_error(release.paths, files.left_out)
        _require_fully_readable(skipped_files(files.left_out))
        steps, stopped = (
            ChunkReader(release.source, files, ReadOptions(None, CHUNK, release.workers, MIN_BYTES_FOR_POOL)),
            Event(),
        )
        work = asyncio.create_task(asyncio.to_thread(_through, steps, stopped, release, into, tell))
        try:
            return await asyncio.shield(work)
        finally:
            stopped.set()
            await asyncio.to_thread(steps.end)
            await asyncio.wait([work])  # do not close files that it is reading
            if not work.cancelled():
                work.exception()  # mark the exception as retrieved


def _through(steps: ChunkReader, stopped: Event, release: SourceRelease, into: SortedKeySet, tell: Tell) -> int:
    """List the records of all chunks, until the end or until `stopped` is set."""
    steps.start()
    read = nameless = 0
    while not stopped.is_set() and (chunk := steps.next()) is not None:
        _require_fully_readable(chunk.unreadable)
        if chunk.unidentified and not release.despite_refused:
            raise _unidentified_record_error(chunk.unidentified[0])
        for ref in (*(entry.ref for entry in chunk.entries), *chunk.refused):
            into.add_key(ref.source, ref.key)
        read, nameless = read + chunk.items, nameless + len(chunk.unidentified)
        tell(f"{read:,} records read")
    return nameless


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


def no_overlap_error(loader: str, there: int) -> ReleaseComparisonError:
    """Return the error to raise if the files and the graph have no record of the loader in common."""
    return ReleaseComparisonError(
        f"These files contain not one of the {there:,} records of {loader} in the graph. Nothing was removed. Check "
        f"that they are the right files. To remove all records, run: byline unload {loader}"
    )
