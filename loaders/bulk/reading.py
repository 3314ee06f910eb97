"""Read all sources: list their files, deal them out, and count what came of each."""

from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread

from loaders import archive
from loaders.archive import SourceFile
from loaders.bulk import plan
from loaders.bulk.asked import Asked
from loaders.bulk.hands import Hands
from loaders.bulk.shelf import Shelf
from loaders.bulk.take import PLAN, take
from loaders.minting import minted
from loaders.progress import LOADING, Counts, Progress, Tell
from loaders.reading import Reject
from loaders.summary import LISTS, Summary

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
        tasks: list[plan.Task] = []
        for one in asked:
            found = stack.enter_context(archive.opened(one.paths, one.source.wants, within=shelf.folder))
            tasks += plan.dealt(one, found)
            files[one.source.name] = found
            one.inputs.extend(file.name for file in found)
        plan.write(shelf.folder / PLAN, tasks, files)
        summaries = {name: Summary(loader=name, load=minted("l"), files=len(of)) for name, of in files.items()}
        with _watched(shelf, tasks, told) as done:
            for number, items in hands.each(take, shelf.folder, range(len(tasks))):
                summaries[tasks[number].loader].read += items
                done.append(number)
    for name, summary in summaries.items():
        _count(shelf, name, summary)
    return list(summaries.values())


def _count(shelf: Shelf, loader: str, summary: Summary) -> None:
    lists: dict[str, list[Reject]] = {own: getattr(summary, own) for own in LISTS.values()}
    for path in shelf.parts("told"):
        for of, kind, *said in shelf.rows(Path(path), ("loader", "kind", "file", "place", "reason")):
            if of != loader:
                continue
            summary.rejected += kind == "rejects"
            if len(lists[str(kind)]) < LISTED:
                lists[str(kind)].append(Reject(*map(str, said)))
    summary.new = summary.read - summary.rejected


@contextmanager
def _watched(shelf: Shelf, tasks: Sequence[plan.Task], told: Tell) -> Generator[list[int]]:
    """Tell now and then how far the reading is: of the tasks that the list names, and by the parts that are there."""
    done: list[int] = []
    ended = Event()
    whole = sum(task.size for task in tasks)
    files = sum(task.last - task.first for task in tasks)

    def watch() -> None:
        while not ended.wait(EVERY_S):
            over = [tasks[number] for number in done]
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
