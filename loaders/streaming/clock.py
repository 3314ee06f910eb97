"""Takes the time of a load while it runs."""

import time
from collections.abc import Generator
from contextlib import contextmanager

from cypher.waiting import Stopwatch, timed
from loaders.streaming.spent import Spent


class Clock:
    """What a load has spent so far; what it does between two calls, if not waiting for Neo4j, is settling."""

    def __init__(self, stopwatch: Stopwatch) -> None:
        self._stopwatch = stopwatch
        self._began = time.perf_counter()
        self._reading_s = 0.0
        self._counted_from: tuple[float, float, float] | None = None

    @contextmanager
    def reading(self) -> Generator[None]:
        """Count what is waited for here as reading."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._reading_s += time.perf_counter() - began

    def count(self) -> None:
        """From now on facts are counted."""
        self._counted_from = self._now()

    @property
    def spent(self) -> Spent:
        """What was spent until now."""
        until, waited_s, network_s = self._counted_from or self._now()
        return Spent(
            reading_s=self._reading_s,
            settling_s=max(until - self._began - self._reading_s - waited_s, 0.0),
            neo4j_s=waited_s - network_s,
            network_s=network_s,
            counting_s=time.perf_counter() - until if self._counted_from else 0.0,
        )

    def _now(self) -> tuple[float, float, float]:
        waited_s = self._stopwatch.waited_s
        return time.perf_counter(), waited_s, min(self._stopwatch.network_s, waited_s)


@contextmanager
def running() -> Generator[Clock]:
    """Give a clock that runs from now on, for what this task does."""
    with timed() as stopwatch:
        yield Clock(stopwatch)
