"""Fair sharing of few connections among many queries."""

import asyncio

import pytest

from cypher.driver.client import QueryLimiter
from cypher.driver.errors import GraphBusyError


async def alive() -> bool:
    return True


async def test_query_limiter_is_fair() -> None:
    """A client that had a slot waits behind all others: of 200 busy clients, none is more than a round behind."""
    turns, rounds = QueryLimiter(2, 60, alive), [0] * 200
    apart = 0

    async def client(number: int) -> None:
        nonlocal apart
        for _ in range(5):
            async with turns.slot():
                await asyncio.sleep(0)
                rounds[number] += 1
                apart = max(apart, max(rounds) - min(rounds))

    await asyncio.gather(*map(client, range(200)))
    assert rounds == [5] * 200
    assert apart == 1


async def test_long_wait_raises_busy_error() -> None:
    """A client that waits too long for a slot gets an error, and then blocks no other client."""
    turns = QueryLimiter(1, 0.1, alive)
    async with turns.slot():
        with pytest.raises(GraphBusyError, match="Too many concurrent queries"):
            async with turns.slot():
                pass
    async with turns.slot():
        pass
