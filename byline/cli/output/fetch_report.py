"""Progress and result of a fetch on standard error: a bar on a terminal, else a line every 15 seconds."""

import json
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from byline.cli.output.load_progress import LINE_INTERVAL_S, format_duration
from byline.cli.runtime import err, out, print_status
from loaders.fetch.journal import Checkpoint
from loaders.fetch.pipeline import StopReason
from loaders.fetch.service import Service


@contextmanager
def show_progress(name: str, limit: int | None) -> Generator[Callable[[Checkpoint], None]]:
    """Show the progress of a fetch; call the yielded function after each response."""
    if not err.is_terminal:
        yield _Lines(name, limit).report
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,} records, {task.fields[mib]:,.1f} MiB"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(name, total=limit, mib=0.0)

        def report(checkpoint: Checkpoint) -> None:
            bar.update(
                task, total=expected(checkpoint, limit), completed=checkpoint.records, mib=checkpoint.size / (1 << 20)
            )

        yield report


def expected(checkpoint: Checkpoint, limit: int | None) -> int | None:
    """Return the expected number of records, or None if it is unknown."""
    return min(filter(None, (checkpoint.total, limit)), default=None)


class _Lines:
    """Prints a progress line every `LINE_INTERVAL_S` seconds."""

    def __init__(self, name: str, limit: int | None) -> None:
        self._name, self._limit = name, limit
        self._began = self._printed_at = time.monotonic()
        self._first: int | None = None

    def report(self, checkpoint: Checkpoint) -> None:
        """Update the progress, and print a line if one is due."""
        now = time.monotonic()
        if self._first is None:
            self._first = checkpoint.records
        if now - self._printed_at < LINE_INTERVAL_S:
            return
        self._printed_at = now
        total = expected(checkpoint, self._limit)
        total_text = f" of {total:,}" if total else ""
        rate = (checkpoint.records - self._first) / (now - self._began)
        remaining_text = f", {format_duration((total - checkpoint.records) / rate)} left" if total and rate else ""
        print_status(f"{self._name}: {checkpoint.records:,}{total_text} records, {rate:,.0f}/s{remaining_text}")


MIB = 1 << 20
LIMITS = {"limit": "record limit", "time": "time limit", "size": "size limit"}
MAX_MISSING_SHOWN = 10
"""Maximum number of missing IDs to print."""


class Fetched(NamedTuple):
    """Result of a fetch.

    Attributes:
        checkpoint: The final progress.
        earlier_records: Number of records from earlier runs.
        stop_reason: Why the fetch ended.
        idle: True if an earlier run had fetched everything.
        seconds: Duration.
    """

    service: Service
    checkpoint: Checkpoint
    earlier_records: int
    stop_reason: StopReason
    idle: bool
    seconds: float

    @property
    def new(self) -> int:
        """Number of records that this run fetched."""
        return self.checkpoint.records - self.earlier_records


def as_line(fetched: Fetched, output: Path | None) -> None:
    """Print the result as a line of JSON; on standard error if the records went to standard output."""
    checkpoint = fetched.checkpoint
    summary = {
        "service": fetched.service.name,
        "records": checkpoint.records,
        "new": fetched.new,
        "repeated": checkpoint.repeated,
        "missing": checkpoint.missing,
        "total": checkpoint.total,
        "requests": checkpoint.requests,
        "bytes": checkpoint.size,
        "stopped": fetched.stop_reason,
        "seconds": round(fetched.seconds, 1),
    }
    text = json.dumps(summary)
    print_status(text) if output is None else out.print(text, soft_wrap=True)


def report(fetched: Fetched, output: Path | None) -> None:
    """Print the result as text on standard error."""
    service, checkpoint, stop_reason = fetched.service, fetched.checkpoint, fetched.stop_reason
    print_status(
        f"{service.title}: {checkpoint.records:,} records ({fetched.new:,} new), {checkpoint.requests:,} requests, "
        f"{checkpoint.size / MIB:,.1f} MiB, {fetched.seconds:,.1f} s."
    )
    if fetched.idle:
        print_status("All records were fetched before; no request was sent. To fetch them again, use --refresh.")
    if checkpoint.repeated:
        print_status(f"{checkpoint.repeated:,} duplicates in later responses were dropped.")
    if checkpoint.missing:
        more = (
            f" and {len(checkpoint.missing) - MAX_MISSING_SHOWN:,} more"
            if len(checkpoint.missing) > MAX_MISSING_SHOWN
            else ""
        )
        print_status(f"Unknown to the service: {', '.join(checkpoint.missing[:MAX_MISSING_SHOWN])}{more}.")
    if stop_reason != "complete":
        total_text = f" of {checkpoint.total:,} found by {service.title}" if checkpoint.total else ""
        next_step = "use a larger limit to continue" if stop_reason == "limit" else "run the same command to continue"
        print_status(f"Stopped at the {LIMITS[stop_reason]} after {checkpoint.records:,}{total_text}; {next_step}.")
    if output is not None and checkpoint.records:
        print_status(f"Load it with: byline load {service.source} {output}")
