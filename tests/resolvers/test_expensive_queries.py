"""Slots for expensive queries: their number, shares of clients, waiting and rejection; slow queries."""

import asyncio
import time

import pytest

from resolvers.errors import Code, RequestError
from resolvers.expensive_queries import (
    EXPENSIVE_COST,
    FREE_S,
    MAX_WAITING,
    PAUSE_RATIO,
    REJECTION_DELAY_S,
    SERVER_WEIGHT,
    UNDELAYED_REJECTIONS,
    ClientQuery,
    ExpensiveQueryLimiter,
)

ATTEMPT_LIMIT_S = 0.02
"""Maximum time of a query without a slot in these tests: a tenth of the default."""


class Queries:
    """Expensive queries that run until `end` is called; records which have started."""

    def __init__(self, limiter: ExpensiveQueryLimiter) -> None:
        self.limiter = limiter
        self.started: list[str] = []
        self._end = asyncio.Event()

    async def run(self, client: str) -> None:
        """Run one query."""

        async def read() -> None:
            self.started.append(client)
            await self._end.wait()

        await self.limiter.run(ClientQuery(client, EXPENSIVE_COST, "expensive"), read)

    async def start(self, *clients: str) -> list[asyncio.Task[None]]:
        """Start a query for each client, and let each run as far as it can."""
        tasks = [asyncio.create_task(self.run(client)) for client in clients]
        await asyncio.sleep(0.01)
        return tasks

    def end(self) -> None:
        """End all queries."""
        self._end.set()


async def block_event_loop() -> float:
    """Keep the event loop busy, as a compilation does; return the duration in seconds."""
    started_at = time.monotonic()
    time.sleep(0.05)  # noqa: ASYNC251 the purpose of the function
    return time.monotonic() - started_at


async def run_cheap(
    limiter: ExpensiveQueryLimiter, client: str, seconds: float = 0.0, statement: str = "cheap"
) -> None:
    """Run a query with a low estimated cost that takes some seconds."""
    await limiter.run(ClientQuery(client, EXPENSIVE_COST - 1, statement), lambda: asyncio.sleep(seconds))


class SlowReads:
    """Reads that take longer than estimated; records how many run at once."""

    def __init__(self, limiter: ExpensiveQueryLimiter) -> None:
        self.limiter = limiter
        self.running = 0
        self.attempts = 0

    async def run(self, client: str, seconds: float) -> str:
        """Run one query."""

        async def read() -> str:
            self.attempts += 1
            self.running += 1
            try:
                await asyncio.sleep(seconds)
            finally:
                self.running -= 1
            return client

        return await self.limiter.run(ClientQuery(client, 1, "slow"), read)


async def test_clients_share_the_slots() -> None:
    """One client uses half of the slots however many queries it sends, another the rest; cheap queries never wait."""
    queries = Queries(ExpensiveQueryLimiter(4))
    tasks = await queries.start(*["greedy"] * 20, "modest", "modest")
    assert sorted(queries.started) == ["greedy", "greedy", "modest", "modest"]
    async with asyncio.timeout(1):
        await run_cheap(queries.limiter, "other")
    queries.end()
    await asyncio.gather(*tasks)
    assert queries.started.count("greedy") == 20


async def test_long_waits_are_rejected() -> None:
    """A query that waits too long, or exceeds the queue of its client, gets TOO_MANY_REQUESTS; no slot is lost."""
    queries = Queries(ExpensiveQueryLimiter(2, wait_s=0.05))
    running, *waiting = await queries.start(*["greedy"] * (MAX_WAITING + 1))
    with pytest.raises(RequestError, match=f"{MAX_WAITING} waiting expensive queries") as beyond:
        await queries.run("greedy")
    assert (beyond.value.code, beyond.value.wait_s) == (Code.TOO_MANY_REQUESTS, 5)
    errors = await asyncio.gather(*waiting, return_exceptions=True)
    reason = (
        "A query is expensive if its estimated cost is 5,000 or more and it usually takes 50 ms or more, if it is a "
        "page of an export, or if it is slow while its client uses more than its share of Neo4j."
    )
    assert {str(error) for error in errors} == {
        f"This expensive query waited 0.05 s for others. {reason} Try again in 5 s."
    }
    queries.end()
    await running
    await queries.run("greedy")


async def test_cancelled_query_returns_its_slot() -> None:
    """The slot of a query that is cancelled while it waits or runs is free again."""
    queries = Queries(ExpensiveQueryLimiter(2))
    running, waiting = await queries.start("client", "client")
    waiting.cancel()
    running.cancel()
    await asyncio.gather(running, waiting, return_exceptions=True)
    (again,) = await queries.start("client")
    assert queries.started == ["client", "client"]
    queries.end()
    await again


async def test_slow_queries_of_greedy_client_get_slots() -> None:
    """Slow queries of a client stop while another client is active; then half of the slots run them, each a second
    time.
    """
    limiter = ExpensiveQueryLimiter(2, attempt_limit_s=ATTEMPT_LIMIT_S)
    reads = SlowReads(limiter)
    greedy = [asyncio.create_task(reads.run("greedy", 0.1)) for _ in range(8)]
    most = 0
    end = time.monotonic() + FREE_S
    while time.monotonic() < end:
        await run_cheap(limiter, "modest")
        await asyncio.sleep(ATTEMPT_LIMIT_S / 2)
        if time.monotonic() > end - FREE_S / 2:  # the first checks have stopped the queries
            most = max(most, reads.running)
    assert most == 1
    for query in greedy[1:]:
        query.cancel()
    assert await greedy[0] == "greedy"
    assert reads.attempts > 8
    await asyncio.gather(*greedy, return_exceptions=True)


