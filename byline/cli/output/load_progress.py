"""Progress of a load on standard error: a table on a terminal, else a line every 15 seconds."""

import asyncio
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from byline.cli.runtime import err, print_status
from loaders.pipeline.progress import LOADING, Progress, ReportProgress

MINUTE, HOUR = 60, 3600


class LoadRate:
    """Progress and rate of a load, counted from its first report: a resumed load has read records before."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._first: Progress | None = None
        self.now: Progress | None = None

    def report(self, now: Progress) -> None:
        """Update the progress."""
        self._first = self._first or now
        self.now = now

    @property
    def elapsed_s(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._began

    @property
    def rate(self) -> float:
        """Records per second."""
        if self.now is None or self._first is None or not self.elapsed_s:
            return 0.0
        return (self.now.read - self._first.read) / self.elapsed_s

    @property
    def left_s(self) -> float | None:
        """Estimated seconds until all files are read; None if unknown."""
        if self.now is None or self._first is None or self.now.done <= self._first.done:
            return None
        remaining = self.now.total - self.now.done
        return remaining * self.elapsed_s / (self.now.done - self._first.done)

    def line(self) -> str:
        """Return the progress as a line, such as `26,000 records, 1,250/s, 3 min left`."""
        now = self.now
        if now is None:
            return f"starting, {format_duration(self.elapsed_s)} elapsed"
        if now.activity != LOADING:
            return (
                f"{now.read:,} records read, deriving facts ({now.activity}), {format_duration(self.elapsed_s)} elapsed"
            )
        left = self.left_s
        ahead = f"{format_duration(left)} left" if left is not None else f"{format_duration(self.elapsed_s)} elapsed"
        spent = now.spent.format()
        return f"{now.read:,} records, {self.rate:,.0f}/s, {ahead}{f', {spent}' if spent else ''}"


def format_duration(seconds: float) -> str:
    """Return a duration as text: 45 s, 3 min, 1 h 20 min."""
    if seconds < MINUTE:
        return f"{seconds:.0f} s"
    if seconds < HOUR:
        return f"{seconds / MINUTE:.0f} min"
    return f"{seconds // HOUR:.0f} h {seconds % HOUR // MINUTE:.0f} min"


BAR = 16
"""Width of the progress bar in characters."""
NARROW = 100
"""The progress bar is omitted on terminals with fewer columns."""


def table(paces: dict[str, LoadRate], width: int) -> RenderableType:
    """Return a table of sources with the progress of each."""
    wide = width >= NARROW
    grid = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    grid.add_column("source", no_wrap=True)
    if wide:
        grid.add_column("", no_wrap=True)
    for name in ("files", "read", "new", "changed", "unchanged", "rejected", "rate", "left"):
        grid.add_column(name, justify="right", no_wrap=True)
    notes: list[Text] = []
    for name, pace in paces.items():
        if pace.now is not None:
            bar = [ProgressBar(total=max(pace.now.total, 1), completed=pace.now.done, width=BAR)] if wide else []
            grid.add_row(name, *bar, *_cells(pace, pace.now))
        notes.append(Text(f"{name}: {_note(pace)}", style="dim"))
    return Group(grid, *notes) if grid.rows else Group(*notes)


def _cells(pace: LoadRate, now: Progress) -> list[str]:
    counts = now.counts
    record_counts = (counts.new, counts.changed, counts.unchanged, counts.rejected)
    return [
        f"{counts.files:,}/{counts.total_files:,}" if counts.total_files else "",
        f"{now.read:,}",
        *(f"{count:,}" if counts.total_files else "" for count in record_counts),
        f"{pace.rate:,.0f}/s",
        format_duration(pace.left_s) if now.activity == LOADING and pace.left_s is not None else "",
    ]


def _note(pace: LoadRate) -> str:
    now = pace.now
    if now is None:
        return f"starting, {format_duration(pace.elapsed_s)} elapsed"
    doing = "" if now.activity == LOADING else f"all files read, deriving facts ({now.activity})"
    return "; ".join(
        filter(None, (doing, f"{format_duration(pace.elapsed_s)} elapsed", now.spent.format() if now.read else ""))
    )


EVERY_S = 15.0
"""Seconds between two progress lines in a log."""
A_SECOND = 4
"""Redraws of the table per second; elapsed times change even without progress."""


@asynccontextmanager
async def show_progress(name: str, *, every_s: float = EVERY_S) -> AsyncGenerator[ReportProgress]:
    """Show the progress of a load; call the yielded function with each progress."""
    if err.is_terminal:
        with _live(name) as report:
            yield report
        return
    pace = LoadRate()
    lines = asyncio.create_task(_lines(name, pace, every_s))
    try:
        yield pace.report
    finally:
        lines.cancel()


async def _lines(name: str, pace: LoadRate, every_s: float) -> None:
    while True:
        await asyncio.sleep(every_s)
        print_status(f"{name}: {pace.line()}")


class _LiveTable:
    """The progress table, rendered again at each redraw."""

    def __init__(self, paces: dict[str, LoadRate]) -> None:
        self._paces = paces

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield table(self._paces, options.max_width)


@contextmanager
def _live(name: str) -> Generator[ReportProgress]:
    pace = LoadRate()
    with Live(_LiveTable({name: pace}), console=err, transient=True, refresh_per_second=A_SECOND):
        yield pace.report
