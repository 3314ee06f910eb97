"""Start, join, find and stop the managed Neo4j."""

import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from byline.local_neo4j import admin, aot, config, jars, java, launch, ports, state
from byline.local_neo4j import lockfile as lock
from byline.local_neo4j.data_dir import Folder
from byline.local_neo4j.errors import ServerError, convert_os_errors
from byline.local_neo4j.lockfile import DEFAULT_VERSION
from byline.local_neo4j.progress import Progress, watcher


def create_password(folder: Folder, path: list[Path]) -> str:
    """Create the password of a new folder, set it in Neo4j, and return it."""
    password = folder.make_password()
    if not (folder.data / "dbms" / "auth.ini").exists():
        admin.set_first_password(folder, path, password)
    return password


def backup_other_release(folder: Folder, version: str, progress: Progress) -> None:
    """Back up a store that another release opened last. Raises ServerError if that release is newer."""
    if folder.is_new():
        return
    last = last_version(folder)
    if last == version:
        return
    if last is not None and version_key(last) > version_key(version):
        hint = f"Use the Byline version with Neo4j {last}, or set BYLINE_HOME to another folder."
        raise ServerError(f"{folder.path} was last opened by Neo4j {last}, which {version} cannot read.", hint)
    backup_store(folder, last or "unknown", version, progress)


def backup_store(folder: Folder, last: str, version: str, progress: Progress) -> None:
    """Dump the graph under the name of the old release; copy the data folder if the dump fails."""
    name = f"neo4j-{last}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    with convert_os_errors("create the folder for dumps", folder.dumps):
        folder.dumps.mkdir(exist_ok=True)
    try:
        tool = last if last != "unknown" and (lock.FOLDER / f"neo4j-{last}.lock.toml").exists() else version
        destination = folder.dumps / f"{name}.dump"
        admin.dump(folder, jars.class_path(tool, progress), destination)
    except ServerError as error:
        progress.say(f"{error.message} Copying the data folder instead.")
        destination = folder.dumps / name
        with convert_os_errors("copy the data folder", destination):
            shutil.copytree(folder.data, destination)
    progress.say(f"Backed up the graph of Neo4j {last} to {destination} before opening it with {version}.")


def last_version(folder: Folder) -> str | None:
    """Return the release that last opened the folder; None if its record is missing or damaged."""
    try:
        word = folder.version_file.read_text(encoding="utf-8").strip()
        version_key(word)
    except (OSError, ValueError):
        return None
    return word


def version_key(version: str) -> tuple[int, ...]:
    """Return a sort key of a release. Raises ValueError if it is not a valid release."""
    return tuple(int(part) for part in version.split("."))


@dataclass(frozen=True)
class Connection:
    """Address and credentials of the server; `http` is the URL of Neo4j Browser, or None if HTTP is off."""

    uri: str
    username: str
    password: str
    database: str = "neo4j"
    http: str | None = None


def connection(folder: Folder, server_state: state.State) -> Connection:
    """Return the connection to a recorded server, with the password of the folder."""
    return address(server_state.bolt, server_state.http, folder.read_password())


def address(bolt: int, http: int | None, password: str) -> Connection:
    """Return a connection; its URL of Neo4j Browser contains the user and the Bolt address.

    The URL names no database: Neo4j Browser would report it as missing, because it checks before it has loaded the list
    of databases.
    """
    uri = f"bolt://{config.HOST}:{bolt}"
    page = f"http://{config.HOST}:{http}/browser/?dbms=bolt://neo4j@{config.HOST}:{bolt}" if http else None
    return Connection(uri, "neo4j", password, "neo4j", page)


if TYPE_CHECKING:
    from rich.console import Console

BOLT, HTTP = 7687, 7474
USUAL = config.Ports(BOLT, HTTP)
GRACE = 60.0  # seconds for the checkpoint at shutdown
TRIES = 3


