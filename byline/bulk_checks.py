"""What must hold before a bulk load begins, and again before it replaces a graph."""

import shutil
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout

from byline.commands.manners import fail, mannered, on_graph
from byline.neo4j_server import state
from byline.neo4j_server.home import Folder
from byline.neo4j_server.process import refuse_if_owned
from byline.settings import Settings
from cypher.run import Graph
from loaders.asking import ask
from loaders.bulk import folder as folders
from loaders.bulk.asked import Asked
from loaders.writing.lease import writing

WORKING = "bulk-"
"""How the names of working folders begin."""


class Wish(NamedTuple):
    """What to do with the graph: leave it in a folder (None: import it), in place of one that is there or not.

    It is prepared by the workers of a Dask scheduler; None: by so many processes of this machine.
    """

    to: Path | None
    replace: bool
    workers: int | None
    as_json: bool
    scheduler: str | None = None


THERE = "There is a graph already, and a bulk load makes a new one: add --replace to put it in its place."


@contextmanager
def alone(home: Path) -> Generator[None]:
    """Hold the home for one bulk load at a time; what one left there that was killed is removed."""
    home.mkdir(parents=True, exist_ok=True)
    lock = FileLock(home / "bulk.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise fail(f"Another bulk load is at work in {home}. Wait until it is done, or stop it.") from None
    try:
        for left in home.glob(f"{WORKING}*/"):
            shutil.rmtree(left)
        yield
    finally:
        lock.release()


@contextmanager
def made(to: Path) -> Generator[None]:
    """Make a folder to prepare files in; where nothing comes of that, a new one is removed again.

    Raises typer.Exit where it holds something, or cannot be made.
    """
    new = not to.exists()
    try:
        folders.check(to)
    except folders.FolderError as error:
        raise fail(str(error), code=2) from None
    try:
        yield
    except BaseException:
        if new:
            with suppress(OSError):  # it holds something
                to.rmdir()
        raise


def check(asked: Sequence[Asked], wish: Wish, settings: Settings) -> None:
    """Raise typer.Exit where what is asked for cannot be, or there is a graph already."""
    if any(one.source.name == "curator" for one in asked):
        raise fail("Decisions are loaded into the graph that they are about: byline load curator ...", code=2)
    if wish.scheduler is not None and wish.workers is not None:
        raise fail("--workers are processes of this machine, and with --scheduler others prepare: give one.", code=2)
    if wish.to is not None:
        return
    if settings.neo4j_uri is not None:
        raise fail(
            f"Neo4j imports only where it runs, and NEO4J_URI names one at {settings.neo4j_uri}: "
            "prepare the files with --to FOLDER, which says how to import them there.",
            code=2,
        )
    settings.home.mkdir(parents=True, exist_ok=True)
    check_again(wish, settings)
    if not wish.replace and not _runs(settings) and on_graph(_holds_anything, settings):
        raise fail(THERE)


def check_again(wish: Wish, settings: Settings) -> None:
    """Raise typer.Exit where a Neo4j that runs belongs to another command, is being written to, or holds a graph."""
    found = state.read(Folder.of(settings.home))
    if found is None or not found.jvm.alive():
        return
    with mannered():
        refuse_if_owned(found, "replace its graph")
    if on_graph(_holds_anything, settings) and not wish.replace:
        raise fail(THERE)


def _runs(settings: Settings) -> bool:
    found = state.read(Folder.of(settings.home))
    return found is not None and found.jvm.alive()


async def _holds_anything(graph: Graph) -> bool:
    """Tell whether there is anything in the graph, once nobody writes to it. Raises BusyError where somebody does."""
    async with writing(graph, "byline load --bulk"):
        return bool((await ask(graph, "write/holds_anything"))[0][0])
