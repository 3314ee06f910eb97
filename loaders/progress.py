"""How far a load has come."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

LOADING = "loading"
"""What is being done while `done` grows; after it, facts are counted."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a load has come: its work done (bytes of its files), of how much; records so far; what it is doing."""

    done: int
    total: int
    read: int
    doing: str


Tell: TypeAlias = Callable[[Progress], None]


def untold(_: Progress) -> None:
    """Tell nobody."""
