"""One request at a time lets Neo4j plan a statement; concurrent requests with the same statement wait for the plan.

Neo4j itself plans a new statement for each request that arrives before the first plan is finished: 40 requests for the
page of a paper took 20 s of processor time instead of 1.2 s. Neo4j plans again if the statistics of the graph have
changed, at most every 10 seconds; a statement is therefore new again after this time.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Hashable
from contextlib import asynccontextmanager

from cypher.driver.errors import GraphBusyError
from cypher.driver.metrics import planning_timer

VALID_S = 10.0
"""Time in seconds after which Neo4j may plan a statement again (`dbms.cypher.min_replan_interval`)."""
MAX_STATEMENTS = 1_000
"""Maximum number of remembered statements; by default, Neo4j caches as many plans."""


class PlanningGate:
    """Knows which statements Neo4j has planned recently, and which it is planning.

    A key is the text of a statement, or the texts of all statements of a transaction: transactions that have only some
    statements in common do not wait for each other.
    """

    def __init__(self) -> None:
        self._planned_at: dict[Hashable, float] = {}
        self._planning: dict[Hashable, asyncio.Event] = {}

    def is_planned(self, key: Hashable) -> bool:
        """Return True if Neo4j has planned the statements recently."""
        return time.monotonic() - self._planned_at.get(key, -VALID_S) < VALID_S

    @asynccontextmanager
    async def planning(self, key: Hashable, wait_s: float) -> AsyncGenerator[Callable[[], None]]:
        """Wait while another request plans the statements, then plan them if it has failed.

        Yields a function that reports the statements as planned, and lets others continue. The end of the block lets
        them continue in any case: after an error, the next request plans the statements.

        Raises GraphBusyError if the plans of others take more than `wait_s` seconds.
        """
        timer, started_at = planning_timer(), time.monotonic()
        try:
            async with asyncio.timeout(wait_s):
                while (pending := self._planning.get(key)) is not None:
                    await pending.wait()
        except TimeoutError:
            raise GraphBusyError(
                f"Neo4j was still planning the same query for another request after {wait_s:g} s. Try again."
            ) from None
        if self.is_planned(key):
            timer.waited_s += time.monotonic() - started_at
            yield _do_nothing
            return
        own = self._planning[key] = asyncio.Event()

        def report_planned() -> None:
            self._remember(key)
            end()

        def end() -> None:
            if not own.is_set():
                timer.waited_s += time.monotonic() - started_at
                self._planning.pop(key, None)
                own.set()

        try:
            yield report_planned
        finally:
            end()

    def _remember(self, key: Hashable) -> None:
        self._planned_at.pop(key, None)  # the newest entry is the last one
        self._planned_at[key] = time.monotonic()
        if len(self._planned_at) > MAX_STATEMENTS:
            del self._planned_at[next(iter(self._planned_at))]


def _do_nothing() -> None:
    pass
