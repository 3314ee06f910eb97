"""Taking turns over few connections."""

import asyncio

import pytest

from cypher.driver.client import QueryLimiter
from cypher.driver.errors import GraphBusyError


async def alive() -> bool:
    return True


async def test_of_two_hundred_none_starves() -> None:
    """Who has had a turn waits behind all others: of 200 who ask again and again nobody is a round behind."""
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


async def test_who_waits_too_long_is_told() -> None:
    """Where no turn comes in time it is said; who gave up stands in nobody's way."""
    turns = QueryLimiter(1, 0.1, alive)
    async with turns.slot():
        with pytest.raises(GraphBusyError, match="Too many concurrent queries"):
            async with turns.slot():
                pass
    async with turns.slot():
        pass
