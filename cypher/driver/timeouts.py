"""Limits of statements: timeouts, which end early if the server does not respond to a health check, and concurrency."""

import asyncio
import math
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from cypher.driver.errors import GraphBusyError, GraphTimeoutError, GraphUnavailableError

GRACE_S = 3.0
"""Extra time in seconds after a statement's limit: Neo4j checks the clock periodically, and responses take time."""
READ_GRACE_S = 0.5
"""Extra time in seconds for reads: Neo4j stops most within 0.2 s, except during planning."""
HEALTH_INTERVAL_S = 1.5
"""Interval in seconds between health checks while a response is pending."""
HEALTH_CHECK_S = 2.5
"""Timeout in seconds of a health check with sign-in; with `HEALTH_INTERVAL_S`, an outage is reported within 5 s."""
RECENT_S = 0.5
"""A response to any request within this many seconds counts as a health check."""


@asynccontextmanager
async def statement_timeout(
    limit_s: float, is_alive: Callable[[], Awaitable[bool]] | None = None, *, grace_s: float = GRACE_S
) -> AsyncGenerator[None]:
    """Limit the time for a statement, and give up early if the server hangs.

    The connection is dropped, which ends the statement if the server can still process that. Neo4j's own limit does not
    cover query planning, so planning may exceed it. Raises GraphUnavailableError if the server does not respond, else
    GraphTimeoutError.

    Args:
        is_alive: Health check; without it, a hanging server is only detected at the limit.
    """
    loop = asyncio.get_running_loop()
    checks: list[asyncio.Task[None]] = []
    silent = is_alive is None

    async def check_periodically() -> None:
        nonlocal silent
        while is_alive is not None:
            if not await is_alive():
                silent = True
                deadline.reschedule(loop.time())
                return
            await asyncio.sleep(HEALTH_INTERVAL_S)

    timer = loop.call_later(HEALTH_INTERVAL_S, lambda: checks.append(loop.create_task(check_periodically())))
    try:
        async with asyncio.timeout(limit_s + grace_s) as deadline:
            yield
    except TimeoutError:
        if silent:
            raise GraphUnavailableError(
                "Neo4j is not responding. Check that it is running and not overloaded."
            ) from None
        raise GraphTimeoutError(
            "The query exceeded its time limit and was cancelled. Request less data at once."
        ) from None
    finally:
        timer.cancel()
        for task in checks:
            task.cancel()


class HealthProbe:
    """Health check of a server over separate connections; any recent response to another request counts as well.

    Concurrent callers share one check. Under a load that admits no new connection in time, responses to other requests
    still show that the server is running.
    """

    def __init__(self, ping: Callable[[], Awaitable[object]], within_s: float = HEALTH_CHECK_S) -> None:
        self._ping = ping
        self._within_s = within_s
        self._running_check: asyncio.Task[bool] | None = None
        self._last_response_at = -math.inf

    def record_response(self) -> None:
        """Record that the server has just responded to a request."""
        self._last_response_at = time.monotonic()

    async def is_alive(self) -> bool:
        """Return True if the server responds in time."""
        if time.monotonic() - self._last_response_at < RECENT_S:
            return True
        if self._running_check is None or self._running_check.done():
            self._running_check = asyncio.get_running_loop().create_task(self._check())
        return await asyncio.shield(self._running_check)

    async def _check(self) -> bool:
        started_at = time.monotonic()
        try:
            async with asyncio.timeout(self._within_s):
                await self._ping()
        except Exception:  # noqa: BLE001 any error means that the check failed
            return self._last_response_at >= started_at
        return True


class QueryLimiter:
    """Limits the number of concurrent queries; others wait up to `wait_s` seconds in the order of arrival."""

    def __init__(self, at_once: int, wait_s: float, is_alive: Callable[[], Awaitable[bool]]) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._wait_s = wait_s
        self._is_alive = is_alive

    @asynccontextmanager
    async def slot(self) -> AsyncGenerator[None]:
        """Wait for a slot and hold it.

        Raises GraphBusyError if no slot becomes free in time, and GraphUnavailableError if the server does not respond.
        """
        if self._free.locked():
            try:
                async with statement_timeout(self._wait_s, self._is_alive, grace_s=0):
                    await self._free.acquire()
            except GraphTimeoutError:
                raise GraphBusyError(
                    f"Too many concurrent queries: no slot became free within {self._wait_s:.0f} s. Try again later."
                ) from None
        else:
            await self._free.acquire()
        try:
            yield
        finally:
            self._free.release()
