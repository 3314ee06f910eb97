"""The small process between Byline and the JVM: it ends the JVM when Byline is gone, however that went.

Started by path, without site-packages, so that it costs little: `python -I -S supervisor.py MODE NICE LOG COMMAND...`.
It prints the JVM's process id on standard output. In the mode `attached` its standard input is a pipe that the starter
holds open; when the pipe closes or the starter is gone, the JVM is told to stop and, after 30 s, killed.
In the mode `detached` it ends at once and the JVM stays.
"""

import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

GRACE = 30  # seconds for the JVM to write its checkpoint
PR_SET_PDEATHSIG = 1


def main(mode: str, nice: int, log: str, command: list[str]) -> int:
    """Start the command and, when attached, watch over it. Gives the JVM's exit code, or 0 when detached."""
    starter = os.getppid()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)  # a shell may have had its background job ignore them
    os.nice(nice)
    me = os.getpid()
    end_with_me = linux_death_signal(me) if mode == "attached" else None
    with Path(log).open("ab") as out:
        jvm = subprocess.Popen(  # noqa: S603 - the command is Byline's own
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            preexec_fn=end_with_me,  # noqa: PLW1509 - this process has one thread
        )
    sys.stdout.write(f"{jvm.pid}\n")
    sys.stdout.flush()
    if mode == "detached":
        return 0
    signal.signal(signal.SIGTERM, lambda _number, _frame: jvm.terminate())
    return watch(jvm, starter)


def linux_death_signal(parent: int):  # noqa: ANN201 - the type that Popen wants is private to it
    """Give what the child runs first on Linux: a wish for SIGTERM when this process dies. None elsewhere."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died before the wish was made
            os._exit(1)

    return ask


def watch(jvm: "subprocess.Popen[bytes]", starter: int) -> int:
    """Wait until the JVM has ended, or end it when the starter has."""
    while jvm.poll() is None:
        readable, _, _ = select.select([0], [], [], 0.2)
        closed = bool(readable) and not os.read(0, 1)
        # A child that the starter forked may hold the pipe open: so its parenthood is asked too.
        if closed or os.getppid() != starter:
            return end(jvm)
    return jvm.wait()


def end(jvm: "subprocess.Popen[bytes]") -> int:
    """Stop the JVM gently, then at once."""
    jvm.terminate()
    deadline = time.monotonic() + GRACE
    while jvm.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    if jvm.poll() is None:
        jvm.kill()
    return jvm.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]))
