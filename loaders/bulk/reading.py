"""Read all sources: list their files, deal them out, and count what came of each."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread

from loaders.bulk import plan
from loaders.bulk.asked import Asked
from loaders.bulk.hands import Hands
from loaders.bulk.shelf import Shelf
from loaders.bulk.take import PLAN, take
from loaders.files import archive
from loaders.files.archive import SourceFile
from loaders.matching.minting import minted
from loaders.streaming.progress import LOADING, Counts, Progress, Tell
from loaders.streaming.reading import Reject, not_read
from loaders.summary import Summary

EVERY_S = 15.0
"""Seconds between two looks at how far it is."""
LISTED = 100_000
"""Refusals of a source that are listed; all are counted."""


def read(asked: Sequence[Asked], shelf: Shelf, hands: Hands, told: Tell) -> list[Summary]:
    """Read every source; return what was read of each, its `new` being all statements.

    Raises ArchiveError for a path that cannot be read, SourceError where no file is the source's or a side table is
    missing, or HandsError.
    """
    with ExitStack() as stack:
        files: dict[str, Sequence[SourceFile]] = {}
        left_out: dict[str, list[Reject]] = {}
        splits: list[plan.Split] = []
        for one in asked:
            found = stack.enter_context(archive.opened(one.paths, one.source.wants, within=shelf.folder))
            splits += plan.dealt(one, found)
            files[one.source.name] = found
            left_out[one.source.name] = not_read(found.left_out)
            one.inputs.extend(file.name for file in found)
        plan.write(shelf.folder / PLAN, splits, files)
        summaries = {name: Summary(loader=name, load=minted("l"), files=len(of)) for name, of in files.items()}
        for name, rejects in left_out.items():
            summaries[name].unreadable += rejects
        with _watched(shelf, splits, told) as done:
            for number, items in hands.each(take, shelf.folder, range(len(splits))):
                summaries[splits[number].loader].read += items
                done.append(number)
    _count(shelf, summaries)
    return list(summaries.values())


def _count(shelf: Shelf, summaries: Mapping[str, Summary]) -> None:
    """Count what was refused of each source, and list the first of it."""
    for path in shelf.parts("told"):
        for loader, kind, *said in shelf.rows(Path(path), ("loader", "kind", "file", "place", "reason")):
            summary = summaries[str(loader)]
            summary.rejected += kind == "rejects"
            summary.set_aside_count += kind == "set_aside"
            listed: list[Reject] = getattr(summary, str(kind))
            if len(listed) < LISTED:
                listed.append(Reject(*map(str, said)))
    for summary in summaries.values():
        summary.new = summary.read - summary.rejected


@contextmanager
def _watched(shelf: Shelf, splits: Sequence[plan.Split], told: Tell) -> Generator[list[int]]:
    """Tell now and then how far the reading is: of the splits that the list names, and by the parts that are there."""
    done: list[int] = []
    ended = Event()
    whole = sum(one.size for one in splits)
    files = sum(one.last - one.first for one in splits)

    def watch() -> None:
        while not ended.wait(EVERY_S):
            over = [splits[number] for number in done]
            records = shelf.count("read")
            counts = Counts(sum(one.last - one.first for one in over), files, records)
            told(Progress(sum(one.size for one in over), whole, records, LOADING, counts))

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield done
    finally:
        ended.set()
        watcher.join()
