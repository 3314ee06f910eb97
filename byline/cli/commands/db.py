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

NOT_RUNNING = 3
"""Exit code of `status` if the server does not run, as that of `systemctl status`."""

DATABASE_CHECKS = 10
"""Number of checks, one each second, after which a database that is not available is started again."""

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
    *,
    http: Annotated[bool, typer.Option("--http", help="Enable HTTP and Neo4j Browser; starts 1.5 s slower.")] = False,
    truncate_log: Annotated[
        bool,
        typer.Option("--truncate-log", help="After a full disk: discard the unreadable end of the transaction logs."),
    ] = False,
) -> None:
    """Start the server and leave it running; do nothing if it is running already."""
    with handle_server_errors():
        managed = start_or_join(http=http, attached=False, truncate_log=truncate_log)
        can_join = managed.started or can_write(managed)
        if not can_join:
            if (recorded := state.read_state(managed.folder)) is not None:
                server.require_no_owner_process(recorded, "restart it after an error of its disk")
            print_line("Neo4j cannot write, probably since its disk was full or had an error. Restarting it.")
            server.stop(read_settings().home, progress=err)
            managed = start_or_join(http=http, attached=False, truncate_log=truncate_log)
        print_line(
            f"Neo4j {DEFAULT_VERSION} {'is ready' if managed.started else 'already runs'} at {managed.connection.uri}"
        )
        if truncate_log and can_join and not managed.started:
            print_line("--truncate-log had no effect, because Neo4j already runs with its graph.")
        if read_settings().neo4j_gds and not managed.started:
            print_line("BYLINE_NEO4J_GDS takes effect at the next start: byline db stop, then byline db start")
        print_line(f"User neo4j, password in {managed.folder.password_file}. Stop it with: byline db stop")
        if (external_uri := read_settings().neo4j_uri) is not None:
            print_line(f"Other commands do not use it, because NEO4J_URI selects {external_uri}.")


@app.command(epilog="Example: byline db stop")
def stop() -> None:
    """Stop the server, even if another Byline process started it."""
    with handle_server_errors():
        home = read_settings().home
        server_state = state.read_state(DataDirectory.for_version(home))
        if server_state is not None and server_state.owner is not None and server_state.owner.alive():
            err.print(
                f"Process {server_state.owner.pid} started this server and loses its connection.", highlight=False
            )
        print_line("Stopped." if server.stop(home, progress=err) else "Neo4j was not running.")


@app.command(epilog="Example: byline db status   (exit code 0: running; 3: not running)")
def status() -> None:
    """Print whether the server runs, its address, and its files."""
    with handle_server_errors():
        home = read_settings().home
        folder = DataDirectory.for_version(home)
        server_state = state.read_state(folder)
        running = server.find_running_server(home)
        print_line(f"Neo4j {DEFAULT_VERSION}: " + (f"running at {running.uri}" if running else "not running"))
        if running is not None and server_state is not None:
            lifetime = (
                f"stops with process {server_state.owner.pid}" if server_state.owner else "runs until `byline db stop`"
            )
            started = time.strftime("%F %T", time.localtime(server_state.jvm.created))
            print_line(f"Process:  {server_state.jvm.pid}, since {started}, {lifetime}")
            if running.http:
                print_line(f"Browser:  {running.http}")
        print_line(f"Folder:   {folder.path}")
        print_line(
            f"Password: {folder.password_file}{'' if folder.password_file.exists() else ' (created at first start)'}"
        )
        print_line(f"Log:      {folder.console_log}")
        print_line(f"Jars:     {jars.cache_folder() / 'jars'}")
    if running is None:
        raise typer.Exit(NOT_RUNNING)


@app.command(epilog="Example: byline db console")
def console() -> None:
    """Run the server in this terminal and print its log; Ctrl-C stops it."""
    with handle_server_errors():
        managed = start_or_join(http=False, attached=True)
        if not managed.started:
            raise ServerError(f"Neo4j is already running at {managed.connection.uri}.", "Stop it first: byline db stop")
        try:
            copy_log(managed)
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
        backup.dump(managed_graph(), file, force=force, progress=err)
        print_line(f"Wrote the graph to {file} ({file.stat().st_size / 1e6:.1f} MB).")


@app.command(epilog="Example: byline db restore graph-2026-11.dump")
def restore(
    file: Annotated[Path, typer.Argument(parser=parse_path, metavar="FILE", help="File written by `byline db dump`.")],
    *,
    force: Force = False,
) -> None:
    """Replace the graph with the one in FILE; the server is stopped during the restore."""
    with handle_server_errors():
        has_graph = managed_graph().folder.store.exists()
        if has_graph and file.is_file() and not force and sys.stdin.isatty():
            force = typer.confirm(f"Replace the graph in {managed_graph().folder.path}?", abort=True)
        backup.restore(managed_graph(), file, force=force, progress=err)
        print_line(f"Restored the graph from {file} to {managed_graph().folder.path}.")
    replay_erasure_list()


