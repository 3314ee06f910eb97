"""The managed Neo4j's life: start it or join it, find it, stop it."""

import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from byline.local_neo4j import aot, config, jars, java, launch, ports, state, upgrade
from byline.local_neo4j import lockfile as lock
from byline.local_neo4j.data_dir import Folder
from byline.local_neo4j.errors import ServerError, explained
from byline.local_neo4j.lockfile import DEFAULT_VERSION
from byline.local_neo4j.progress import Progress, watcher


@dataclass(frozen=True)
class Connection:
    """How to reach the server; `http` is the address of Neo4j Browser when HTTP is on."""

    uri: str
    username: str
    password: str
    database: str = "neo4j"
    http: str | None = None


def connection(folder: Folder, server_state: state.State) -> Connection:
    """Give the address of a recorded server, with the folder's password."""
    return address(server_state.bolt, server_state.http, folder.read_password())


def address(bolt: int, http: int | None, password: str) -> Connection:
    """Put an address together; the Browser's names whom to sign in as, and where.

    It names no database: the Browser looks for it before it has read which there are, and says that there is none.
    """
    uri = f"bolt://{config.HOST}:{bolt}"
    page = f"http://{config.HOST}:{http}/browser/?dbms=bolt://neo4j@{config.HOST}:{bolt}" if http else None
    return Connection(uri, "neo4j", password, "neo4j", page)


if TYPE_CHECKING:
    from rich.console import Console

BOLT, HTTP = 7687, 7474
USUAL = config.Ports(BOLT, HTTP)
GRACE = 60.0  # seconds for a checkpoint at stop
TRIES = 3


@dataclass
class Managed:
    """A server that is ready: started by this process, or joined."""

    connection: Connection
    folder: Folder
    jvm: state.Process
    spawned: launch.ChildProcess | None = field(default=None, repr=False)

    @property
    def started(self) -> bool:
        """Whether this process started it."""
        return self.spawned is not None

    @property
    def pid(self) -> int | None:
        """The JVM's process id, when this process started it."""
        return self.spawned.jvm.pid if self.spawned else None

    def alive(self) -> bool:
        """Tell whether this very server still runs; one that was started in its place is another."""
        return self.jvm.alive()

    def stop(self) -> None:
        """Stop a server that this process started; one that it joined is left running.

        Takes no lock and may be called twice, also from a signal handler.
        """
        if self.spawned is not None:
            terminate(self.folder, self.spawned.jvm)
            self.spawned.detach()


@dataclass(frozen=True)
class StartOptions:
    """What a start is asked for: release, HTTP, heap and page cache, and whether it ends with this process."""

    version: str
    http: bool
    heap: str
    page_cache: str
    attached: bool


