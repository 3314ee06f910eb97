"""How far a fetch has come: a bar on a terminal, elsewhere a line every quarter of a minute, on standard error."""

import json
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from byline.cli.output.load_progress import EVERY_S, format_duration
from byline.cli.runtime import err, out, print_status
from loaders.fetch.journal import Checkpoint
from loaders.fetch.pipeline import Why
from loaders.fetch.service import Service


@contextmanager
def show_progress(name: str, limit: int | None) -> Generator[Callable[[Checkpoint], None]]:
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

        def tell(place: Checkpoint) -> None:
            bar.update(task, total=expected(place, limit), completed=place.records, mib=place.size / (1 << 20))

        yield tell


def expected(place: Checkpoint, limit: int | None) -> int | None:
    """Return how many records there will be, where anybody can tell."""
    return min(filter(None, (place.total, limit)), default=None)


class _Lines:
    """Says a line when the last was said long enough ago."""

    def __init__(self, name: str, limit: int | None) -> None:
        self._name, self._limit = name, limit
        self._began = self._said = time.monotonic()
        self._first: int | None = None

    def tell(self, place: Checkpoint) -> None:
        """Take in how far it is."""
        now = time.monotonic()
        if self._first is None:
            self._first = place.records
        if now - self._said < EVERY_S:
            return
        self._said = now
        total = expected(place, self._limit)
        total_text = f" of {total:,}" if total else ""
        rate = (place.records - self._first) / (now - self._began)
        left = f", {format_duration((total - place.records) / rate)} left" if total and rate else ""
        print_status(f"{self._name}: {place.records:,}{total_text} records, {rate:,.0f}/s{left}")


MIB = 1 << 20
SHOWN = 10
"""Ids that are not known there, named at most."""


class Fetched(NamedTuple):
    """What came of a fetch: how far it is, the records that were there before, why it ended.

    It was `idle` where all had been fetched before.
    """

    service: Service
    place: Checkpoint
    had: int
    why: Why
    idle: bool
    seconds: float

    @property
    def new(self) -> int:
        """Records that this fetch brought."""
        return self.place.records - self.had


def as_line(fetched: Fetched, output: Path | None) -> None:
    """Tell it as a line of JSON, on standard error where the records went to standard output."""
    place = fetched.place
    summary = {
        "service": fetched.service.name,
        "records": place.records,
        "new": fetched.new,
        "repeated": place.repeated,
        "missing": place.missing,
        "told": place.total,
        "requests": place.requests,
        "bytes": place.size,
        "stopped": fetched.why,
        "seconds": round(fetched.seconds, 1),
    }
    text = json.dumps(summary)
    print_status(text) if output is None else out.print(text, soft_wrap=True)


def report(fetched: Fetched, output: Path | None) -> None:
    """Tell it in words."""
    service, place, why = fetched.service, fetched.place, fetched.why
    print_status(
        f"{service.title}: {place.records:,} records ({fetched.new:,} new), {place.requests:,} requests, "
        f"{place.size / MIB:,.1f} MiB, {fetched.seconds:,.1f} s."
    )
    if fetched.idle:
        print_status("Nothing was asked for: all of it is there. To ask for it anew: --refresh.")
    if place.repeated:
        print_status(f"{place.repeated:,} came again in later answers, and are there once.")
    if place.missing:
        more = f" and {len(place.missing) - SHOWN:,} more" if len(place.missing) > SHOWN else ""
        print_status(f"Not known there: {', '.join(place.missing[:SHOWN])}{more}.")
    if why != "whole":
        total_text = f" of {place.total:,} that {service.title} finds" if place.total else ""
        then = "with a larger one it goes on" if why == "limit" else "the same command goes on"
        print_status(f"Stopped at the {why} that was given, after {place.records:,}{total_text}; {then}.")
    if output is not None and place.records:
        print_status(f"Load it with: byline load {service.source} {output}")
