"""The state file of a folder, which records the running server, and the connection to that server."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec
import psutil

from byline.local_neo4j import config
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import convert_os_errors
from byline.local_neo4j.file_lock import file_lock
from byline.local_neo4j.progress import Progress

SLACK = 5.0  # tolerance in seconds for the start time of a process, which shifts when the clock is set


class Process(msgspec.Struct, frozen=True):
    """A process, identified by its ID and start time (seconds since 1970), because process IDs are reused."""

    pid: int
    created: float

    @classmethod
    def from_pid(cls, pid: int) -> "Process":
        """Return a running process. Raises psutil.NoSuchProcess."""
        return cls(pid, psutil.Process(pid).create_time())

    def alive(self) -> bool:
        """Return True if this process is running."""
        try:
            process = psutil.Process(self.pid)
            return process.status() != psutil.STATUS_ZOMBIE and abs(process.create_time() - self.created) < SLACK
        except psutil.NoSuchProcess:
            return False


class State(msgspec.Struct, frozen=True):
    """A started server.

    Attributes:
        owner: The process with which it ends; None if it is detached.
        version: Release of Neo4j.
        bolt: Port on 127.0.0.1.
        http: Port on 127.0.0.1; None if HTTP is off.
    """

    jvm: Process
    owner: Process | None
    version: str
    bolt: int
    http: int | None


def read_state(folder: DataDirectory) -> State | None:
    """Return the recorded state, which may be stale; None if the file is missing or damaged."""
    try:
        return msgspec.json.decode(folder.state_file.read_bytes(), type=State)
    except (OSError, msgspec.DecodeError):
        return None


def write(folder: DataDirectory, state: State) -> None:
    """Record a server atomically."""
    half = folder.state_file.with_suffix(".half")
    with convert_os_errors("record the server", folder.state_file):
        half.write_bytes(msgspec.json.encode(state))
        half.chmod(0o600)
        half.replace(folder.state_file)


def clear(folder: DataDirectory, jvm: Process) -> None:
    """Remove the record of a server, unless another server has been recorded."""
    state = read_state(folder)
    if state is not None and state.jvm == jvm:
        folder.state_file.unlink(missing_ok=True)


@dataclass(frozen=True)
class Connection:
    """Address and credentials of the server; `http` is the URL of Neo4j Browser, or None if HTTP is off."""

    uri: str
    username: str
    password: str
    database: str = "neo4j"
    http: str | None = None


def connection(folder: DataDirectory, server_state: State) -> Connection:
    """Return the connection to a recorded server, with the password of the folder."""
    return address(server_state.bolt, server_state.http, folder.read_password())


def address(bolt: int, http: int | None, password: str) -> Connection:
    """Return a connection; its URL of Neo4j Browser contains the user and the Bolt address.

    The URL names no database: Neo4j Browser would report it as missing, because it checks before it has loaded the list
    of databases.
    """
    uri = f"bolt://{config.HOST}:{bolt}"
    page = f"http://{config.HOST}:{http}/browser/?dbms=bolt://neo4j@{config.HOST}:{bolt}" if http else None
    return Connection(uri, "neo4j", password, "neo4j", page)


def current_process() -> Process:
    """Return this process."""
    return Process.from_pid(os.getpid())


@contextmanager
def exclusive_access(folder: DataDirectory, progress: Progress) -> Generator[None]:
    """Hold the lock of the folder: one process at a time starts, stops, dumps or restores."""
    with file_lock(folder.lock_file, "Waiting for another Byline process to start or stop this Neo4j.", progress):
        yield
