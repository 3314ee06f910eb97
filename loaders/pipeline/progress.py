"""Progress of a load."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from loaders.pipeline.timings import TimeBreakdown

LOADING = "loading"
"""Value of `doing` while files are read; afterwards it names the step of derivation."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Number of completed files, total number of files, and records by effect."""

    files: int = 0
    of_files: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    rejected: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a load: bytes done, total bytes, records read so far, and the current activity."""

    done: int
    total: int
    read: int
    doing: str
    counts: Counts = field(default_factory=Counts)
    spent: TimeBreakdown = field(default_factory=TimeBreakdown)


Tell: TypeAlias = Callable[[Progress], None]


def no_progress(_: Progress) -> None:
    """Ignore the progress."""
