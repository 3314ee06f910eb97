"""How far a load has come: a bar on a terminal, elsewhere a plain line every quarter of a minute, on standard error."""

import asyncio
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from byline.commands.manners import err, say
from loaders.progress import LOADING, Tell
from loaders.progress import Progress as Told

EVERY_S = 15.0
"""Seconds between two lines in a log: often enough to see that it lives, seldom enough to be read."""
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
        return f"{now.read:,} records, {self.rate:,.0f}/s, {ahead}"


def lasting(seconds: float) -> str:
    """Return a length of time in words: 45 s, 3 min, 1 h 20 min."""
    if seconds < MINUTE:
        return f"{seconds:.0f} s"
    if seconds < HOUR:
        return f"{seconds / MINUTE:.0f} min"
    return f"{seconds // HOUR:.0f} h {seconds % HOUR // MINUTE:.0f} min"


@asynccontextmanager
async def shown(name: str, *, every_s: float = EVERY_S) -> AsyncGenerator[Tell]:
    """Show how far the load of a source has come; what is given is to be told of each step."""
    if err.is_terminal:
        with _bar(name) as tell:
            yield tell
        return
    pace = Pace()
    lines = asyncio.create_task(_lines(name, pace, every_s))
    try:
        yield pace.tell
    finally:
        lines.cancel()


async def _lines(name: str, pace: Pace, every_s: float) -> None:
    while True:
        await asyncio.sleep(every_s)
        say(f"{name}: {pace.line()}")


@contextmanager
def _bar(name: str) -> Generator[Tell]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[read]:,} records, {task.fields[rate]:,.0f}/s"),
        TimeRemainingColumn(),
    )
    pace = Pace()
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(name, total=None, read=0, rate=0.0)

        def tell(now: Told) -> None:
            pace.tell(now)
            bar.update(
                task,
                total=now.total,
                completed=now.done,
                description=f"{name}: {now.doing}",
                read=now.read,
                rate=pace.rate,
            )

        yield tell
