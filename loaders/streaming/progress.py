"""How far a load has come."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from loaders.streaming.spent import Spent

LOADING = "loading"
"""What is being done while `done` grows; after it, facts are counted."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Files that are read to their end, of how many; records by what they brought."""

    files: int = 0
    of_files: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    rejected: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a load has come: its work done (bytes of its files), of how much; records so far; what it is doing."""

    done: int
    total: int
    read: int
    doing: str
    counts: Counts = field(default_factory=Counts)
    spent: Spent = field(default_factory=Spent)


Tell: TypeAlias = Callable[[Progress], None]


def untold(_: Progress) -> None:
    """Tell nobody."""
