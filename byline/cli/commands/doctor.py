"""`byline doctor`: check everything that Byline needs."""

import re
import shutil
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from functools import partial
from tempfile import TemporaryFile
from typing import Annotated

import typer

from accounts.consistency import CheckResult, check_consistency
from accounts.errors import AccountError
from byline.cli.connection import address_of, open_graph
from byline.cli.error_messages import format_graph_error
from byline.cli.runtime import fail, out, run, run_with_graph
from byline.local_neo4j import jars, java, lockfile, server
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError, convert_os_errors
from byline.server.uvicorn_server import ServeError, bind_socket, is_already_serving
from byline.settings import Settings, load_settings
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.driver.errors import GraphAuthError, GraphError, GraphUnavailableError
from cypher.migrate import pending
from cypher.queries import admin, lookup
from loaders.writing.derive import count_stale
from loaders.writing.lease import LEASE_NAME, parse_holder
from loaders.writing.process_identity import is_process_dead

app = typer.Typer(add_completion=False)


@app.command("doctor", epilog="Example: byline doctor --deep")
def command(
    *,
    deep: Annotated[
        bool, typer.Option("--deep", help="Also check what people did: counts, claims, visibility, events, audit log.")
    ] = False,
    repair: Annotated[bool, typer.Option("--repair", help="Repair what --deep finds.")] = False,
) -> None:
    """Check Java, jars, port, disk space, Neo4j, migrations, indexes, and interrupted commands that write.

    The exit code is 1 if a check fails.
    """
    if repair and not deep:
        raise fail("--repair needs --deep. Run: byline doctor --deep --repair")
    if not run_checks():
        raise typer.Exit(1)
    if deep and not run_with_graph(partial(_print_deep_checks, repair=repair), migrated=True):
        raise typer.Exit(1)


