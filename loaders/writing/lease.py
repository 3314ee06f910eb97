"""The writer lease in the graph: at most one process resolves and writes at a time.

All times are those of Neo4j's clock. If the holder has died, processes on its host notice at once; for other hosts, the
lease expires after `LEASE_DURATION_S`. Every transaction that writes resolved data renews the lease as its last
statement: if another process has acquired the lease since, even if it has released it, the transaction fails and
nothing is written. Derived facts depend only on stored data, so any process may compute them, but only the holder
removes stale marks.

A process waits for a brief task, such as the edit of a profile, but not for a load. While a load waits, no brief task
acquires the lease.
"""

import asyncio
import random
import socket
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from ulid import ULID

from cypher.catalog import statement
from cypher.driver.client import FollowUp, Graph, Statement
from cypher.driver.errors import GraphError, PreconditionFailedError
from cypher.driver.values import QueryResult, Value
from cypher.queries import admin
from loaders.writing import process_identity as processes
from loaders.writing.empty_graph import finish_emptying

LEASE_NAME = "writer"
"""Name of the lease in the graph."""
LEASE_DURATION_S = 60.0
"""Seconds after which the lease of a process on another host expires unless it is renewed."""
RENEW_INTERVAL_S = 15.0
"""Seconds between two renewals."""
WAIT_S = 20.0
"""Maximum seconds to wait for brief tasks."""
POLL_S = 0.1, 0.3
"""Minimum and maximum seconds between two attempts to acquire a lease that a brief task holds."""
PLANNING = "planning of the statements of decisions"
"""Task of a server after its start."""
BRIEF_TASKS = ("updateProfile", "withdrawClaim", "byline identity ", PLANNING)
"""First words of tasks that take seconds."""
QUEUE_S = 2.0
"""Seconds for which a waiting load keeps its place in the queue; each attempt to acquire the lease extends them."""
RELEASE_TIMEOUT_S = 5.0
"""Maximum seconds to release the lease. If Neo4j does not answer, the lease expires by itself."""


class LeaseHeldError(GraphError):
    """Another process holds the writer lease. The message names the process and the action to take."""


class LeaseStatus(NamedTuple):
    """The state of the lease.

    Attributes:
        owned: True if this process holds it.
        holder: the holder: host, process and a random ID.
        doing: the task of the holder.
        left_s: seconds until it expires.
    """

    owned: bool
    holder: str
    doing: str
    left_s: float


class WriterLease:
    """A lease to acquire, renew and release for a `task`, which errors of other processes name."""

    def __init__(self, graph: Graph, task: str) -> None:
        self.graph = graph
        self.task = task
        self.is_brief = task.startswith(BRIEF_TASKS)
        self.holder = f"{socket.gethostname()} {processes.current_process_token()} {ULID()}"
        self.held = False
        """True if the lease may need to be released."""
        self.lost: LeaseHeldError | None = None

    async def acquire(self, dead_holder: str = "") -> LeaseStatus:
        """Acquire the lease if it is free, has expired, or is held by `dead_holder`, whose process has ended."""
        parameters: dict[str, Value] = {
            "holder": self.holder,
            "doing": self.task,
            "ended": dead_holder,
            "brief": self.is_brief,
            "forMs": _duration_ms(),
        }
        held_before, self.held = self.held, True  # if the task is cancelled during the request, it may hold the lease
        try:
            while True:
                result = (await self.graph.write(_statement("acquire_lease", **parameters)))[0]
                (status,) = admin.ACQUIRE_LEASE.typed_rows(result.rows)
                if status.left_ms is not None:  # otherwise its holder has just released it
                    break
        except GraphError:
            self.held = held_before
            raise
        self.held = status.taken
        return LeaseStatus(status.taken, status.holder or "", status.doing or "", status.left_ms / 1000)

    async def acquire_in_turn(self) -> None:
        """Acquire the lease; wait while a brief task holds it. Raises LeaseHeldError, or another GraphError."""
        deadline, is_queued = time.monotonic() + WAIT_S, False
        try:
            while True:
                status = await self.acquire()
                if not status.owned and processes.is_process_dead(*parse_holder(status.holder)):
                    status = await self.acquire(dead_holder=status.holder)
                if status.owned:
                    return
                ends_soon = status.doing.startswith(BRIEF_TASKS) or (self.is_brief and status.left_s <= QUEUE_S)
                if not ends_soon or time.monotonic() > deadline:
                    raise LeaseHeldError(_format_held_lease(status.holder, status.doing, status.left_s))
                if not self.is_brief:
                    is_queued = True
                    await self.graph.write(_statement("queue_for_lease", holder=self.holder, doing=self.task))
                await asyncio.sleep(random.uniform(*POLL_S))  # noqa: S311 no secret
        finally:
            if is_queued:
                with suppress(GraphError):
                    await self.graph.write(_statement("leave_lease_queue", holder=self.holder))

    async def write(self, *statements: Statement | FollowUp) -> list[QueryResult]:
        """Run statements in one transaction that renews the lease at its end, and return the result of each.

        Without statements, only renew the lease.

        Raises:
            LeaseHeldError: another process has acquired the lease; nothing is written.
            GraphError: the transaction failed; nothing is written.
        """
        if self.lost is None:
            try:
                return await self.graph.write(*statements, self._renewal_statement())
            except PreconditionFailedError:
                self.lost = LeaseHeldError(await self._holder_message())
        raise self.lost

    async def renew(self, worker: "asyncio.Task[object] | None", done: asyncio.Event) -> None:
        """Renew the lease until `done` is set; if another process has acquired it, cancel the worker."""
        while True:
            with suppress(TimeoutError):
                return await _wait_for(done, RENEW_INTERVAL_S)
            try:
                await self.write()
            except LeaseHeldError:
                if worker and not done.is_set():
                    worker.cancel()
                return None
            except GraphError:
                continue  # the worker fails with the same error and reports it

    def _renewal_statement(self) -> Statement:
        return _statement("renew_lease", holder=self.holder, forMs=_duration_ms())._replace(needed=True)

    async def _holder_message(self) -> str:
        (status,) = await self.graph.fetch(admin.LEASE_STATUS, {"name": LEASE_NAME})
        if status.holder is None or status.left_ms is None:
            reason = f"Another process acquired the writer lease while {self.task} could not renew it."
            return f"{reason} Start the command again; continue a load with --resume."
        return _format_held_lease(status.holder, status.doing or "", status.left_ms / 1000)

    async def release(self) -> None:
        """Release the lease if this process holds it."""
        await self.graph.write(_statement("release_lease", holder=self.holder))


