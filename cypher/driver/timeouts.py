"""Statement timeouts, which end early if the server does not respond to a health check."""

import asyncio
import math
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from cypher.driver.errors import GraphTimeoutError, GraphUnavailableError

GRACE_S = 3.0
"""Extra time in seconds after a statement's limit: Neo4j checks the clock periodically, and responses take time."""
READ_GRACE_S = 0.5
"""Extra time in seconds for reads: Neo4j stops most within 0.2 s, except during planning."""
PATIENCE_S = 1.5
"""Interval in seconds between health checks while a response is pending."""
BEAT_S = 2.5
"""Timeout in seconds of a health check with sign-in; with `PATIENCE_S`, an outage is reported within 5 s."""
RECENT_S = 0.5
"""A response to any request within this many seconds counts as a health check."""


@asynccontextmanager
async def statement_timeout(
    limit_s: float, beats: Callable[[], Awaitable[bool]] | None = None, *, grace_s: float = GRACE_S
) -> AsyncGenerator[None]:
    """Limit the time for a statement, and give up early if the server hangs.

    The connection is dropped, which ends the statement if the server can still process that. Neo4j's own limit does not
    cover query planning, so planning may exceed it. Raises GraphUnavailableError if the server does not respond, else
    GraphTimeoutError.

    Args:
        beats: Health check; without it, a hanging server is only detected at the limit.
    """
    loop = asyncio.get_running_loop()
    looking: list[asyncio.Task[None]] = []
    silent = beats is None

    async def look() -> None:
        nonlocal silent
        while beats is not None:
            if not await beats():
                silent = True
                deadline.reschedule(loop.time())
                return
            await asyncio.sleep(PATIENCE_S)

    timer = loop.call_later(PATIENCE_S, lambda: looking.append(loop.create_task(look())))
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
        for task in looking:
            task.cancel()


class HealthProbe:
    """Health check of a server over separate connections; any recent response to another request counts as well.

    Concurrent callers share one check. Under a load that admits no new connection in time, responses to other requests
    still show that the server is running.
    """

    def __init__(self, ask: Callable[[], Awaitable[object]], within_s: float = BEAT_S) -> None:
        self._ask = ask
        self._within_s = within_s
        self._asking: asyncio.Task[bool] | None = None
        self._heard_at = -math.inf

    def record_response(self) -> None:
        """Record that the server has just responded to a request."""
        self._heard_at = time.monotonic()

    async def is_alive(self) -> bool:
        """Return True if the server responds in time."""
        if time.monotonic() - self._heard_at < RECENT_S:
            return True
        if self._asking is None or self._asking.done():
            self._asking = asyncio.get_running_loop().create_task(self._beats())
        return await asyncio.shield(self._asking)

    async def _beats(self) -> bool:
        asked_at = time.monotonic()
        try:
            async with asyncio.timeout(self._within_s):
                await self._ask()
        except Exception:  # noqa: BLE001 any error means that the check failed
            return self._heard_at >= asked_at
        return True
