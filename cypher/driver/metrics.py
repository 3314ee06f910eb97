"""Measure the time that a task waits for Neo4j, and the part of it in which Neo4j plans statements."""

import time
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from math import inf
from types import TracebackType

ENOUGH = 20
"""Minimum number of round trips for an estimate of network time; the first ones also wait for query planning."""


class WaitTimer:
    """Accumulated wait in seconds, number of round trips, and the shortest wait per round trip."""

    def __init__(self) -> None:
        self.waited_s = 0.0
        self.trips = 0
        self.fastest_s = inf
        self._under_way = 0
        self._since = 0.0

    @property
    def network_s(self) -> float:
        """Upper bound of network time in seconds: all round trips at the duration of the shortest; 0 for too few round
        trips.
        """
        return self.trips * self.fastest_s if self.trips >= ENOUGH else 0.0

    def add_trips(self, trips: int, fastest_s: float) -> None:
        """Add round trips; `fastest_s` is the shortest duration of one of them in seconds."""
        self.trips += trips
        self.fastest_s = min(self.fastest_s, fastest_s)

    @contextmanager
    def trip(self, trips: int) -> Generator[None]:
        """Measure a request of `trips` round trips, 0 if they are added later; overlapping requests count once."""
        began = time.perf_counter()
        self._since = self._since if self._under_way else began
        self._under_way += 1
        try:
            yield
        finally:
            now = time.perf_counter()
            self._under_way -= 1
            if trips:
                self.add_trips(trips, (now - began) / trips)
            if not self._under_way:
                self.waited_s += now - self._since


_running: ContextVar[WaitTimer | None] = ContextVar("stopwatch", default=None)


@contextmanager
def timed() -> Generator[WaitTimer]:
    """Provide a timer for the requests of the current task; tasks that were started earlier are not measured."""
    stopwatch = WaitTimer()
    token = _running.set(stopwatch)
    try:
        yield stopwatch
    finally:
        _running.reset(token)


def add_trips(other: WaitTimer) -> None:
    """Add the round trips that another task has measured to the task's timer, if there is one."""
    timer = _running.get()
    if timer is not None:
        timer.add_trips(other.trips, other.fastest_s)


class waiting:  # noqa: N801 used like a function: `with waiting():`
    """Measure the block with the task's timer, if there is one."""

    __slots__ = ("_trip", "_trips")

    def __init__(self, trips: int = 1) -> None:
        self._trips = trips
        self._trip: AbstractContextManager[None] | None = None

    def __enter__(self) -> None:
        stopwatch = _running.get()
        if stopwatch is not None:
            self._trip = stopwatch.trip(self._trips)
            self._trip.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._trip is not None:
            self._trip.__exit__(kind, error, trace)


class PlanningTimer:
    """The time in seconds that reads waited for plans of statements that Neo4j had not planned recently."""

    def __init__(self) -> None:
        self.waited_s = 0.0


_planning: ContextVar[PlanningTimer | None] = ContextVar("planning", default=None)


@contextmanager
def timed_planning() -> Generator[PlanningTimer]:
    """Provide a timer for the plans that the reads of the current task wait for."""
    timer = PlanningTimer()
    token = _planning.set(timer)
    try:
        yield timer
    finally:
        _planning.reset(token)


def planning_timer() -> PlanningTimer:
    """Return the task's timer of plans; without one, a new timer."""
    return _planning.get() or PlanningTimer()
