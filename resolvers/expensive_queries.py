"""Shares Neo4j among clients: few slots for expensive queries keep cheap ones fast.

A query is expensive if its estimated cost is at least `EXPENSIVE_COST`, or if it is a page of an export. Estimates can
be wrong, so the limiter also measures. A statement that is known to be quick, such as a list of 1,000 papers, is not
expensive, whatever its estimated cost. If a client exceeds its share, all its statements that are not known to be quick
are expensive, and a query that runs for longer than `ATTEMPT_LIMIT_S` stops and starts again when a slot is free.

A client exceeds its share if its expensive and slow queries recently took more time than those of the active clients on
average. So a client that is alone does not exceed it, and neither do clients that use as much as each other. Each
client can use half of the slots. One that exceeds its share pauses between its expensive queries. A client whose
requests are often rejected gets the rejections later.

Schedulers of operating systems call this a multilevel feedback queue; here it has two levels.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import takewhile
from math import ceil, exp2
from types import TracebackType
from typing import NamedTuple, TypeVar, cast

from resolvers.errors import Code, RequestError

T = TypeVar("T")

EXPENSIVE_COST = 5_000
"""Estimated cost from which a query is expensive."""
MAX_WAITING = 50
"""Maximum number of waiting expensive queries per client."""
WAIT_S = 10.0
"""Maximum time in seconds that an expensive query waits."""
RETRY_AFTER_S = 5
ATTEMPT_LIMIT_S = 0.2
"""Maximum time in seconds of a query without a slot if its client exceeds its share; it then starts again in a slot."""
SLOW_STATEMENT_S = 0.05
"""Time in seconds from which a statement is slow."""
GROWTH = 1.1
"""Maximum growth of the known time of a statement per execution: a busy machine executes quick statements slowly."""
UNDELAYED_REJECTIONS = 20
"""Number of recent rejections of a client above which the next ones are delayed."""
REJECTION_DELAY_S, MAX_REJECTION_DELAY_S = 0.5, 5.0
"""Delay per `UNDELAYED_REJECTIONS` recent rejections, and the maximum delay, in seconds."""
HALF_LIFE_S = 5.0
"""Time in seconds in which the counted time and the recent rejections of a client halve."""
FREE_S = 0.5
"""Counted time in seconds up to which no client exceeds its share."""
SHARE_TOLERANCE = 1.25
"""A client exceeds its share if its counted time is more than this multiple of the mean of the active clients."""
ACTIVE_S = 5.0
"""A client is active for this time in seconds after its last request."""
PAUSE_RATIO, MAX_PAUSE_S = 2.0, 5.0
"""Pause of a client that exceeds its share: a multiple of the time of its last queries, and the maximum."""
SERVER_WEIGHT = 8.0
"""Weight of time in the server's own process, which all requests need: Neo4j runs several queries at once."""
MIN_SERVER_WORK_S = 0.002
"""Work of the server under this time in seconds is not counted: reusing a cached plan is faster."""
MAX_STATEMENTS = 2_000
"""Number of statements whose duration is remembered."""
MAX_CLIENTS = 10_000
"""Number of clients that are remembered."""


class ClientQuery(NamedTuple):
    """A query of a client.

    Attributes:
        client: name of the client.
        cost: estimated cost.
        statement: its statement, or another text that is the same for similar queries.
        weight: how many times its duration counts.
        always_expensive: True if it is expensive from a cost of `EXPENSIVE_COST`, although its statement may be quick.
    """

    client: str
    cost: int
    statement: str
    weight: float = 1.0
    always_expensive: bool = False


@dataclass(slots=True)
class DecayingSum:
    """A sum that halves every `HALF_LIFE_S`."""

    _sum: float = 0.0
    """The sum at `_at`."""
    _at: float = 0.0

    def value(self, now: float) -> float:
        """Return the sum at a moment of `time.monotonic`."""
        return self._sum * exp2((self._at - now) / HALF_LIFE_S)

    def add(self, amount: float, now: float) -> None:
        """Add an amount at a moment."""
        self._sum, self._at = self.value(now) + amount, now


@dataclass(slots=True)
class ClientUsage:
    """Resource usage of one client: the time of its slow and expensive queries, and slots."""

    slots: asyncio.Semaphore
    """The slots that the client can use."""
    queries: int = 0
    """Number of running and waiting expensive queries."""
    last_query_at: float = 0.0
    pause_ends_at: float = 0.0
    counted_s: DecayingSum = field(default_factory=DecayingSum)
    """Counted time of its slow and expensive queries in seconds."""
    rejections: DecayingSum = field(default_factory=DecayingSum)
    """Number of its rejected requests."""


