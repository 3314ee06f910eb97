"""The AOT (ahead-of-time) cache of the JVM. A training run records it.

It halves the time of later starts. With a workload, it also shortens the first load and the first queries.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from filelock import FileLock

from byline.local_neo4j import admin, config, jars, java, launch, lockfile, ports
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.progress import NullProgress, Progress

FIRST_RELEASE = 25  # first Java release that writes the cache in one step at exit
NICE = 19
MIN_FREE_BYTES = 1 << 30  # minimum free disk space in bytes for training
HEAP, PAGE_CACHE = "512m", "64m"
WORKLOAD = (sys.executable, "-m", "byline.cli.training_workload")  # command of the usual workload of a training
WORKLOAD_VERSION = "1"  # increase it if caches of earlier workloads should be recorded again
TIMEOUT_S = 900.0  # timeout in seconds; the training is niced and may wait for a busy server


def cache_folder() -> Path:
    """Return the folder of the caches."""
    return jars.cache_folder() / "aot"


def file_for(version: str, machine: java.Java, path: Sequence[Path]) -> Path:
    """Return the file of a cache; its name depends on the jars of the server, their paths, Java, its flags and
    the workload.
    """
    key = hashlib.sha256()
    files = [machine.path.resolve(), *path]
    for file in files:
        stat = file.stat()
        key.update(f"{file}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
    key.update("\0".join([*machine.flags, WORKLOAD_VERSION]).encode())
    return cache_folder() / f"{version}-{key.hexdigest()[:16]}.aot"


def find_cache(version: str, machine: java.Java, path: Sequence[Path]) -> Path | None:
    """Return the matching cache, or None."""
    if machine.release < FIRST_RELEASE:
        return None
    file = file_for(version, machine, path)
    return file if file.is_file() else None


def flags(file: Path | None) -> list[str]:
    """Return the flags with which Java reads a cache; Java silently ignores a cache that does not match."""
    return [f"-XX:AOTCache={file}", "-Xlog:aot*=off"] if file else []


def drop_damaged_cache(folder: DataDirectory, file: Path | None, progress: Progress) -> bool:
    """Delete the cache if the start crashed while reading it; return True if so. Java validates only a cache's
    header.
    """
    if file is None or "fatal error has been detected" not in launch.read_log(folder.console_log):
        return False
    progress.say("Java crashed while reading its AOT cache. Restarting without it.")
    with suppress(OSError):  # the cache folder is read-only
        file.unlink()
    return True


class Training:
    """A training run in a background thread; `wait` and `cancel` never raise."""

    def __init__(self) -> None:
        """Create a training that is not started."""
        self.cancelled = Event()
        self.cache: Path | None = None
        self.child: launch.ChildProcess | None = None
        self.workload: subprocess.Popen[bytes] | None = None
        self.thread: Thread | None = None

    def begin(self, work: Callable[["Training"], Path | None]) -> None:
        """Run the work in a daemon thread."""

        def run() -> None:
            try:
                self.cache = work(self)
            except Exception:  # noqa: BLE001 - without a cache, starts are slower but work
                self.cache = None

        self.thread = Thread(target=run, name="aot-training", daemon=True)
        self.thread.start()

    def cancel(self) -> None:
        """Kill the JVM and its workload, and drop their output. Safe to call from a signal handler."""
        self.cancelled.set()
        if self.workload is not None:
            self.workload.kill()
        if self.child is not None:
            kill_session(self.child)

    def wait(self, seconds: float | None = None) -> Path | None:
        """Wait at most `seconds` for the cache and return it; None if there is no cache."""
        if self.thread is not None:
            self.thread.join(seconds)
        return self.cache


def train_in_background(version: str = lockfile.DEFAULT_VERSION, workload: Sequence[str] = ()) -> Training:
    """Train a cache with a second, niced JVM on a temporary folder, unless a matching cache exists or the disk is full.

    Call this once the server is ready and idle, and `cancel` the result when stopping.

    Args:
        workload: Command that runs typical queries, so that the cache has the classes and profiles for them. NEO4J_URI,
            NEO4J_USERNAME and NEO4J_PASSWORD name the training server. If it fails, the cache has less.
    """
    training = Training()
    training.begin(lambda running: train(version, running, workload))
    return training


def train(version: str, training: Training, workload: Sequence[str] = ()) -> Path | None:
    """Train the cache and return it; None if Java is too old, disk space is low or the training was cancelled."""
    machine = java.find()
    path = jars.class_path(version, NullProgress())
    if machine.release < FIRST_RELEASE:
        return None
    target = file_for(version, machine, path)
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.is_file() or shutil.disk_usage(target.parent).free < MIN_FREE_BYTES:
        return target if target.is_file() else None
    with FileLock(target.parent / ".lock", timeout=0):
        for remains in target.parent.glob("training-*"):  # remains of a killed training
            shutil.rmtree(remains, ignore_errors=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix="training-", ignore_cleanup_errors=True) as scratch:
            new_cache = record_cache(ServerStart(version, machine, path), Path(scratch), training, workload)
            if new_cache is None or training.cancelled.is_set():
                return None
            new_cache.replace(target)
        for old in target.parent.glob(f"{version}-*.aot"):
            if old != target:
                old.unlink(missing_ok=True)
    return target


@dataclass(frozen=True)
class ServerStart:
    """The start of a server that a training run records: Neo4j release, Java and jars."""

    version: str
    machine: java.Java
    path: Sequence[Path]


def record_cache(start: ServerStart, scratch: Path, training: Training, workload: Sequence[str]) -> Path | None:
    """Start a server, run the workload and stop the server; return the cache that its JVM wrote, or None."""
    folder = DataDirectory(scratch / "home")
    folder.prepare()
    password = folder.make_password()
    if workload:
        admin.set_first_password(folder, start.path, password)
    free_ports = config.Ports(ports.any_free())
    config.write(folder, start.version, free_ports, PAGE_CACHE)
    new_cache = scratch / "cache.aot"
    arguments = [
        f"-XX:AOTCacheOutput={new_cache}",
        *launch.server_arguments(folder, start.version, start.machine, start.path, HEAP),
    ]
    command = launch.Command(start.machine.path, arguments, folder.argument_file, folder.console_log, NICE)
    if training.cancelled.is_set():
        return None
    training.child = child = launch.spawn(command, attached=True)
    try:
        if training.cancelled.is_set():  # cancelled while spawning
            return None
        launch.wait_ready(child.jvm, folder.console_log, free_ports.bolt, TIMEOUT_S)
        if workload:
            run_workload(workload, f"bolt://{config.HOST}:{free_ports.bolt}", password, training)
        launch.send(child.jvm, signal.SIGTERM)  # at exit, a separate JVM writes the cache
        deadline = time.monotonic() + TIMEOUT_S
        while child.alive() and time.monotonic() < deadline and not training.cancelled.is_set():
            time.sleep(0.1)
    finally:
        kill_session(child)
        child.detach()
    return new_cache if new_cache.is_file() and new_cache.stat().st_size else None


def run_workload(command: Sequence[str], uri: str, password: str, training: Training) -> None:
    """Run the workload of a training to its end, or until the training is cancelled."""
    environment = os.environ | {"NEO4J_URI": uri, "NEO4J_USERNAME": "neo4j", "NEO4J_PASSWORD": password}
    environment["NEO4J_DATABASE"] = "neo4j"
    training.workload = process = subprocess.Popen(  # noqa: S603 - the command is ours
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if training.cancelled.is_set():  # cancelled while starting
        process.kill()
    try:
        process.wait(TIMEOUT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def kill_session(child: launch.ChildProcess) -> None:
    """Kill the process group of the supervisor: its JVM and the JVM that writes the cache."""
    supervisor_process = child.supervisor_process
    if supervisor_process is not None and supervisor_process.poll() is None:
        try:
            os.killpg(supervisor_process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
