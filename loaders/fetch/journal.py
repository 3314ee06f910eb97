"""The journal of a fetch: one line per stored response, so that a killed fetch neither loses nor repeats a response.

The first line is the specification of the fetch. Each further line records the end of the files after a response, and
the next requests; replaying the lines gives the checkpoint. An incomplete last line is ignored.
"""

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from loaders.fetch.service import CacheValidators, FetchError, Pairs, Request


class FetchSpec(msgspec.Struct, frozen=True, omit_defaults=True):
    """The specification of a fetch; the same command has an equal specification."""

    service: str
    source: str
    filter: str | None = None
    entity: str = ""
    params: Pairs = ()
    ids: str | None = None
    """SHA-256 of the list of IDs."""
    address: str | None = None


class JournalEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stored response. `done` is false if a limit cut the response, so that its request has to be repeated."""

    timestamp: str
    part: int = 0
    start: int = 0
    end: int = 0
    records: int = 0
    came: int = 0
    repeated: int = 0
    size: int = 0
    total: int | None = None
    done: bool = True
    again: bool = False
    """The service no longer accepted the cursor: pagination restarted."""
    complete: bool = False
    """The fetch is complete."""
    next: tuple[Request, ...] = ()
    missing: tuple[str, ...] = ()
    request: Request | None = None
    etag: str | None = None
    modified: str | None = None


class PageResult(NamedTuple):
    """A response to be stored: its request, cache validators and size in bytes, and whether its request is done."""

    request: Request
    validators: CacheValidators = CacheValidators()
    size: int = 0
    done: bool = True


_spec_decoder, _entry_decoder = msgspec.json.Decoder(FetchSpec), msgspec.json.Decoder(JournalEntry)
_encode = msgspec.json.Encoder().encode


def now() -> str:
    """Return the current time in UTC, with seconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(slots=True)
class Checkpoint:
    """The progress of a fetch.

    Attributes:
        waiting: Requests to send before further initial requests.
        begun: Number of initial requests that are done.
        part: Number of the last file.
        end: Position in that file after the last response.
    """

    waiting: deque[Request] = field(default_factory=deque[Request])
    begun: int = 0
    records: int = 0
    repeated: int = 0
    cut: int = 0
    """Number of records stored from a response that a limit cut; the repeated request returns them again."""
    requests: int = 0
    size: int = 0
    missing: list[str] = field(default_factory=list[str])
    total: int | None = None
    part: int = 0
    end: int = 0
    complete: bool = False

    def apply(self, entry: JournalEntry) -> None:
        """Update the checkpoint with a journal entry."""
        self.complete = entry.complete
        if entry.complete:
            return
        if entry.again:
            self.waiting.clear()
            self.begun = 0
            return
        if not entry.done:
            self.cut += entry.records - self.records
        else:
            self.repeated += entry.repeated - min(self.cut, entry.repeated)
            self.cut = 0
            if self.waiting:
                self.waiting.popleft()
            else:
                self.begun += 1
            self.waiting.extendleft(reversed(entry.next))
        self.requests += 1
        self.records, self.part, self.end = entry.records, entry.part, entry.end
        self.size += entry.size
        self.missing += entry.missing
        self.total = entry.total if entry.total is not None else self.total


class Journal:
    """A journal file. Raises FetchError if it belongs to another fetch, or is not a journal."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stream = path.open("r+b" if path.exists() else "w+b")

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def begin(self, spec: FetchSpec) -> Checkpoint:
        """Return the checkpoint to resume from; write the specification if the journal is new."""
        checkpoint = Checkpoint()
        lines = self.lines()
        stored = next(lines, None)
        if stored is None:
            self._stream.truncate(0)
            self._write(spec, 0)
            return checkpoint
        if not isinstance(stored, FetchSpec) or stored != spec:
            difference = describe_spec_mismatch(stored, spec) if isinstance(stored, FetchSpec) else ""
            raise FetchError(
                f"{self.path.parent} contains the results of another request: {difference}. Use another folder."
            )
        end = self._stream.tell()
        for entry in lines:
            if isinstance(entry, JournalEntry):
                checkpoint.apply(entry)
            end = self._stream.tell()
        self._stream.truncate(end)
        return checkpoint

    def lines(self) -> Iterator[FetchSpec | JournalEntry]:
        """Yield the complete entries. Raises FetchError if a line is not a valid entry."""
        self._stream.seek(0)
        for number, line in enumerate(iter(self._stream.readline, b"")):
            if not line.endswith(b"\n"):
                return
            try:
                yield _entry_decoder.decode(line) if number else _spec_decoder.decode(line)
            except ValueError as error:
                raise FetchError(
                    f"{self.path}: line {number + 1} is not a valid journal entry ({error}). "
                    "Use another folder, or delete this one."
                ) from None

    def write(self, entry: JournalEntry) -> None:
        """Append an entry, and wait until it is on disk."""
        self._write(entry, os.SEEK_END)

    def _write(self, entry: FetchSpec | JournalEntry, whence: int) -> None:
        self._stream.seek(0, whence)
        self._stream.write(_encode(entry) + b"\n")
        flush_and_fsync(self._stream)


def flush_and_fsync(stream: IO[bytes]) -> None:
    """Flush a stream and wait until it is on disk."""
    stream.flush()
    os.fsync(stream.fileno())


def describe_spec_mismatch(stored: FetchSpec, spec: FetchSpec) -> str:
    """Describe the stored specification, including its differences from the current one."""
    entity = f" {stored.entity}" if stored.entity else ""
    ids = "another list of IDs" if spec.ids not in (None, stored.ids) else "a list of IDs"
    selection = f"filter {stored.filter!r}" if stored.filter else ids if stored.ids else "everything"
    parts = [f"{stored.service}{entity}", selection, *(f"{name}={value}" for name, value in stored.params)]
    parts += [f"no {name}" for name in dict(spec.params) if name not in dict(stored.params)]
    if stored.address != spec.address:
        parts.append(
            f"from {_strip_credentials(stored.address)}"
            if stored.address
            else "from the service itself, not --base-url"
        )
    return ", ".join(parts)


def _strip_credentials(address: str) -> str:
    """Return a URL without user name and password."""
    scheme, between, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{between}{host.rpartition('@')[2]}{slash}{path}"
