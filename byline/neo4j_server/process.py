"""The managed Neo4j's life: start it or join it, find it, stop it."""

import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from byline.neo4j_server import aot, config, jars, java, launch, lock, ports, state, upgrade
from byline.neo4j_server.address import Connection, address, connection
from byline.neo4j_server.errors import ServerError, explained
from byline.neo4j_server.home import Folder
from byline.neo4j_server.lock import DEFAULT_VERSION
from byline.neo4j_server.progress import Progress, watcher

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
    spawned: launch.Spawned | None = field(default=None, repr=False)

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
            end(self.folder, self.spawned.jvm)
            self.spawned.let_go()


@dataclass(frozen=True)
class Wish:
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
    told = watcher(progress)
    heap, page_cache = config.checked_size("The heap", heap), config.checked_size("The page cache", page_cache)
    wish = Wish(lock.server(version).server.version, http, heap, page_cache, attached)
    folder = Folder.of(home, version)
    folder.prepare()
    with state.alone(folder, told):
        found = join(folder, wish.version, told)
        if found is not None:
            return Managed(connection(folder, found), folder, found.jvm)
        return start(folder, wish, told)


def join(folder: Folder, version: str, told: Progress) -> state.State | None:
    """Give the server that runs on the folder once it is ready; None when there is none, the stale record cleared."""
    found = state.read(folder)
    if found is None:
        return None
    if found.jvm.alive() and found.owner is not None and not found.owner.alive():
        told.say(f"Waiting for the Neo4j of process {found.owner.pid}, which was killed, to end.")
        end(folder, found.jvm)
        return None
    if not found.jvm.alive():
        told.say("The last Neo4j here ended without being stopped: clearing its record, its store recovers by itself.")
        state.clear(folder, found.jvm)
        return None
    if found.version != version:
        refuse_if_owned(found, f"open it with Neo4j {version}")
        told.say(f"Stopping Neo4j {found.version}, for {version} is to open its graph.")
        end(folder, found.jvm)
        return None
    if not ports.answers_bolt(found.bolt):
        told.say(f"Waiting for the Neo4j of process {found.jvm.pid}, which runs and does not answer yet.")
    launch.wait_ready(found.jvm, folder.console_log, found.bolt)
    return found


def start(folder: Folder, wish: Wish, told: Progress, *, at: config.Ports = USUAL) -> Managed:
    """Start a server on a folder that nobody uses; a port of `at` that is taken is replaced by one that is free."""
    machine = java.find()
    path = jars.class_path(wish.version, told, http=wish.http)
    upgrade.before_opening(folder, wish.version, told)
    password = upgrade.first_password(folder, path) if folder.is_new() else folder.read_password()
    for left in reversed(range(TRIES)):
        free = config.Ports(ports.free(at.bolt), ports.free(at.http or HTTP) if wish.http else None)
        if free.bolt != at.bolt:
            told.say(f"Port {at.bolt} is taken: using {free.bolt}.")
        trained = aot.trained(wish.version, machine, path)
        arguments = [*aot.flags(trained), *launch.server_arguments(folder, wish.version, machine, path, wish.heap)]
        command = launch.Command(machine.path, arguments, folder.path / "java.arguments", folder.console_log)
        try:
            spawned = run(folder, wish, command, free)
        except ServerError as error:
            if not left or not (at_taken_port(error) or aot.dropped(folder, trained, told)):
                raise
        else:
            return Managed(address(free.bolt, free.http, password), folder, spawned.jvm, spawned)
    raise AssertionError


def run(folder: Folder, wish: Wish, command: launch.Command, at: config.Ports) -> launch.Spawned:
    """Start the JVM, record it before it is ready so that no second one is started beside it, and wait."""
    with explained("write the server's settings", folder.path):
        config.write(folder, wish.version, at, wish.page_cache)
        folder.console_log.write_bytes(b"")
        folder.version_file.write_text(wish.version + "\n", encoding="utf-8")
    spawned = launch.spawn(command, attached=wish.attached)
    try:
        owner = state.me() if wish.attached else None
        state.write(folder, state.State(spawned.jvm, owner, wish.version, at.bolt, at.http))
        launch.wait_ready(spawned.jvm, folder.console_log, at.bolt)
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
    folder = Folder.of(home, version)
    found = state.read(folder)
    if found is None or not found.jvm.alive() or not ports.answers_bolt(found.bolt):
        return None
    return connection(folder, found)


def silent(home: Path, *, version: str = DEFAULT_VERSION) -> int | None:
    """Give the process id of a server that runs on `home` and does not answer: it starts, or hangs."""
    found = state.read(Folder.of(home, version))
    if found is None or not found.jvm.alive() or ports.answers_bolt(found.bolt):
        return None
    return found.jvm.pid


def stop(
    home: Path,
    *,
    version: str = DEFAULT_VERSION,
    progress: "Progress | Console | Callable[[str], None] | None" = None,
) -> bool:
    """Stop the server of `home`, whoever started it; False when none ran. One that is being started is waited for."""
    folder = Folder.of(home, version)
    if state.read(folder) is None:  # a folder that is not there has no lock either
        return False
    with state.alone(folder, watcher(progress)):
        found = state.read(folder)
        if found is None:
            return False
        ran = found.jvm.alive()
        end(folder, found.jvm)
    return ran


def end(folder: Folder, jvm: state.Process) -> None:
    """Stop a JVM, gently for a minute, and forget it."""
    launch.send(jvm, signal.SIGTERM)
    if not launch.wait_gone(jvm, GRACE):
        launch.send(jvm, signal.SIGKILL)
        launch.wait_gone(jvm, GRACE)
    state.clear(folder, jvm)


def refuse_if_owned(found: state.State, purpose: str) -> None:
    """Raise ServerError when the server belongs to a living process that would lose it."""
    if found.owner is not None and found.owner.alive():
        hint = "End that process first (Ctrl-C in its terminal), then run the same command again."
        raise ServerError(f"This Neo4j belongs to process {found.owner.pid}: cannot {purpose}.", hint)
