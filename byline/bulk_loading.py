"""What `byline load --bulk` does: prepares a whole graph, imports it or leaves it in a folder, and finishes it."""

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from byline.commands.manners import err, fail, mannered, on_graph, say
from byline.load_report import report
from byline.neo4j_server.backup import Target
from byline.neo4j_server.importing import bring_in
from byline.reject_file import RejectFile
from byline.settings import Settings, settled
from cypher.run import Graph
from loaders.archive import ArchiveError
from loaders.asking import ask
from loaders.bulk import folder as folders
from loaders.bulk.asked import Asked
from loaders.bulk.duck import DuckError
from loaders.bulk.finish import finish
from loaders.bulk.hands import HandsError, hands
from loaders.bulk.prepare import FILES, How, Prepared, prepare
from loaders.crew import WorkerError
from loaders.lease import writing
from loaders.progress import Progress
from loaders.source import SourceError
from loaders.spent import Spent
from resolvers.version import __version__

EVERY_S = 15.0
"""Seconds between two lines of progress."""


class Wish(NamedTuple):
    """What to do with the graph: leave it in a folder (None: import it), in place of one that is there or not."""

    to: Path | None
    replace: bool
    workers: int | None
    as_json: bool


@dataclass(slots=True)
class Steps:
    """The steps of a bulk load as they are said, and how long each took."""

    began: float = field(default_factory=time.monotonic)
    said: float = 0.0
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    now: str = ""

    def begin(self, step: str) -> None:
        """Say a step and time it."""
        self.end()
        self.now, self.began = step, time.monotonic()
        say(f"{step} ...")

    def end(self) -> None:
        """Take the time of the step that is under way."""
        if self.now:
            self.seconds[self.now] = self.seconds.get(self.now, 0.0) + time.monotonic() - self.began
        self.now = ""

    def tell(self, progress: Progress) -> None:
        """Say how far the reading is, now and then."""
        if time.monotonic() - self.said >= EVERY_S:
            self.said = time.monotonic()
            share = 100 * progress.done // max(progress.total, 1)
            say(f"{progress.read:,} records, {share}% of the files")

    def spent(self) -> Spent:
        """Return where the time went."""
        self.end()
        reading, neo4j = self.seconds.pop(READING, 0.0), self.seconds.pop(IMPORTING, 0.0)
        counting = sum(self.seconds.pop(one, 0.0) for one in COUNTING)
        return Spent(reading_s=reading, settling_s=sum(self.seconds.values()), neo4j_s=neo4j, counting_s=counting)


READING, IMPORTING = "reading", "importing into Neo4j"
COUNTING = ("joining and counting", "writing the files for the import")


def load(asked: Sequence[Asked], wish: Wish) -> None:
    """Load sources as one new graph. Raises typer.Exit where something cannot be read or written."""
    with mannered():
        settings = settled()
    _check(asked, wish, settings)
    steps = Steps()
    with mannered(), tempfile.TemporaryDirectory(dir=wish.to or settings.home, prefix="bulk-") as place:
        try:
            prepared = _prepared(asked, Path(place), settings, wish, steps)
            steps.begin(IMPORTING if wish.to is None else "writing how to use them")
            if wish.to is None:
                _import(Path(place), prepared, settings)
            else:
                (Path(place) / FILES).rename(wish.to / FILES)
                folders.write(wish.to, prepared.exported, __version__)
        except (ArchiveError, SourceError, WorkerError, DuckError, HandsError) as error:
            raise fail(f"{error} Nothing was loaded.") from None
        except OSError as error:
            raise fail(f"{error.filename or place}: {error.strerror}. Nothing was loaded.") from None
    prepared.summaries[0].spent = steps.spent()
    for summary in prepared.summaries:
        report(summary, RejectFile.of(settings.home, summary.loader), as_json=wish.as_json, dry=False)
    if wish.to is not None:
        say(f"How to import it stands in {wish.to / 'README.txt'}")


def finish_import(folder: Path) -> None:
    """Do what an import leaves to be done. Raises typer.Exit where the folder is none that was prepared."""
    try:
        left = folders.read(folder)
    except folders.FolderError as error:
        raise fail(str(error)) from None
    on_graph(lambda graph: finish(graph, left))
    say("The graph is whole.")


def _check(asked: Sequence[Asked], wish: Wish, settings: Settings) -> None:
    if any(one.source.name == "curator" for one in asked):
        raise fail("Decisions are loaded into the graph that they are about: byline load curator ...", code=2)
    names = [one.source.name for one in asked]
    if len(set(names)) < len(names):
        raise fail("Name each source once: a source may have several paths.", code=2)
    if wish.to is not None:
        try:
            return folders.check(wish.to)
        except folders.FolderError as error:
            raise fail(str(error), code=2) from None
    if settings.neo4j_uri is not None:
        raise fail(
            f"Neo4j imports only where it runs, and NEO4J_URI names one at {settings.neo4j_uri}: "
            "prepare the files with --to FOLDER, which says how to import them there.",
            code=2,
        )
    settings.home.mkdir(parents=True, exist_ok=True)
    if not wish.replace and on_graph(_holds_anything, settings):
        raise fail("There is a graph already, and a bulk load makes a new one: add --replace to put it in its place.")
    return None


async def _holds_anything(graph: Graph) -> bool:
    return bool((await ask(graph, "write/holds_anything"))[0][0])


def _prepared(asked: Sequence[Asked], place: Path, settings: Settings, wish: Wish, steps: Steps) -> Prepared:
    workers = settings.workers if wish.workers is None else wish.workers
    steps.begin(READING)
    with hands(workers) as at_work:
        how = How(at_work, workers, settings.bulk_memory, __version__, steps.tell, steps.begin)
        return prepare(asked, place, how)


def _import(place: Path, prepared: Prepared, settings: Settings) -> None:
    target = Target(settings.home, heap=settings.neo4j_heap, page_cache=settings.neo4j_page_cache)
    bring_in(target, place / FILES, prepared.exported.options, progress=err)

    async def finished(graph: Graph) -> None:
        async with writing(graph, "byline load --bulk"):
            await finish(graph, prepared.exported.empty)

    on_graph(finished, settings)
