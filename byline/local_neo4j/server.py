"""Start, join, find and stop the managed Neo4j."""

import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from byline.local_neo4j import admin, aot, config, jars, java, launch, lockfile, ports, state
from byline.local_neo4j.admin import backup_other_release
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError, convert_os_errors
from byline.local_neo4j.lockfile import DEFAULT_VERSION
from byline.local_neo4j.progress import Progress, progress_for
from byline.local_neo4j.recovery import TRUNCATE_LOG, RecoveryHeap, check_graph
from byline.local_neo4j.store_replacement import finish_replacement

if TYPE_CHECKING:
    from rich.console import Console

DEFAULT_BOLT_PORT, DEFAULT_HTTP_PORT = 7687, 7474
DEFAULT_PORTS = config.Ports(DEFAULT_BOLT_PORT, DEFAULT_HTTP_PORT)
SHUTDOWN_TIMEOUT_S = 60.0
"""Time in seconds for the checkpoint at a shutdown by a command; then the JVM is killed. The supervisor waits only half
as long, because nobody waits for its result.
"""
LINK_PREFIX = "byline-gds-"
"""Name prefix of symbolic links to plugin jars."""
START_ATTEMPTS = 3
"""Attempts to start the JVM: another program may take the port or kill the JVM, or the AOT cache may be damaged.
Attempts with a larger heap do not count: each doubles the heap, up to the free memory of the machine.
"""


def create_password(folder: DataDirectory, class_path: list[Path]) -> str:
    """Create the password of a new folder, set it in Neo4j, and return it."""
    password = folder.make_password()
    if not (folder.data / "dbms" / "auth.ini").exists():
        admin.set_first_password(folder, class_path, password)
    return password


@dataclass(frozen=True)
class StartOptions:
    """Options of a start: release, HTTP, heap, page cache, plugin, and whether the server ends with this process."""

    version: str
    http: bool
    heap: str
    page_cache: str
    attached: bool
    truncate_log: bool = False
    gds: bool = False


@dataclass
class ManagedServer:
    """A running server, started or joined by this process; `child` is None if joined."""

    connection: state.Connection
    folder: DataDirectory
    jvm: state.Process
    options: StartOptions
    child: launch.ChildProcess | None = field(default=None, repr=False)

    @property
    def started(self) -> bool:
        """True if this process started the server."""
        return self.child is not None

    @property
    def pid(self) -> int | None:
        """Process ID of the JVM if this process started it, else None."""
        return self.child.jvm.pid if self.child else None

    def alive(self) -> bool:
        """Return True if this server is running; a restarted server is a different one."""
        return self.jvm.alive()

    def stop(self) -> None:
        """Stop the server if this process started it.

        Takes no lock; may be called twice and from a signal handler.
        """
        if self.child is not None:
            terminate(self.folder, self.child.jvm)
            self.child.detach()

    def crashed_state(self) -> state.State | None:
        """Return the record of the server if it ended by itself; None if a command stopped or replaced it."""
        with state.exclusive_access(self.folder, progress_for(None)):  # a command that stops the server holds the lock
            recorded = state.read_state(self.folder)
        return recorded if recorded is not None and recorded.jvm == self.jvm and not self.alive() else None

    def restart(self, crashed: state.State, progress: Callable[[str], None]) -> None:
        """Start the server again on its ports. Raises ServerError, also if another program has taken the port."""
        reporter = progress_for(progress)
        with state.exclusive_access(self.folder, reporter):
            if self.child is not None:
                self.child.detach()
            state.clear(self.folder, crashed.jvm)
            if not ports.is_free(crashed.bolt):
                raise ServerError(f"Another program has taken port {crashed.bolt} of Neo4j.", "Stop that program.")
            options = replace(self.options, version=crashed.version)
            server = start(self.folder, options, reporter, chosen_ports=config.Ports(crashed.bolt, crashed.http))
            self.jvm, self.child = server.jvm, server.child