async def test_lone_client_uses_all() -> None:
    """Slow queries of the only active client run at once, and once."""
    reads = SlowReads(ExpensiveQueryLimiter(2, attempt_limit_s=ATTEMPT_LIMIT_S))
    await asyncio.gather(*(reads.run("only", 0.1) for _ in range(20)))
    assert reads.attempts == 20


async def test_equal_clients_use_all() -> None:
    """Clients that use as much as each other have no limit, although all are slow."""
    reads = SlowReads(ExpensiveQueryLimiter(2, attempt_limit_s=ATTEMPT_LIMIT_S))
    await asyncio.gather(*(reads.run(f"client {number % 10}", 0.1) for number in range(100)))
    assert reads.attempts == 100


async def test_quick_statement_of_greedy_client_does_not_wait() -> None:
    """A new statement of such a client waits for a slot; after a quick execution, it needs none."""
    limiter = ExpensiveQueryLimiter(2)
    await run_cheap(limiter, "modest")
    await asyncio.gather(*(run_cheap(limiter, "greedy", 0.09, "slow") for _ in range(8)))
    queries = Queries(limiter)
    (running,) = await queries.start("greedy")  # takes the only slot of the client
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await run_cheap(limiter, "greedy", statement="new")
    queries.end()
    await running
    await run_cheap(limiter, "greedy", statement="new")
    again = Queries(limiter)
    (running,) = await again.start("greedy")
    async with asyncio.timeout(0.05):
        await run_cheap(limiter, "greedy", statement="new")
    again.end()
    await running


async def test_quick_statement_needs_no_slot_whatever_its_cost() -> None:
    """A quick list of 1,000 papers does not wait for a slow query of its client; a page of an export does."""
    limiter = ExpensiveQueryLimiter(2)
    quick_list = ClientQuery("client", EXPENSIVE_COST, "list of 1,000 papers")

    async def read() -> str:
        return "papers"

    await limiter.run(quick_list, read)
    slow = Queries(limiter)
    (running,) = await slow.start("client")  # takes the only slot of the client
    async with asyncio.timeout(0.05):
        assert await limiter.run(quick_list, read) == "papers"
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await limiter.run(quick_list._replace(always_expensive=True), read)
    slow.end()
    await running


async def test_disconnected_client_pays_for_its_queries() -> None:
    """Queries that their client abandons count as used, so that its next ones wait for a slot."""
    limiter = ExpensiveQueryLimiter(2)
    reads = SlowReads(limiter)
    running = 0
    for _ in range(2):
        abandoned = [asyncio.create_task(reads.run("greedy", 10)) for _ in range(8)]
        await run_cheap(limiter, "modest")
        await asyncio.sleep(0.09)
        running = reads.running
        for query in abandoned:
            query.cancel()
        results = await asyncio.gather(*abandoned, return_exceptions=True)
        assert {type(result) for result in results} == {asyncio.CancelledError}
    assert running == 1


async def test_quick_statements_never_wait() -> None:
    """A statement that is usually quick does not count against the share while the machine is busy."""
    limiter = ExpensiveQueryLimiter(2)
    await run_cheap(limiter, "other")
    await run_cheap(limiter, "busy")
    await asyncio.gather(*(run_cheap(limiter, "busy", 0.09) for _ in range(10)))
    async with asyncio.timeout(0.05):
        await asyncio.gather(*(run_cheap(limiter, "busy") for _ in range(10)))


async def test_new_documents_of_a_greedy_client_wait() -> None:
    """Work of the server counts against the share: a client that causes much of it pauses, and another one does not."""
    limiter = ExpensiveQueryLimiter(2)
    await run_cheap(limiter, "modest")

    async def run_several(count: int) -> None:
        await asyncio.gather(*(limiter.run_in_server("greedy", block_event_loop) for _ in range(count)))

    await run_several(4)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.8):
            await run_several(4)
    async with asyncio.timeout(0.1):
        await limiter.run_in_server("modest", block_event_loop)


async def test_new_documents_one_after_the_other_wait_briefly() -> None:
    """A client with one request at a time pauses for a multiple of its work, without the weight of the server."""
    limiter = ExpensiveQueryLimiter(2)
    await run_cheap(limiter, "modest")
    started_at = time.monotonic()
    worked_s = sum([await limiter.run_in_server("sequential", block_event_loop) for _ in range(6)])
    paused_s = time.monotonic() - started_at - worked_s
    assert worked_s < paused_s < PAUSE_RATIO * SERVER_WEIGHT / 2 * worked_s


async def test_frequent_rejections_are_delayed() -> None:
    """A client whose requests are often rejected waits for the responses; another one does not, nor a lone client."""
    limiter = ExpensiveQueryLimiter(2)
    async with asyncio.timeout(0.3):
        for _ in range(2 * UNDELAYED_REJECTIONS):
            await run_cheap(limiter, "")  # the server itself is no other client
            await limiter.delay_rejection("alone")
    await run_cheap(limiter, "modest")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1.6 * REJECTION_DELAY_S):  # the delay grows with the rejections
            await limiter.delay_rejection("alone")
    async with asyncio.timeout(0.1):
        await limiter.delay_rejection("modest")
