"""Starting one JVM and waiting for it: spawn it under the supervisor, watch its log, tell why it failed."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from byline.local_neo4j import lockfile as lock
from byline.local_neo4j import ports, supervisor
from byline.local_neo4j.data_dir import Folder
from byline.local_neo4j.errors import ServerError, explained
from byline.local_neo4j.java import Java, write_arguments
from byline.local_neo4j.state import Process

PATIENCE = 300.0  # seconds to ready: a large store may have to recover first
TAIL = 15  # lines of the log that a failure shows
STARTED = re.compile(r"\bStarted\.\s*$", re.MULTILINE)
PORT_TAKEN = "Another program took the port meanwhile. Start again."
CAUSES = (
    ("No space left on device", "The disk is full. Free some space and start again."),
    ("already in use", PORT_TAKEN),
    ("BindException", PORT_TAKEN),
    (
        "Lock file has been locked by another process",
        "Another Neo4j has this folder open. Stop that one, or set BYLINE_HOME.",
    ),
    ("Could not reserve enough space", "The machine has not that much memory. Lower BYLINE_NEO4J_HEAP."),
    ("Invalid maximum heap size", "The heap's size is not one that Java can have. Change BYLINE_NEO4J_HEAP."),
    ("exceeds the maximum representable size", "The heap is larger than Java can have. Lower BYLINE_NEO4J_HEAP."),
    ("OutOfMemoryError", "The memory did not suffice. Raise BYLINE_NEO4J_HEAP or lower BYLINE_NEO4J_PAGE_CACHE."),
    ("UnsupportedClassVersionError", "That Java is too old. Unset BYLINE_JAVA to use Byline's own."),
)


@dataclass
class ChildProcess:
    """A JVM that this process started; `keeper` is the supervisor whose pipe this process holds, when attached."""

    jvm: Process
    keeper: "subprocess.Popen[bytes] | None"

    def alive(self) -> bool:
        """Tell whether the JVM still runs."""
        return self.jvm.alive()

    def detach(self) -> None:
        """Close the pipe and collect the supervisor; safe to call twice and from a signal handler."""
        if self.keeper is not None:
            if self.keeper.stdin is not None and not self.keeper.stdin.closed:
                self.keeper.stdin.close()
            deadline = time.monotonic() + 2
            while self.keeper.poll() is None and time.monotonic() < deadline:
                time.sleep(0.02)

    def kill(self) -> None:
        """End the JVM and its supervisor at once."""
        send(self.jvm, signal.SIGKILL)
        self.detach()


@dataclass(frozen=True)
class Command:
    """What is started: `java` with arguments, handed over in a file beside the log that takes the output."""

    java: Path
    arguments: Sequence[str]
    file: Path
    log: Path
    nice: int = 0


def server_arguments(folder: Folder, version: str, machine: Java, path: Sequence[Path], heap: str) -> list[str]:
    """Give what follows `java`: the same for the server and for the JVM that trains its AOT cache."""
    joined = os.pathsep.join(str(jar) for jar in path)
    main = [lock.server(version).server.main_class, f"--home-dir={folder.path}", f"--config-dir={folder.conf}"]
    return [*machine.flags, f"-Xmx{heap}", "-cp", joined, *main, "--console-mode"]


def spawn(command: Command, *, attached: bool) -> ChildProcess:
    """Start a JVM in a session of its own; attached, it ends when this process does.

    Raises ServerError when it cannot be started at all.
    """
    write_arguments(command.file, command.arguments)
    how = ["attached" if attached else "detached", str(command.nice), str(command.log)]
    arguments = [sys.executable, "-I", "-S", supervisor.__file__, *how, str(command.java), f"@{command.file}"]
    pipe = subprocess.PIPE
    with explained("start Java", command.java):
        keeper = subprocess.Popen(  # noqa: S603 - our own
            arguments,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            start_new_session=True,
            cwd=command.log.parent,  # where a crash of Java leaves its report
        )
    spawned = ChildProcess(Process(0, 0), keeper)
    try:
        spawned.jvm = read_child_pid(keeper, command.java)
    except BaseException:
        spawned.detach()
        raise
    if not attached:
        spawned.detach()
        spawned.keeper = None
    return spawned


def read_child_pid(keeper: "subprocess.Popen[bytes]", java: Path) -> Process:
    """Read the JVM's process id from its supervisor. Raises ServerError when there is none to read."""
    if keeper.stdout is None or keeper.stderr is None:
        raise AssertionError
    with keeper.stdout, keeper.stderr:
        line = keeper.stdout.readline()
        if not line:
            why = keeper.stderr.read().decode(errors="replace").strip().splitlines()
            raise ServerError(f"{java} could not be started.", "Set BYLINE_JAVA to a working Java.", "".join(why[-1:]))
    try:
        return Process.from_pid(int(line))
    except psutil.NoSuchProcess:  # it has failed already: its log says why
        return Process(int(line), 0)


def wait_ready(jvm: Process, log: Path, port: int, patience: float = PATIENCE) -> None:
    """Return once the log says so and the port answers Bolt; else raise ServerError with the log's tail."""
    deadline = time.monotonic() + patience
    while True:
        gone = not jvm.alive()
        if not gone and STARTED.search(read_log(log)) and ports.answers_bolt(port):
            return
        if gone:
            raise failure("Neo4j ended while starting.", log)
        if time.monotonic() > deadline:
            raise failure(f"Neo4j was not ready after {patience:.0f} s.", log)
        time.sleep(0.05)


def wait_gone(jvm: Process, seconds: float) -> bool:
    """Wait until the process has ended; False when it has not within `seconds`."""
    deadline = time.monotonic() + seconds
    while jvm.alive():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def send(process: Process, number: signal.Signals) -> None:
    """Send a signal to this very process, if it still runs."""
    if process.alive():
        try:
            psutil.Process(process.pid).send_signal(number)
        except psutil.NoSuchProcess:
            return


def failure(what: str, log: Path) -> ServerError:
    """Explain a failed start: what is known of its cause, and the end of the log."""
    text = read_log(log)
    hint = next((hint for sign, hint in CAUSES if sign in text), f"The whole log is in {log} and the folder beside it.")
    return ServerError(what, hint, tail(log))


def tail(log: Path) -> str:
    """Give the end of the log."""
    return "\n".join(read_log(log).rstrip().splitlines()[-TAIL:])


def read_log(log: Path) -> str:
    """Give the log so far; it is short until the server is ready."""
    try:
        return log.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