MIN_FREE_BYTES = 2 * 1024**3
"""Minimum free disk space in bytes: the jars, an AOT cache and a store with the sample take about 1 GB."""
CONNECTION_REFUSED = re.compile(r"Errno 111|refused")


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check."""

    name: str
    passed: bool
    message: str


def run_checks() -> bool:
    """Print the result of each check; return True if all passed."""
    return run(_print_checks)


async def _print_checks() -> bool:
    passed = True
    async for check in _checks(load_settings()):
        _print_check(check)
        passed &= check.passed
    return passed


def _print_check(check: Check) -> None:
    out.print("ok" if check.passed else "!!", style="green" if check.passed else "red", end="")
    out.print(f" {check.name}: {check.message}", soft_wrap=True)


async def _print_deep_checks(graph: Graph, *, repair: bool) -> bool:
    passed = True
    async for result in check_consistency(graph, repair=repair):
        check = _deep_check(result, repair=repair)
        _print_check(check)
        passed &= check.passed
    return passed


def _deep_check(result: CheckResult, *, repair: bool) -> Check:
    check, wrong, example = result
    if not wrong:
        return Check(check.name, passed=True, message="consistent")
    message = f"{check.problem}: {wrong:,}, for example {example}."
    if not check.is_repairable:
        return Check(check.name, passed=False, message=f"{message} {check.advice}")
    if repair:
        return Check(check.name, passed=True, message=f"{message} Repaired.")
    return Check(check.name, passed=False, message=f"{message} Run: byline doctor --deep --repair")


async def _checks(settings: Settings) -> AsyncGenerator[Check]:
    address = address_of(settings)
    folder = None if address is not None else DataDirectory.for_version(settings.home)
    if address is None:
        yield _java()
        yield _jars()
        yield _disk(settings)
        yield _files(settings)
        connection, unresponsive_pid = server.find_running_server(settings.home), server.unresponsive_pid(settings.home)
        if unresponsive_pid is not None:
            message = (
                f"process {unresponsive_pid} has locked the data folder and does not respond; it may still be "
                "starting. Wait, or end it with: byline db stop"
            )
            yield Check("Neo4j", passed=False, message=message)
        elif connection is None:
            yield Check(
                "Neo4j",
                passed=True,
                message="not running; `byline db start` starts it, as does every command that needs it",
            )
        else:
            address = Address(connection.uri, connection.username, connection.password, connection.database)
    yield _port(settings)
    if address is not None:
        async with open_graph(address, settings) as graph:
            async for check in _graph(graph, address, folder):
                yield check


def _java() -> Check:
    try:
        runtime = java.find()
    except ServerError as error:
        return Check("Java", passed=False, message=str(error))
    return Check("Java", passed=True, message=f"release {runtime.release} at {runtime.path}")


def _jars() -> Check:
    folder = jars.cache_folder() / "jars"
    artifacts = lockfile.read_server_lock().artifact
    missing = [artifact for artifact in artifacts if not (folder / artifact.path).is_file()]
    if missing:
        megabytes = sum(artifact.bytes for artifact in missing) / 1e6
        count = f"{len(missing)} of {len(artifacts)}"
        message = f"{count} will be downloaded at the next start ({megabytes:.0f} MB) into {folder}"
        return Check("Jars", passed=True, message=message)
    return Check("Jars", passed=True, message=f"{len(artifacts)} in {folder}")


def _disk(settings: Settings) -> Check:
    existing_parent = settings.home
    while not existing_parent.exists():
        existing_parent = existing_parent.parent
    free = shutil.disk_usage(existing_parent).free
    message = f"{free / 1024**3:.1f} GB free at {existing_parent}"
    if free < MIN_FREE_BYTES:
        return Check(
            "Disk", passed=False, message=f"{message}. Free space, or set BYLINE_HOME to a folder on another disk."
        )
    return Check("Disk", passed=True, message=message)


def _files(settings: Settings) -> Check:
    """Check that the home folder is writable, and that no file in it is damaged that Byline cannot create again."""
    folder = DataDirectory.for_version(settings.home)
    try:
        if settings.home.exists():
            with convert_os_errors("write to the home folder", settings.home), TemporaryFile(dir=settings.home):
                pass
        if not folder.is_new():
            folder.read_password()
        settings.erasures().read_hashes()
    except (ServerError, AccountError) as error:
        return Check("Files", passed=False, message=_one_line(error))
    return Check("Files", passed=True, message=f"{settings.home} is writable")


def _port(settings: Settings) -> Check:
    try:
        bind_socket(settings).close()
    except ServeError as error:
        if is_already_serving(settings):
            message = (
                f"Byline already serves http://{settings.host}:{settings.port}; a second server needs another port "
                "(--port or BYLINE_PORT)"
            )
            return Check("Port", passed=True, message=message)
        return Check("Port", passed=False, message=str(error))
    return Check("Port", passed=True, message=f"{settings.port} on {settings.host} is free")


def _one_line(error: Exception) -> str:
    return " ".join(str(error).splitlines())


async def _graph(graph: Graph, address: Address, folder: DataDirectory | None) -> AsyncGenerator[Check]:
    """Check the graph. `folder` is the data folder of the managed Neo4j; None for an external one."""
    try:
        version = await graph.verify()
    except GraphUnavailableError as error:
        reason = " (connection refused)" if CONNECTION_REFUSED.search(str(error)) else ""
        message = f"No Neo4j answers at {address.uri}{reason}. Start it, or correct NEO4J_URI."
        yield Check("Neo4j", passed=False, message=message)
        return
    except GraphAuthError as error:
        rejection = format_graph_error(error) if folder is None else _one_line(folder.password_rejection())
        yield Check("Neo4j", passed=False, message=rejection)
        return
    except GraphError as error:
        yield Check("Neo4j", passed=False, message=format_graph_error(error))
        return
    yield Check("Neo4j", passed=True, message=f"{version} at {address.uri}")
    try:
        pending_migrations = await pending(graph)
    except GraphError as error:
        yield Check("Migrations", passed=False, message=format_graph_error(error))
        return
    names = ", ".join(migration.name for migration in pending_migrations)
    message = f"not applied: {names}. Run: byline migrate" if pending_migrations else "all applied"
    yield Check("Migrations", passed=not pending_migrations, message=message)
    rows = await graph.fetch(admin.INDEXES)
    offline = [index.name for index in rows if index.state != "ONLINE"]
    message = f"not online: {', '.join(offline)}. Wait, or run: byline migrate" if offline else f"{len(rows)} online"
    yield Check("Indexes", passed=not offline, message=message)
    yield await _writes(graph)


async def _writes(graph: Graph) -> Check:
    """Check that no interrupted command left entities without records, or stale derived facts."""
    (lease,) = await graph.fetch(admin.LEASE_STATUS, {"name": LEASE_NAME})
    if lease.holder is not None and not is_process_dead(*parse_holder(lease.holder)):
        return Check("Writes", passed=True, message=f"running: {lease.doing}")
    if await graph.fetch(lookup.EMPTYING_LOAD):
        message = (
            "an unload was interrupted, and left entities without records. The next command that writes completes it, "
            "such as: byline unload SOURCE"
        )
        return Check("Writes", passed=False, message=message)
    if lease.holder is not None:
        message = f"{lease.doing} was interrupted. Repeat it, a load with --resume"
        return Check("Writes", passed=False, message=message)
    if stale := await count_stale(graph):
        message = (
            f"a command was interrupted, and counts are stale (entities: {stale:,}). The end of the next load or "
            "unload recomputes them: repeat the command, a load with --resume"
        )
        return Check("Writes", passed=False, message=message)
    return Check("Writes", passed=True, message="all are finished")
