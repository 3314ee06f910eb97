"""Which process this is, and whether another has ended, among all machines and containers that share a graph.

A process id means something only among the processes that see each other: those of one start of one machine, and of one
container. Two machines may bear one name. And how a process ends with the one that started it.
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


def here() -> str:
    """Return this process as `id@among`, without white space."""
    return f"{os.getpid()}@{_among()}"


def has_ended(host: str, process: str) -> bool:
    """Tell whether a process of this machine runs no more; False where that cannot be known from here."""
    number, _, among = process.partition("@")
    if host != socket.gethostname() or among != _among():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def end_with_parent() -> None:
    """End this process, which `multiprocessing` started, once the one that started it has ended, however it did."""
    Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


@cache
def _among() -> str:
    """Return what tells apart where process ids are given: the machine's start and the container."""
    try:
        said = f"{BOOT.read_text('ascii').strip()} {NAMESPACE.stat().st_ino}"
    except OSError:
        said = str(getnode())
    return blake2b(said.encode(), digest_size=6).hexdigest()
