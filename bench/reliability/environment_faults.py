"""Faults of the environment: damaged files, read-only folders, a full disk, and a clock that goes back."""

import json
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from bench.reliability.fault_operator import READY_TIMEOUT_S, FaultError, Operator, SkippedFaultError, kill_group
from byline.local_neo4j import jars
from byline.local_neo4j.lockfile import DEFAULT_VERSION

DAMAGES: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "truncated": lambda content, chance: content[: chance.randrange(len(content) or 1)],
    "empty": lambda _content, _chance: b"",
    "random bytes": lambda content, chance: chance.randbytes(max(len(content), 64)),
    "random text": lambda content, chance: chance.randbytes(max(len(content), 64)).hex().encode(),
}
"""Damages of a file by name."""
DISK_BYTES = 60_000_000
"""Size of the file system that `fill_disk` fills."""


def damage_files(operator: Operator, after_s: float) -> None:
    """Damage each file that Byline writes while Neo4j is at rest.

    Byline writes some of them again. For the others, each command works, or names the file that must be restored.
    """
    chance = random.Random(after_s)  # noqa: S311 no secret
    operator.run("db", "stop")
    folder = operator.folder
    rewritten = (folder.lock_file, folder.sample_lock, folder.version_file, folder.state_file, folder.argument_file)
    others = (
        folder.conf / "neo4j.conf",
        folder.console_log,
        operator.home / "bulk.lock",
        operator.home / "finish.json",
    )
    for path in (*rewritten, *others):
        _damage(path, chance)
    operator.run("db", "start")
    _check_commands(operator, None)
    erasures = operator.home / "erased-accounts.txt"
    existed = erasures.exists()
    if not existed:
        erasures.write_text(f"{0:064x}\n{1:064x}\n", encoding="ascii")
    for path in (folder.password_file, erasures):
        content = path.read_bytes()
        _damage(path, chance)
        try:
            _check_commands(operator, path)
        finally:
            path.write_bytes(content)
    if not existed:
        erasures.unlink()


def damage_record(operator: Operator, after_s: float) -> None:
    """Damage the record of the running Neo4j: commands still find Neo4j, and stop it."""
    chance = random.Random(after_s)  # noqa: S311 no secret
    pid = operator.neo4j().pid
    _damage(operator.folder.state_file, chance)
    if f"process {pid}" not in (told := operator.run("db", "status").decode().lower().replace(":  ", " ")):
        raise FaultError(f"`byline db status` does not find process {pid}: {told}")
    operator.run("db", "start")
    operator.run("db", "stop")
    operator.run("db", "start")


def _damage(path: Path, chance: random.Random) -> None:
    """Damage a file in one way by chance; create it if it does not exist."""
    path.parent.mkdir(parents=True, exist_ok=True)
    content = path.read_bytes() if path.exists() else b""
    path.write_bytes(DAMAGES[chance.choice(list(DAMAGES))](content, chance))


def _check_commands(operator: Operator, path: Path | None) -> None:
    """Check that each command works, or fails with a message that names the path. Raises FaultError."""
    outcomes = [operator.attempt(*words) for words in (("db", "start"), operator.load(), ("doctor",))]
    server = operator.serve()
    try:
        ended = server.wait_until_ready_or_ended()
    finally:
        server.stop()
    for name, outcome in zip(("db start", "load", "doctor", "serve"), (*outcomes, ended), strict=True):
        if outcome is None or not outcome.exit_code:
            continue
        told = outcome.message + outcome.output.decode(errors="replace")
        if path is None or str(path) not in told:
            raise FaultError(f"byline {name} does not say that {path} is damaged: {told}")


