"""How long a statement is waited for."""

import asyncio
import time

import pytest

from cypher.deadline import GRACE_S, PATIENCE_S, RECENT_S, Pulse, answering
from cypher.errors import GraphTimeoutError, GraphUnavailableError


async def test_a_statement_that_goes_on_is_a_timeout() -> None:
    """Beyond its limit a statement is a timeout where the server lives; without a sign of life it is out of reach."""
    alive = Pulse(lambda: asyncio.sleep(0))
    with pytest.raises(GraphTimeoutError):
        async with answering(0.1 - GRACE_S, alive.beats):
            await asyncio.sleep(30)
    with pytest.raises(GraphUnavailableError):
        async with answering(0.1 - GRACE_S):
            await asyncio.sleep(30)


async def test_no_sign_of_life_ends_the_waiting() -> None:
    """A server that gives no sign of life is given up well before the limit, one that does is waited for."""
    started = time.monotonic()
    with pytest.raises(GraphUnavailableError):
        async with answering(60, Pulse(lambda: asyncio.sleep(30), within_s=0.2).beats):
            await asyncio.sleep(30)
    assert time.monotonic() - started < PATIENCE_S + 2
    async with answering(60, Pulse(lambda: asyncio.sleep(0)).beats):
        await asyncio.sleep(PATIENCE_S * 2.5)


async def test_many_who_ask_share_one_answer() -> None:
    """Fifty requests that wait at once ask the server once."""
    asked = 0

    async def ask() -> None:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0.05)

    pulse = Pulse(ask)
    assert all(await asyncio.gather(*(pulse.beats() for _ in range(50))))
    assert asked == 1
    assert await pulse.beats()
    assert asked == 2


async def test_an_answer_to_anybody_is_a_sign_of_life() -> None:
    """A server that lets nobody new in, and goes on answering others, lives; when the answers end it is given up."""
    pulse = Pulse(lambda: asyncio.sleep(30), within_s=0.2)

    async def others() -> None:
        for _ in range(20):
            pulse.heard()
            await asyncio.sleep(0.1)

    async with asyncio.TaskGroup() as group:
        group.create_task(others())
        await asyncio.sleep(0.05)
        assert await pulse.beats()
    await asyncio.sleep(RECENT_S)
    asking = asyncio.create_task(pulse.beats())
    await asyncio.sleep(0.1)
    pulse.heard()  # while the server is asked
    assert await asking
    await asyncio.sleep(RECENT_S)
    assert not await pulse.beats()
