"""What a person gives on the command line, read before a command sees it."""

from pathlib import Path

import typer


def path(text: str) -> Path:
    """Return the path that an argument or option names: the parser of every one of them.

    Raises typer.BadParameter for an empty one, which would mean the current folder: a script's variable was not set.
    """
    if not text.strip():
        raise typer.BadParameter("it is empty, and an empty text names no file or folder.")
    return Path(text)
