"""Errors of the managed Neo4j, with hints for the user."""

import errno
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

HINTS = {
    errno.ENOSPC: "The disk is full. Free space and run the same command again.",
    errno.EDQUOT: "Your disk quota is exceeded. Free space and run the same command again.",
    errno.EACCES: "Write permission is missing. Change the permissions, or set {setting} to a folder of your own.",
    errno.EPERM: "Write permission is missing. Change the permissions, or set {setting} to a folder of your own.",
    errno.EROFS: "The file system is read-only. Set {setting} to a writable folder.",
    errno.ENOTDIR: "The path is a file, but a folder is required. Move it away, or set {setting} to another folder.",
    errno.EEXIST: "The path is a file, but a folder is required. Move it away, or set {setting} to another folder.",
    errno.EISDIR: "The path is a folder, but a file is required. Give the name of a file.",
    errno.ENOENT: "The path does not exist. Check it.",
}


class ServerError(Exception):
    """The managed Neo4j failed.

    Attributes:
        message: What failed.
        hint: What to do.
        tail: Last lines of the log.
    """

    def __init__(self, message: str, hint: str, tail: str = "") -> None:
        """Create the error; the parts are stored separately for formatting."""
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.tail = tail

    def __str__(self) -> str:
        return "\n".join(part for part in (self.message, self.tail, self.hint) if part)


@contextmanager
def convert_os_errors(doing: str, where: Path, *, setting: str = "BYLINE_HOME") -> Generator[None]:
    """Convert an OSError of the block to a ServerError with the action, the path and a hint.

    Args:
        doing: The action as an infinitive.
        setting: Variable that selects the folder of the path.
    """
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        hint = HINTS.get(error.errno or 0, "Check the path and the disk, then run the same command again.")
        message = f"Cannot {doing}: {error.filename or where}: {reason}."
        raise ServerError(message, hint.format(setting=setting)) from error