@asynccontextmanager
async def write_lease(graph: Graph, task: str) -> AsyncGenerator[WriterLease]:
    """Hold the writer lease of the graph for a task, such as `byline load acl`, after waiting for brief tasks.

    Raises:
        LeaseHeldError: another process holds the lease, or has acquired it during the work.
    """
    lease, done, worker = WriterLease(graph, task), asyncio.Event(), asyncio.current_task()
    renewal: asyncio.Task[None] | None = None
    try:
        try:
            await lease.acquire_in_turn()
            renewal = asyncio.create_task(lease.renew(worker, done))
            await finish_emptying(lease)
            yield lease
        finally:
            done.set()
            await asyncio.shield(asyncio.create_task(_release(lease, renewal)))
    except asyncio.CancelledError:  # the cancellation by `renew` may arrive as late as here
        if lease.lost is not None and worker and worker.uncancel() == 0:
            raise lease.lost from None
        raise


async def _release(lease: WriterLease, renewal: "asyncio.Task[None] | None") -> None:
    """Stop renewing, and release the lease. Errors are suppressed, so that the error of the work is reported."""
    with suppress(GraphError, TimeoutError):
        async with asyncio.timeout(RELEASE_TIMEOUT_S):
            if renewal:
                await renewal
            if lease.held:
                await lease.release()


async def check_writes(graph: Graph) -> None:
    """Commit two small transactions, which leave nothing behind. Raises a GraphError if Neo4j cannot write.

    After a full disk, Neo4j answers reads, but rejects every commit until it is started again.
    """
    values: dict[str, Value] = {"name": "check of writes", "holder": str(ULID())}
    acquire, release = (statement(f"admin/{name}").text for name in ("acquire_lease", "release_lease"))
    await graph.write(Statement(acquire, {**values, "doing": "", "ended": "", "brief": False, "forMs": 0}))
    await graph.write(Statement(release, values))


def _duration_ms() -> int:
    return int(LEASE_DURATION_S * 1000)


async def _wait_for(done: asyncio.Event, seconds: float) -> None:
    async with asyncio.timeout(seconds):
        await done.wait()


def _statement(name: str, **values: Value) -> Statement:
    return Statement(statement(f"admin/{name}").text, {"name": LEASE_NAME, **values})


def parse_holder(holder: str) -> tuple[str, str]:
    """Return the host and the process of a lease holder."""
    host, process, _ = holder.rsplit(" ", 2)
    return host, process


def _format_held_lease(holder: str, task: str, left_s: float) -> str:
    host, process = parse_holder(holder)
    return (
        f"Another process is writing to the graph: {task}, by process {process.partition('@')[0]} on {host}. "
        f"Wait until it ends, or stop it. If it was killed, its lease expires in {max(left_s, 0):.0f} s."
    )
