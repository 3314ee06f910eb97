"""One process at a time: a turn, held by locking a file."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from byline.neo4j_server.errors import explained
from byline.neo4j_server.progress import Progress


@contextmanager
def turn(file: Path, waiting: str, progress: Progress) -> Generator[None]:
    """Hold the lock of `file`; say `waiting` when another process has it first."""
    held = FileLock(file)
    with explained("lock the file", file):
        try:
            held.acquire(timeout=0)
        except Timeout:
            progress.say(waiting)
            held.acquire()
    try:
        yield
    finally:
        held.release()
