"""Dump and restore of the managed graph, with the server stopped meanwhile and started again after."""

import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from byline.local_neo4j import admin, config, jars, process, state
from byline.local_neo4j.data_dir import Folder
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.lockfile import DEFAULT_VERSION
from byline.local_neo4j.progress import Progress, watcher

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
        return Folder.for_version(self.home, self.version)


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
    reporter = watcher(progress)
    with server_stopped(target, "dump its graph", reporter):
        path = jars.class_path(target.version, reporter)
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
    reporter = watcher(progress)
    target.folder.prepare()
    with server_stopped(target, "replace its graph", reporter):
        path = jars.class_path(target.version, reporter)
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
def server_stopped(target: Target, purpose: str, progress: Progress) -> Generator[None]:
    """Hold the folder with its server stopped; one that ran is started again, also when the block failed.

    It keeps its ports where nobody took them meanwhile, so that whoever was told of them finds it again.
    """
    folder = target.folder
    with state.exclusive_access(folder, progress):
        server_state = state.read_state(folder)
        ran = server_state is not None and server_state.jvm.alive()
        if server_state is not None and ran:
            process.refuse_if_owned(server_state, purpose)
            progress.say(f"Stopping Neo4j to {purpose}.")
            process.terminate(folder, server_state.jvm)
        try:
            yield
        finally:
            if server_state is not None and ran:
                progress.say("Starting Neo4j again.")
                http = server_state.http is not None
                options = process.StartOptions(target.version, http, target.heap, target.page_cache, attached=False)
                process.start(
                    folder, options, progress, chosen_ports=config.Ports(server_state.bolt, server_state.http)
                )
