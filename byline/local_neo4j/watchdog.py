"""Work that ends when Byline's own Neo4j does: nobody may go on asking a port that another program can take."""

import asyncio
import os
import sys
from collections.abc import Awaitable
from typing import TypeVar

from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.launch import tail
from byline.local_neo4j.process import Managed
from byline.local_neo4j.state import Process
from cypher.driver.client import Graph
from cypher.driver.errors import GraphError

T = TypeVar("T")
OFTEN = 0.1  # seconds between two looks, where the kernel does not tell


async def run_while_alive(work: Awaitable[T], managed: Managed | None, graph: Graph) -> T:
    """Do the work over the graph; should the managed Neo4j end meanwhile, cancel it and raise ServerError.

    The graph is closed first, before a request under way can sign in again. Neo4j is not started again: what ended it
    is not known, and another port than the one that was told would help nobody.
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
    """Return once a process has ended: on Linux at that moment, elsewhere within a tenth of a second."""
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
    while process.alive():  # noqa: ASYNC110 nobody else sets an event
        await asyncio.sleep(OFTEN)


def _gone(managed: Managed) -> ServerError:
    log = managed.folder.console_log
    hint = f"Run the same command again: its store recovers by itself. Its log is {log}"
    return ServerError(f"Neo4j (process {managed.jvm.pid}) has ended, so this ends too.", hint, tail(log))
