"""Exclusive access by locking a file."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from byline.local_neo4j.errors import convert_os_errors
from byline.local_neo4j.progress import Progress


@contextmanager
def file_lock(file: Path, waiting: str, progress: Progress, *, setting: str = "BYLINE_HOME") -> Generator[None]:
    """Hold the lock of `file`; report `waiting` if another process holds it.

    Args:
        setting: Variable that selects the folder of the file, for error messages.
    """
    lock = FileLock(file)
    with convert_os_errors("lock the file", file, setting=setting):
        try:
            lock.acquire(timeout=0)
        except Timeout:
            progress.say(waiting)
            lock.acquire()
    try:
        yield
    finally:
        lock.release()
