"""One request at a time lets Neo4j plan a statement; concurrent requests with the same statement wait for the plan.

Neo4j itself plans a new statement for each request that arrives before the first plan is finished: 40 requests for the
page of a paper took 20 s of processor time instead of 1.2 s. Neo4j plans again if the statistics of the graph have
changed, at most every 10 seconds; a statement is therefore new again after this time.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from cypher.driver.errors import GraphBusyError

VALID_S = 10.0
"""Time in seconds after which Neo4j may plan a statement again (`dbms.cypher.min_replan_interval`)."""
MAX_STATEMENTS = 1_000
"""Maximum number of remembered statements; by default, Neo4j caches as many plans."""


class PlanningGate:
    """Knows which statements Neo4j has planned recently, and which it is planning."""

    def __init__(self) -> None:
        self._planned_at: dict[str, float] = {}
        self._planning: dict[str, asyncio.Event] = {}

    def is_planned(self, text: str) -> bool:
        """Return True if Neo4j has planned a statement recently."""
        return time.monotonic() - self._planned_at.get(text, -VALID_S) < VALID_S

    @asynccontextmanager
    async def planning(self, *texts: str, wait_s: float) -> AsyncGenerator[Callable[[str], None]]:
        """Wait while other requests plan one of the statements, then plan the new ones.

        Yields a function that reports a statement as planned, and lets others continue with it. The end of the block
        lets them continue in any case: after an error, the next request plans the statement.

        Raises GraphBusyError if the plans of others take more than `wait_s` seconds.
        """
        try:
            async with asyncio.timeout(wait_s):
                while pending := [self._planning[text] for text in texts if text in self._planning]:
                    await pending[0].wait()
        except TimeoutError:
            raise GraphBusyError(
                f"Neo4j was still planning the same query for another request after {wait_s:g} s. Try again."
            ) from None
        own = {text: asyncio.Event() for text in texts if text not in self._planning and not self.is_planned(text)}
        self._planning |= own

        def end(text: str) -> None:
            if own.get(text) is self._planning.get(text) and text in own:
                self._planning.pop(text).set()

        def report_planned(text: str) -> None:
            self._remember(text)
            end(text)

        try:
            yield report_planned
        finally:
            for text in own:
                end(text)

    def _remember(self, text: str) -> None:
        self._planned_at.pop(text, None)  # the newest entry is the last one
        self._planned_at[text] = time.monotonic()
        if len(self._planned_at) > MAX_STATEMENTS:
            del self._planned_at[next(iter(self._planned_at))]