def make_cache_read_only(operator: Operator, after_s: float) -> None:
    """Use a read-only cache folder with whole jars, with a damaged record of checksums, and with a damaged jar."""
    chance = random.Random(after_s)  # noqa: S311 no secret
    operator.run("db", "stop")
    with tempfile.TemporaryDirectory() as place:
        cache = Path(place) / "byline"
        shutil.copytree(jars.cache_folder() / "jars", cache / "jars")
        reader = replace(operator, variables={"XDG_CACHE_HOME": place})
        with _read_only(cache):
            reader.run("db", "start")
            reader.run("db", "stop")
        for checksums in (cache / "jars").glob("checked-*.json"):
            _damage(checksums, chance)
        with _read_only(cache):
            reader.run("db", "start")
            reader.run("db", "stop")
        jar = chance.choice(sorted((cache / "jars").rglob(f"*-{DEFAULT_VERSION}.jar")))  # the cache can have others too
        _damage(jar, chance)
        with _read_only(cache):
            failed = reader.attempt("db", "start")
        if not failed.exit_code or str(cache) not in failed.message or "XDG_CACHE_HOME" not in failed.message:
            raise FaultError(f"byline db start does not say that {jar} is damaged: {failed.message}")
    operator.run("db", "start")


def make_home_read_only(operator: Operator, _after_s: float) -> None:
    """Make BYLINE_HOME read-only while Neo4j is at rest; each command names the folder."""
    operator.run("db", "stop")
    with _read_only(operator.home):
        _check_commands(operator, operator.home)
        for words in (
            ("load", "sample", str(operator.files), "--bulk"),
            ("db", "restore", str(operator.files / "0.json")),
        ):
            failed = operator.attempt(*words)
            if not failed.exit_code or str(operator.home) not in failed.message:
                raise FaultError(f"byline {' '.join(words)} does not name the read-only folder: {failed.message}")
    operator.run("db", "start")


TRUNCATE_OPTION = "--truncate-log"


def fill_disk(operator: Operator, after_s: float) -> None:
    """Fill the file system of a second home during a load, make room, start Neo4j and resume the load."""
    expected = operator.digest()
    operator.run("db", "stop")
    with tempfile.TemporaryDirectory() as place:
        _mount("-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", place)
        small = replace(operator, home=Path(place))
        try:
            small.run("db", "start")
            loading = small.start(*small.load())
            time.sleep(after_s)
            filler = Path(place) / "filler"
            with suppress(OSError), filler.open("wb", buffering=0) as file:  # the disk is full
                while file.write(bytes(1 << 16)):
                    pass
            small.wait(loading)
            filler.unlink()
            started = small.attempt("db", "start")
            if started.exit_code:
                if TRUNCATE_OPTION not in started.message:
                    raise FaultError(f"byline db start does not say what to do: {started.message}")
                small.run("db", "start", TRUNCATE_OPTION)
            small.run(*small.load())
            if small.digest() != expected:
                raise FaultError("The export of the graph on the full disk differs.")
        finally:
            small.attempt("db", "stop")
            subprocess.run(["umount", "--lazy", place], check=True)
    operator.run("db", "start")


def set_clock_back(operator: Operator, after_s: float) -> None:
    """Kill a load, set the clock of Byline and Neo4j back by one day, resume the load, and read it with a server."""
    library = next(iter(Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)
    if library is None:
        raise SkippedFaultError("faketime is not installed")
    operator.run("reset", "--yes")
    loading = operator.start(*operator.load())
    time.sleep(after_s)
    kill_group(loading)
    operator.run("db", "stop")
    clock = {"LD_PRELOAD": str(library), "FAKETIME": "-1d"}
    earlier = replace(operator, variables=clock)
    earlier.run("db", "start")
    earlier.run(*earlier.load())
    changes = [json.loads(line) for line in earlier.run("changes").splitlines()]
    cursors = [(change["sequence"], change["id"]) for change in changes]
    if not cursors or any(later <= cursor for cursor, later in pairwise(cursors)):
        raise FaultError("The cursors of the change feed do not increase.")
    server = earlier.serve()
    try:
        server.answer(READY_TIMEOUT_S)
    finally:
        server.stop()
    earlier.run("db", "stop")
    operator.run("db", "start")
    operator.run(*operator.load())


@contextmanager
def _read_only(folder: Path) -> Generator[None]:
    """Mount a folder read-only for the block. Raises SkippedFaultError if this user cannot mount."""
    _mount("--bind", str(folder), str(folder))
    try:
        _mount("-o", "remount,ro,bind", str(folder))
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _mount(*arguments: str) -> None:
    done = subprocess.run(["mount", *arguments], check=False, capture_output=True, text=True)
    if done.returncode:
        raise SkippedFaultError(f"only root can mount: {done.stderr.strip()}")
