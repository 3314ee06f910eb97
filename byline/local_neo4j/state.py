"""The state file of a folder, which records the running server, and the connection to that server."""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
import psutil

from byline.local_neo4j import config, supervisor
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError, convert_os_errors
from byline.local_neo4j.file_lock import file_lock
from byline.local_neo4j.progress import Progress

SLACK = 5.0  # tolerance in seconds for the start time of a process
BOOT_ID_FILE = Path("/proc/sys/kernel/random/boot_id")


@cache
def _boot_id() -> str:
    """Return the ID of the boot of this machine; empty on systems other than Linux."""
    try:
        return BOOT_ID_FILE.read_text("ascii").strip()
    except OSError:
        return ""


class Process(msgspec.Struct, frozen=True):
    """A process, identified by its ID and start time, because process IDs are reused.

    Attributes:
        created: Start time in seconds since 1970. It shifts when the clock of the machine is set.
        boot: ID of the boot in which the process started; empty if unknown.
        after_boot_s: Start time in seconds after the boot, which no change of the clock shifts.
    """

    pid: int
    created: float
    boot: str = ""
    after_boot_s: float = 0.0

    @classmethod
    def from_pid(cls, pid: int) -> "Process":
        """Return a running process. Raises psutil.NoSuchProcess."""
        created = psutil.Process(pid).create_time()
        return cls(pid, created, _boot_id(), created - psutil.boot_time())

    def alive(self) -> bool:
        """Return True if this process is running."""
        try:
            if psutil.Process(self.pid).status() == psutil.STATUS_ZOMBIE:
                return False
            now = Process.from_pid(self.pid)
        except psutil.NoSuchProcess:
            return False
        if self.boot:
            return now.boot == self.boot and abs(now.after_boot_s - self.after_boot_s) < SLACK
        return abs(now.created - self.created) < SLACK


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
    """Return the recorded state, which may be stale; None if the folder has none.

    If the file is missing or damaged, but a server of the folder is running, its state is read from its process.
    Raises ServerError if that is impossible.
    """
    return _read_record(folder) or find_unrecorded_server(folder)


def _read_record(folder: DataDirectory) -> State | None:
    try:
        return msgspec.json.decode(folder.state_file.read_bytes(), type=State)
    except (OSError, ValueError):  # ValueError: the JSON, its UTF-8 or its types are invalid
        return None


def find_unrecorded_server(folder: DataDirectory) -> State | None:
    """Return the state of a running server with a missing or damaged state file; None if no server is running.

    Its command line names the argument file of the folder. Raises ServerError if neo4j.conf has no port.
    """
    if not folder.argument_file.is_file():
        return None
    argument = f"@{folder.argument_file}"
    for process in psutil.process_iter(["cmdline"]):
        if (process.info["cmdline"] or [])[1:] == [argument]:
            with suppress(psutil.NoSuchProcess):  # it has just ended
                return _state_of(folder, process)
    return None


def _state_of(folder: DataDirectory, process: psutil.Process) -> State:
    keeper = process.parent()
    words = keeper.cmdline() if keeper is not None else []
    is_attached = str(supervisor.__file__) in words and "attached" in words
    owner = keeper.parent() if keeper is not None and is_attached else None
    try:
        ports = config.read_ports(folder)
        version = folder.version_file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        hint = f"End that process (kill {process.pid}), and run the same command again. Its store recovers."
        raise ServerError(
            f"Neo4j is running as process {process.pid}, but {folder.state_file} is damaged.", hint
        ) from None
    owned_by = Process.from_pid(owner.pid) if owner is not None else None
    return State(Process.from_pid(process.pid), owned_by, version, ports.bolt, ports.http)


def write(folder: DataDirectory, state: State) -> None:
    """Record a server atomically."""
    half = folder.state_file.with_suffix(".half")
    with convert_os_errors("record the server", folder.state_file):
        half.write_bytes(msgspec.json.encode(state))
        half.chmod(0o600)
        half.replace(folder.state_file)


def clear(folder: DataDirectory, jvm: Process) -> None:
    """Remove the record of a server, unless another server has been recorded."""
    state = _read_record(folder)
    if state is None or state.jvm == jvm:
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
