"""Start a JVM under the supervisor, wait until it is ready, and explain failures from its log."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from byline.local_neo4j import lockfile, ports, supervisor
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError, convert_os_errors
from byline.local_neo4j.java import Java, write_arguments
from byline.local_neo4j.state import Process

KILLED_EXIT_CODE = 256 - 9
"""Exit code of the supervisor if SIGKILL ended the JVM."""
PATIENCE = 300.0  # start timeout in seconds; a large store may have to recover first
LOG_LINES = 15  # lines of the log in an error message
STARTED = re.compile(r"\bStarted\.\s*$", re.MULTILINE)
PORT_TAKEN = "Another program has bound the port. Start again."
KILLED = "The system kills processes if memory is short: lower BYLINE_NEO4J_HEAP or BYLINE_NEO4J_PAGE_CACHE."
OUT_OF_MEMORY = "OutOfMemoryError"
CAUSES = (
    ("No space left on device", "The disk is full. Free space and start again."),
    ("already in use", PORT_TAKEN),
    ("BindException", PORT_TAKEN),
    (
        "Lock file has been locked by another process",
        "Another Neo4j has opened this folder. Stop it, or set BYLINE_HOME to another folder.",
    ),
    ("Could not reserve enough space", "The machine does not have enough memory. Lower BYLINE_NEO4J_HEAP."),
    ("Invalid maximum heap size", "Java does not accept the heap size. Change BYLINE_NEO4J_HEAP."),
    ("exceeds the maximum representable size", "The heap size exceeds Java's maximum. Lower BYLINE_NEO4J_HEAP."),
    (OUT_OF_MEMORY, "Java ran out of memory. Raise BYLINE_NEO4J_HEAP or lower BYLINE_NEO4J_PAGE_CACHE."),
    ("UnsupportedClassVersionError", "Java is too old. Unset BYLINE_JAVA to use the managed Java."),
)


@dataclass
class ChildProcess:
    """A JVM that this process started; `supervisor_process` is its supervisor, None if detached."""

    jvm: Process
    supervisor_process: "subprocess.Popen[bytes] | None"

    def alive(self) -> bool:
        """Return True if the JVM is running."""
        return self.jvm.alive()

    def detach(self) -> None:
        """Close the pipe to the supervisor and wait for its exit; safe to call twice and from a signal handler."""
        if self.supervisor_process is not None:
            if self.supervisor_process.stdin is not None and not self.supervisor_process.stdin.closed:
                self.supervisor_process.stdin.close()
            deadline = time.monotonic() + 2
            while self.supervisor_process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.02)

    def was_killed(self) -> bool:
        """Return True if the JVM ended by SIGKILL; False if it is detached, because its exit code is then unknown."""
        if self.supervisor_process is None or self.alive():
            return False
        with suppress(subprocess.TimeoutExpired):
            return self.supervisor_process.wait(2) == KILLED_EXIT_CODE
        return False

    def kill(self) -> None:
        """Kill the JVM and its supervisor."""
        send(self.jvm, signal.SIGKILL)
        self.detach()


@dataclass(frozen=True)
class Command:
    """A Java command: `file` is the argument file, `log` receives the output."""

    java: Path
    arguments: Sequence[str]
    file: Path
    log: Path
    nice: int = 0


def server_arguments(folder: DataDirectory, version: str, machine: Java, path: Sequence[Path], heap: str) -> list[str]:
    """Return the arguments of `java`, equal for the server and for the JVM that trains its AOT cache."""
    joined = os.pathsep.join(str(jar) for jar in path)
    main = [
        lockfile.read_server_lock(version).server.main_class,
        f"--home-dir={folder.path}",
        f"--config-dir={folder.conf}",
    ]
    return [*machine.flags, f"-Xmx{heap}", "-cp", joined, *main, "--console-mode"]


def spawn(command: Command, *, attached: bool) -> ChildProcess:
    """Start a JVM in a new session. Raises ServerError if it cannot be started.

    Args:
        attached: End the JVM when this process ends.
    """
    write_arguments(command.file, command.arguments)
    how = ["attached" if attached else "detached", str(command.nice), str(command.log)]
    arguments = [sys.executable, "-I", "-S", supervisor.__file__, *how, str(command.java), f"@{command.file}"]
    pipe = subprocess.PIPE
    with convert_os_errors("start Java", command.java):
        supervisor_process = subprocess.Popen(  # noqa: S603 - Byline's own command
            arguments,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            start_new_session=True,
            cwd=command.log.parent,  # Java writes crash reports to its current folder
        )
    child = ChildProcess(Process(0, 0), supervisor_process)
    try:
        child.jvm = read_child_pid(supervisor_process, command.java)
    except BaseException:
        child.detach()
        raise
    if not attached:
        child.detach()
        child.supervisor_process = None
    return child


def read_child_pid(supervisor_process: "subprocess.Popen[bytes]", java: Path) -> Process:
    """Read the JVM's process ID from its supervisor. Raises ServerError if the JVM was not started."""
    if supervisor_process.stdout is None or supervisor_process.stderr is None:
        raise AssertionError
    with supervisor_process.stdout, supervisor_process.stderr:
        line = supervisor_process.stdout.readline()
        if not line:
            why = supervisor_process.stderr.read().decode(errors="replace").strip().splitlines()
            raise ServerError(f"Cannot start {java}.", "Set BYLINE_JAVA to a working Java.", "".join(why[-1:]))
    try:
        return Process.from_pid(int(line))
    except psutil.NoSuchProcess:  # it has already ended: its log contains the reason
        return Process(int(line), 0)


def wait_ready(jvm: Process, log: Path, port: int, patience: float = PATIENCE) -> None:
    """Wait until the log reports the start and the port responds to Bolt. Raises ServerError with the end of the
    log.
    """
    deadline = time.monotonic() + patience
    while True:
        gone = not jvm.alive()
        if not gone and STARTED.search(read_log(log)) and ports.answers_bolt(port):
            return
        if gone:
            raise failure("Neo4j stopped while starting.", log)
        if time.monotonic() > deadline:
            raise failure(f"Neo4j did not become ready within {patience:.0f} s.", log)
        time.sleep(0.05)


def wait_gone(jvm: Process, seconds: float) -> bool:
    """Wait until the process has ended; return False if it is still running after `seconds`."""
    deadline = time.monotonic() + seconds
    while jvm.alive():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def send(process: Process, number: signal.Signals) -> None:
    """Send a signal to a process if it is still running."""
    if process.alive():
        try:
            psutil.Process(process.pid).send_signal(number)
        except psutil.NoSuchProcess:
            return


def failure(what: str, log: Path) -> ServerError:
    """Return the error for a failed start, with a hint for a known cause and the end of the log."""
    text = read_log(log)
    hint = next((hint for sign, hint in CAUSES if sign in text), f"See the complete log in {log} and its folder.")
    return ServerError(what, hint, tail(log))


def tail(log: Path) -> str:
    """Return the last lines of the log."""
    return "\n".join(read_log(log).rstrip().splitlines()[-LOG_LINES:])


def read_log(log: Path) -> str:
    """Return the log; it is short until the server is ready."""
    try:
        return log.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
