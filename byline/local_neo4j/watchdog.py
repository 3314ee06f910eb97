"""Cancel work when the managed Neo4j exits, so that no request reaches another program on its port."""

import asyncio
import os
import sys
from collections.abc import Awaitable
from typing import TypeVar

from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.launch import tail
from byline.local_neo4j.server import ManagedServer
from byline.local_neo4j.state import Process
from cypher.driver.client import Graph
from cypher.driver.errors import GraphError

T = TypeVar("T")
OFTEN = 0.1  # polling interval in seconds on systems without pidfd


async def run_while_alive(work: Awaitable[T], managed: ManagedServer | None, graph: Graph) -> T:
    """Run work on the graph; if the managed Neo4j exits during it, cancel the work and raise ServerError.

    The graph is closed first, so that no pending request connects again. Neo4j is not restarted: the cause of its exit
    is unknown, and its port might change.
    """
    if managed is None:
        return await work
    doing = asyncio.ensure_future(work)
    watching = asyncio.ensure_future(wait_for_exit(managed.jvm))
    try:
        await asyncio.wait({doing, watching}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return doing.result()
        await graph.close()
        raise _gone(managed)
    except GraphError:
        if managed.alive():
            raise
        raise _gone(managed) from None
    finally:
        watching.cancel()
        doing.cancel()
        await asyncio.wait({doing})


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
