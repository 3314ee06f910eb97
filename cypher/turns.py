"""Taking turns: as many statements at once as there are connections, the others in the order in which they came."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from cypher.deadline import answering
from cypher.errors import GraphBusyError, GraphTimeoutError


class Turns:
    """So many at once; who comes later waits `wait_s` seconds at most, first come, first served."""

    def __init__(self, at_once: int, wait_s: float, beats: Callable[[], Awaitable[bool]]) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._wait_s = wait_s
        self._beats = beats

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[None]:
        """Wait for a turn and hold it.

        Raises GraphBusyError where none came in time, GraphUnavailableError where the server gives no sign of life.
        """
        if self._free.locked():
            try:
                async with answering(self._wait_s, self._beats, grace_s=0):
                    await self._free.acquire()
            except GraphTimeoutError:
                raise GraphBusyError(
                    f"Too many ask at once: no turn came within {self._wait_s:.0f} seconds. Try again in a moment."
                ) from None
        else:
            await self._free.acquire()
        try:
            yield
        finally:
            self._free.release()
