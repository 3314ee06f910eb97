"""The supervisor process between Byline and the JVM, which ends the JVM when Byline has ended for any reason.

Started by path without site-packages, for a fast start: `python -I -S supervisor.py MODE NICE LOG COMMAND...`. It
prints the JVM's process ID on standard output. In the mode `attached`, its standard input is a pipe that the parent
holds open; when the pipe closes or the parent has ended, the supervisor stops the JVM, and kills it after 30 s. In the
mode `detached`, it exits at once and the JVM keeps running.
"""

import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

SHUTDOWN_TIMEOUT_S = 30
"""Time in seconds for the JVM's checkpoint; then the JVM is killed. A command waits twice as long (`server.py`)."""
PR_SET_PDEATHSIG = 1


def main(mode: str, nice: int, log: str, command: list[str]) -> int:
    """Start the command and, if attached, supervise it. Return the JVM's exit code, or 0 if detached."""
    parent_pid = os.getppid()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)  # shells start background jobs with these ignored
    os.nice(nice)
    own_pid = os.getpid()
    set_death_signal = linux_death_signal(own_pid) if mode == "attached" else None
    with Path(log).open("ab") as out:
        jvm = subprocess.Popen(  # noqa: S603 - the command is Byline's own
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            preexec_fn=set_death_signal,  # noqa: PLW1509 - this process has one thread
        )
    sys.stdout.write(f"{jvm.pid}\n")
    sys.stdout.flush()
    if mode == "detached":
        return 0
    signal.signal(signal.SIGTERM, lambda _number, _frame: jvm.terminate())
    return supervise(jvm, parent_pid)


def linux_death_signal(parent: int):  # noqa: ANN201 - the type in Popen's signature is private
    """Return a function that makes Linux send SIGTERM to the child when this process dies; None on other systems."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl

    def request_signal() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # the parent died before prctl took effect
            os._exit(1)

    return request_signal


def supervise(jvm: "subprocess.Popen[bytes]", parent_pid: int) -> int:
    """Wait until the JVM has ended, or stop it when the parent has ended."""
    while jvm.poll() is None:
        readable, _, _ = select.select([0], [], [], 0.2)
        closed = bool(readable) and not os.read(0, 1)
        # A child of the parent may hold the pipe open, so check the parent process too.
        if closed or os.getppid() != parent_pid:
            return stop(jvm)
    return jvm.wait()


def stop(jvm: "subprocess.Popen[bytes]") -> int:
    """Stop the JVM; kill it after `SHUTDOWN_TIMEOUT_S` seconds."""
    jvm.terminate()
    deadline = time.monotonic() + SHUTDOWN_TIMEOUT_S
    while jvm.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    if jvm.poll() is None:
        jvm.kill()
    return jvm.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]))
