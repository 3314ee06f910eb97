"""One writer at a time: a lease in the graph, kept while its holder lives, so that no two loads settle the same people.

The clock is Neo4j's. A holder that was killed on this machine is seen to be gone at once; one on another machine loses
the lease after `HOLDS_S`. A holder keeps it, and each transaction in which it writes what it decided ends in keeping
it: where another took it meanwhile, even one that has given it back, the holder is stopped, and nothing of that is
written. What is counted follows from what is there, whoever counts; the marks of what is due only a holder takes off.
"""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from ulid import ULID

from cypher.catalog import statement
from cypher.errors import GraphError, GraphUnmetError
from cypher.run import Graph, Statement
from cypher.values import Value
from loaders import processes

NAME = "writer"
HOLDS_S = 60.0
KEPT_EVERY_S = 15.0
GIVEN_BACK_WITHIN_S = 5.0
"""Where Neo4j does not answer the lease ends by itself: nobody who stops a load waits longer for that."""


class BusyError(GraphError):
    """Someone else writes to the graph; the message says who, and what to do."""


class Held(NamedTuple):
    """What the graph says of the lease: whether it is ours, else whose it is and for how long."""

    ours: bool
    holder: str
    doing: str
    left_s: float


class Turn:
    """A lease that is asked for, held and given back. `doing` is what others are told."""

    def __init__(self, graph: Graph, doing: str) -> None:
        self.graph = graph
        self.doing = doing
        self.holder = f"{socket.gethostname()} {processes.here()} {ULID()}"
        self.held = False
        """Whether there may be something to give back."""
        self.lost: BusyError | None = None

    async def take(self, ended: str = "") -> Held:
        """Take the lease where it is free; `ended` is a holder that is known to be gone."""
        said: dict[str, Value] = {"holder": self.holder, "doing": self.doing, "ended": ended, "forMs": _for_ms()}
        before, self.held = self.held, True  # whoever is stopped while this is asked may hold it
        try:
            ours, whose, what, left = (await self.graph.write(_statement("take_lease", **said)))[0].rows[0]
        except GraphError:
            self.held = before
            raise
        self.held = bool(ours)
        return Held(bool(ours), str(whose), str(what), int(str(left)) / 1000)

    async def write(self, *statements: Statement) -> None:
        """Run statements in one transaction; without any it keeps the lease.

        Raises BusyError where another took the lease, or another GraphError; then nothing is written.
        """
        if self.lost is None:
            try:
                await self.graph.write(*statements, self._kept())
            except GraphUnmetError:
                self.lost = BusyError(await self._whose())
        if self.lost is not None:
            raise self.lost

    async def keep(self, worker: "asyncio.Task[object] | None", done: asyncio.Event) -> None:
        """Keep the lease until done; where another has taken it, stop the worker."""
        while True:
            with suppress(TimeoutError):
                return await _until(done, KEPT_EVERY_S)
            try:
                await self.write()
            except BusyError:
                if worker and not done.is_set():
                    worker.cancel()
                return None
            except GraphError:
                continue  # the work itself meets the same trouble, and says so

    def _kept(self) -> Statement:
        return _statement("keep_lease", holder=self.holder, forMs=_for_ms())._replace(needed=True)

    async def _whose(self) -> str:
        read = await self.graph.read(statement("read/meta/writing").text, {"name": NAME})
        holder, doing, *_, left = read.rows[0]
        if holder is None:
            what = f"Another had the turn to write while {self.doing} could not keep it."
            return f"{what} Start it again, a load with --resume."
        return _busy(str(holder), str(doing), int(str(left)) / 1000)

    async def give(self) -> None:
        """Give the lease back; another's stays."""
        await self.graph.write(_statement("give_lease", holder=self.holder))


@asynccontextmanager
async def writing(graph: Graph, doing: str) -> AsyncGenerator[Turn]:
    """Hold the graph's one lease for writing. Raises BusyError where it is held, or where it was lost on the way."""
    turn, done, worker = Turn(graph, doing), asyncio.Event(), asyncio.current_task()
    keeper: asyncio.Task[None] | None = None
    try:
        try:
            found = await turn.take()
            if not found.ours and processes.has_ended(*place(found.holder)):
                found = await turn.take(ended=found.holder)
            if not found.ours:
                raise BusyError(_busy(found.holder, found.doing, found.left_s))
            keeper = asyncio.create_task(turn.keep(worker, done))
            yield turn
        finally:
            done.set()
            await asyncio.shield(asyncio.create_task(_end(turn, keeper)))
    except asyncio.CancelledError:  # the keeper's may arrive as late as that
        if turn.lost is not None and worker and worker.uncancel() == 0:
            raise turn.lost from None
        raise


async def _end(turn: Turn, keeper: "asyncio.Task[None] | None") -> None:
    """Give the lease back once nobody asks for it any more; what made the work fail is said, not what fails here."""
    with suppress(GraphError, TimeoutError):
        async with asyncio.timeout(GIVEN_BACK_WITHIN_S):
            if keeper:
                await keeper
            if turn.held:
                await turn.give()


def _for_ms() -> int:
    return int(HOLDS_S * 1000)


async def _until(done: asyncio.Event, seconds: float) -> None:
    async with asyncio.timeout(seconds):
        await done.wait()


def _statement(name: str, **values: Value) -> Statement:
    return Statement(statement(f"write/{name}").text, {"name": NAME, **values})


def place(holder: str) -> tuple[str, str]:
    """Return the host and the process of who holds a lease."""
    host, process, _ = holder.rsplit(" ", 2)
    return host, process


def _busy(holder: str, doing: str, left_s: float) -> str:
    host, process = place(holder)
    return (
        f"The graph is being written to: {doing}, by process {process.partition('@')[0]} on {host}. "
        f"Wait until it is done, or stop it; if it was killed, its turn is over in {max(left_s, 0):.0f} s."
    )
