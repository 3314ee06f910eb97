"""Restart the managed Neo4j when it exits, or cancel the work on it, so that no request reaches another program."""

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from anyio import to_thread

from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.launch import tail
from byline.local_neo4j.server import ManagedServer
from byline.local_neo4j.state import Process
from cypher.driver.client import Graph
from cypher.driver.errors import GraphError

T = TypeVar("T")
OFTEN = 0.1  # polling interval in seconds on systems without pidfd
RESTART_DELAYS_S = (0, 0.5, 1, 2, 4)
"""Pauses in seconds before the attempts to start Neo4j again; after the last one, Byline gives up."""
STABLE_S = 60
"""After this time in seconds, a restarted server counts as stable, and the attempts are counted anew."""


async def run_while_alive(
    work: Awaitable[T], managed: ManagedServer | None, graph: Graph, restarted: Callable[[str], None] | None = None
) -> T:
    """Run work on the graph while the managed Neo4j is running.

    If Neo4j exits, it is started again on its port, and the work continues; until then its reads and writes raise
    GraphUnavailableError. Without `restarted`, or if Neo4j cannot be started again, the graph is closed, the work is
    cancelled, and ServerError is raised.

    Args:
        work: The work.
        managed: The managed Neo4j; None for an external one.
        graph: The graph of the work.
        restarted: Receives messages about restarts. None: do not restart.
    """
    if managed is None:
        return await work
    doing = asyncio.ensure_future(work)
    watching = asyncio.ensure_future(_watch(managed, restarted))
    try:
        await asyncio.wait({doing, watching}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return doing.result()
        await graph.close()
        raise watching.result()
    except GraphError:
        if managed.alive():
            raise
        raise _gone(managed) from None
    finally:
        watching.cancel()
        doing.cancel()
        await asyncio.wait({doing})


async def _watch(managed: ManagedServer, restarted: Callable[[str], None] | None) -> ServerError:
    """Return the reason once the server has exited and does not come back."""
    attempts = 0
    while True:
        started_at = time.monotonic()
        await wait_for_exit(managed.jvm)
        if restarted is None:
            return _gone(managed)
        crashed = await to_thread.run_sync(managed.crashed_state)
        if crashed is None:
            hint = "Run the same command again."
            return ServerError(f"Neo4j (process {managed.jvm.pid}) was stopped by another command.", hint)
        if time.monotonic() - started_at > STABLE_S:
            attempts = 0
        while not managed.alive():
            if attempts == len(RESTART_DELAYS_S):
                return _gone(managed)
            await asyncio.sleep(RESTART_DELAYS_S[attempts])
            attempts += 1
            restarted(
                f"Neo4j has stopped unexpectedly. Starting it again: attempt {attempts} of {len(RESTART_DELAYS_S)}."
            )
            try:
                await to_thread.run_sync(managed.restart, crashed, restarted, abandon_on_cancel=True)
            except ServerError as error:
                restarted(f"Neo4j did not start: {error}")
        restarted(f"Neo4j is running again (process {managed.jvm.pid}).")


async def wait_for_exit(process: Process) -> None:
    """Return once a process has ended: on Linux immediately, on other systems within 0.1 s."""
    if sys.platform == "linux":
        try:
            handle = os.pidfd_open(process.pid)
        except OSError:
            handle = -1
        if handle >= 0:
            loop, gone = asyncio.get_running_loop(), asyncio.Event()
            loop.add_reader(handle, gone.set)
            try:
                if process.alive():
                    await gone.wait()
            finally:
                loop.remove_reader(handle)
                os.close(handle)
            return
    while process.alive():  # noqa: ASYNC110 no other task could set an event
        await asyncio.sleep(OFTEN)


def _gone(managed: ManagedServer) -> ServerError:
    log = managed.folder.console_log
    hint = f"Run the same command again; the store recovers automatically. Log: {log}"
    return ServerError(f"Neo4j (process {managed.jvm.pid}) has stopped unexpectedly.", hint, tail(log))
