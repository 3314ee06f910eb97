"""Errors of source files and records, and rejected items."""

import os
from dataclasses import dataclass


class SourceFileError(Exception):
    """A file cannot be read, or not to its end. The message names the file, the line if known, and the expected
    content.
    """


class InvalidRecordError(Exception):
    """A record is invalid. The message states the reason; `record_key` is its source and key, if known."""

    def __init__(self, message: str, record_key: tuple[str, str] | None = None) -> None:
        super().__init__(message)
        self.record_key = record_key


class DeletedRecordError(InvalidRecordError):
    """The source deleted the record. The message states the reason; the reader yields an intentional reject without a
    record key, so that `byline unload --missing-from` removes the earlier version.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class RejectedItem:
    """A rejected record: its place in the file (a line or key) and the reason.

    Attributes:
        record_key: its source and key, if known. `byline unload --missing-from` then keeps an earlier version of it.
        intentional: True if the file has no valid record there by intention: the source deleted it, or it can never be
            valid (a paper that cites itself). A deleted record has no `record_key`, so that `--missing-from` removes
            its earlier version.
    """

    place: str
    reason: str
    record_key: tuple[str, str] | None = None
    intentional: bool = False


def format_location(place: str, key: str | None) -> str:
    """Return a record's place in its file, followed by its key if it has one."""
    return f"{place}, {truncate(key)}" if key else place


def truncate(text: str, length: int = 60) -> str:
    """Return a text shortened for use in a message."""
    return text if len(text) <= length else f"{text[:length]}..."


def printable_path(name: str | os.PathLike[str]) -> str:
    r"""Return a file name that can be printed and stored: invalid UTF-8 is escaped, as in `c\xff.jsonl`."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
