"""How far a fetch has come: a bar on a terminal, elsewhere a line every quarter of a minute, on standard error."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from byline.commands.manners import err, say
from byline.load_pace import lasting
from byline.load_progress import EVERY_S
from loaders.fetch.journal import Place


@contextmanager
def shown(name: str, limit: int | None) -> Generator[Callable[[Place], None]]:
    """Show how far a fetch has come; what is given is to be told of each answer."""
    if not err.is_terminal:
        yield _Lines(name, limit).tell
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,} records, {task.fields[mib]:,.1f} MiB"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(name, total=limit, mib=0.0)

        def tell(place: Place) -> None:
            bar.update(task, total=expected(place, limit), completed=place.records, mib=place.size / (1 << 20))

        yield tell


def expected(place: Place, limit: int | None) -> int | None:
    """Return how many records there will be, where anybody can tell."""
    return min(filter(None, (place.total, limit)), default=None)


class _Lines:
    """Says a line when the last was said long enough ago."""

    def __init__(self, name: str, limit: int | None) -> None:
        self._name, self._limit = name, limit
        self._began = self._said = time.monotonic()
        self._first: int | None = None

    def tell(self, place: Place) -> None:
        """Take in how far it is."""
        now = time.monotonic()
        if self._first is None:
            self._first = place.records
        if now - self._said < EVERY_S:
            return
        self._said = now
        whole = expected(place, self._limit)
        of = f" of {whole:,}" if whole else ""
        rate = (place.records - self._first) / (now - self._began)
        left = f", {lasting((whole - place.records) / rate)} left" if whole and rate else ""
        say(f"{self._name}: {place.records:,}{of} records, {rate:,.0f}/s{left}")
