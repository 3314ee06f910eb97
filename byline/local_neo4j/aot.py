"""The AOT cache: what the JVM learnt from one start, kept so that later ones take half the time."""

import hashlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from filelock import FileLock

from byline.local_neo4j import admin, config, jars, java, launch, ports
from byline.local_neo4j import lockfile as lock
from byline.local_neo4j.data_dir import Folder
from byline.local_neo4j.progress import NullProgress, Progress

FIRST_RELEASE = 25  # of Java, with a cache written in one step at exit
NICE = 19
ROOM = 1 << 30  # free bytes without which no cache is made
HEAP, PAGE_CACHE = "512m", "64m"
PATIENCE = 900.0  # seconds, niced behind a busy server


def place() -> Path:
    """Give the folder of the caches."""
    return jars.cache_folder() / "aot"


def file_for(version: str, machine: java.Java, path: Sequence[Path]) -> Path:
    """Give the cache's name, which changes with the jars, their place, Java and its flags."""
    key = hashlib.sha256()
    seen = [machine.path.resolve(), *(jar for jar in path if "neo4j-browser" not in jar.name)]
    for file in seen:
        stat = file.stat()
        key.update(f"{file}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
    key.update("\0".join(machine.flags).encode())
    return place() / f"{version}-{key.hexdigest()[:16]}.aot"


def trained(version: str, machine: java.Java, path: Sequence[Path]) -> Path | None:
    """Give the cache that fits, or None."""
    if machine.release < FIRST_RELEASE:
        return None
    file = file_for(version, machine, path)
    return file if file.is_file() else None


def flags(file: Path | None) -> list[str]:
    """Give Java's flags for a cache; one that does not fit is passed over in silence."""
    return [f"-XX:AOTCache={file}", "-Xlog:aot*=off"] if file else []


def dropped(folder: Folder, file: Path | None, progress: Progress) -> bool:
    """Delete the cache that a start crashed with; False when it did not. Java checks only a cache's head."""
    if file is None or "fatal error has been detected" not in launch.read_log(folder.console_log):
        return False
    progress.say("Java crashed while reading its AOT cache: starting again without it.")
    file.unlink(missing_ok=True)
    return True


class Training:
    """A training under way; `wait` and `cancel` never raise."""

    def __init__(self) -> None:
        """Nothing has been started yet."""
        self.given_up = Event()
        self.made: Path | None = None
        self.spawned: launch.ChildProcess | None = None
        self.thread: Thread | None = None

    def begin(self, work: Callable[["Training"], Path | None]) -> None:
        """Do the work in a thread that nothing waits for."""

        def run() -> None:
            try:
                self.made = work(self)
            except Exception:  # noqa: BLE001 - a start that stays slow is no error, whatever the reason
                self.made = None

        self.thread = Thread(target=run, name="aot-training", daemon=True)
        self.thread.start()

    def cancel(self) -> None:
        """Give up at once: the JVM is killed, what it wrote is dropped. Safe from a signal handler."""
        self.given_up.set()
        if self.spawned is not None:
            kill_session(self.spawned)

    def wait(self, seconds: float | None = None) -> Path | None:
        """Wait until the cache is made, at most `seconds`, and give it; None when there is none."""
        if self.thread is not None:
            self.thread.join(seconds)
        return self.made


Warm = Callable[[str, str], None]


def train_in_background(version: str = lock.DEFAULT_VERSION, warm: Warm | None = None) -> Training:
    """Train a cache with a second, niced JVM on a throwaway folder, unless one fits already or the disk is nearly full.

    `warm` gets the Bolt address and the password of neo4j there, to run what the server should know how to do quickly.
    Call this once the server is ready and idle, and `cancel` on the handle when stopping.
    """
    training = Training()
    training.begin(lambda under_way: train(version, under_way, warm))
    return training


def train(version: str, training: Training, warm: Warm | None = None) -> Path | None:
    """Make the cache that fits, and give it; None when that does not pay or was given up."""
    machine = java.find()
    path = jars.class_path(version, NullProgress())
    if machine.release < FIRST_RELEASE:
        return None
    target = file_for(version, machine, path)
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.is_file() or shutil.disk_usage(target.parent).free < ROOM:
        return target if target.is_file() else None
    with FileLock(target.parent / ".lock", timeout=0):
        for left in target.parent.glob("training-*"):  # of one that was killed
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix="training-", ignore_cleanup_errors=True) as scratch:
            half = learn(Start(version, machine, path), Path(scratch), training, warm)
            if half is None or training.given_up.is_set():
                return None
            half.replace(target)
        for old in target.parent.glob(f"{version}-*.aot"):
            if old != target:
                old.unlink(missing_ok=True)
    return target


@dataclass(frozen=True)
class Start:
    """The start that is learnt: a release on a Java with its jars."""

    version: str
    machine: java.Java
    path: Sequence[Path]


def learn(start: Start, scratch: Path, training: Training, warm: Warm | None) -> Path | None:
    """Run a server once from start to stop and give the cache that its JVM wrote; None when it wrote none."""
    folder = Folder(scratch / "home")
    folder.prepare()
    password = folder.make_password()
    if warm is not None:
        admin.set_first_password(folder, start.path, password)
    free_ports = config.Ports(ports.any_free())
    config.write(folder, start.version, free_ports, PAGE_CACHE)
    half = scratch / "cache.aot"
    arguments = [
        f"-XX:AOTCacheOutput={half}",
        *launch.server_arguments(folder, start.version, start.machine, start.path, HEAP),
    ]
    command = launch.Command(start.machine.path, arguments, folder.path / "java.arguments", folder.console_log, NICE)
    if training.given_up.is_set():
        return None
    training.spawned = spawned = launch.spawn(command, attached=True)
    try:
        if training.given_up.is_set():  # while it was being spawned
            return None
        launch.wait_ready(spawned.jvm, folder.console_log, free_ports.bolt, PATIENCE)
        if warm is not None and not training.given_up.is_set():
            warm(f"bolt://{config.HOST}:{free_ports.bolt}", password)
        launch.send(spawned.jvm, signal.SIGTERM)  # the cache is written at exit, by a JVM of its own
        deadline = time.monotonic() + PATIENCE
        while spawned.alive() and time.monotonic() < deadline and not training.given_up.is_set():
            time.sleep(0.1)
    finally:
        kill_session(spawned)
        spawned.detach()
    return half if half.is_file() and half.stat().st_size else None


def kill_session(spawned: launch.ChildProcess) -> None:
    """Kill the supervisor, its JVM and the JVM that writes the cache, all of one process group, at once."""
    keeper = spawned.keeper
    if keeper is not None and keeper.poll() is None:
        try:
            os.killpg(keeper.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
