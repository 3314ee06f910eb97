"""The writer lease in the graph: at most one process resolves and writes at a time.

Time is Neo4j's clock. A dead holder on this host is detected at once; on another host, its lease expires after
`HOLDS_S`. Every transaction that writes resolved data renews the lease as its last statement: if another process has
acquired the lease since, even if it has released it, the transaction fails and nothing is written. Derived facts follow
from the stored data whichever process computes them, but only the holder removes stale marks.
"""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from ulid import ULID

from cypher.catalog import statement
from cypher.driver.client import Graph, Statement
from cypher.driver.errors import GraphError, PreconditionFailedError
from cypher.driver.values import Value
from cypher.queries import admin
from loaders.writing import process_identity as processes

NAME = "writer"
HOLDS_S = 60.0
KEPT_EVERY_S = 15.0
GIVEN_BACK_WITHIN_S = 5.0
"""Maximum seconds to release the lease. If Neo4j does not answer, the lease expires by itself."""


class LeaseHeldError(GraphError):
    """Another process holds the writer lease. The message names it, and the action to take."""


class LeaseStatus(NamedTuple):
    """The state of the lease: True if this process owns it, else its holder, task and remaining seconds."""

    owned: bool
    holder: str
    doing: str
    left_s: float


class WriterLease:
    """A lease to acquire, renew and release. `doing` is the task that other processes see."""

    def __init__(self, graph: Graph, doing: str) -> None:
        self.graph = graph
        self.doing = doing
        self.holder = f"{socket.gethostname()} {processes.current_process_token()} {ULID()}"
        self.held = False
        """True if the lease may need to be released."""
        self.lost: LeaseHeldError | None = None

    async def acquire(self, ended: str = "") -> LeaseStatus:
        """Acquire the lease if it is free. `ended` is a holder that is known to be dead."""
        parameters: dict[str, Value] = {"holder": self.holder, "doing": self.doing, "ended": ended, "forMs": _for_ms()}
        before, self.held = self.held, True  # a process that is stopped during the request may hold it
        try:
            result = (await self.graph.write(_statement("acquire_lease", **parameters)))[0]
        except GraphError:
            self.held = before
            raise
        (status,) = admin.ACQUIRE_LEASE.typed_rows(result.rows)
        self.held = status.taken
        return LeaseStatus(status.taken, status.holder, status.doing, status.left_ms / 1000)

    async def write(self, *statements: Statement) -> None:
        """Run statements in one transaction that renews the lease at its end; without statements, only renew it.

        Raises:
            LeaseHeldError: another process has acquired the lease; nothing is written.
            GraphError: the transaction failed; nothing is written.
        """
        if self.lost is None:
            try:
                await self.graph.write(*statements, self._renewal_statement())
            except PreconditionFailedError:
                self.lost = LeaseHeldError(await self._whose())
        if self.lost is not None:
            raise self.lost

    async def renew(self, worker: "asyncio.Task[object] | None", done: asyncio.Event) -> None:
        """Renew the lease until `done` is set; if another process has acquired it, cancel the worker."""
        while True:
            with suppress(TimeoutError):
                return await _until(done, KEPT_EVERY_S)
            try:
                await self.write()
            except LeaseHeldError:
                if worker and not done.is_set():
                    worker.cancel()
                return None
            except GraphError:
                continue  # the worker fails with the same error and reports it

    def _renewal_statement(self) -> Statement:
        return _statement("renew_lease", holder=self.holder, forMs=_for_ms())._replace(needed=True)

    async def _whose(self) -> str:
        (status,) = await self.graph.fetch(admin.LEASE_STATUS, {"name": NAME})
        if status.holder is None or status.left_ms is None:
            reason = f"Another process acquired the writer lease while {self.doing} could not renew it."
            return f"{reason} Start the command again; continue a load with --resume."
        return _busy(status.holder, status.doing or "", status.left_ms / 1000)

    async def release(self) -> None:
        """Release the lease if this process holds it."""
        await self.graph.write(_statement("release_lease", holder=self.holder))


@asynccontextmanager
async def write_lease(graph: Graph, doing: str) -> AsyncGenerator[WriterLease]:
    """Hold the writer lease of the graph.

    Raises:
        LeaseHeldError: another process holds the lease, or has acquired it during the work.
    """
    lease, done, worker = WriterLease(graph, doing), asyncio.Event(), asyncio.current_task()
    keeper: asyncio.Task[None] | None = None
    try:
        try:
            status = await lease.acquire()
            if not status.owned and processes.is_process_dead(*parse_holder(status.holder)):
                status = await lease.acquire(ended=status.holder)
            if not status.owned:
                raise LeaseHeldError(_busy(status.holder, status.doing, status.left_s))
            keeper = asyncio.create_task(lease.renew(worker, done))
            yield lease
        finally:
            done.set()
            await asyncio.shield(asyncio.create_task(_end(lease, keeper)))
    except asyncio.CancelledError:  # the cancellation by `renew` may arrive as late as here
        if lease.lost is not None and worker and worker.uncancel() == 0:
            raise lease.lost from None
        raise


async def _end(lease: WriterLease, keeper: "asyncio.Task[None] | None") -> None:
    """Stop renewing, and release the lease. Errors are suppressed, so that the error of the work is reported."""
    with suppress(GraphError, TimeoutError):
        async with asyncio.timeout(GIVEN_BACK_WITHIN_S):
            if keeper:
                await keeper
            if lease.held:
                await lease.release()


def _for_ms() -> int:
    return int(HOLDS_S * 1000)


async def _until(done: asyncio.Event, seconds: float) -> None:
    async with asyncio.timeout(seconds):
        await done.wait()


def _statement(name: str, **values: Value) -> Statement:
    return Statement(statement(f"admin/{name}").text, {"name": NAME, **values})


def parse_holder(holder: str) -> tuple[str, str]:
    """Return the host and the process of a lease holder."""
    host, process, _ = holder.rsplit(" ", 2)
    return host, process


def _busy(holder: str, doing: str, left_s: float) -> str:
    host, process = parse_holder(holder)
    return (
        f"Another process is writing to the graph: {doing}, by process {process.partition('@')[0]} on {host}. "
        f"Wait until it ends, or stop it. If it was killed, its lease expires in {max(left_s, 0):.0f} s."
    )
