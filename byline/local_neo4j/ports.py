"""Check ports of this machine: free ports, and servers that speak Bolt."""

import socket

from byline.local_neo4j.config import HOST

# The Bolt preamble, then four version ranges: 5.8 to 5.0, 4.4 to 4.2, and two empty ones.
HELLO = bytes.fromhex("6060b017 00080805 00020404 00000000 00000000")


def free(wanted: int) -> int:
    """Return the wanted port if it is free, else any free port."""
    return wanted if is_free(wanted) else any_free()


def is_free(port: int) -> bool:
    """Return True if the port can be bound on 127.0.0.1 and no server responds there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        if probe.connect_ex((HOST, port)) == 0:
            return False
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
        except OSError:
            return False
    return True


def any_free() -> int:
    """Return a port that is free at this moment."""
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        return int(listener.getsockname()[1])


def answers_bolt(port: int, timeout: float = 2) -> bool:
    """Return True if a server at the port agrees on a Bolt version within `timeout` seconds."""
    try:
        with socket.create_connection((HOST, port), timeout) as wire:
            wire.sendall(HELLO)
            chosen = wire.recv(4)
    except OSError:
        return False
    return len(chosen) == 4 and chosen != bytes(4)  # noqa: PLR2004 - a Bolt version is four bytes
