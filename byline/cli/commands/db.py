"""`byline db`: control the managed Neo4j."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from byline.cli.params import parse_path
from byline.local_neo4j import aot, backup, jars, java, server, state
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.error_handling import err, handle_server_errors
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.lockfile import DEFAULT_VERSION
from byline.local_neo4j.progress import ConsoleProgress

if TYPE_CHECKING:
    from byline.settings import Settings

NOT_RUNNING = 3  # the exit code of systemctl status

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Control the managed Neo4j: start, stop, status, console, dump, restore, browser. Data folder: BYLINE_HOME.",
    epilog="Example: byline db start",
)
out = Console()

Force = Annotated[bool, typer.Option("--force", help="Overwrite existing data without asking.")]


@app.command(epilog="Example: byline db start")
def start(
    *, http: Annotated[bool, typer.Option("--http", help="Enable HTTP and Neo4j Browser; starts 1.5 s slower.")] = False
) -> None:
    """Start the server and leave it running; do nothing if it is running already."""
    with handle_server_errors():
        managed = begin(http=http, attached=False)
        say(f"Neo4j {DEFAULT_VERSION} {'is ready' if managed.started else 'already runs'} at {managed.connection.uri}")
        say(f"User neo4j, password in {managed.folder.password_file}. Stop it with: byline db stop")
        if (elsewhere := settings().neo4j_uri) is not None:
            say(f"Other commands do not use it, because NEO4J_URI selects {elsewhere}.")


@app.command(epilog="Example: byline db stop")
def stop() -> None:
    """Stop the server, even if another Byline process started it."""
    with handle_server_errors():
        home = settings().home
        server_state = state.read_state(DataDirectory.for_version(home))
        if server_state is not None and server_state.owner is not None and server_state.owner.alive():
            err.print(
                f"Process {server_state.owner.pid} started this server and loses its connection.", highlight=False
            )
        say("Stopped." if server.stop(home, progress=err) else "Neo4j was not running.")


@app.command(epilog="Example: byline db status   (exit code 0: running; 3: not running)")
def status() -> None:
    """Print whether the server runs, its address, and its files."""
    with handle_server_errors():
        home = settings().home
        folder = DataDirectory.for_version(home)
        server_state = state.read_state(folder)
        runs = server.find_running_server(home)
        say(f"Neo4j {DEFAULT_VERSION}: " + (f"running at {runs.uri}" if runs else "not running"))
        if runs is not None and server_state is not None:
            owner = (
                f"stops with process {server_state.owner.pid}" if server_state.owner else "runs until `byline db stop`"
            )
            started = time.strftime("%F %T", time.localtime(server_state.jvm.created))
            say(f"Process:  {server_state.jvm.pid}, since {started}, {owner}")
            if runs.http:
                say(f"Browser:  {runs.http}")
        say(f"Folder:   {folder.path}")
        say(f"Password: {folder.password_file}{'' if folder.password_file.exists() else ' (created at first start)'}")
        say(f"Log:      {folder.console_log}")
        say(f"Jars:     {jars.cache_folder() / 'jars'}")
    if runs is None:
        raise typer.Exit(NOT_RUNNING)


@app.command(epilog="Example: byline db console")
def console() -> None:
    """Run the server in this terminal and print its log; Ctrl-C stops it."""
    with handle_server_errors():
        managed = begin(http=False, attached=True)
        if not managed.started:
            raise ServerError(f"Neo4j is already running at {managed.connection.uri}.", "Stop it first: byline db stop")
        try:
            follow(managed)
        except KeyboardInterrupt:
            err.print("Stopping.")
        finally:
            managed.stop()


@app.command(epilog="Example: byline db dump graph-2026-11.dump")
def dump(
    file: Annotated[Path, typer.Argument(parser=parse_path, metavar="FILE", help="File to write.")],
    *,
    force: Force = False,
) -> None:
    """Write the graph to FILE; the server is stopped during the dump."""
    with handle_server_errors():
        backup.dump(target(), file, force=force, progress=err)
        say(f"Wrote the graph to {file} ({file.stat().st_size / 1e6:.1f} MB).")


@app.command(epilog="Example: byline db restore graph-2026-11.dump")
def restore(
    file: Annotated[Path, typer.Argument(parser=parse_path, metavar="FILE", help="File written by `byline db dump`.")],
    *,
    force: Force = False,
) -> None:
    """Replace the graph with the one in FILE; the server is stopped during the restore."""
    with handle_server_errors():
        there = target().folder.store.exists()
        if there and file.is_file() and not force and sys.stdin.isatty():
            force = typer.confirm(f"Replace the graph in {target().folder.path}?", abort=True)
        backup.restore(target(), file, force=force, progress=err)
        say(f"Restored the graph from {file} to {target().folder.path}.")


@app.command(epilog="Example: byline db browser")
def browser(
    *, show: Annotated[bool, typer.Option("--open/--print", help="Open the page, or only print its address.")] = True
) -> None:
    """Start the server with Neo4j Browser and print the credentials. Works offline."""
    with handle_server_errors():
        home = settings().home
        server_state = state.read_state(DataDirectory.for_version(home))
        if server_state is not None and server.find_running_server(home) is not None and server_state.http is None:
            server.require_unowned(server_state, "restart it with Neo4j Browser")
            err.print("Restarting Neo4j with HTTP.")
            server.stop(home, progress=err)
        managed = begin(http=True, attached=False)
        page = managed.connection.http or ""
        say(f"Neo4j Browser: {page}")
        say(f"Sign in as neo4j with the password {managed.connection.password}")
        say("Stop the server with: byline db stop")
        if show and sys.stdout.isatty():
            typer.launch(page)


@app.command(epilog="Example: byline db train")
def train() -> None:
    """Create the AOT cache, which halves the start time of the server."""
    with handle_server_errors():
        if java.find().release < aot.FIRST_RELEASE:
            raise ServerError(
                f"Java {java.find().release} does not support AOT caches.", "Unset BYLINE_JAVA to use the managed Java."
            )
        jars.class_path(DEFAULT_VERSION, ConsoleProgress(err))
        training = aot.train_in_background()
        try:
            made = training.wait()
        finally:
            training.cancel()
        if made is None:
            raise ServerError(
                "Cannot create the AOT cache.", f"Free 1 GB in {aot.place()}, or wait for another training."
            )
        say(f"Created {made} ({made.stat().st_size / 1e6:.0f} MB); later starts use it.")


def begin(*, http: bool, attached: bool) -> server.ManagedServer:
    """Start or join the server with the memory settings."""
    chosen = settings()
    heap, page_cache = chosen.neo4j_heap, chosen.neo4j_page_cache
    return server.start_or_join(
        chosen.home, http=http, attached=attached, heap=heap, page_cache=page_cache, progress=err
    )


def target() -> backup.Target:
    """Return the graph that the settings select."""
    chosen = settings()
    return backup.Target(chosen.home, heap=chosen.neo4j_heap, page_cache=chosen.neo4j_page_cache)


def settings() -> "Settings":
    """Read the settings. Raises ServerError if a setting is invalid."""
    from byline.settings import SettingError, load_settings  # noqa: PLC0415 - takes 0.1 s, and help does not need it

    try:
        return load_settings()
    except SettingError as error:
        raise ServerError(f"Invalid setting: {error}", "Correct it in the environment or in .env.") from error


def follow(managed: server.ManagedServer) -> None:
    """Copy the server's log to the terminal until the server ends."""
    with managed.folder.console_log.open(encoding="utf-8", errors="replace") as log:
        alive = True
        while alive:
            alive = managed.alive()
            sys.stdout.write(log.read())
            sys.stdout.flush()
            time.sleep(0.1)


def say(text: str) -> None:
    """Print a line without formatting or wrapping."""
    out.print(text, markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    app()
