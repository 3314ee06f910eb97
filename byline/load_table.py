"""How far a load has come, as a table for a terminal: a row a source, below it what limits the load."""

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from byline.load_pace import Pace, lasting
from loaders.streaming.progress import LOADING, Progress

BAR = 16
"""Characters."""
NARROW = 100
"""Columns of a terminal below which the bar is left out."""


def table(paces: dict[str, Pace], width: int) -> RenderableType:
    """Return the table of some sources, each with its pace."""
    wide = width >= NARROW
    found = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    found.add_column("source", no_wrap=True)
    if wide:
        found.add_column("", no_wrap=True)
    for name in ("files", "read", "new", "changed", "unchanged", "rejected", "rate", "left"):
        found.add_column(name, justify="right", no_wrap=True)
    notes: list[Text] = []
    for name, pace in paces.items():
        if pace.now is not None:
            bar = [ProgressBar(total=max(pace.now.total, 1), completed=pace.now.done, width=BAR)] if wide else []
            found.add_row(name, *bar, *_cells(pace, pace.now))
        notes.append(Text(f"{name}: {_note(pace)}", style="dim"))
    return Group(found, *notes) if found.rows else Group(*notes)


def _cells(pace: Pace, now: Progress) -> list[str]:
    counts = now.counts
    brought = (counts.new, counts.changed, counts.unchanged, counts.rejected)
    return [
        f"{counts.files:,}/{counts.of_files:,}" if counts.of_files else "",
        f"{now.read:,}",
        *(f"{count:,}" if counts.of_files else "" for count in brought),
        f"{pace.rate:,.0f}/s",
        lasting(pace.left_s) if now.doing == LOADING and pace.left_s is not None else "",
    ]


def _note(pace: Pace) -> str:
    now = pace.now
    if now is None:
        return f"begins, {lasting(pace.elapsed_s)} so far"
    doing = "" if now.doing == LOADING else f"all is read, now counting ({now.doing})"
    return "; ".join(filter(None, (doing, f"{lasting(pace.elapsed_s)} so far", now.spent.line() if now.read else "")))
