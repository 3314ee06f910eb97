"""How long a statement is waited for: less where the server gives no sign of life."""

import asyncio
import math
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from cypher.driver.errors import GraphTimeoutError, GraphUnavailableError

GRACE_S = 3.0
"""What a statement may take beyond its time limit: Neo4j looks at the clock now and then, and an answer travels."""
READ_GRACE_S = 0.5
"""The same of a reading statement, which someone waits for: Neo4j ends most within 0.2 s, all but their planning."""
PATIENCE_S = 1.5
"""After so long without an answer the server is asked for a sign of life, and again each time."""
BEAT_S = 2.5
"""How long the sign may take, sign-in and all: with the patience it stays under the 5 s in which 503 is due."""
RECENT_S = 0.5
"""An answer to anybody so short a time ago is a sign of life."""


@asynccontextmanager
async def statement_timeout(
    limit_s: float, beats: Callable[[], Awaitable[bool]] | None = None, *, grace_s: float = GRACE_S
) -> AsyncGenerator[None]:
    """Give up on a server that hangs, and on a statement that Neo4j does not end at its time limit.

    `beats` asks the server for a sign of life; without it a server that hangs is given up after the limit. The
    connection is dropped, which ends the statement wherever the server still can. Planning, which no limit of Neo4j's
    ends, may take longer than a limit.
    Raises GraphUnavailableError where there was no sign of life, GraphTimeoutError where there was.
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
            raise GraphUnavailableError("Neo4j gives no sign of life. Is it busy beyond measure, or stopped?") from None
        raise GraphTimeoutError(
            "The query ran longer than its time limit and was given up. Ask for less at once."
        ) from None
    finally:
        timer.cancel()
        for task in looking:
            task.cancel()


class HealthProbe:
    """Signs of life of a server: any answer is one; without, it is asked, over connections of its own.

    Many who ask at once share one answer. Under a load that lets no new connection in within the time, the answers
    that others get still tell that the server lives.
    """

    def __init__(self, ask: Callable[[], Awaitable[object]], within_s: float = BEAT_S) -> None:
        self._ask = ask
        self._within_s = within_s
        self._asking: asyncio.Task[bool] | None = None
        self._heard_at = -math.inf

    def record_response(self) -> None:
        """Note that the server has answered something just now."""
        self._heard_at = time.monotonic()

    async def is_alive(self) -> bool:
        """Tell whether the server answers in time."""
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
        except Exception:  # noqa: BLE001 whatever went wrong, there was no sign of life
            return self._heard_at >= asked_at
        return True
