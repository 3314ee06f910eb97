"""Ports of this machine: which are free, and who answers Bolt."""

import socket

from byline.local_neo4j.config import HOST

# The Bolt preamble, then four versions to choose from: 5.8 down to 5.0, 4.4 down to 4.2, none, none.
HELLO = bytes.fromhex("6060b017 00080805 00020404 00000000 00000000")


def free(wanted: int) -> int:
    """Give the wanted port when nobody has it, else one that the system picks."""
    return wanted if is_free(wanted) else any_free()


def is_free(port: int) -> bool:
    """Tell whether the port can be bound on 127.0.0.1 and nobody answers there."""
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
    """Give a port that nobody has at this moment."""
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        return int(listener.getsockname()[1])


def answers_bolt(port: int, timeout: float = 2) -> bool:
    """Tell whether a server at the port agrees on a version of Bolt within `timeout` seconds."""
    try:
        with socket.create_connection((HOST, port), timeout) as wire:
            wire.sendall(HELLO)
            chosen = wire.recv(4)
    except OSError:
        return False
    return len(chosen) == 4 and chosen != bytes(4)  # noqa: PLR2004 - a Bolt version is four bytes
