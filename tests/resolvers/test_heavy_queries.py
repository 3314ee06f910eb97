"""Places for expensive queries: their number, shares of clients, waiting and rejection."""

import asyncio

import pytest

from resolvers.errors import Code, RequestError
from resolvers.heavy_queries import HEAVY_COST, MAX_WAITING, HeavyQueryLimiter


class Queries:
    """Expensive queries that run until `end` is called; records which have started."""

    def __init__(self, limiter: HeavyQueryLimiter) -> None:
        self.limiter = limiter
        self.started: list[str] = []
        self._end = asyncio.Event()

    async def run(self, client: str) -> None:
        """Run one query."""
        async with self.limiter.slot(client, HEAVY_COST):
            self.started.append(client)
            await self._end.wait()

    async def start(self, *clients: str) -> list[asyncio.Task[None]]:
        """Start a query for each client, and let each run as far as it can."""
        tasks = [asyncio.create_task(self.run(client)) for client in clients]
        for _ in range(5):
            await asyncio.sleep(0)
        return tasks

    def end(self) -> None:
        """End all queries."""
        self._end.set()


async def test_clients_share_the_places() -> None:
    """One client uses half of the places however many queries it sends, another the rest; cheap queries never wait."""
    queries = Queries(HeavyQueryLimiter(4))
    tasks = await queries.start(*["greedy"] * 20, "modest", "modest")
    assert sorted(queries.started) == ["greedy", "greedy", "modest", "modest"]
    async with asyncio.timeout(1), queries.limiter.slot("other", HEAVY_COST - 1):
        pass
    queries.end()
    await asyncio.gather(*tasks)
    assert queries.started.count("greedy") == 20


async def test_long_waits_are_rejected() -> None:
    """A query that waits too long, or exceeds the queue of its client, gets TOO_MANY_REQUESTS; no place is lost."""
    queries = Queries(HeavyQueryLimiter(2, wait_s=0.05))
    running, *waiting = await queries.start(*["greedy"] * (MAX_WAITING + 1))
    with pytest.raises(RequestError, match=f"{MAX_WAITING} waiting expensive queries") as beyond:
        await queries.run("greedy")
    assert (beyond.value.code, beyond.value.wait_s) == (Code.TOO_MANY_REQUESTS, 5)
    errors = await asyncio.gather(*waiting, return_exceptions=True)
    reason = "A query is expensive if its estimated cost is 5,000 or more, or if it is a page of an export."
    assert {str(error) for error in errors} == {
        f"This expensive query waited 0.05 s for others. {reason} Try again in 5 s."
    }
    queries.end()
    await running
    await queries.run("greedy")


async def test_cancelled_query_returns_its_place() -> None:
    """The place of a query that is cancelled while it waits or runs is free again."""
    queries = Queries(HeavyQueryLimiter(2))
    running, waiting = await queries.start("client", "client")
    waiting.cancel()
    running.cancel()
    await asyncio.gather(running, waiting, return_exceptions=True)
    (again,) = await queries.start("client")
    assert queries.started == ["client", "client"]
    queries.end()
    await again
