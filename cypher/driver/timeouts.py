"""Limits of statements: timeouts, which end early if the server does not respond to a health check, and concurrency."""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import cast

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


class statement_timeout:  # noqa: N801 used like a function: `async with statement_timeout(...):`
    """Limit the time for a statement, and give up early if the server hangs.

    The connection is dropped, which ends the statement if the server can still process that. Neo4j's own limit does not
    cover query planning, so planning may exceed it. Raises GraphUnavailableError if the server does not respond, else
    GraphTimeoutError.

    Most statements end before the first health check; for them, the block costs one timer.

    Args:
        is_alive: Health check; without it, a hanging server is only detected at the limit.
    """

    __slots__ = ("_cancelled", "_checks", "_is_alive", "_limit_s", "_outer_cancels", "_silent", "_task", "_timer")

    def __init__(
        self, limit_s: float, is_alive: Callable[[], Awaitable[bool]] | None = None, *, grace_s: float = GRACE_S
    ) -> None:
        self._limit_s = limit_s + grace_s
        self._is_alive = is_alive
        self._silent = is_alive is None
        self._cancelled = False
        self._checks: asyncio.Task[None] | None = None

    async def __aenter__(self) -> None:
        loop = asyncio.get_running_loop()
        self._task = cast("asyncio.Task[object]", asyncio.current_task(loop))
        self._outer_cancels = self._task.cancelling()
        self._timer = loop.call_later(min(HEALTH_INTERVAL_S, self._limit_s), self._begin_checks, loop)

    def _begin_checks(self, loop: asyncio.AbstractEventLoop) -> None:
        remaining_s = self._limit_s - HEALTH_INTERVAL_S
        if remaining_s <= 0:
            self._cancel()
            return
        self._timer = loop.call_later(remaining_s, self._cancel)
        if self._is_alive is not None:
            self._checks = loop.create_task(self._check_periodically(self._is_alive))

    async def _check_periodically(self, is_alive: Callable[[], Awaitable[bool]]) -> None:
        while await is_alive():  # noqa: ASYNC110 nothing announces that a server hangs
            await asyncio.sleep(HEALTH_INTERVAL_S)
        self._silent = True
        self._cancel()

    def _cancel(self) -> None:
        """Cancel the block once; `__aexit__` turns this into an error, as `asyncio.timeout` does."""
        if not self._cancelled:
            self._cancelled = True
            self._task.cancel()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        if self._checks is not None:
            self._checks.cancel()
        if not self._cancelled:
            return
        is_own = self._task.uncancel() <= self._outer_cancels and kind is asyncio.CancelledError
        if not is_own:
            return
        if self._silent:
            raise GraphUnavailableError(
                "Neo4j is not responding. Check that it is running and not overloaded."
            ) from None
        raise GraphTimeoutError(
            "The query exceeded its time limit and was cancelled. Request less data at once."
        ) from None


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

    def slot(self) -> "Slot":
        """Return a context manager that waits for a slot and holds it.

        It raises GraphBusyError if no slot becomes free in time, and GraphUnavailableError if the server does not
        respond.
        """
        return Slot(self)

    async def acquire(self) -> None:
        """Take a slot, see `slot`."""
        if not self._free.locked():
            await self._free.acquire()
            return
        try:
            async with statement_timeout(self._wait_s, self._is_alive, grace_s=0):
                await self._free.acquire()
        except GraphTimeoutError:
            raise GraphBusyError(
                f"Too many concurrent queries: no slot became free within {self._wait_s:.0f} s. Try again later."
            ) from None

    def release(self) -> None:
        """Return a slot."""
        self._free.release()


class Slot:
    """A slot of a `QueryLimiter`, held during an `async with` block."""

    __slots__ = ("_limiter",)

    def __init__(self, limiter: QueryLimiter) -> None:
        self._limiter = limiter

    async def __aenter__(self) -> None:
        await self._limiter.acquire()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._limiter.release()
