"""How fast a load is, and how long it will take."""

import time

from loaders.streaming.progress import LOADING
from loaders.streaming.progress import Progress as Told

MINUTE, HOUR = 60, 3600


class Pace:
    """How fast a load is, from where it began: one that was resumed has read before."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._first: Told | None = None
        self.now: Told | None = None

    def tell(self, now: Told) -> None:
        """Take in how far it is."""
        self._first = self._first or now
        self.now = now

    @property
    def elapsed_s(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self._began

    @property
    def rate(self) -> float:
        """Records a second."""
        if self.now is None or self._first is None or not self.elapsed_s:
            return 0.0
        return (self.now.read - self._first.read) / self.elapsed_s

    @property
    def left_s(self) -> float | None:
        """Seconds until all files are read; None where nobody can tell yet."""
        if self.now is None or self._first is None or self.now.done <= self._first.done:
            return None
        whole = self.now.total - self.now.done
        return whole * self.elapsed_s / (self.now.done - self._first.done)

    def line(self) -> str:
        """Return it in words, such as `26,000 records, 1,250/s, 3 min left`."""
        now = self.now
        if now is None:
            return f"begins, {lasting(self.elapsed_s)} so far"
        if now.doing != LOADING:
            return f"{now.read:,} records read, now counting ({now.doing}), {lasting(self.elapsed_s)} so far"
        left = self.left_s
        ahead = f"{lasting(left)} left" if left is not None else f"{lasting(self.elapsed_s)} so far"
        spent = now.spent.line()
        return f"{now.read:,} records, {self.rate:,.0f}/s, {ahead}{f', {spent}' if spent else ''}"


def lasting(seconds: float) -> str:
    """Return a length of time in words: 45 s, 3 min, 1 h 20 min."""
    if seconds < MINUTE:
        return f"{seconds:.0f} s"
    if seconds < HOUR:
        return f"{seconds / MINUTE:.0f} min"
    return f"{seconds // HOUR:.0f} h {seconds % HOUR // MINUTE:.0f} min"