def start_or_join(  # noqa: PLR0913 - all parameters except the home are optional keywords
    home: Path,
    *,
    version: str = DEFAULT_VERSION,
    http: bool = False,
    heap: str = "1g",
    page_cache: str = "512m",
    attached: bool = True,
    truncate_log: bool = False,
    gds: bool = False,
    progress: "Progress | Console | Callable[[str], None] | None" = None,
) -> ManagedServer:
    """Start the server of `home` or join the running one, and wait until it is ready.

    A joined server keeps its memory settings and may have no HTTP. Raises ServerError with the reason, a hint and the
    end of the server's log.

    Args:
        heap: Heap size, such as 512m.
        page_cache: Page cache size, such as 512m; auto: the size of the graph.
        attached: End a started server when this process ends, even if it is killed; else it runs until `stop`.
        truncate_log: Discard the unreadable end of the transaction logs.
        gds: Start the server with the plugin Graph Data Science; a joined server keeps its plugins.
    """
    reporter = progress_for(progress)
    heap, page_cache = config.checked_size("The heap", heap), config.checked_page_cache(page_cache)
    options = StartOptions(
        lockfile.read_server_lock(version).server.version, http, heap, page_cache, attached, truncate_log, gds
    )
    folder = DataDirectory.for_version(home, version)
    folder.prepare()
    with state.exclusive_access(folder, reporter):
        server_state = join_running_server(folder, options.version, reporter)
        if server_state is not None:
            return ManagedServer(state.connection(folder, server_state), folder, server_state.jvm, options)
        return start(folder, options, reporter)


def join_running_server(folder: DataDirectory, version: str, progress: Progress) -> state.State | None:
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
        require_no_owner_process(server_state, f"open it with Neo4j {version}")
        progress.say(f"Stopping Neo4j {server_state.version} to open its graph with {version}.")
        terminate(folder, server_state.jvm)
        return None
    if not ports.answers_bolt(server_state.bolt):
        progress.say(f"Waiting for Neo4j (process {server_state.jvm.pid}), which is running but does not respond yet.")
    launch.wait_ready(server_state.jvm, folder.console_log, server_state.bolt)
    return server_state


def start(
    folder: DataDirectory, options: StartOptions, progress: Progress, *, chosen_ports: config.Ports = DEFAULT_PORTS
) -> ManagedServer:
    """Start a server on an unused folder; ports of `chosen_ports` that are in use are replaced by free ones.

    If Neo4j runs out of memory while it recovers its store, it starts with a larger heap for this start only.
    """
    finish_replacement(folder)
    java_runtime = java.find()
    server_jars = jars.class_path(options.version, progress)
    gds_jars = jars.gds_jars(options.version, progress) if options.gds else []
    class_path = [*server_jars, *(jars.browser_jars(progress) if options.http else ()), *gds_jars]
    backup_other_release(folder, options.version, progress)
    password = create_password(folder, server_jars) if folder.is_new() else folder.read_password()
    recovery_heap = RecoveryHeap.before_start(folder, options.heap)
    aot_cache = aot.find_cache(options.version, java_runtime, server_jars)
    link_plugin(folder, gds_jars)
    attempts_left = START_ATTEMPTS
    while True:
        ports_to_use = config.Ports(
            ports.free(chosen_ports.bolt), ports.free(chosen_ports.http or DEFAULT_HTTP_PORT) if options.http else None
        )
        if ports_to_use.bolt != chosen_ports.bolt:
            progress.say(f"Port {chosen_ports.bolt} is in use; using {ports_to_use.bolt}.")
        arguments = [
            *aot.flags(aot_cache),
            *launch.server_arguments(folder, options.version, java_runtime, class_path, recovery_heap.heap),
        ]
        command = launch.Command(java_runtime.path, arguments, folder.argument_file, folder.console_log)
        try:
            child = start_jvm(folder, options, command, ports_to_use)
        except ServerError as error:
            if message := recovery_heap.raise_after_failure():
                progress.say(message)
                continue
            attempts_left -= 1
            if aot.drop_damaged_cache(folder, aot_cache, progress):
                aot_cache = None
            elif not attempts_left or not (is_port_conflict(error) or error.hint == launch.KILLED):
                raise
        else:
            return ManagedServer(
                state.address(ports_to_use.bolt, ports_to_use.http, password), folder, child.jvm, options, child
            )