@app.command(epilog="Example: byline db browser")
def browser(
    *, show: Annotated[bool, typer.Option("--open/--print", help="Open the page, or only print its address.")] = True
) -> None:
    """Start the server with Neo4j Browser and print the credentials. Works offline."""
    with handle_server_errors():
        home = read_settings().home
        server_state = state.read_state(DataDirectory.for_version(home))
        if server_state is not None and server.find_running_server(home) is not None and server_state.http is None:
            server.require_no_owner_process(server_state, "restart it with Neo4j Browser")
            err.print("Restarting Neo4j with HTTP.")
            server.stop(home, progress=err)
        managed = start_or_join(http=True, attached=False)
        page = managed.connection.http or ""
        print_line(f"Neo4j Browser: {page}")
        print_line(f"Sign in as neo4j with the password {managed.connection.password}")
        print_line("Stop the server with: byline db stop")
        if show and sys.stdout.isatty():
            typer.launch(page)


@app.command(epilog="Example: byline db train")
def train() -> None:
    """Create the AOT cache (ahead-of-time compiled classes), which halves the start time of the server.

    The training starts a second server for a minute, loads the sample into it and runs typical queries.
    """
    with handle_server_errors():
        if java.find().release < aot.FIRST_RELEASE:
            raise ServerError(
                f"Java {java.find().release} does not support AOT caches.", "Unset BYLINE_JAVA to use the managed Java."
            )
        jars.class_path(DEFAULT_VERSION, ConsoleProgress(err))
        training = aot.train_in_background(workload=aot.WORKLOAD)
        try:
            cache_path = training.wait()
        finally:
            training.cancel()
        if cache_path is None:
            raise ServerError(
                "Cannot create the AOT cache.",
                f"Free 1 GB in {aot.cache_folder()}, or wait until the other `byline db train` ends.",
            )
        print_line(f"Created {cache_path} ({cache_path.stat().st_size / 1e6:.0f} MB); later starts use it.")


def replay_erasure_list() -> None:
    """Erase accounts that were erased after the dump, if the list of erased accounts has any."""
    with handle_server_errors():
        settings = read_settings()
        if not settings.erasures().path.exists():
            return
    from byline.cli.erasures import erase_listed_accounts  # noqa: PLC0415 takes 0.4 s, and help does not need it
    from byline.cli.runtime import run_with_graph  # noqa: PLC0415 as above

    managed_settings = settings.model_copy(update={"neo4j_uri": None})
    run_with_graph(lambda graph: erase_listed_accounts(graph, settings.erasures()), managed_settings)


def start_or_join(*, http: bool, attached: bool, truncate_log: bool = False) -> server.ManagedServer:
    """Start the server with the memory settings, or connect to the running one."""
    settings = read_settings()
    return server.start_or_join(
        settings.home,
        http=http,
        attached=attached,
        heap=settings.neo4j_heap,
        page_cache=settings.neo4j_page_cache,
        truncate_log=truncate_log,
        gds=settings.neo4j_gds,
        progress=err,
    )


def can_write(managed: server.ManagedServer) -> bool:
    """Return False if a running server rejects every commit, or has no database, until it is started again."""
    import anyio  # noqa: PLC0415 takes 0.4 s with the imports below, and a start of a new server needs none of them

    from byline.cli.connection import managed_address  # noqa: PLC0415 as above
    from byline.cli.error_messages import needs_restart  # noqa: PLC0415 as above
    from cypher.driver.client import Graph  # noqa: PLC0415 as above
    from cypher.driver.errors import DatabaseUnavailableError, GraphError  # noqa: PLC0415 as above
    from loaders.writing.lease import check_writes  # noqa: PLC0415 as above

    async def check() -> bool:
        async with Graph(managed_address(managed)) as graph:
            for _ in range(DATABASE_CHECKS):
                try:
                    await check_writes(graph)
                except GraphError as error:
                    if needs_restart(error):
                        return False
                    if not isinstance(error, DatabaseUnavailableError):  # such as a wrong password
                        return True  # the next command prints this error
                    await anyio.sleep(1)
                else:
                    return True
        return False

    return anyio.run(check)


def managed_graph() -> backup.ManagedGraph:
    """Return the graph that the settings select."""
    settings = read_settings()
    return backup.ManagedGraph(
        settings.home, heap=settings.neo4j_heap, page_cache=settings.neo4j_page_cache, gds=settings.neo4j_gds
    )


def read_settings() -> "Settings":
    """Read the settings. Raises ServerError if a setting is invalid."""
    from byline.settings import SettingError, load_settings  # noqa: PLC0415 - takes 0.1 s, and help does not need it

    try:
        return load_settings()
    except SettingError as error:
        raise ServerError(f"Invalid setting: {error}", "Correct it in the environment or in .env.") from error


def copy_log(managed: server.ManagedServer) -> None:
    """Copy the server's log to the terminal until the server ends."""
    with managed.folder.console_log.open(encoding="utf-8", errors="replace") as log:
        alive = True
        while alive:
            alive = managed.alive()
            sys.stdout.write(log.read())
            sys.stdout.flush()
            time.sleep(0.1)


def print_line(text: str) -> None:
    """Print a line without formatting or wrapping."""
    out.print(text, markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    app()
