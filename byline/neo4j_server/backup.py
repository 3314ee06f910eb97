"""Dump and restore of the managed graph, with the server stopped meanwhile and started again after."""

import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from byline.neo4j_server import admin, config, jars, process, state
from byline.neo4j_server.errors import ServerError
from byline.neo4j_server.home import Folder
from byline.neo4j_server.lock import DEFAULT_VERSION
from byline.neo4j_server.progress import Progress, watcher

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True)
class Target:
    """Whose graph: the home, the release, and the memory that a server started again gets."""

    home: Path
    version: str = DEFAULT_VERSION
    heap: str = "1g"
    page_cache: str = "512m"

    @property
    def folder(self) -> Folder:
        """The folder of that release."""
        return Folder.of(self.home, self.version)


def dump(
    target: Target,
    file: Path,
    *,
    force: bool = False,
    progress: "Progress | Console | Callable[[str], None] | None" = None,
) -> None:
    """Write the graph into `file`. Raises ServerError, for one when the file exists and `force` is not set."""
    if file.is_dir():
        raise ServerError(f"{file} is a folder.", "Give the name of the file to write.")
    if file.exists() and not force:
        raise ServerError(f"{file} exists already.", "Choose another name, or add --force to replace it.")
    if not file.parent.is_dir():
        raise ServerError(f"The folder {file.parent} does not exist.", "Make it first, or choose another.")
    check_writable(file)
    if not target.folder.store.exists():
        raise ServerError(
            f"There is no graph in {target.folder.path} yet.", "Load something first: `byline load --help`."
        )
    told = watcher(progress)
    with paused(target, "dump its graph", told):
        path = jars.class_path(target.version, told)
        admin.dump(target.folder, path, file.absolute())


def restore(
    target: Target,
    file: Path,
    *,
    force: bool = False,
    progress: "Progress | Console | Callable[[str], None] | None" = None,
) -> None:
    """Put the graph of a dump in place of this one. Raises ServerError, as when one is there and no `force`."""
    if not file.is_file():
        raise ServerError(f"There is no file {file}.", "Give a file that `byline db dump` wrote.")
    check_readable(file)
    if target.folder.store.exists() and not force:
        raise ServerError(f"There is a graph in {target.folder.path} already.", "Add --force to replace it.")
    told = watcher(progress)
    target.folder.prepare()
    with paused(target, "replace its graph", told):
        path = jars.class_path(target.version, told)
        admin.load(target.folder, path, file)


def check_writable(file: Path) -> None:
    """Raise ServerError where no file can be made beside `file`, before a server is stopped; nothing is left of it."""
    try:
        with tempfile.TemporaryFile(dir=file.absolute().parent):
            pass
    except OSError as error:
        hint = "Nothing was stopped. Choose a folder that you can write to."
        raise ServerError(f"{file} cannot be written: {error.strerror}.", hint) from error


def check_readable(file: Path) -> None:
    """Raise ServerError where `file` cannot be read, before a server is stopped."""
    try:
        with file.open("rb"):
            pass
    except OSError as error:
        raise ServerError(f"{file} cannot be read: {error.strerror}.", "Nothing was stopped.") from error


@contextmanager
def paused(target: Target, purpose: str, told: Progress) -> Generator[None]:
    """Hold the folder with its server stopped; one that ran is started again, also when the block failed.

    It keeps its ports where nobody took them meanwhile, so that whoever was told of them finds it again.
    """
    folder = target.folder
    with state.alone(folder, told):
        found = state.read(folder)
        ran = found is not None and found.jvm.alive()
        if found is not None and ran:
            process.refuse_if_owned(found, purpose)
            told.say(f"Stopping Neo4j to {purpose}.")
            process.end(folder, found.jvm)
        try:
            yield
        finally:
            if found is not None and ran:
                told.say("Starting Neo4j again.")
                http = found.http is not None
                wish = process.Wish(target.version, http, target.heap, target.page_cache, attached=False)
                process.start(folder, wish, told, at=config.Ports(found.bolt, found.http))
