"""`byline demo` as a separate process with a temporary home."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from byline.local_neo4j import state
from byline.local_neo4j.data_dir import DataDirectory
from tests.byline.server_process import BYLINE, free_port

MEMORY = {"BYLINE_NEO4J_HEAP": "512m", "BYLINE_NEO4J_PAGE_CACHE": "32m"}
DEAF = ["sh", "-c", 'trap "" INT; exec "$0" "$@"']  # how a shell starts a background job


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return the environment of a command for this home, without the user's own Neo4j and port settings."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("NEO4J_", "BYLINE_"))}
    java = {name: os.environ[name] for name in ("BYLINE_JAVA",) if name in os.environ}
    return own | java | MEMORY | {"BYLINE_HOME": str(home), "BYLINE_WARM_UP": "false", "NO_COLOR": "1"} | more


def until(fact: Callable[[], bool], seconds: float) -> bool:
    """Wait until a condition is true; return False if it is still false after the given seconds."""
    deadline = time.monotonic() + seconds
    while not fact():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def left(home: Path) -> list[psutil.Process]:
    """Return every running process of this home; each inherits BYLINE_HOME."""
    found: list[psutil.Process] = []
    for one in psutil.process_iter():
        with suppress(psutil.Error):
            if one.environ().get("BYLINE_HOME") == str(home) and one.status() != psutil.STATUS_ZOMBIE:
                found.append(one)
    return found


def jvms(home: Path) -> set[int]:
    """Return the process IDs of the JVMs that run this home's Neo4j."""
    folder = f"@{DataDirectory.for_version(home).path}"
    found: set[int] = set()
    for one in left(home):
        with suppress(psutil.Error):
            if one.name() == "java" and one.cmdline()[-1].startswith(folder):
                found.add(one.pid)
    return found


@dataclass(frozen=True)
class Demo:
    """A started demo: its process, home, port and log file."""

    process: "subprocess.Popen[bytes]"
    home: Path
    port: int
    log: Path

    def told(self) -> str:
        """Return the output so far."""
        return self.log.read_text("utf-8", "replace")

    def reaches(self, sign: "Callable[[Demo], bool]", seconds: float = 120) -> None:
        """Wait for a condition; fail with the output if the demo ends or takes too long."""
        assert until(lambda: sign(self) or self.process.poll() is not None, seconds), self.told()
        assert sign(self), self.told()

    def code(self) -> int:
        """Wait for the end and return the exit code as a shell reports it."""
        code = self.process.wait(30)
        return code if code >= 0 else 128 - code

    def ends(self, number: signal.Signals) -> int:
        """Send a signal, wait for the end and return the exit code as a shell reports it."""
        self.process.send_signal(number)
        return self.code()

    def jvm(self) -> int:
        """Return the process ID of the Neo4j that is recorded for the home."""
        found = state.read_state(DataDirectory.for_version(self.home))
        assert found is not None
        return found.jvm.pid


@contextmanager
def demoing(home: Path, *, port: int | None = None, deaf: bool = False, imports: bool = False) -> Generator[Demo]:
    """Start a demo; at the end, kill it if it is still running.
    `deaf` ignores SIGINT as a shell's background job does; `imports` logs each imported module.
    """
    port = port or free_port()
    log = home.with_name(f"{port}.log")
    more = {"PYTHONPROFILEIMPORTTIME": "1"} if imports else {}
    command = [*(DEAF if deaf else []), BYLINE, "demo", "--port", str(port)]
    with (
        log.open("wb") as out,
        subprocess.Popen(
            command, env=environment(home, **more), cwd=home.parent, stdin=subprocess.DEVNULL, stdout=out, stderr=out
        ) as process,
    ):
        try:
            yield Demo(process, home, port, log)
        finally:
            process.kill()


def importing(demo: Demo) -> bool:
    return re.search(r"\| +pydantic\n", demo.told()) is not None


def setting_the_password(demo: Demo) -> bool:
    return any(DataDirectory.for_version(demo.home).path.glob("admin-*/arguments"))


def starting(demo: Demo) -> bool:
    found = state.read_state(DataDirectory.for_version(demo.home))
    return found is not None and found.jvm.alive()


def loading(demo: Demo) -> bool:
    return "Loading the sample" in demo.told()


def serving(demo: Demo) -> bool:
    return "\nBolt " in demo.told()  # the last line