class ExpensiveQueryLimiter:
    """Runs queries, and limits the expensive ones.

    Args:
        max_concurrent: Maximum number of expensive queries that run at once; 0: unlimited.
        wait_s: Maximum time in seconds that a query waits.
        attempt_limit_s: Time in seconds after which a query stops if its client exceeds its share.
        slow_statement_s: Time in seconds from which a statement is slow.
    """

    def __init__(
        self,
        max_concurrent: int = 0,
        wait_s: float = WAIT_S,
        attempt_limit_s: float = ATTEMPT_LIMIT_S,
        slow_statement_s: float = SLOW_STATEMENT_S,
    ) -> None:
        self.attempt_limit_s = attempt_limit_s
        self._slow_statement_s = slow_statement_s
        self._max_concurrent = max_concurrent
        self._per_client = ceil(max_concurrent / 2)
        self._wait_s = wait_s
        self._slots = asyncio.Semaphore(max_concurrent)
        self._clients: OrderedDict[str, ClientUsage] = OrderedDict()
        """Clients; the one with the latest query is the last."""
        self._durations_s: OrderedDict[str, float] = OrderedDict()
        """Known time of statements: about the shortest of the recent executions."""

    async def run(self, query: ClientQuery, read: Callable[[], Awaitable[T]]) -> T:
        """Run a query and return its result; `read` may run twice.

        Raises RequestError (TOO_MANY_REQUESTS) if the client has too many waiting queries, or waits too long.
        """
        if not self._max_concurrent:
            return await read()
        client = self._client(query.client)
        if not self._needs_slot(client, query):
            async with QuickAttempt(self, client, query.statement):
                return await read()
        return await self._run_in_slot(client, query, read)

    def _needs_slot(self, client: ClientUsage, query: ClientQuery) -> bool:
        """Return True if a query is expensive, or could be slow while its client exceeds its share."""
        if self._is_quick(query.statement):
            return query.always_expensive and query.cost >= EXPENSIVE_COST
        return query.cost >= EXPENSIVE_COST or self.exceeds_share(client)

    async def _run_in_slot(self, client: ClientUsage, query: ClientQuery, read: Callable[[], Awaitable[T]]) -> T:
        if client.queries >= MAX_WAITING + self._per_client:
            raise _rejected(f"This client has {MAX_WAITING} waiting expensive queries.")
        client.queries += 1
        try:
            async with AsyncExitStack() as acquired_slots:
                try:
                    async with asyncio.timeout(self._wait_s):
                        await acquired_slots.enter_async_context(client.slots)
                        await asyncio.sleep(max(0.0, client.pause_ends_at - time.monotonic()))
                        await acquired_slots.enter_async_context(self._slots)
                except TimeoutError:
                    raise _rejected(f"This expensive query waited {self._wait_s:g} s for others.") from None
                started_at = time.monotonic()
                try:
                    return await read()
                finally:
                    seconds = time.monotonic() - started_at
                    self._learn(query.statement, seconds)
                    self._count(client, query.weight * seconds, seconds)
        finally:
            client.queries -= 1

    async def run_in_server(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        """Run work that takes time of the server's own process, such as to compile a new document.

        A client that exceeds its share waits before it. Raises RequestError as `run` does.
        """
        if not self._max_concurrent:
            return await work()
        client = self._client(name)
        if self.exceeds_share(client):
            return await self._run_in_slot(client, ClientQuery(name, 0, "work of the server", SERVER_WEIGHT), work)
        started_at = time.monotonic()
        try:
            return await work()
        finally:
            seconds = time.monotonic() - started_at
            if seconds >= MIN_SERVER_WORK_S:
                self._count(client, SERVER_WEIGHT * seconds, seconds)

    def _count(self, client: ClientUsage, counted_s: float, seconds: float) -> None:
        """Count the time of a query; a client that exceeds its share pauses before the next one.

        The pause of a client with one query at a time depends on the seconds that the query took: such a client
        leaves most of the server to others. With several queries, it depends on the counted time.
        """
        now = time.monotonic()
        client.counted_s.add(counted_s, now)
        if self.exceeds_share(client):
            pause_s = PAUSE_RATIO * (counted_s if client.queries > 1 else seconds)
            pause_ends_at = max(now, client.pause_ends_at) + pause_s
            client.pause_ends_at = min(now + MAX_PAUSE_S, pause_ends_at)

    def record(self, client: ClientUsage, statement: str, seconds: float, counted_s: float) -> None:
        """Record the duration of a query without a slot, of which some seconds were counted while it ran."""
        if self._learn(statement, seconds) >= self._slow_statement_s:
            client.counted_s.add(seconds - counted_s, time.monotonic())

    def _learn(self, statement: str, seconds: float) -> float:
        """Update the known time of a statement after an execution, and return it."""
        known_s = min(seconds, GROWTH * self._durations_s.get(statement, seconds))
        self._durations_s[statement] = known_s
        if len(self._durations_s) > MAX_STATEMENTS:
            self._durations_s.popitem(last=False)
        return known_s

    async def delay_rejection(self, name: str) -> None:
        """Wait before the response to a rejected request, if the client had many of them and is not the only one."""
        if not self._max_concurrent:
            return
        client, now = self._client(name), time.monotonic()
        client.rejections.add(1, now)
        ratio = client.rejections.value(now) / UNDELAYED_REJECTIONS
        if ratio > 1 and len(self._active_clients(now)) > 1:
            await asyncio.sleep(min(MAX_REJECTION_DELAY_S, REJECTION_DELAY_S * ratio))

    def exceeds_share(self, client: ClientUsage) -> bool:
        """Return True if the slow and expensive queries of a client took more time than its share."""
        now = time.monotonic()
        counted_s = client.counted_s.value(now)
        if counted_s <= FREE_S:
            return False
        active = self._active_clients(now)
        total_s = sum(other.counted_s.value(now) for other in active)
        return len(active) > 1 and counted_s > SHARE_TOLERANCE * total_s / len(active)

    def _active_clients(self, now: float) -> list[ClientUsage]:
        """Return the clients with a recent request; the server itself, whose name is empty, is no client."""
        latest_first = takewhile(lambda item: now - item[1].last_query_at <= ACTIVE_S, reversed(self._clients.items()))
        return [client for name, client in latest_first if name]

    def _is_quick(self, statement: str) -> bool:
        return self._durations_s.get(statement, self._slow_statement_s) < self._slow_statement_s

    def _client(self, name: str) -> ClientUsage:
        client = self._clients.get(name)
        if client is None:
            client = self._clients[name] = ClientUsage(asyncio.Semaphore(self._per_client))
            if len(self._clients) > MAX_CLIENTS:
                self._clients.popitem(last=False)
        else:
            self._clients.move_to_end(name)
        client.last_query_at = time.monotonic()
        return client


class QuickAttempt:
    """Stops the block if it becomes slow while its client exceeds its share; the code after the block then continues.

    A quick block costs one timer.
    """

    __slots__ = (
        "_client",
        "_counted_s",
        "_is_stopped",
        "_limiter",
        "_outer_cancels",
        "_started_at",
        "_statement",
        "_task",
        "_timer",
    )

    def __init__(self, limiter: ExpensiveQueryLimiter, client: ClientUsage, statement: str) -> None:
        self._limiter = limiter
        self._client = client
        self._statement = statement
        self._counted_s = 0.0
        self._is_stopped = False

    async def __aenter__(self) -> None:
        loop = asyncio.get_running_loop()
        self._task = cast("asyncio.Task[object]", asyncio.current_task(loop))
        self._outer_cancels = self._task.cancelling()
        self._started_at = time.monotonic()
        self._timer = loop.call_later(self._limiter.attempt_limit_s, self._check, loop)

    def _check(self, loop: asyncio.AbstractEventLoop) -> None:
        """Count the time since the last check; stop the block, or check again later."""
        self._client.counted_s.add(self._limiter.attempt_limit_s, time.monotonic())
        self._counted_s += self._limiter.attempt_limit_s
        if self._limiter.exceeds_share(self._client):
            self._is_stopped = True
            self._task.cancel()
        else:
            self._timer = loop.call_later(self._limiter.attempt_limit_s, self._check, loop)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self._timer.cancel()
        seconds = time.monotonic() - self._started_at
        self._limiter.record(self._client, self._statement, seconds, self._counted_s)
        if not self._is_stopped:
            return False
        return self._task.uncancel() <= self._outer_cancels and kind is asyncio.CancelledError


def _rejected(reason: str) -> RequestError:
    advice = (
        f"A query is expensive if its estimated cost is {EXPENSIVE_COST:,} or more and it usually takes "
        f"{SLOW_STATEMENT_S * 1000:g} ms or more, if it is a page of an export, or if it is slow while its client "
        f"uses more than its share of Neo4j. Try again in {RETRY_AFTER_S} s."
    )
    return RequestError(Code.TOO_MANY_REQUESTS, f"{reason} {advice}", wait_s=RETRY_AFTER_S)
