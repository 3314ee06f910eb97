"""How long one has waited for Neo4j: a stopwatch that runs while a question or a write is under way."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf

ENOUGH = 20
"""Trips before anything is said of the way: the shortest of the first few waited for a plan, not for the network."""


class WaitTimer:
    """Seconds that were waited, in how many trips there and back, and the shortest wait for one trip."""

    def __init__(self) -> None:
        self.waited_s = 0.0
        self.trips = 0
        self.fastest_s = inf
        self._under_way = 0
        self._since = 0.0

    @property
    def network_s(self) -> float:
        """Seconds that all trips took on their way: each at most as long as the shortest took with its answer.

        0 while there were few trips.
        """
        return self.trips * self.fastest_s if self.trips >= ENOUGH else 0.0

    @contextmanager
    def trip(self, trips: int) -> Generator[None]:
        """Run while something is under way; what overlaps is waited for once."""
        began = time.perf_counter()
        self._since = self._since if self._under_way else began
        self._under_way += 1
        try:
            yield
        finally:
            now = time.perf_counter()
            self._under_way -= 1
            self.trips += trips
            self.fastest_s = min(self.fastest_s, (now - began) / trips)
            if not self._under_way:
                self.waited_s += now - self._since


_running: ContextVar[WaitTimer | None] = ContextVar("stopwatch", default=None)


@contextmanager
def timed() -> Generator[WaitTimer]:
    """Give a stopwatch for whatever this task asks of Neo4j; tasks that run already are not its matter."""
    stopwatch = WaitTimer()
    token = _running.set(stopwatch)
    try:
        yield stopwatch
    finally:
        _running.reset(token)


@contextmanager
def waiting(trips: int = 1) -> Generator[None]:
    """Let the stopwatch run, if there is one, while Neo4j is asked."""
    stopwatch = _running.get()
    if stopwatch is None:
        yield
        return
    with stopwatch.trip(trips):
        yield
