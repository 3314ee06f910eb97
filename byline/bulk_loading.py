"""What `byline load --bulk` does: prepares a whole graph, imports it or leaves it in a folder, and finishes it."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from byline.bulk_checks import WORKING, Wish, alone, check, check_again, made
from byline.bulk_steps import IMPORTING, READING, Steps
from byline.commands.manners import err, fail, mannered, on_graph, say
from byline.load_failures import all_refused, nothing_read
from byline.load_report import report_all
from byline.neo4j_server.backup import Target
from byline.neo4j_server.importing import bring_in
from byline.settings import Settings, settled
from cypher.run import Graph
from loaders.bulk import folder as folders
from loaders.bulk.asked import Asked
from loaders.bulk.dask_hands import cluster
from loaders.bulk.dask_waiting import Patience
from loaders.bulk.duck import DuckError
from loaders.bulk.finish import finish, missing
from loaders.bulk.hands import HandsError, hands
from loaders.bulk.prepare import FILES, How, IncompleteError, Prepared, prepare
from loaders.files.archive import ArchiveError
from loaders.refused import SourceError
from loaders.writing.lease import writing
from resolvers.version import __version__


def load(asked: Sequence[Asked], wish: Wish) -> None:
    """Load sources as one new graph. Raises typer.Exit where something cannot be read or written."""
    with mannered():
        settings = settled()
    steps = Steps()
    with made(wish.to) if wish.to else alone(settings.home):
        check(asked, wish, settings)
        prepared = _made(asked, wish, settings, steps)
    prepared.summaries[0].spent = steps.spent()
    report_all(prepared.summaries, settings.home, as_json=wish.as_json)
    if wish.to is not None:
        say(f"How to import it stands in {wish.to / 'README.txt'}")


def _made(asked: Sequence[Asked], wish: Wish, settings: Settings, steps: Steps) -> Prepared:
    with mannered(), tempfile.TemporaryDirectory(dir=wish.to or settings.home, prefix=WORKING) as place:
        try:
            prepared = _prepared(asked, Path(place), settings, wish, steps)
            steps.begin(IMPORTING if wish.to is None else "writing how to use them")
            if wish.to is None:
                _import(Path(place), prepared, wish, settings)
            else:
                (Path(place) / FILES).rename(wish.to / FILES)
                folders.write(wish.to, prepared, __version__)
        except IncompleteError as error:
            for summary in error.summaries:
                summary.new = summary.changed = summary.unchanged = 0  # counted as they were read
            report_all(error.summaries, settings.home, as_json=wish.as_json, loaded=False)
            nothing = nothing_read(error.summaries, {one.source.name: one.source.expects for one in asked})
            why = nothing or all_refused(error.summaries) or str(error)
            raise fail(f"{why} Nothing was loaded.") from None
        except (ArchiveError, SourceError, DuckError, HandsError) as error:
            raise fail(f"{error} Nothing was loaded.") from None
        except OSError as error:
            raise fail(f"{error.filename or place}: {error.strerror}. Nothing was loaded.") from None
    return prepared


def finish_import(folder: Path | None) -> None:
    """Do what an import leaves to be done, of a folder or of the last bulk load into the managed Neo4j.

    Raises typer.Exit where the folder is none that was prepared, or the graph is another than that.
    """
    with mannered():
        home = settled().home
    try:
        left = folders.read(folder or home)
    except folders.FolderError as error:
        if folder is None:
            raise fail("Nothing is left to finish: name the folder that `byline load --bulk --to` wrote.") from None
        raise fail(str(error)) from None

    async def finished(graph: Graph) -> list[str]:
        lacks = await missing(graph, left.loads)
        if not lacks:
            async with writing(graph, "byline finish"):
                await finish(graph, left.empty)
        return lacks

    if lacks := on_graph(finished):
        what = f"The graph was not imported from {folder or home}: it lacks the load {lacks[0]}."
        if folder is None:
            raise fail(f"{what} It has been replaced since, and nothing is left to finish.")
        raise fail(f"{what} Import the files first, as {folder / 'README.txt'} says, and then finish.")
    if folder is None:
        folders.done(home)
    say("The graph is whole.")


def _prepared(asked: Sequence[Asked], place: Path, settings: Settings, wish: Wish, steps: Steps) -> Prepared:
    workers = settings.workers if wish.workers is None else wish.workers
    by = cluster(wish.scheduler, __version__, Patience(say)) if wish.scheduler else hands(workers)
    with by as at_work:
        steps.begin(READING)
        how = How(at_work, settings.bulk_memory, version=__version__, tell=steps.tell, step=steps.begin)
        return prepare(asked, place, how)


def _import(place: Path, prepared: Prepared, wish: Wish, settings: Settings) -> None:
    check_again(wish, settings)  # preparing takes long: somebody may have loaded into it meanwhile
    target = Target(settings.home, heap=settings.neo4j_heap, page_cache=settings.neo4j_page_cache)
    bring_in(target, place / FILES, prepared.exported.options, progress=err)
    folders.leave(settings.home, prepared)
    try:
        finish_import(None)
    except BaseException:
        say("The graph is imported, and not all of its indexes are made: `byline finish` goes on with that.")
        raise
