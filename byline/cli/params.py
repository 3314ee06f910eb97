"""What a person gives on the command line, read before a command sees it."""

import re
from pathlib import Path

import typer

SCHEDULER = re.compile(r"(tcp|tls)://(\[[0-9A-Fa-f:.]+\]|[\w.-]+):(\d{1,5})", re.ASCII)
PORTS = range(1, 65536)


def parse_path(text: str) -> Path:
    """Return the path that an argument or option names: the parser of every one of them.

    Raises typer.BadParameter for an empty one, which would mean the current folder: a script's variable was not set.
    """
    if not text.strip():
        raise typer.BadParameter("it is empty, and an empty text names no file or folder.")
    return Path(text)


def parse_scheduler_address(text: str) -> str:
    """Return the address of a scheduler. Raises typer.BadParameter for what is none."""
    match = SCHEDULER.fullmatch(text)
    if match is None or int(match[3]) not in PORTS:
        raise typer.BadParameter(
            f"{text!r} is no address of a scheduler: give tcp://HOST:PORT or tls://HOST:PORT, such as "
            "tcp://10.0.0.5:8786."
        )
    return text
