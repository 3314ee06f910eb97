"""Dump, restore or import the managed graph; a running server is stopped and started again afterwards."""

import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from byline.local_neo4j import admin, config, jars, server, state
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError, convert_os_errors
from byline.local_neo4j.lockfile import DEFAULT_VERSION
from byline.local_neo4j.progress import Progress, progress_for
from byline.local_neo4j.store_replacement import finish_replacement, is_interrupted, replace_store

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True)
class ManagedGraph:
    """The graph to dump or restore: home folder, release, and memory and plugin of the restarted server."""

    home: Path
    version: str = DEFAULT_VERSION
    heap: str = "1g"
    page_cache: str = "512m"
    gds: bool = False

    @property
    def folder(self) -> DataDirectory:
        """The data folder of that release."""
        return DataDirectory.for_version(self.home, self.version)


def dump(
    graph: ManagedGraph,
    file: Path,
    *,
    force: bool = False,
    progress: "Progress | Console | Callable[[str], None] | None" = None,
) -> None:
    """Write the graph to `file`. Raises ServerError, for example if the file exists and `force` is not set."""
    if file.is_dir():
        raise ServerError(f"{file} is a folder.", "Give the name of the file to write.")
    if file.exists() and not force:
        raise ServerError(f"{file} already exists.", "Choose another name, or add --force to replace it.")
    if not file.parent.is_dir():
        raise ServerError(f"The folder {file.parent} does not exist.", "Create it, or choose another folder.")
    check_writable(file)
    if not graph.folder.store.exists() and not is_interrupted(graph.folder):
        raise ServerError(f"{graph.folder.path} contains no graph.", "Load data first: see `byline load --help`.")
    reporter = progress_for(progress)
    with server_stopped(graph, "dump its graph", reporter):
        class_path = jars.class_path(graph.version, reporter)
        admin.dump(graph.folder, class_path, file.absolute())


def restore(
    graph: ManagedGraph,
    file: Path,
    *,
    force: bool = False,
    progress: "Progress | Console | Callable[[str], None] | None" = None,
) -> None:
    """Replace the graph with a dump. Raises ServerError, for example if there is a graph and `force` is not set."""
    if not file.is_file():
        raise ServerError(f"File not found: {file}.", "Give a file written by `byline db dump`.")
    check_readable(file)
    if graph.folder.store.exists() and not force:
        raise ServerError(f"{graph.folder.path} already contains a graph.", "Add --force to replace it.")
    reporter = progress_for(progress)
    graph.folder.prepare()
    with server_stopped(graph, "replace its graph", reporter):
        class_path = jars.class_path(graph.version, reporter)
        admin.load(graph.folder, class_path, file)


def check_writable(file: Path) -> None:
    """Raise ServerError if no file can be created next to `file`; called before a server is stopped."""
    try:
        with tempfile.TemporaryFile(dir=file.absolute().parent):
            pass
    except OSError as error:
        hint = "The server was not stopped. Choose a writable folder."
        raise ServerError(f"Cannot write {file}: {error.strerror}.", hint) from error


def check_readable(file: Path) -> None:
    """Raise ServerError if `file` cannot be read; called before a server is stopped."""
    try:
        with file.open("rb"):
            pass
    except OSError as error:
        raise ServerError(f"Cannot read {file}: {error.strerror}.", "The server was not stopped.") from error


@contextmanager
def server_stopped(graph: ManagedGraph, purpose: str, progress: Progress) -> Generator[None]:
    """Stop the server and lock its folder for the block; restart it afterwards if it was running, even after an error.

    It gets the same ports if they are still free, so that clients can reconnect.
    """
    folder = graph.folder
    with state.exclusive_access(folder, progress):
        server_state = state.read_state(folder)
        was_running = server_state is not None and server_state.jvm.alive()
        if server_state is not None and was_running:
            server.require_no_owner_process(server_state, purpose)
            progress.say(f"Stopping Neo4j to {purpose}.")
            server.terminate(folder, server_state.jvm)
        try:
            finish_replacement(folder)
            yield
        finally:
            if server_state is not None and was_running:
                progress.say("Restarting Neo4j.")
                http = server_state.http is not None
                options = server.StartOptions(
                    graph.version, http, graph.heap, graph.page_cache, attached=False, gds=graph.gds
                )
                server.start(folder, options, progress, chosen_ports=config.Ports(server_state.bolt, server_state.http))


IMPORT = ("database", "import", "full", "neo4j")


def import_full(
    graph: ManagedGraph,
    files: Path,
    arguments: Sequence[str],
    *,
    before_replacement: Callable[[], None] | None = None,
    progress: "Console | None" = None,
) -> None:
    """Import the files of a folder in place of the existing graph. Raises ServerError with Neo4j's output.

    A running server is stopped during the import and started again. If the import fails, the old graph stays.

    Args:
        files: Folder of the files.
        arguments: Arguments of the import, which name the files.
        before_replacement: Called when the new graph is complete, before it replaces the old one.
    """
    reporter = progress_for(progress)
    graph.folder.prepare()
    with server_stopped(graph, "replace its graph", reporter):
        class_path = jars.class_path(graph.version, reporter)
        folder = graph.folder
        with (
            convert_os_errors("import the graph", folder.path),
            tempfile.TemporaryDirectory(dir=folder.path, prefix="import-") as place,
        ):
            new = Path(place) / "data"
            report = f"--report-file={Path(place) / 'import.report'}"
            memory = config.page_cache_size(config.checked_page_cache(graph.page_cache), folder)
            command = [*IMPORT, *arguments, report, f"--max-off-heap-memory={memory}"]
            tool = admin.Tool(folder, class_path, data=new, base_folder=files, heap=graph.heap)
            admin.run(tool, command, "import the graph")
            if before_replacement is not None:
                before_replacement()
            replace_store(folder, Path(place))
