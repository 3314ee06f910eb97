"""Progress reports of a load."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from loaders.pipeline.timings import TimeBreakdown

LOADING = "loading"
"""Value of `Progress.activity` while files are read; afterwards it is the name of a derivation step."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Number of completed files, number of all files, and number of records by effect."""

    files: int = 0
    total_files: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    rejected: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a load.

    Attributes:
        done: bytes read so far, including those before the checkpoint of a resumed load.
        total: bytes of all files.
        read: records read so far.
        activity: `LOADING`, or the name of a derivation step.
        counts: numbers of files and records.
        spent: time per activity.
    """

    done: int
    total: int
    read: int
    activity: str
    counts: Counts = field(default_factory=Counts)
    spent: TimeBreakdown = field(default_factory=TimeBreakdown)


ReportProgress: TypeAlias = Callable[[Progress], None]
"""Called with each progress report."""


def no_progress(_: Progress) -> None:
    """Ignore the progress."""
