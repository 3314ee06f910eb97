"""Measure the time of a load by activity."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from cypher.driver.metrics import WaitTimer, timed

PERCENT = 100


@dataclass(frozen=True, slots=True)
class TimeBreakdown:
    """Seconds of a load by activity; their sum is the duration of the load.

    Attributes:
        reading_s: waiting for the readers of files.
        resolving_s: resolving, in Python.
        neo4j_s: waiting for Neo4j, without `network_s`.
        network_s: upper bound of the round trips to Neo4j (`cypher.driver.metrics`).
        deriving_s: deriving facts in Neo4j after all records were written.
    """

    reading_s: float = 0.0
    resolving_s: float = 0.0
    neo4j_s: float = 0.0
    network_s: float = 0.0
    deriving_s: float = 0.0

    @property
    def whole_s(self) -> float:
        """Total seconds."""
        return self.reading_s + self.resolving_s + self.neo4j_s + self.network_s + self.deriving_s

    def shares(self) -> list[tuple[str, float]]:
        """Return the activities with their share (0 to 1), the largest first; empty if no time was measured."""
        spent = {name.removesuffix("_s"): seconds for name, seconds in asdict(self).items()}
        total = self.whole_s
        shares = [("Neo4j" if name == "neo4j" else name, seconds / total) for name, seconds in spent.items() if total]
        return sorted(shares, key=lambda pair: -pair[1])

    @property
    def bottleneck(self) -> str:
        """The activity that took the most time; "" if no time was measured."""
        return next((name for name, _ in self.shares()), "")

    def format(self) -> str:
        """Return a summary: `limited by: Neo4j (61% of the time), resolving 25%, reading 14%`; "" if no time was
        measured.
        """
        percentages = [(name, round(share * PERCENT)) for name, share in self.shares()]
        if not percentages:
            return ""
        (first, largest_percentage), *others = percentages
        rest = "".join(f", {name} {share}%" for name, share in others if share)
        return f"limited by: {first} ({largest_percentage}% of the time){rest}"


class LoadTimer:
    """Measures the time of a load; time between two calls without waiting for Neo4j is resolution."""

    def __init__(self, stopwatch: WaitTimer) -> None:
        self._stopwatch = stopwatch
        self._began = time.perf_counter()
        self._reading_s = 0.0
        self._deriving_from: tuple[float, float, float] | None = None

    @contextmanager
    def reading(self) -> Generator[None]:
        """Measure the body as reading."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._reading_s += time.perf_counter() - began

    def start_deriving(self) -> None:
        """Start measuring the derivation of facts."""
        self._deriving_from = self._now()

    @property
    def spent(self) -> TimeBreakdown:
        """The time measured so far."""
        until, waited_s, network_s = self._deriving_from or self._now()
        return TimeBreakdown(
            reading_s=self._reading_s,
            resolving_s=max(until - self._began - self._reading_s - waited_s, 0.0),
            neo4j_s=waited_s - network_s,
            network_s=network_s,
            deriving_s=time.perf_counter() - until if self._deriving_from else 0.0,
        )

    def _now(self) -> tuple[float, float, float]:
        waited_s = self._stopwatch.waited_s
        return time.perf_counter(), waited_s, min(self._stopwatch.network_s, waited_s)


@contextmanager
def measure_load() -> Generator[LoadTimer]:
    """Yield a timer for the activities of this task."""
    with timed() as stopwatch:
        yield LoadTimer(stopwatch)
