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
    """Progress and rate of a load since its first report, because a resumed load starts with records already read."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._first: Progress | None = None
        self.latest: Progress | None = None

    def report(self, progress: Progress) -> None:
        """Update the progress."""
        self._first = self._first or progress
        self.latest = progress

    @property
    def elapsed_s(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._began

    @property
    def rate(self) -> float:
        """Records per second."""
        if self.latest is None or self._first is None or not self.elapsed_s:
            return 0.0
        return (self.latest.read - self._first.read) / self.elapsed_s

    @property
    def remaining_s(self) -> float | None:
        """Estimated seconds until all files are read; None if unknown."""
        if self.latest is None or self._first is None or self.latest.done <= self._first.done:
            return None
        remaining = self.latest.total - self.latest.done
        return remaining * self.elapsed_s / (self.latest.done - self._first.done)

    def line(self) -> str:
        """Return the progress as a line, such as `26,000 records, 1,250/s, 3 min left`."""
        now = self.latest
        if now is None:
            return f"starting, {format_duration(self.elapsed_s)} elapsed"
        if now.activity != LOADING:
            return (
                f"{now.read:,} records read, deriving facts ({now.activity}), {format_duration(self.elapsed_s)} elapsed"
            )
        remaining_s = self.remaining_s
        time_text = (
            f"{format_duration(remaining_s)} left"
            if remaining_s is not None
            else f"{format_duration(self.elapsed_s)} elapsed"
        )
        spent = now.spent.format()
        return f"{now.read:,} records, {self.rate:,.0f}/s, {time_text}{f', {spent}' if spent else ''}"


def format_duration(seconds: float) -> str:
    """Return a duration as text: 45 s, 3 min, 1 h 20 min."""
    if seconds < MINUTE:
        return f"{seconds:.0f} s"
    if seconds < HOUR:
        return f"{seconds / MINUTE:.0f} min"
    return f"{seconds // HOUR:.0f} h {seconds % HOUR // MINUTE:.0f} min"


BAR_WIDTH = 16
"""Width of the progress bar in characters."""
MIN_COLUMNS_FOR_BAR = 100
"""The progress bar is omitted on terminals with fewer columns."""


def progress_table(loads: dict[str, LoadRate], width: int) -> RenderableType:
    """Return a table of sources with the progress of each."""
    wide = width >= MIN_COLUMNS_FOR_BAR
    grid = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    grid.add_column("source", no_wrap=True)
    if wide:
        grid.add_column("", no_wrap=True)
    for name in ("files", "read", "new", "changed", "unchanged", "rejected", "rate", "left"):
        grid.add_column(name, justify="right", no_wrap=True)
    notes: list[Text] = []
    for name, load in loads.items():
        if load.latest is not None:
            bar = (
                [ProgressBar(total=max(load.latest.total, 1), completed=load.latest.done, width=BAR_WIDTH)]
                if wide
                else []
            )
            grid.add_row(name, *bar, *_cells(load, load.latest))
        notes.append(Text(f"{name}: {_note(load)}", style="dim"))
    return Group(grid, *notes) if grid.rows else Group(*notes)


def _cells(load: LoadRate, now: Progress) -> list[str]:
    counts = now.counts
    record_counts = (counts.new, counts.changed, counts.unchanged, counts.rejected)
    return [
        f"{counts.files:,}/{counts.total_files:,}" if counts.total_files else "",
        f"{now.read:,}",
        *(f"{count:,}" if counts.total_files else "" for count in record_counts),
        f"{load.rate:,.0f}/s",
        format_duration(load.remaining_s) if now.activity == LOADING and load.remaining_s is not None else "",
    ]


def _note(load: LoadRate) -> str:
    now = load.latest
    if now is None:
        return f"starting, {format_duration(load.elapsed_s)} elapsed"
    doing = "" if now.activity == LOADING else f"all files read, deriving facts ({now.activity})"
    return "; ".join(
        filter(None, (doing, f"{format_duration(load.elapsed_s)} elapsed", now.spent.format() if now.read else ""))
    )


LINE_INTERVAL_S = 15.0
"""Seconds between two progress lines in a log."""
REDRAWS_PER_SECOND = 4
"""Redraws of the table per second; elapsed times change even without progress."""


@asynccontextmanager
async def show_progress(name: str, *, every_s: float = LINE_INTERVAL_S) -> AsyncGenerator[ReportProgress]:
    """Show the progress of a load; call the yielded function with each progress report."""
    if err.is_terminal:
        with _live(name) as report:
            yield report
        return
    load = LoadRate()
    lines = asyncio.create_task(_print_lines_forever(name, load, every_s))
    try:
        yield load.report
    finally:
        lines.cancel()


async def _print_lines_forever(name: str, load: LoadRate, every_s: float) -> None:
    while True:
        await asyncio.sleep(every_s)
        print_status(f"{name}: {load.line()}")


class _LiveTable:
    """The progress table, rendered again at each redraw."""

    def __init__(self, loads: dict[str, LoadRate]) -> None:
        self._paces = loads

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield progress_table(self._paces, options.max_width)


@contextmanager
def _live(name: str) -> Generator[ReportProgress]:
    load = LoadRate()
    with Live(_LiveTable({name: load}), console=err, transient=True, refresh_per_second=REDRAWS_PER_SECOND):
        yield load.report
