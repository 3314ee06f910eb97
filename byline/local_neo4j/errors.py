"""What can go wrong with the managed Neo4j, said so that a person can act on it."""

import errno
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

HINTS = {
    errno.ENOSPC: "The disk is full. Free some space and run the same command again.",
    errno.EDQUOT: "Your disk quota is used up. Free some space and run the same command again.",
    errno.EACCES: "You may not write there. Change the permissions, or set BYLINE_HOME to a folder of your own.",
    errno.EPERM: "You may not write there. Change the permissions, or set BYLINE_HOME to a folder of your own.",
    errno.EROFS: "That file system is read-only. Set BYLINE_HOME to a folder that can be written.",
    errno.ENOTDIR: "A file stands where a folder is needed. Move it away, or set BYLINE_HOME to another folder.",
    errno.EEXIST: "A file stands where a folder is needed. Move it away, or set BYLINE_HOME to another folder.",
    errno.EISDIR: "A folder stands where a file is needed. Give the name of a file.",
    errno.ENOENT: "It does not exist. Check the path.",
}


class ServerError(Exception):
    """The managed Neo4j cannot do what was asked: what happened and where, what to do next, the end of the log."""

    def __init__(self, message: str, hint: str, tail: str = "") -> None:
        """Keep the three parts apart, so that a terminal and a log can lay them out differently."""
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.tail = tail

    def __str__(self) -> str:
        return "\n".join(part for part in (self.message, self.tail, self.hint) if part)


@contextmanager
def explained(doing: str, where: Path) -> Generator[None]:
    """Turn an OSError of the block into a ServerError that names the act, the path and the way out."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        hint = HINTS.get(error.errno or 0, "Check the path and the disk, then run the same command again.")
        raise ServerError(f"Could not {doing}: {error.filename or where}: {reason}.", hint) from error