def ensure(  # noqa: PLR0913 - all but the home have a default and a name
    home: Path,
    *,
    version: str = DEFAULT_VERSION,
    http: bool = False,
    heap: str = "1g",
    page_cache: str = "512m",
    attached: bool = True,
    progress: "Progress | Console | Callable[[str], None] | None" = None,
) -> Managed:
    """Start the server of `home`, or join the one that runs there, and wait until it is ready.

    `heap` and `page_cache` are sizes such as 512m. Attached, a server that this starts ends with this process, however
    that ends; else it stays until `stop`. A joined server keeps its own memory and may have no HTTP.
    Raises ServerError with the reason, what to do, and the end of the server's log.
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
    """Give the server that runs on the folder once it is ready; None when there is none, the stale record cleared."""
    server_state = state.read_state(folder)
    if server_state is None:
        return None
    if server_state.jvm.alive() and server_state.owner is not None and not server_state.owner.alive():
        progress.say(f"Waiting for the Neo4j of process {server_state.owner.pid}, which was killed, to end.")
        terminate(folder, server_state.jvm)
        return None
    if not server_state.jvm.alive():
        progress.say(
            "The last Neo4j here ended without being stopped: clearing its record, its store recovers by itself."
        )
        state.clear(folder, server_state.jvm)
        return None
    if server_state.version != version:
        refuse_if_owned(server_state, f"open it with Neo4j {version}")
        progress.say(f"Stopping Neo4j {server_state.version}, for {version} is to open its graph.")
        terminate(folder, server_state.jvm)
        return None
    if not ports.answers_bolt(server_state.bolt):
        progress.say(f"Waiting for the Neo4j of process {server_state.jvm.pid}, which runs and does not answer yet.")
    launch.wait_ready(server_state.jvm, folder.console_log, server_state.bolt)
    return server_state


def start(folder: Folder, options: StartOptions, progress: Progress, *, chosen_ports: config.Ports = USUAL) -> Managed:
    """Start a server on a folder that nobody uses; a port of `at` that is taken is replaced by one that is free."""
    machine = java.find()
    path = jars.class_path(options.version, progress, http=options.http)
    upgrade.before_opening(folder, options.version, progress)
    password = upgrade.first_password(folder, path) if folder.is_new() else folder.read_password()
    for left in reversed(range(TRIES)):
        free = config.Ports(
            ports.free(chosen_ports.bolt), ports.free(chosen_ports.http or HTTP) if options.http else None
        )
        if free.bolt != chosen_ports.bolt:
            progress.say(f"Port {chosen_ports.bolt} is taken: using {free.bolt}.")
        trained = aot.trained(options.version, machine, path)
        arguments = [
            *aot.flags(trained),
            *launch.server_arguments(folder, options.version, machine, path, options.heap),
        ]
        command = launch.Command(machine.path, arguments, folder.path / "java.arguments", folder.console_log)
        try:
            spawned = run(folder, options, command, free)
        except ServerError as error:
            if not left or not (at_taken_port(error) or aot.dropped(folder, trained, progress)):
                raise
        else:
            return Managed(address(free.bolt, free.http, password), folder, spawned.jvm, spawned)
    raise AssertionError


def run(
    folder: Folder, options: StartOptions, command: launch.Command, chosen_ports: config.Ports
) -> launch.ChildProcess:
    """Start the JVM, record it before it is ready so that no second one is started beside it, and wait."""
    with explained("write the server's settings", folder.path):
        config.write(folder, options.version, chosen_ports, options.page_cache)
        folder.console_log.write_bytes(b"")
        folder.version_file.write_text(options.version + "\n", encoding="utf-8")
    spawned = launch.spawn(command, attached=options.attached)
    try:
        owner = state.current_process() if options.attached else None
        state.write(folder, state.State(spawned.jvm, owner, options.version, chosen_ports.bolt, chosen_ports.http))
        launch.wait_ready(spawned.jvm, folder.console_log, chosen_ports.bolt)
    except BaseException:  # Ctrl-C too: a half-started server is of use to nobody
        spawned.kill()
        state.clear(folder, spawned.jvm)
        raise
    return spawned


def at_taken_port(error: ServerError) -> bool:
    """Tell whether the start failed because another program took the port after it was found free."""
    return error.hint == launch.PORT_TAKEN


def running(home: Path, *, version: str = DEFAULT_VERSION) -> Connection | None:
    """Give the address of the server that runs on `home` and answers; None when there is none."""
    folder = Folder.for_version(home, version)
    server_state = state.read_state(folder)
    if server_state is None or not server_state.jvm.alive() or not ports.answers_bolt(server_state.bolt):
        return None
    return connection(folder, server_state)


def unresponsive_pid(home: Path, *, version: str = DEFAULT_VERSION) -> int | None:
    """Give the process id of a server that runs on `home` and does not answer: it starts, or hangs."""
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
    """Stop the server of `home`, whoever started it; False when none ran. One that is being started is waited for."""
    folder = Folder.for_version(home, version)
    if state.read_state(folder) is None:  # a folder that is not there has no lock either
        return False
    with state.exclusive_access(folder, watcher(progress)):
        server_state = state.read_state(folder)
        if server_state is None:
            return False
        ran = server_state.jvm.alive()
        terminate(folder, server_state.jvm)
    return ran


def terminate(folder: Folder, jvm: state.Process) -> None:
    """Stop a JVM, gently for a minute, and forget it."""
    launch.send(jvm, signal.SIGTERM)
    if not launch.wait_gone(jvm, GRACE):
        launch.send(jvm, signal.SIGKILL)
        launch.wait_gone(jvm, GRACE)
    state.clear(folder, jvm)


def refuse_if_owned(server_state: state.State, purpose: str) -> None:
    """Raise ServerError when the server belongs to a living process that would lose it."""
    if server_state.owner is not None and server_state.owner.alive():
        hint = "End that process first (Ctrl-C in its terminal), then run the same command again."
        raise ServerError(f"This Neo4j belongs to process {server_state.owner.pid}: cannot {purpose}.", hint)
