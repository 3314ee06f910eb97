"""What of a source cannot be read or taken, and how that is told."""

from dataclasses import dataclass


class SourceError(Exception):
    """A file cannot be read, or not to its end; the message names it, its line if known, and what was expected."""


class RecordError(Exception):
    """A record says something that cannot be; the message says what, `whose` its source and key if they are known."""

    def __init__(self, message: str, whose: tuple[str, str] | None = None) -> None:
        super().__init__(message)
        self.whose = whose


@dataclass(frozen=True, slots=True)
class Rejected:
    """A record that was refused: where it stands in its file (a line, a key) and why.

    `whose` are its source and key where they are known. It is `none` where the source says that there is no such record
    (it was deleted), or where what stands there can never be one (a paper that cites itself).
    """

    place: str
    reason: str
    whose: tuple[str, str] | None = None
    none: bool = False


def at(place: str, key: str | None) -> str:
    """Return a record's place in its file and the record's own key behind it, where it has one."""
    return f"{place}, {clipped(key)}" if key else place


def clipped(text: str, length: int = 60) -> str:
    """Return a text short enough for a message to repeat."""
    return text if len(text) <= length else f"{text[:length]}..."
