"""Bind a port, and serve it with several processes: start the workers, restart those that fail, stop all of them.

The parent process binds the port and passes its socket to the workers; each accepts connections and has its own
connections to Neo4j. The workers count requests and cost budgets in a shared folder, so that `/metrics` of any worker
has the sums, and a client has one budget. A worker stops when its standard input ends, as it does if the parent is
killed.
"""

import asyncio
import json
import os
import signal
import socket
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import structlog
from prometheus_client import multiprocess

from byline.cli.connection import open_graph
from byline.cli.runtime import cancel_on_signal, fail, handle_errors
from byline.server import uvicorn_server
from byline.server.app import create_app
from byline.server.rate_limit import RateLimiter, SQLiteStorage
from byline.server.uvicorn_server import ServeError, bind_socket
from byline.settings import Settings, load_settings
from cypher.driver.address import Address

log = structlog.get_logger()
READY = b"ready\n"
START_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 15.0
SHORT_LIFE_S = 10.0
"""A worker that ends earlier has failed at its start."""
MOST_FAILED_STARTS = 3
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Variable of the Prometheus client: the folder in which the processes count."""
BUDGETS = "budgets.sqlite"


def bind_settings(host: str | None, port: int | None, **others: object) -> tuple[Settings, socket.socket]:
    """Return the settings, overridden by options, and a socket bound to the port. Raises typer.Exit or SettingError."""
    overrides = {"BYLINE_HOST": host, "BYLINE_PORT": port, **others}
    settings = load_settings(**{name: value for name, value in overrides.items() if value is not None})
    try:
        listener = bind_socket(settings)
    except ServeError as error:
        raise fail(str(error)) from None
    return settings.model_copy(update={"port": listener.getsockname()[1]}), listener  # port 0 selects a free port


class WorkerError(Exception):
    """The workers cannot start; the message says why."""


class Workers:
    """The worker processes of one server."""

    def __init__(self, settings: Settings, address: Address, listener: socket.socket, folder: Path) -> None:
        """Prepare the workers; `run` starts them.

        Args:
            settings: Settings of the server; the workers share the maximum number of connections to Neo4j.
            address: Address of Neo4j.
            listener: Socket of the port.
            folder: Empty folder for shared counters.
        """
        self._count = settings.serve_workers
        self._warm_up = settings.warm_up
        self._listener = listener
        self._folder = folder
        self._instructions: dict[str, Any] = {
            "descriptor": listener.fileno(),
            "address": [address.uri, address.username, address.password, address.database],
            "folder": str(folder),
            "settings": {
                "BYLINE_HOST": settings.host,
                "BYLINE_PORT": settings.port,
                "BYLINE_DOCUMENTS": str(settings.documents) if settings.documents else None,
                "BYLINE_ONLY_TRUSTED": settings.only_trusted,
                "BYLINE_NEO4J_POOL": max(1, settings.neo4j_pool // self._count),
            },
        }

    async def run(self, on_started: Callable[[], None]) -> None:
        """Run the workers until the task is cancelled. Raises WorkerError.

        Args:
            on_started: Called when all workers accept requests.
        """
        waiting = [asyncio.Event() for _ in range(self._count)]
        tasks = [asyncio.create_task(self._keep_running(number, waiting[number])) for number in range(self._count)]
        try:
            all_ready = asyncio.gather(*(event.wait() for event in waiting))
            done, _ = await asyncio.wait([all_ready, *tasks], return_when=asyncio.FIRST_COMPLETED)
            if all_ready not in done:
                all_ready.cancel()
            else:
                on_started()
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep_running(self, number: int, ready: asyncio.Event) -> None:
        """Run one worker, and start it again whenever it ends. Raises WorkerError if it ends right after each start."""
        failed_starts = 0
        while True:
            began = time.monotonic()
            process = await self._spawn(warm_up=self._warm_up and number == 0)
            try:
                await self._wait_until_ready(process)
                ready.set()
                code = await process.wait()
            finally:
                await self._stop(process)
            failed_starts = failed_starts + 1 if time.monotonic() - began < SHORT_LIFE_S else 0
            if failed_starts == MOST_FAILED_STARTS:
                raise WorkerError(
                    f"Worker {number + 1} of {self._count} ended {failed_starts} times within {SHORT_LIFE_S:.0f} s of "
                    f"its start, the last time with exit code {code}. Its messages are above."
                )
            log.error("worker_ended", worker=number + 1, exit_code=code, action="restart")

    async def _spawn(self, *, warm_up: bool) -> Process:
        """Start a worker, and send it its instructions; standard input hides the password from other users."""
        settings = {**self._instructions["settings"], "BYLINE_WARM_UP": warm_up}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "byline.cli.server_processes",
            stdin=PIPE,
            stdout=PIPE,
            pass_fds=(self._listener.fileno(),),
            env={**os.environ, METRICS_FOLDER: str(self._folder)},
            start_new_session=True,  # Ctrl-C reaches the parent alone, which then stops the workers
        )
        if process.stdin is None:
            raise TypeError("A worker has no standard input.")
        with suppress(ConnectionError):
            process.stdin.write(json.dumps({**self._instructions, "settings": settings}).encode() + b"\n")
            await process.stdin.drain()
        return process

    async def _wait_until_ready(self, process: Process) -> None:
        """Return when a worker accepts requests or has ended. Raises WorkerError if it does neither in time."""
        if process.stdout is None:
            raise TypeError("A worker has no standard output.")
        try:
            async with asyncio.timeout(START_TIMEOUT_S):
                await process.stdout.readline()
        except TimeoutError:
            raise WorkerError(f"A worker did not start within {START_TIMEOUT_S:.0f} s.") from None

    async def _stop(self, process: Process) -> None:
        """End a worker if it is running, and remove it from the gauges."""
        if process.returncode is None:
            process.terminate()
            try:
                async with asyncio.timeout(STOP_TIMEOUT_S):
                    await process.wait()
            except TimeoutError:
                process.kill()
                await process.wait()
        multiprocess.mark_process_dead(process.pid, path=str(self._folder))  # pyright: ignore[reportUnknownMemberType] it has no types


async def serve_with_workers(
    settings: Settings, address: Address, listener: socket.socket, on_started: Callable[[], None]
) -> None:
    """Serve with the number of processes that the settings have, until the task is cancelled. Raises WorkerError.

    Args:
        settings: Settings of the server.
        address: Address of Neo4j.
        listener: Socket of the port.
        on_started: Called when all workers accept requests.
    """
    with tempfile.TemporaryDirectory(prefix="byline-workers-", ignore_cleanup_errors=True) as folder:
        await Workers(settings, address, listener, Path(folder)).run(on_started)


def main() -> None:
    """Serve as one worker, with the instructions of the parent process on standard input."""
    instructions: Mapping[str, Any] = json.loads(sys.stdin.readline())
    with handle_errors():
        overrides = {name: value for name, value in instructions["settings"].items() if value is not None}
        settings = load_settings(**overrides)
        listener = socket.socket(fileno=instructions["descriptor"])
        anyio.run(_serve, instructions, settings, listener, backend_options={"use_uvloop": True})


async def _serve(instructions: Mapping[str, Any], settings: Settings, listener: socket.socket) -> None:
    def stop_without_parent() -> None:
        if not os.read(sys.stdin.fileno(), 1):
            os.kill(os.getpid(), signal.SIGTERM)

    def announce() -> None:
        sys.stdout.buffer.write(READY)
        sys.stdout.buffer.flush()

    budgets = None
    if settings.cost_per_minute:
        budgets = RateLimiter(settings.cost_per_minute, SQLiteStorage(Path(instructions["folder"]) / BUDGETS))
    graph = open_graph(Address(*instructions["address"]), settings)
    app = create_app(graph, settings, budgets)
    asyncio.get_running_loop().add_reader(sys.stdin.fileno(), stop_without_parent)
    with suppress(KeyboardInterrupt):
        await cancel_on_signal(uvicorn_server.serve(app, listener, settings, announce))


if __name__ == "__main__":
    main()
