"""Parsers of command-line parameters."""

import re
from pathlib import Path

import typer

SCHEDULER = re.compile(r"(tcp|tls)://(\[[0-9A-Fa-f:.]+\]|[\w.-]+):(\d{1,5})", re.ASCII)
PORTS = range(1, 65536)


def parse_path(text: str) -> Path:
    """Return the path in an argument or option; the parser of all of them.

    Raises typer.BadParameter for an empty text, which usually comes from an unset shell variable and would mean the
    current folder.
    """
    if not text.strip():
        raise typer.BadParameter("The path is empty. Name a file or folder.")
    return Path(text)


def parse_scheduler_address(text: str) -> str:
    """Return the address of a Dask scheduler. Raises typer.BadParameter if it is invalid."""
    match = SCHEDULER.fullmatch(text)
    if match is None or int(match[3]) not in PORTS:
        raise typer.BadParameter(
            f"{text!r} is not a valid scheduler address. Expected tcp://HOST:PORT or tls://HOST:PORT, such as "
            "tcp://10.0.0.5:8786."
        )
    return text
