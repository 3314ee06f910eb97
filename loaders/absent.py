"""Which records the files of a source have: what its loader brought and is not among them is there no more."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from loaders.files import archive
from loaders.key_list import KeyList
from loaders.source import Source
from loaders.streaming.crew import SMALL
from loaders.streaming.reading import CHUNK, Reading, Reject, Way, not_read

Tell = Callable[[str], None]
"""Is told in words how far it is."""


class AbsentError(Exception):
    """The files do not tell what is absent from them; the message says why, and what to do. Nothing was taken out."""


@dataclass(frozen=True, slots=True)
class Release:
    """All the files of a source, by the paths that lead to them, and how many processes read them.

    Unless `despite_refused`, nothing counts as absent where a record was refused of which nobody can tell which it is.
    """

    source: Source
    paths: Sequence[Path]
    workers: int = 0
    despite_refused: bool = False


async def list_read(release: Release, into: KeyList, tell: Tell) -> int:
    """List every record that the files have, refused ones too where their keys can be read; return how many others.

    Raises AbsentError where a file or record cannot be read, ArchiveError, SourceError or WorkerError.
    """
    with archive.opened(release.paths, release.source.wants) as found:
        if not found:
            raise release.source.none_among(release.paths, found.left_out)
        _whole(not_read(found.left_out))
        steps, stopped = Reading(release.source, found, Way(None, CHUNK, release.workers, SMALL)), Event()
        work = asyncio.create_task(asyncio.to_thread(_through, steps, stopped, release, into, tell))
        try:
            return await asyncio.shield(work)
        finally:
            stopped.set()
            await asyncio.to_thread(steps.end)
            await asyncio.wait([work])  # what it reads is not taken from under it
            if not work.cancelled():
                work.exception()  # nobody asks for it any more


def _through(steps: Reading, stopped: Event, release: Release, into: KeyList, tell: Tell) -> int:
    """List what is read, chunk by chunk, until there is no more or somebody stops it."""
    steps.start()
    read = nameless = 0
    while not stopped.is_set() and (chunk := steps.next()) is not None:
        _whole(chunk.unreadable)
        if chunk.nameless and not release.despite_refused:
            raise _nameless(chunk.nameless[0])
        for ref in (*(entry.ref for entry in chunk.entries), *chunk.refused):
            into.take(ref.source, ref.key)
        read, nameless = read + chunk.items, nameless + len(chunk.nameless)
        tell(f"{read:,} records read")
    return nameless


def _whole(unreadable: Sequence[Reject]) -> None:
    """Find out that all could be read. Raises AbsentError."""
    for one in unreadable:
        place = f" ({one.place})" if one.place else ""
        raise AbsentError(
            f"{one.file}{place}: {one.reason} What is absent can be told only where all files are read to their end: "
            "nothing was taken out."
        )


def _nameless(reject: Reject) -> AbsentError:
    return AbsentError(
        f"{reject.file}, {reject.place}: {reject.reason} Nobody can tell which record this is: nothing was taken out. "
        "Correct it, or say --despite-refused: what the graph has of such records goes too."
    )


def none_of_them(loader: str, there: int) -> AbsentError:
    """Return what to raise where no record that is there is among those of the files."""
    return AbsentError(
        f"Not one of the {there:,} records of {loader} in the graph is in these files, and nothing was taken out. "
        f"Are they the right ones? All records are taken out by: byline unload {loader}"
    )
