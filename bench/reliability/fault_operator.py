"""Run Byline's commands as an operator does: start, kill and repeat them, and compare the graph."""

import asyncio
import hashlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import psutil

from byline.local_neo4j import state
from byline.local_neo4j.data_dir import DataDirectory
from cypher import migrate
from cypher.driver.address import Address
from cypher.driver.client import Graph
from tests.byline.server_process import BYLINE, free_port

COMMAND_TIMEOUT_S = 600
READY_TIMEOUT_S = 120
RETRIED = (503, 504)
"""Status codes after which a client tries again: Neo4j does not run, or is slow because it has just started."""
QUERY = {"query": "{ papers(first: 100) { totalCount nodes { title year authors { nodes { name } } } } }"}
UNCLEAR = ("Traceback (most recent call last)", "internal error")
"""Texts that no message to an operator may contain."""


class FaultError(Exception):
    """A command failed after a fault, or the graph differs."""


class SkippedFaultError(Exception):
    """A fault is not possible on this machine; the message says why."""


@dataclass(frozen=True)
class CommandResult:
    """The end of a command: its exit code and its output."""

    exit_code: int
    output: bytes
    message: str


@dataclass(frozen=True)
class Operator:
    """Runs Byline's commands on a home folder, as an operator does.

    Attributes:
        home: BYLINE_HOME.
        files: Folder of the files to load.
        logs: Folder of the output of commands in the background.
        variables: Environment variables of the commands, in addition to those of this process.
    """

    home: Path
    files: Path
    logs: Path
    variables: dict[str, str] = field(default_factory=dict[str, str])
    started: "list[subprocess.Popen[bytes]]" = field(default_factory=list["subprocess.Popen[bytes]"])
    """Processes that were started, also those that have ended."""

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the commands: no external Neo4j, small memory."""
        own = {"BYLINE_HOME": str(self.home), "BYLINE_NEO4J_HEAP": "512m", "BYLINE_NEO4J_PAGE_CACHE": "128m"}
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NEO4J_")}
        return {**kept, **own, "BYLINE_WARM_UP": "false", "COLUMNS": "400", **self.variables}

    @property
    def folder(self) -> DataDirectory:
        """The data folder of Neo4j."""
        return DataDirectory.for_version(self.home)

    def start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        """Start a command in a process group of its own."""
        with (self.logs / "starting").open("wb") as log:
            process = subprocess.Popen(
                [BYLINE, *arguments], env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
        (self.logs / "starting").rename(self.logs / f"{process.pid}.log")
        self.started.append(process)
        return process

    def end(self) -> None:
        """Kill the started processes that still run, and stop Neo4j."""
        for process in self.started:
            if process.poll() is None:
                kill_group(process)
        with suppress(FaultError):  # an earlier error is the one to report
            self.attempt("db", "stop")

    def wait(self, process: "subprocess.Popen[bytes]") -> CommandResult:
        """Wait until a started command has ended. Raises FaultError if it failed without a clear message."""
        try:
            exit_code = process.wait(COMMAND_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            raise FaultError(f"Process {process.pid} did not end within {COMMAND_TIMEOUT_S} s.") from None
        text = (self.logs / f"{process.pid}.log").read_text(encoding="utf-8", errors="replace")
        return _checked(CommandResult(exit_code, b"", text), (f"process {process.pid}",))

    def attempt(self, *arguments: str) -> CommandResult:
        """Run a command that may fail. Raises FaultError if it fails without a clear message."""
        command = [BYLINE, *arguments]
        try:
            done = subprocess.run(
                command, env=self.environment, capture_output=True, check=False, timeout=COMMAND_TIMEOUT_S
            )
        except subprocess.TimeoutExpired:
            raise FaultError(f"byline {' '.join(arguments)} did not end within {COMMAND_TIMEOUT_S} s.") from None
        return _checked(CommandResult(done.returncode, done.stdout, done.stderr.decode(errors="replace")), arguments)

    def run(self, *arguments: str) -> bytes:
        """Run a command, and return its output. Raises FaultError if it fails."""
        done = self.attempt(*arguments)
        if done.exit_code:
            raise FaultError(f"byline {' '.join(arguments)} exited with {done.exit_code}: {done.message}")
        return done.output

    def digest(self) -> str:
        """Return the SHA-256 of the canonical export."""
        return hashlib.sha256(self.run("export", "--canonical")).hexdigest()

    def neo4j(self) -> psutil.Process:
        """Return the process of Neo4j. Raises FaultError if it is not running."""
        return psutil.Process(self._state().jvm.pid)

    def _state(self) -> state.State:
        recorded = state.read_state(self.folder)
        if recorded is None or not recorded.jvm.alive():
            raise FaultError("Neo4j is not running.")
        return recorded

    def load(self) -> tuple[str, ...]:
        """Return the arguments of a load that continues an interrupted one."""
        return ("load", "sample", str(self.files), "--resume")

    def bulk_load(self) -> tuple[str, ...]:
        """Return the arguments of a bulk load."""
        return ("load", "sample", str(self.files), "--bulk")

    def remove_migrations(self) -> None:
        """Delete all migrations after the baseline, with their constraints and indexes, as in an older graph."""
        connection = state.connection(self.folder, self._state())
        baseline = (migrate.FOLDER / f"{migrate.BASELINE}.cypher").read_text(encoding="utf-8")

        async def remove() -> None:
            address = Address(connection.uri, connection.username, connection.password, connection.database)
            async with Graph(address) as graph:
                for kind in ("CONSTRAINT", "INDEX"):
                    shown = await graph.read(f"SHOW {kind}ES" if kind == "INDEX" else f"SHOW {kind}S")
                    for row in shown.rows:
                        if f" {row[1]} " not in baseline and "LOOKUP" not in row:
                            await graph.administer(f"DROP {kind} {row[1]}")
                await graph.administer(
                    "MATCH (migration:Migration) WHERE migration.name > $baseline DETACH DELETE migration",
                    {"baseline": migrate.BASELINE},
                )

        asyncio.run(remove())

    def serve(self) -> "Server":
        """Start a server on a free port."""
        port = free_port()
        return Server(self, port, self.start("serve", "--port", str(port)))


@dataclass
class Server:
    """A server that an operator started."""

    operator: Operator
    port: int
    process: "subprocess.Popen[bytes]"

    def answer(self, patience_s: float) -> object:
        """Return the response to a query. A server may answer later while it or its Neo4j starts.

        Raises FaultError if it answers with an error, or not in time.
        """
        deadline = time.monotonic() + patience_s
        while True:
            if (data := self.read()) is not None:
                return data
            if time.monotonic() > deadline:
                raise FaultError(f"The server did not answer within {patience_s:g} s.")
            time.sleep(0.2)

    def read(self) -> object:
        """Return the response to a query, or None if there is none or a client has to repeat the query.

        Raises FaultError if the server answers with another error.
        """
        with suppress(httpx2.TransportError):
            response = httpx2.post(f"http://127.0.0.1:{self.port}/graphql", json=QUERY, timeout=30)
            if response.status_code == 200:
                return response.json()["data"]
            if response.status_code not in RETRIED:
                raise FaultError(f"The server answered with status {response.status_code}: {response.text[:500]}")
        return None

    @contextmanager
    def reading(self, expected: object) -> Generator[None]:
        """Read in a thread during the block. Raises FaultError if a response differs."""
        ended = threading.Event()

        def read_until_end() -> None:
            while not ended.is_set():
                if self.read() not in (None, expected):
                    raise FaultError("A response differs.")

        with ThreadPoolExecutor(1) as pool:
            reads = pool.submit(read_until_end)
            try:
                yield
            finally:
                ended.set()
            reads.result()

    def wait_until_ready_or_ended(self) -> CommandResult | None:
        """Return None once the server answers, or how it ended. Raises FaultError for an unclear message."""
        deadline = time.monotonic() + READY_TIMEOUT_S
        while self.process.poll() is None and time.monotonic() < deadline:
            with suppress(FaultError):
                self.answer(0)
                return None
        if self.process.poll() is None:
            raise FaultError(f"The server neither answered nor ended within {READY_TIMEOUT_S} s.")
        return self.operator.wait(self.process)

    def stop(self) -> None:
        """Stop the server."""
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            kill_group(self.process)
            raise FaultError("The server did not end within 60 s after SIGTERM.") from None


def _checked(outcome: CommandResult, arguments: tuple[str, ...]) -> CommandResult:
    unclear = [text for text in UNCLEAR if text in outcome.message]
    if unclear or (outcome.exit_code and not (outcome.message + outcome.output.decode(errors="replace")).strip()):
        raise FaultError(
            f"byline {' '.join(arguments)} exited with {outcome.exit_code} without a clear message: {outcome.message}"
        )
    return outcome


def kill(process: psutil.Process) -> None:
    """Send SIGKILL, and wait until the process has ended."""
    with suppress(psutil.NoSuchProcess):
        process.kill()
        process.wait(30)


def kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Send SIGKILL to a command and the processes that it started in its group."""
    send_to_group(process, signal.SIGKILL)
    process.wait(30)


def send_to_group(process: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    """Send a signal to a command and the processes that it started in its group."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def timed(work: Callable[[], object]) -> float:
    """Return the duration of some work in seconds."""
    began = time.monotonic()
    work()
    return time.monotonic() - began
