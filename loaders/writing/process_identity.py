"""Identify this process, and detect whether another has ended, across the machines and containers that share a graph.

A process ID is only meaningful within one boot of one machine and one container, and two machines may have the same
host name. Also: end a child process with its parent.
"""

import os
import socket
from functools import cache
from hashlib import blake2b
from multiprocessing import parent_process
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread
from uuid import getnode

BOOT = Path("/proc/sys/kernel/random/boot_id")
NAMESPACE = Path("/proc/self/ns/pid")


def current_process_token() -> str:
    """Return this process as `pid@namespace`, without white space."""
    return f"{os.getpid()}@{_pid_namespace_id()}"


def is_process_dead(host: str, process: str) -> bool:
    """Return True if a process of this machine has ended; False if that cannot be determined here."""
    number, _, namespace = process.partition("@")
    if host != socket.gethostname() or namespace != _pid_namespace_id():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def end_with_parent() -> None:
    """End this `multiprocessing` child process as soon as its parent has ended, for any reason."""
    Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


@cache
def _pid_namespace_id() -> str:
    """Return an ID of the namespace of process IDs: the boot of the machine and the container."""
    try:
        identity = f"{BOOT.read_text('ascii').strip()} {NAMESPACE.stat().st_ino}"
    except OSError:
        identity = str(getnode())
    return blake2b(identity.encode(), digest_size=6).hexdigest()
