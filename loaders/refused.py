"""What of a source cannot be read or taken, and how that is told."""

from dataclasses import dataclass


class SourceError(Exception):
    """A file cannot be read, or not to its end; the message names it, its line if known, and what was expected."""


class RecordError(Exception):
    """A record says something that cannot be; the message says what."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """A record that was refused: where it stands in its file (a line, a key) and why."""

    place: str
    reason: str


def at(place: str, key: str | None) -> str:
    """Return a record's place in its file and the record's own key behind it, where it has one."""
    return f"{place}, {clipped(key)}" if key else place


def clipped(text: str, length: int = 60) -> str:
    """Return a text short enough for a message to repeat."""
    return text if len(text) <= length else f"{text[:length]}..."
