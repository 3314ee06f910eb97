"""How long a statement is waited for."""

import asyncio
import time

import pytest

from cypher.driver.errors import GraphTimeoutError, GraphUnavailableError
from cypher.driver.timeouts import GRACE_S, HEALTH_INTERVAL_S, RECENT_S, HealthProbe, statement_timeout


async def test_a_statement_that_goes_on_is_a_timeout() -> None:
    """Beyond its limit a statement is a timeout where the server lives; without a sign of life it is out of reach."""
    alive = HealthProbe(lambda: asyncio.sleep(0))
    with pytest.raises(GraphTimeoutError):
        async with statement_timeout(0.1 - GRACE_S, alive.is_alive):
            await asyncio.sleep(30)
    with pytest.raises(GraphUnavailableError):
        async with statement_timeout(0.1 - GRACE_S):
            await asyncio.sleep(30)


@pytest.mark.full
async def test_no_sign_of_life_ends_the_waiting() -> None:
    """A server that gives no sign of life is given up well before the limit, one that does is waited for."""
    started = time.monotonic()
    with pytest.raises(GraphUnavailableError):
        async with statement_timeout(60, HealthProbe(lambda: asyncio.sleep(30), within_s=0.2).is_alive):
            await asyncio.sleep(30)
    assert time.monotonic() - started < HEALTH_INTERVAL_S + 2
    async with statement_timeout(60, HealthProbe(lambda: asyncio.sleep(0)).is_alive):
        await asyncio.sleep(HEALTH_INTERVAL_S * 2.5)


async def test_many_who_ask_share_one_answer() -> None:
    """Fifty requests that wait at once ask the server once."""
    asked = 0

    async def ask() -> None:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0.05)

    pulse = HealthProbe(ask)
    assert all(await asyncio.gather(*(pulse.is_alive() for _ in range(50))))
    assert asked == 1
    assert await pulse.is_alive()
    assert asked == 2


async def test_an_answer_to_anybody_is_a_sign_of_life() -> None:
    """A server that lets nobody new in, and goes on answering others, lives; when the answers end it is given up."""
    pulse = HealthProbe(lambda: asyncio.sleep(30), within_s=0.2)

    async def others() -> None:
        for _ in range(20):
            pulse.record_response()
            await asyncio.sleep(0.1)

    async with asyncio.TaskGroup() as group:
        group.create_task(others())
        await asyncio.sleep(0.05)
        assert await pulse.is_alive()
    await asyncio.sleep(RECENT_S)
    asking = asyncio.create_task(pulse.is_alive())
    await asyncio.sleep(0.1)
    pulse.record_response()  # while the server is asked
    assert await asking
    await asyncio.sleep(RECENT_S)
    assert not await pulse.is_alive()
