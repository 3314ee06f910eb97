"""Identify this process, and detect whether another has ended, across the machines and containers that share a graph.

A process ID is only meaningful within one boot of one machine and one container, and two machines may have the same
host name.
"""

import os
import socket
from functools import cache
from hashlib import blake2b
from pathlib import Path
from uuid import getnode

BOOT_ID_FILE = Path("/proc/sys/kernel/random/boot_id")
PID_NAMESPACE_FILE = Path("/proc/self/ns/pid")


def current_process_token() -> str:
    """Return this process as `pid@namespace`, without white space."""
    return f"{os.getpid()}@{_pid_namespace_id()}"


def is_process_dead(host: str, token: str) -> bool:
    """Return True if a process of this machine has ended; False if that cannot be determined here.

    Args:
        host: host name of the machine.
        token: result of `current_process_token` in the process.
    """
    number, _, namespace = token.partition("@")
    if host != socket.gethostname() or namespace != _pid_namespace_id():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


@cache
def _pid_namespace_id() -> str:
    """Return an ID of the namespace of process IDs: the boot of the machine and the container."""
    try:
        identity = f"{BOOT_ID_FILE.read_text('ascii').strip()} {PID_NAMESPACE_FILE.stat().st_ino}"
    except OSError:
        identity = str(getnode())
    return blake2b(identity.encode(), digest_size=6).hexdigest()
