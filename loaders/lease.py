"""One writer at a time: a lease in the graph, kept while its holder lives, so that no two loads settle the same people.

The clock is Neo4j's. A holder that was killed on this machine is seen to be gone at once; one on another machine loses
the lease after `HOLDS_S`. A holder that finds its lease taken stops before its next batch.
"""

import asyncio
import os
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from ulid import ULID

from cypher.catalog import statement
from cypher.errors import GraphError
from cypher.run import Graph, Statement
from cypher.values import Value

NAME = "writer"
HOLDS_S = 60.0
KEPT_EVERY_S = 15.0


class BusyError(GraphError):
    """Someone else writes to the graph; the message says who, and what to do."""


class Held(NamedTuple):
    """What the graph says of the lease: whether it is ours, else whose it is and for how long."""

    ours: bool
    holder: str
    doing: str
    left_s: float


@asynccontextmanager
async def writing(graph: Graph, doing: str) -> AsyncGenerator[None]:
    """Hold the graph's one lease for writing; `doing` is what others are told. Raises BusyError where it is held."""
    holder = f"{socket.gethostname()} {os.getpid()} {ULID()}"
    found = await _take(graph, holder, doing)
    if not found.ours and _has_ended(found.holder):
        found = await _take(graph, holder, doing, ended=found.holder)
    if not found.ours:
        raise BusyError(_busy(found))
    task = asyncio.current_task()
    lost: list[BusyError] = []
    keeper = asyncio.create_task(_keep(graph, holder, doing, task, lost))
    try:
        yield
    except asyncio.CancelledError:
        if lost:
            raise lost[0] from None
        raise
    finally:
        keeper.cancel()
        with suppress(GraphError):  # what made the work fail is said; the lease ends by itself
            await asyncio.shield(graph.write(_statement("give_lease", holder=holder)))


async def _keep(
    graph: Graph, holder: str, doing: str, worker: "asyncio.Task[object] | None", lost: list[BusyError]
) -> None:
    """Keep the lease until cancelled; where another has taken it, stop the worker."""
    while True:
        await asyncio.sleep(KEPT_EVERY_S)
        try:
            found = await _take(graph, holder, doing)
        except GraphError:
            continue  # the work itself meets the same trouble, and says so
        if not found.ours:
            lost.append(BusyError(_busy(found)))
            if worker:
                worker.cancel()
            return


async def _take(graph: Graph, holder: str, doing: str, ended: str = "") -> Held:
    asked = _statement("take_lease", holder=holder, doing=doing, ended=ended, forMs=int(HOLDS_S * 1000))
    ours, whose, what, left = (await graph.write(asked))[0].rows[0]
    return Held(bool(ours), str(whose), str(what), int(str(left)) / 1000)


def _statement(name: str, **values: Value) -> Statement:
    return Statement(statement(f"write/{name}").text, {"name": NAME, **values})


def _has_ended(holder: str) -> bool:
    """Return whether a holder was a process of this machine that runs no more."""
    host, process, _ = holder.split(" ")
    if host != socket.gethostname():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def _busy(found: Held) -> str:
    host, process, _ = found.holder.split(" ")
    return (
        f"The graph is being written to: {found.doing}, by process {process} on {host}. "
        f"Wait until it is done, or stop it; if it was killed, its turn is over in {max(found.left_s, 0):.0f} s."
    )
