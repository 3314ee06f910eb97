"""What `byline load --bulk` does: prepares a whole graph, imports it or leaves it in a folder, and finishes it."""

import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout

from byline.commands.manners import err, fail, mannered, on_graph, say
from byline.load_report import report
from byline.neo4j_server import state
from byline.neo4j_server.backup import Target
from byline.neo4j_server.home import Folder
from byline.neo4j_server.importing import bring_in
from byline.neo4j_server.process import refuse_if_owned
from byline.reject_file import RejectFile
from byline.settings import Settings, settled
from cypher.run import Graph
from loaders.archive import ArchiveError
from loaders.asking import ask
from loaders.bulk import folder as folders
from loaders.bulk.asked import Asked
from loaders.bulk.dask_hands import cluster
from loaders.bulk.duck import DuckError
from loaders.bulk.finish import finish
from loaders.bulk.hands import HandsError, hands
from loaders.bulk.prepare import FILES, How, IncompleteError, Prepared, prepare
from loaders.crew import WorkerError
from loaders.lease import writing
from loaders.progress import Progress
from loaders.source import SourceError
from loaders.spent import Spent
from resolvers.version import __version__


class Wish(NamedTuple):
    """What to do with the graph: leave it in a folder (None: import it), in place of one that is there or not.

    It is prepared by the workers of a Dask scheduler; None: by so many processes of this machine.
    """

    to: Path | None
    replace: bool
    workers: int | None
    as_json: bool
    scheduler: str | None = None


@dataclass(slots=True)
class Steps:
    """The steps of a bulk load as they are said, and how long each took."""

    began: float = field(default_factory=time.monotonic)
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
        """Say how far the reading is."""
        counts = progress.counts
        say(f"{progress.read:,} records so far, {counts.files:,} of {counts.of_files:,} files read")

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
    steps = Steps()
    with nullcontext() if wish.to else _alone(settings.home):
        _check(asked, wish, settings)
        prepared = _made(asked, wish, settings, steps)
    prepared.summaries[0].spent = steps.spent()
    for summary in prepared.summaries:
        report(summary, RejectFile.of(settings.home, summary.loader), as_json=wish.as_json, dry=False)
    if wish.to is not None:
        say(f"How to import it stands in {wish.to / 'README.txt'}")


def _made(asked: Sequence[Asked], wish: Wish, settings: Settings, steps: Steps) -> Prepared:
    with mannered(), tempfile.TemporaryDirectory(dir=wish.to or settings.home, prefix="bulk-") as place:
        try:
            prepared = _prepared(asked, Path(place), settings, wish, steps)
            steps.begin(IMPORTING if wish.to is None else "writing how to use them")
            if wish.to is None:
                _import(Path(place), prepared, settings)
            else:
                (Path(place) / FILES).rename(wish.to / FILES)
                folders.write(wish.to, prepared.exported, __version__)
        except IncompleteError as error:
            for summary in error.summaries:
                report(summary, RejectFile.of(settings.home, summary.loader), as_json=wish.as_json, dry=False)
            expected = "; ".join(one.source.expects for one in asked)
            nothing = not any(summary.read for summary in error.summaries)
            why = f"Nothing was read. Expected: {expected}." if nothing else str(error)
            raise fail(f"{why} Nothing was loaded.") from None
        except (ArchiveError, SourceError, WorkerError, DuckError, HandsError) as error:
            raise fail(f"{error} Nothing was loaded.") from None
        except OSError as error:
            raise fail(f"{error.filename or place}: {error.strerror}. Nothing was loaded.") from None
    return prepared


@contextmanager
def _alone(home: Path) -> Generator[None]:
    """Hold the home for one bulk load at a time."""
    home.mkdir(parents=True, exist_ok=True)
    lock = FileLock(home / "bulk.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise fail(f"Another bulk load is at work in {home}. Wait until it is done, or stop it.") from None
    try:
        yield
    finally:
        lock.release()


def finish_import(folder: Path | None) -> None:
    """Do what an import leaves to be done, of a folder or of the last bulk load into the managed Neo4j.

    Raises typer.Exit where the folder is none that was prepared.
    """
    with mannered():
        home = settled().home
    try:
        left = folders.read(folder or home)
    except folders.FolderError as error:
        if folder is None:
            raise fail("Nothing is left to finish: name the folder that `byline load --bulk --to` wrote.") from None
        raise fail(str(error)) from None

    async def finished(graph: Graph) -> None:
        async with writing(graph, "byline finish"):
            await finish(graph, left)

    on_graph(finished)
    if folder is None:
        folders.done(home)
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
    found = state.read(Folder.of(settings.home))
    if found is not None and found.jvm.alive():
        with mannered():
            refuse_if_owned(found, "replace its graph")
    if not wish.replace and on_graph(_holds_anything, settings):
        raise fail("There is a graph already, and a bulk load makes a new one: add --replace to put it in its place.")
    return None


async def _holds_anything(graph: Graph) -> bool:
    return bool((await ask(graph, "write/holds_anything"))[0][0])


def _prepared(asked: Sequence[Asked], place: Path, settings: Settings, wish: Wish, steps: Steps) -> Prepared:
    workers = settings.workers if wish.workers is None else wish.workers
    with cluster(wish.scheduler, __version__) if wish.scheduler else hands(workers) as at_work:
        steps.begin(READING)
        how = How(at_work, settings.bulk_memory, version=__version__, tell=steps.tell, step=steps.begin)
        return prepare(asked, place, how)


def _import(place: Path, prepared: Prepared, settings: Settings) -> None:
    target = Target(settings.home, heap=settings.neo4j_heap, page_cache=settings.neo4j_page_cache)
    bring_in(target, place / FILES, prepared.exported.options, progress=err)
    folders.leave(settings.home, prepared.exported)
    try:
        finish_import(None)
    except BaseException:
        say("The graph is imported, and not all of its indexes are made: `byline finish` goes on with that.")
        raise
