"""`byline db`: the managed Neo4j by hand."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from byline.cli.params import parse_path
from byline.local_neo4j import aot, backup, jars, java, process, state
from byline.local_neo4j.data_dir import Folder
from byline.local_neo4j.error_handling import err, handle_server_errors
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.lockfile import DEFAULT_VERSION
from byline.local_neo4j.progress import ConsoleProgress

if TYPE_CHECKING:
    from byline.settings import Settings

NOT_RUNNING = 3  # as systemctl has it

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Byline's own Neo4j: start, stop, look, dump, restore. Its folder is BYLINE_HOME; nothing else is needed.",
    epilog="Example: byline db start",
)
out = Console()

Force = Annotated[bool, typer.Option("--force", help="Replace what is there without asking.")]


@app.command(epilog="Example: byline db start")
def start(
    *, http: Annotated[bool, typer.Option("--http", help="With HTTP and Neo4j Browser (1.5 s slower).")] = False
) -> None:
    """Start the server and leave it running; one that runs already is joined."""
    with handle_server_errors():
        managed = begin(http=http, attached=False)
        say(f"Neo4j {DEFAULT_VERSION} {'is ready' if managed.started else 'runs already'} at {managed.connection.uri}")
        say(f"User neo4j, password in {managed.folder.password_file}. Stop it with: byline db stop")
        if (elsewhere := settings().neo4j_uri) is not None:
            say(f"Other commands do not use it: NEO4J_URI sends them to {elsewhere}.")


@app.command(epilog="Example: byline db stop")
def stop() -> None:
    """Stop the server, also one that another Byline started."""
    with handle_server_errors():
        home = settings().home
        server_state = state.read_state(Folder.for_version(home))
        if server_state is not None and server_state.owner is not None and server_state.owner.alive():
            err.print(f"It was started by process {server_state.owner.pid}, which loses it.", highlight=False)
        say("Stopped." if process.stop(home, progress=err) else "No Neo4j was running.")


@app.command(epilog="Example: byline db status   (exit code 0: it runs; 3: it does not)")
def status() -> None:
    """Tell whether the server runs, where, and where it keeps things."""
    with handle_server_errors():
        home = settings().home
        folder = Folder.for_version(home)
        server_state = state.read_state(folder)
        runs = process.running(home)
        say(f"Neo4j {DEFAULT_VERSION}: " + (f"running at {runs.uri}" if runs else "not running"))
        if runs is not None and server_state is not None:
            owner = (
                f"ends with process {server_state.owner.pid}" if server_state.owner else "runs until `byline db stop`"
            )
            started = time.strftime("%F %T", time.localtime(server_state.jvm.created))
            say(f"Process:  {server_state.jvm.pid}, since {started}, {owner}")
            if runs.http:
                say(f"Browser:  {runs.http}")
        say(f"Folder:   {folder.path}")
        say(f"Password: {folder.password_file}{'' if folder.password_file.exists() else ' (made at the first start)'}")
        say(f"Log:      {folder.console_log}")
        say(f"Jars:     {jars.cache_folder() / 'jars'}")
    if runs is None:
        raise typer.Exit(NOT_RUNNING)


@app.command(epilog="Example: byline db console")
def console() -> None:
    """Run the server in this terminal, showing its log; Ctrl-C stops it."""
    with handle_server_errors():
        managed = begin(http=False, attached=True)
        if not managed.started:
            raise ServerError(f"Neo4j runs already at {managed.connection.uri}.", "Stop it first: byline db stop")
        try:
            follow(managed)
        except KeyboardInterrupt:
            err.print("Stopping.")
        finally:
            managed.stop()


@app.command(epilog="Example: byline db dump graph-2026-11.dump")
def dump(
    file: Annotated[Path, typer.Argument(parser=parse_path, help="The file to write.")], *, force: Force = False
) -> None:
    """Write the whole graph into FILE; the server is stopped meanwhile."""
    with handle_server_errors():
        backup.dump(target(), file, force=force, progress=err)
        say(f"The graph is in {file} ({file.stat().st_size / 1e6:.1f} MB).")


@app.command(epilog="Example: byline db restore graph-2026-11.dump")
def restore(
    file: Annotated[Path, typer.Argument(parser=parse_path, help="A file that `dump` wrote.")], *, force: Force = False
) -> None:
    """Put the graph in FILE in the place of this one; the server is stopped meanwhile."""
    with handle_server_errors():
        there = target().folder.store.exists()
        if there and file.is_file() and not force and sys.stdin.isatty():
            force = typer.confirm(f"Replace the graph in {target().folder.path}?", abort=True)
        backup.restore(target(), file, force=force, progress=err)
        say(f"The graph of {file} is in {target().folder.path}.")


@app.command(epilog="Example: byline db browser")
def browser(
    *, show: Annotated[bool, typer.Option("--open/--print", help="Open it, or only print its address.")] = True
) -> None:
    """Start the server with Neo4j Browser, ready to sign in; it works offline."""
    with handle_server_errors():
        home = settings().home
        server_state = state.read_state(Folder.for_version(home))
        if server_state is not None and process.running(home) is not None and server_state.http is None:
            process.refuse_if_owned(server_state, "start it again with Neo4j Browser")
            err.print("Starting Neo4j again, with HTTP.")
            process.stop(home, progress=err)
        managed = begin(http=True, attached=False)
        page = managed.connection.http or ""
        say(f"Neo4j Browser: {page}")
        say(f"Sign in as neo4j with the password {managed.connection.password}")
        say("Stop the server with: byline db stop")
        if show and sys.stdout.isatty():
            typer.launch(page)


@app.command(epilog="Example: byline db train")
def train() -> None:
    """Make the AOT cache now, with which the server starts in half the time."""
    with handle_server_errors():
        if java.find().release < aot.FIRST_RELEASE:
            raise ServerError(f"Java {java.find().release} has no AOT cache.", "Unset BYLINE_JAVA to use Byline's own.")
        jars.class_path(DEFAULT_VERSION, ConsoleProgress(err))
        training = aot.train_in_background()
        try:
            made = training.wait()
        finally:
            training.cancel()
        if made is None:
            raise ServerError("No cache was made.", f"Is a gigabyte free in {aot.place()}? Is another one being made?")
        say(f"Later starts use {made} ({made.stat().st_size / 1e6:.0f} MB).")


def begin(*, http: bool, attached: bool) -> process.Managed:
    """Start or join the server with the memory that the settings give it."""
    chosen = settings()
    heap, page_cache = chosen.neo4j_heap, chosen.neo4j_page_cache
    return process.ensure(chosen.home, http=http, attached=attached, heap=heap, page_cache=page_cache, progress=err)


def target() -> backup.Target:
    """Give the graph that the settings mean."""
    chosen = settings()
    return backup.Target(chosen.home, heap=chosen.neo4j_heap, page_cache=chosen.neo4j_page_cache)


def settings() -> "Settings":
    """Read the settings. Raises ServerError when one of them is wrong."""
    from byline.settings import SettingError, load_settings  # noqa: PLC0415 - help must not pay a tenth of a second for it

    try:
        return load_settings()
    except SettingError as error:
        raise ServerError(f"A setting is wrong: {error}", "Correct it in the environment or in .env.") from error


def follow(managed: process.Managed) -> None:
    """Copy the server's log to the terminal until the server ends."""
    with managed.folder.console_log.open(encoding="utf-8", errors="replace") as log:
        alive = True
        while alive:
            alive = managed.alive()
            sys.stdout.write(log.read())
            sys.stdout.flush()
            time.sleep(0.1)


def say(text: str) -> None:
    """Print a line as it is."""
    out.print(text, markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    app()
