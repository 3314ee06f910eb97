"""How long a statement is waited for: less where the server gives no sign of life."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from cypher.errors import GraphTimeoutError, GraphUnavailableError

GRACE_S = 3.0
"""What a statement may take beyond its time limit: Neo4j looks at the clock now and then, and an answer travels."""
READ_GRACE_S = 0.5
"""The same of a reading statement, which someone waits for: Neo4j ends most within 0.2 s, all but their planning."""
PATIENCE_S = 1.5
"""After so long without an answer the server is asked for a sign of life, and again each time."""


@asynccontextmanager
async def answering(
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


class Pulse:
    """Asks a server for signs of life, over connections of its own; many who ask at once share one answer."""

    def __init__(self, ask: Callable[[], Awaitable[object]], within_s: float = 2.0) -> None:
        self._ask = ask
        self._within_s = within_s
        self._asking: asyncio.Task[bool] | None = None

    async def beats(self) -> bool:
        """Tell whether the server answers in time."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.get_running_loop().create_task(self._beats())
        return await asyncio.shield(self._asking)

    async def _beats(self) -> bool:
        try:
            async with asyncio.timeout(self._within_s):
                await self._ask()
        except Exception:  # noqa: BLE001 whatever went wrong, there was no sign of life
            return False
        return True
