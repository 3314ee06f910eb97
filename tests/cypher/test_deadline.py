"""Timeouts of statements."""

import asyncio
import time

import pytest

from cypher.driver.errors import GraphTimeoutError, GraphUnavailableError
from cypher.driver.timeouts import GRACE_S, HEALTH_INTERVAL_S, RECENT_S, HealthProbe, statement_timeout


async def test_slow_statement_times_out() -> None:
    """A statement over its limit is a timeout if the server is alive; otherwise the server is unavailable."""
    alive = HealthProbe(lambda: asyncio.sleep(0))
    with pytest.raises(GraphTimeoutError):
        async with statement_timeout(0.1 - GRACE_S, alive.is_alive):
            await asyncio.sleep(30)
    with pytest.raises(GraphUnavailableError):
        async with statement_timeout(0.1 - GRACE_S):
            await asyncio.sleep(30)


@pytest.mark.full
async def test_unresponsive_server_ends_wait_early() -> None:
    """The wait ends well before the limit if the server is unresponsive, and continues if it is alive."""
    started = time.monotonic()
    with pytest.raises(GraphUnavailableError):
        async with statement_timeout(60, HealthProbe(lambda: asyncio.sleep(30), within_s=0.2).is_alive):
            await asyncio.sleep(30)
    assert time.monotonic() - started < HEALTH_INTERVAL_S + 2
    async with statement_timeout(60, HealthProbe(lambda: asyncio.sleep(0)).is_alive):
        await asyncio.sleep(HEALTH_INTERVAL_S * 2.5)


async def test_concurrent_health_probes_share_one_request() -> None:
    """Fifty concurrent health probes send the server one request."""
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


async def test_any_response_proves_server_alive() -> None:
    """A server that accepts no connection but answers other requests is alive; when answers stop, it is not."""
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
