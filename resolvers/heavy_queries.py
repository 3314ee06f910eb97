"""Limits how many expensive queries run in Neo4j at once, in total and per client, so that cheap ones stay fast.

A query is expensive if its estimated cost is at least `HEAVY_COST`, or if it is a page of an export. Cheap queries
never wait here. Each client can use half of the places, and a client's further queries wait behind its own, so that
clients share the places.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from math import ceil

from resolvers.errors import Code, RequestError

HEAVY_COST = 5_000
"""Estimated cost from which a query is expensive."""
MAX_WAITING = 50
"""Maximum number of waiting expensive queries per client."""
WAIT_S = 10.0
"""Maximum time in seconds that an expensive query waits."""
RETRY_AFTER_S = 5
AT_ONCE = nullcontext()


class HeavyQueryLimiter:
    """Admits expensive queries.

    Args:
        at_once: Maximum number of expensive queries that run at once; 0: unlimited.
        wait_s: Maximum time in seconds that a query waits.
    """

    def __init__(self, at_once: int = 0, wait_s: float = WAIT_S) -> None:
        self._at_once = at_once
        self._per_client = ceil(at_once / 2)
        self._wait_s = wait_s
        self._free = asyncio.Semaphore(at_once)
        self._clients: dict[str, asyncio.Semaphore] = {}
        self._queries: Counter[str] = Counter()
        """Running and waiting expensive queries by client."""

    def slot(self, client: str, cost: int) -> AbstractAsyncContextManager[None]:
        """Return a context manager that waits for a place for a query, and holds it; it admits a cheap query at once.

        It raises RequestError (TOO_MANY_REQUESTS) if the client has too many waiting queries, or waits too long.
        """
        return AT_ONCE if cost < HEAVY_COST or not self._at_once else self._wait_for_slot(client)

    @asynccontextmanager
    async def _wait_for_slot(self, client: str) -> AsyncGenerator[None]:
        if self._queries[client] >= MAX_WAITING + self._per_client:
            raise _rejected(f"This client has {MAX_WAITING} waiting expensive queries.")
        self._queries[client] += 1
        own = self._clients.setdefault(client, asyncio.Semaphore(self._per_client))
        try:
            async with AsyncExitStack() as held:
                try:
                    async with asyncio.timeout(self._wait_s):
                        await held.enter_async_context(own)
                        await held.enter_async_context(self._free)
                except TimeoutError:
                    raise _rejected(f"This expensive query waited {self._wait_s:g} s for others.") from None
                yield
        finally:
            self._queries[client] -= 1
            if not self._queries[client]:
                del self._queries[client], self._clients[client]


def _rejected(reason: str) -> RequestError:
    advice = (
        f"A query is expensive if its estimated cost is {HEAVY_COST:,} or more, or if it is a page of an export. "
        f"Try again in {RETRY_AFTER_S} s."
    )
    return RequestError(Code.TOO_MANY_REQUESTS, f"{reason} {advice}", wait_s=RETRY_AFTER_S)
