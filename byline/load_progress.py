"""How far a load has come, on standard error: a table on a terminal, elsewhere a line every quarter of a minute."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live

from byline.commands.manners import err, say
from byline.load_pace import Pace
from byline.load_table import table
from loaders.streaming.progress import Tell

EVERY_S = 15.0
"""Seconds between two lines in a log: often enough to see that it lives, seldom enough to be read."""
A_SECOND = 4
"""How often the table is drawn anew: time passes also while nothing else does."""


@asynccontextmanager
async def shown(name: str, *, every_s: float = EVERY_S) -> AsyncGenerator[Tell]:
    """Show how far the load of a source has come; what is given is to be told of each step."""
    if err.is_terminal:
        with _live(name) as tell:
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


class _Drawn:
    """The table as it is at each drawing."""

    def __init__(self, paces: dict[str, Pace]) -> None:
        self._paces = paces

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield table(self._paces, options.max_width)


@contextmanager
def _live(name: str) -> Generator[Tell]:
    pace = Pace()
    with Live(_Drawn({name: pace}), console=err, transient=True, refresh_per_second=A_SECOND):
        yield pace.tell