@dataclass
class Managed:
    """A running server, started or joined by this process; `spawned` is None if joined."""

    connection: Connection
    folder: Folder
    jvm: state.Process
    spawned: launch.ChildProcess | None = field(default=None, repr=False)

    @property
    def started(self) -> bool:
        """True if this process started the server."""
        return self.spawned is not None

    @property
    def pid(self) -> int | None:
        """Process ID of the JVM if this process started it, else None."""
        return self.spawned.jvm.pid if self.spawned else None

    def alive(self) -> bool:
        """Return True if this server is running; a restarted server is a different one."""
        return self.jvm.alive()

    def stop(self) -> None:
        """Stop the server if this process started it.

        Takes no lock; may be called twice and from a signal handler.
        """
        if self.spawned is not None:
            terminate(self.folder, self.spawned.jvm)
            self.spawned.detach()


@dataclass(frozen=True)
class StartOptions:
    """Options of a start: release, HTTP, heap, page cache, and whether the server ends with this process."""

    version: str
    http: bool
    heap: str
    page_cache: str
    attached: bool


def ensure(  # noqa: PLR0913 - all parameters except the home are optional keywords
    home: Path,
    *,
    version: str = DEFAULT_VERSION,
    http: bool = False,
    heap: str = "1g",
    page_cache: str = "512m",
    attached: bool = True,
    progress: "Progress | Console | Callable[[str], None] | None" = None,
) -> Managed:
    """Start the server of `home` or join the running one, and wait until it is ready.

    A joined server keeps its memory settings and may have no HTTP. Raises ServerError with the reason, a hint and the
    end of the server's log.

    Args:
        heap: Heap size, such as 512m.
        page_cache: Page cache size, such as 512m.
        attached: End a started server when this process ends, even if it is killed; else it runs until `stop`.
    """
    reporter = watcher(progress)
    heap, page_cache = config.checked_size("The heap", heap), config.checked_size("The page cache", page_cache)
    options = StartOptions(lock.server(version).server.version, http, heap, page_cache, attached)
    folder = Folder.for_version(home, version)
    folder.prepare()
    with state.exclusive_access(folder, reporter):
        server_state = join(folder, options.version, reporter)
        if server_state is not None:
            return Managed(connection(folder, server_state), folder, server_state.jvm)
        return start(folder, options, reporter)


def join(folder: Folder, version: str, progress: Progress) -> state.State | None:
    """Return the running server of a folder once it is ready; None if there is none. Removes a stale state file."""
    server_state = state.read_state(folder)
    if server_state is None:
        return None
    if server_state.jvm.alive() and server_state.owner is not None and not server_state.owner.alive():
        progress.say(f"Waiting for Neo4j to stop, because its process {server_state.owner.pid} was killed.")
        terminate(folder, server_state.jvm)
        return None
    if not server_state.jvm.alive():
        progress.say("The last Neo4j in this folder was not stopped cleanly. Its store recovers automatically.")
        state.clear(folder, server_state.jvm)
        return None
    if server_state.version != version:
        refuse_if_owned(server_state, f"open it with Neo4j {version}")
        progress.say(f"Stopping Neo4j {server_state.version} to open its graph with {version}.")
        terminate(folder, server_state.jvm)
        return None
    if not ports.answers_bolt(server_state.bolt):
        progress.say(f"Waiting for Neo4j (process {server_state.jvm.pid}), which is running but does not respond yet.")
    launch.wait_ready(server_state.jvm, folder.console_log, server_state.bolt)
    return server_state