def link_plugin(folder: DataDirectory, gds_jars: Sequence[Path]) -> None:
    """Link the jars of Graph Data Science into the folder of plugins, where Neo4j looks for procedures.

    Removes the links of the last start; other files and links in the folder stay.
    """
    with convert_os_errors("link the jars of a plugin", folder.plugins):
        folder.plugins.mkdir(exist_ok=True)
        for link in folder.plugins.glob(f"{LINK_PREFIX}*"):
            link.unlink()
        for jar in gds_jars:
            (folder.plugins / f"{LINK_PREFIX}{jar.name}").symlink_to(jar)


def start_jvm(
    folder: DataDirectory, options: StartOptions, command: launch.Command, chosen_ports: config.Ports
) -> launch.ChildProcess:
    """Start the JVM, record it at once so that no second one is started, and wait until it is ready."""
    with convert_os_errors("write the server's settings", folder.path):
        extra = (TRUNCATE_LOG if options.truncate_log else {}) | (config.GDS if options.gds else {})
        page_cache = config.page_cache_size(options.page_cache, folder)
        config.write(folder, options.version, chosen_ports, page_cache, extra)
        log_start = folder.debug_log.stat().st_size if folder.debug_log.exists() else 0
        folder.console_log.write_bytes(b"")
        folder.version_file.write_text(options.version + "\n", encoding="utf-8")
    child = launch.spawn(command, attached=options.attached)
    try:
        owner = state.current_process() if options.attached else None
        state.write(folder, state.State(child.jvm, owner, options.version, chosen_ports.bolt, chosen_ports.http))
        launch.wait_ready(child.jvm, folder.console_log, chosen_ports.bolt)
        check_graph(folder, log_start)
    except BaseException as error:  # also for Ctrl-C: leave no half-started server
        was_killed = child.was_killed()
        child.kill()
        state.clear(folder, child.jvm)
        if was_killed and isinstance(error, ServerError):
            raise ServerError("Neo4j was killed while starting.", launch.KILLED, error.tail) from None
        raise
    return child


def is_port_conflict(error: ServerError) -> bool:
    """Return True if the start failed because another program bound the port after the check."""
    return error.hint == launch.PORT_TAKEN


def find_running_server(home: Path, *, version: str = DEFAULT_VERSION) -> state.Connection | None:
    """Return the connection to the server of `home`; None if it is not running or does not respond."""
    folder = DataDirectory.for_version(home, version)
    server_state = state.read_state(folder)
    if server_state is None or not server_state.jvm.alive() or not ports.answers_bolt(server_state.bolt):
        return None
    return state.connection(folder, server_state)


def unresponsive_pid(home: Path, *, version: str = DEFAULT_VERSION) -> int | None:
    """Return the process ID of a server of `home` that is running but does not respond, because it is starting or
    hangs.
    """
    server_state = state.read_state(DataDirectory.for_version(home, version))
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
    folder = DataDirectory.for_version(home, version)
    if state.read_state(folder) is None:  # without a folder there is no lock file
        return False
    with state.exclusive_access(folder, progress_for(progress)):
        server_state = state.read_state(folder)
        if server_state is None:
            return False
        was_running = server_state.jvm.alive()
        terminate(folder, server_state.jvm)
    return was_running


def terminate(folder: DataDirectory, jvm: state.Process) -> None:
    """Stop a JVM, kill it after `SHUTDOWN_TIMEOUT_S`, and remove its record."""
    launch.send(jvm, signal.SIGTERM)
    if not launch.wait_gone(jvm, SHUTDOWN_TIMEOUT_S):
        launch.send(jvm, signal.SIGKILL)
        launch.wait_gone(jvm, SHUTDOWN_TIMEOUT_S)
    state.clear(folder, jvm)


def require_no_owner_process(server_state: state.State, purpose: str) -> None:
    """Raise ServerError if the server belongs to another running process."""
    if server_state.owner is not None and server_state.owner.alive():
        hint = "End that process first (Ctrl-C in its terminal), then run the same command again."
        raise ServerError(f"This Neo4j belongs to process {server_state.owner.pid}: cannot {purpose}.", hint)
