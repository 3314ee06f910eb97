"""Which server runs on a folder: a small file that says so, and the check that it is still true."""

import os
from collections.abc import Generator
from contextlib import contextmanager

import msgspec
import psutil

from byline.local_neo4j.data_dir import Folder
from byline.local_neo4j.errors import explained
from byline.local_neo4j.file_lock import file_lock
from byline.local_neo4j.progress import Progress

SLACK = 5.0  # seconds that the reading of one process's start may differ after the clock was set


class Process(msgspec.Struct, frozen=True):
    """A process that cannot be mistaken for a later one of the same number: its start is in seconds since 1970."""

    pid: int
    created: float

    @classmethod
    def from_pid(cls, pid: int) -> "Process":
        """Describe a living process. Raises psutil.NoSuchProcess."""
        return cls(pid, psutil.Process(pid).create_time())

    def alive(self) -> bool:
        """Tell whether this very process still runs."""
        try:
            process = psutil.Process(self.pid)
            return process.status() != psutil.STATUS_ZOMBIE and abs(process.create_time() - self.created) < SLACK
        except psutil.NoSuchProcess:
            return False


class State(msgspec.Struct, frozen=True):
    """A server that was started: the JVM, who it ends with (None: nobody), its release, its ports on 127.0.0.1."""

    jvm: Process
    owner: Process | None
    version: str
    bolt: int
    http: int | None


def read_state(folder: Folder) -> State | None:
    """Give what the file says, true or not; None when there is none or it is damaged."""
    try:
        return msgspec.json.decode(folder.state_file.read_bytes(), type=State)
    except (OSError, msgspec.DecodeError):
        return None


def write(folder: Folder, state: State) -> None:
    """Record a server, whole or not at all."""
    half = folder.state_file.with_suffix(".half")
    with explained("record the server", folder.state_file):
        half.write_bytes(msgspec.json.encode(state))
        half.chmod(0o600)
        half.replace(folder.state_file)


def clear(folder: Folder, jvm: Process) -> None:
    """Forget a server, unless another has been recorded since."""
    state = read_state(folder)
    if state is not None and state.jvm == jvm:
        folder.state_file.unlink(missing_ok=True)


def current_process() -> Process:
    """Describe this process."""
    return Process.from_pid(os.getpid())


@contextmanager
def exclusive_access(folder: Folder, progress: Progress) -> Generator[None]:
    """Hold the folder's lock: one process at a time starts, stops, dumps or restores."""
    with file_lock(folder.lock_file, "Waiting for another Byline that is starting or stopping this Neo4j.", progress):
        yield
