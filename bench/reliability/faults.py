"""Kill processes at random moments, continue, and compare the graph: `make faults`, or `make faults SEED=7 ROUNDS=3`.

Each round uses every fault once. The process gets SIGKILL after a random share of the time that the same work takes
without a fault. Afterwards an operator's command continues (`--resume`, or the same command again), and the canonical
export must equal that of an undisturbed load, byte for byte. The seed is printed: the same seed gives the same moments.
"""

import hashlib
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx2
import psutil

from byline.local_neo4j import state
from byline.local_neo4j.data_dir import DataDirectory
from loaders.records.record import Record
from tests.byline.server_process import BYLINE, free_port
from tests.loaders.load_helpers import write_records
from tests.loaders.test_interrupted_loads import many_records

COMMAND_TIMEOUT_S = 600
READY_TIMEOUT_S = 120
RETRIED = (503, 504)
"""Status codes after which a client tries again: Neo4j does not run, or is slow because it has just started."""
PAPERS = 1_000
FILES = 4
QUERY = {"query": "{ papers(first: 100) { totalCount nodes { title year authors { nodes { name } } } } }"}


class FaultError(Exception):
    """A command failed after a fault, or the graph differs."""


@dataclass(frozen=True)
class Operator:
    """Runs Byline's commands on a home folder, as an operator does."""

    home: Path
    files: Path

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the commands: no external Neo4j, small memory."""
        own = {"BYLINE_HOME": str(self.home), "BYLINE_NEO4J_HEAP": "512m", "BYLINE_NEO4J_PAGE_CACHE": "128m"}
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NEO4J_")}
        return {**kept, **own, "BYLINE_WARM_UP": "false"}

    def start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        """Start a command in a process group of its own."""
        with (self.home / "commands.log").open("ab") as log:
            return subprocess.Popen(
                [BYLINE, *arguments], env=self.environment, stdout=log, stderr=log, start_new_session=True
            )

    def run(self, *arguments: str) -> bytes:
        """Run a command, and return its output. Raises FaultError if it fails."""
        done = subprocess.run(
            [BYLINE, *arguments], env=self.environment, capture_output=True, check=False, timeout=COMMAND_TIMEOUT_S
        )
        if done.returncode:
            raise FaultError(f"byline {' '.join(arguments)} exited with {done.returncode}: {done.stderr.decode()}")
        return done.stdout

    def digest(self) -> str:
        """Return the SHA-256 of the canonical export."""
        return hashlib.sha256(self.run("export", "--canonical")).hexdigest()

    def neo4j(self) -> psutil.Process:
        """Return the process of Neo4j. Raises FaultError if it is not running."""
        recorded = state.read_state(DataDirectory.for_version(self.home))
        if recorded is None or not recorded.jvm.alive():
            raise FaultError("Neo4j is not running.")
        return psutil.Process(recorded.jvm.pid)

    def load(self) -> tuple[str, ...]:
        """Return the arguments of a load that continues an interrupted one."""
        return ("load", "sample", str(self.files), "--resume")


def kill(process: psutil.Process) -> None:
    """Send SIGKILL, and wait until the process has ended."""
    with suppress(psutil.NoSuchProcess):
        process.kill()
        process.wait(30)


def kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Send SIGKILL to a command and the processes that it started in its group."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(30)


def timed(work: Callable[[], object]) -> float:
    """Return the duration of some work in seconds."""
    began = time.monotonic()
    work()
    return time.monotonic() - began


def kill_load(operator: Operator, after_s: float) -> None:
    """Kill a load of an empty graph, and resume it."""
    operator.run("reset", "--yes")
    loading = operator.start(*operator.load())
    time.sleep(after_s)
    kill_group(loading)
    operator.run(*operator.load())


def kill_neo4j_during_load(operator: Operator, after_s: float) -> None:
    """Kill Neo4j during a load of an empty graph, start it again, and resume the load."""
    operator.run("reset", "--yes")
    loading = operator.start(*operator.load())
    time.sleep(after_s)
    kill(operator.neo4j())
    loading.wait(COMMAND_TIMEOUT_S)
    operator.run("db", "start")
    operator.run(*operator.load())


def kill_neo4j_at_rest(operator: Operator, _after_s: float) -> None:
    """Kill Neo4j while no command uses it, and start it again."""
    kill(operator.neo4j())
    operator.run("db", "start")


def kill_neo4j_during_reads(operator: Operator, after_s: float) -> None:
    """Kill Neo4j under a server with a reading client; the server starts it again by itself."""
    _kill_during_reads(operator, after_s, server=False)


def kill_server_during_reads(operator: Operator, after_s: float) -> None:
    """Kill a server with a reading client, and start a new one."""
    _kill_during_reads(operator, after_s, server=True)


def _kill_during_reads(operator: Operator, after_s: float, *, server: bool) -> None:
    port = free_port()
    serving = operator.start("serve", "--port", str(port))
    try:
        expected = _answer(port, READY_TIMEOUT_S)
        until = time.monotonic() + after_s
        while time.monotonic() < until:
            if _answer(port, 0) != expected:
                raise FaultError("A response differs before the fault.")
        if server:
            kill_group(serving)
            serving = operator.start("serve", "--port", str(port))
        else:
            kill(operator.neo4j())
        if _answer(port, READY_TIMEOUT_S) != expected:
            raise FaultError("A response differs after the fault.")
    finally:
        serving.terminate()
        serving.wait(60)
    operator.run("db", "start")


def _answer(port: int, patience_s: float) -> object:
    """Return the response to a query. A server that starts, or whose Neo4j starts, may answer later."""
    deadline = time.monotonic() + patience_s
    while True:
        with suppress(httpx2.TransportError):
            response = httpx2.post(f"http://127.0.0.1:{port}/graphql", json=QUERY, timeout=30)
            if response.status_code == 200:
                return response.json()["data"]
            if response.status_code not in RETRIED:
                raise FaultError(f"The server answered with status {response.status_code}: {response.text[:500]}")
        if time.monotonic() > deadline:
            raise FaultError(f"The server did not answer within {patience_s:g} s.")
        time.sleep(0.2)


FAULTS: dict[str, tuple[str, Callable[[Operator, float], None]]] = {
    "load killed": ("load", kill_load),
    "Neo4j killed during a load": ("load", kill_neo4j_during_load),
    "Neo4j killed at rest": ("reads", kill_neo4j_at_rest),
    "Neo4j killed during reads": ("reads", kill_neo4j_during_reads),
    "server killed during reads": ("reads", kill_server_during_reads),
}
"""Faults by name, with the work whose duration limits the moment of the fault."""


def write_files(folder: Path, papers: int) -> None:
    """Write papers to the files of a source."""
    records: list[Record] = many_records(papers)
    for number in range(FILES):
        write_records(folder, records[number * papers // FILES : (number + 1) * papers // FILES], f"{number}.json")


def check_faults(folder: Path, papers: int, rounds: int, seed: int, names: tuple[str, ...] = tuple(FAULTS)) -> None:
    """Run faults, and compare the graph after each of them. Raises FaultError."""
    chance = random.Random(seed)  # noqa: S311 no secret
    home, files = folder / "home", folder / "files"
    home.mkdir()
    files.mkdir()
    write_files(files, papers)
    operator = Operator(home, files)
    try:
        operator.run("db", "start")
        durations = {"load": timed(lambda: operator.run(*operator.load())), "reads": 3.0}
        expected = operator.digest()
        for number in range(rounds):
            for name in names:
                work, inject = FAULTS[name]
                after_s = chance.uniform(0, durations[work])
                took_s = timed(lambda inject=inject, after_s=after_s: inject(operator, after_s))
                if operator.digest() != expected:
                    raise FaultError(f"{name} after {after_s:.2f} s (seed {seed}): the export differs.")
                print(f"round {number + 1}: {name} after {after_s:.2f} s: equal after {took_s:.0f} s", flush=True)
    finally:
        operator.run("db", "stop")


def main() -> None:
    """Run the faults. Exits with code 1 at the first difference."""
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(143))  # also stop Neo4j
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(10**6)
    print(f"{rounds} rounds of {len(FAULTS)} faults, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        try:
            check_faults(Path(folder), PAPERS, rounds, seed)
        except FaultError as error:
            raise SystemExit(str(error)) from None
    print("Each export equals that of the undisturbed load.")


if __name__ == "__main__":
    main()