def start(folder: Folder, options: StartOptions, progress: Progress, *, chosen_ports: config.Ports = USUAL) -> Managed:
    """Start a server on an unused folder; ports of `chosen_ports` that are in use are replaced by free ones."""
    machine = java.find()
    path = jars.class_path(options.version, progress, http=options.http)
    backup_other_release(folder, options.version, progress)
    password = create_password(folder, path) if folder.is_new() else folder.read_password()
    for left in reversed(range(TRIES)):
        free = config.Ports(
            ports.free(chosen_ports.bolt), ports.free(chosen_ports.http or HTTP) if options.http else None
        )
        if free.bolt != chosen_ports.bolt:
            progress.say(f"Port {chosen_ports.bolt} is in use; using {free.bolt}.")
        trained = aot.trained(options.version, machine, path)
        arguments = [
            *aot.flags(trained),
            *launch.server_arguments(folder, options.version, machine, path, options.heap),
        ]
        command = launch.Command(machine.path, arguments, folder.path / "java.arguments", folder.console_log)
        try:
            spawned = run(folder, options, command, free)
        except ServerError as error:
            if not left or not (at_taken_port(error) or aot.drop_damaged_cache(folder, trained, progress)):
                raise
        else:
            return Managed(address(free.bolt, free.http, password), folder, spawned.jvm, spawned)
    raise AssertionError


def run(
    folder: Folder, options: StartOptions, command: launch.Command, chosen_ports: config.Ports
) -> launch.ChildProcess:
    """Start the JVM, record it at once so that no second one is started, and wait until it is ready."""
    with convert_os_errors("write the server's settings", folder.path):
        config.write(folder, options.version, chosen_ports, options.page_cache)
        folder.console_log.write_bytes(b"")
        folder.version_file.write_text(options.version + "\n", encoding="utf-8")
    spawned = launch.spawn(command, attached=options.attached)
    try:
        owner = state.current_process() if options.attached else None
        state.write(folder, state.State(spawned.jvm, owner, options.version, chosen_ports.bolt, chosen_ports.http))
        launch.wait_ready(spawned.jvm, folder.console_log, chosen_ports.bolt)
    except BaseException:  # also for Ctrl-C: leave no half-started server
        spawned.kill()
        state.clear(folder, spawned.jvm)
        raise
    return spawned


def at_taken_port(error: ServerError) -> bool:
    """Return True if the start failed because another program bound the port after the check."""
    return error.hint == launch.PORT_TAKEN


def running(home: Path, *, version: str = DEFAULT_VERSION) -> Connection | None:
    """Return the connection to the server of `home`; None if it is not running or does not respond."""
    folder = Folder.for_version(home, version)
    server_state = state.read_state(folder)
    if server_state is None or not server_state.jvm.alive() or not ports.answers_bolt(server_state.bolt):
        return None
    return connection(folder, server_state)


def unresponsive_pid(home: Path, *, version: str = DEFAULT_VERSION) -> int | None:
    """Return the process ID of a server of `home` that is running but does not respond, because it is starting or
    hangs.
    """
    server_state = state.read_state(Folder.for_version(home, version))
    if server_state is None or not server_state.jvm.alive() or ports.answers_bolt(server_state.bolt):
        return None
    return server_state.jvm.pid


def stop(
    home: Path,
    *,
    version: str = DEFAULT_VERSION,
    progress: "Progress | Console | Callable[[str], None] | None" = None,
) -> bool:
    """Stop the server of `home`, even if another process started it; return False if it was not running.

    Waits for a server that is being started.
    """
    folder = Folder.for_version(home, version)
    if state.read_state(folder) is None:  # without a folder there is no lock file
        return False
    with state.exclusive_access(folder, watcher(progress)):
        server_state = state.read_state(folder)
        if server_state is None:
            return False
        ran = server_state.jvm.alive()
        terminate(folder, server_state.jvm)
    return ran


def terminate(folder: Folder, jvm: state.Process) -> None:
    """Stop a JVM, kill it after a minute, and remove its record."""
    launch.send(jvm, signal.SIGTERM)
    if not launch.wait_gone(jvm, GRACE):
        launch.send(jvm, signal.SIGKILL)
        launch.wait_gone(jvm, GRACE)
    state.clear(folder, jvm)


def refuse_if_owned(server_state: state.State, purpose: str) -> None:
    """Raise ServerError if the server belongs to another running process."""
    if server_state.owner is not None and server_state.owner.alive():
        hint = "End that process first (Ctrl-C in its terminal), then run the same command again."
        raise ServerError(f"This Neo4j belongs to process {server_state.owner.pid}: cannot {purpose}.", hint)
