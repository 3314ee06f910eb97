"""The journal of a fetch: a line for each answer that was written, so that a kill loses none and doubles none.

The first line says what was asked for. Each line after it says where the files ended then, and what was to be asked
next: replayed, they give the place at which to go on. A line that breaks off is as if it had never been begun.
"""

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from loaders.fetch.service import FetchError, Kept, Pairs, Request


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was asked for; the same command has the same."""

    service: str
    source: str
    filter: str | None = None
    entity: str = ""
    params: Pairs = ()
    ids: str | None = None
    """SHA-256 of the list of ids."""
    address: str | None = None


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer that was written. `done` tells whether its request is done with: a limit may have cut it."""

    at: str
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
    """The service had lost the place: the walk began anew."""
    whole: bool = False
    """All there is came."""
    next: tuple[Request, ...] = ()
    missing: tuple[str, ...] = ()
    request: Request | None = None
    etag: str | None = None
    modified: str | None = None


class Got(NamedTuple):
    """An answer on its way to the files: to what, by what it can be known again, its bytes, whether it is done with."""

    request: Request
    kept: Kept = Kept()
    size: int = 0
    done: bool = True


_asked, _step = msgspec.json.Decoder(Asked), msgspec.json.Decoder(Step)
_encode = msgspec.json.Encoder().encode


def now() -> str:
    """Return the moment in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(slots=True)
class Place:
    """Where a fetch stands: requests to come before those it began with, how many of these are done, and what came."""

    waiting: deque[Request] = field(default_factory=deque[Request])
    begun: int = 0
    records: int = 0
    repeated: int = 0
    cut: int = 0
    """Records of an answer that a limit had cut: asked again, it brings them again."""
    requests: int = 0
    size: int = 0
    missing: list[str] = field(default_factory=list[str])
    total: int | None = None
    part: int = 0
    end: int = 0
    whole: bool = False

    def take(self, step: Step) -> None:
        """Take in what a line says."""
        self.whole = step.whole
        if step.whole:
            return
        if step.again:
            self.waiting.clear()
            self.begun = 0
            return
        if not step.done:
            self.cut += step.records - self.records
        else:
            self.repeated += step.repeated - min(self.cut, step.repeated)
            self.cut = 0
            if self.waiting:
                self.waiting.popleft()
            else:
                self.begun += 1
            self.waiting.extendleft(reversed(step.next))
        self.requests += 1
        self.records, self.part, self.end = step.records, step.part, step.end
        self.size += step.size
        self.missing += step.missing
        self.total = step.total if step.total is not None else self.total


class Journal:
    """A journal file. Raises FetchError where it is another fetch's, or none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stream = path.open("r+b" if path.exists() else "w+b")

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def begin(self, asked: Asked) -> Place:
        """Return the place to go on from; a new journal begins with what is asked for."""
        place = Place()
        lines = self.lines()
        held = next(lines, None)
        if held is None:
            self._stream.truncate(0)
            self._write(asked, 0)
            return place
        if not isinstance(held, Asked) or held != asked:
            other = told(held, asked) if isinstance(held, Asked) else ""
            raise FetchError(f"{self.path.parent} holds what was fetched for another request: {other}. Name another.")
        end = self._stream.tell()
        for step in lines:
            if isinstance(step, Step):
                place.take(step)
            end = self._stream.tell()
        self._stream.truncate(end)
        return place

    def lines(self) -> Iterator[Asked | Step]:
        """Yield what the whole lines say. Raises FetchError where the first is no journal's."""
        self._stream.seek(0)
        for number, line in enumerate(iter(self._stream.readline, b"")):
            if not line.endswith(b"\n"):
                return
            try:
                yield _step.decode(line) if number else _asked.decode(line)
            except ValueError as error:
                raise FetchError(
                    f"{self.path}: line {number + 1} is none of a journal ({error}). "
                    "Name another folder, or take this one away."
                ) from None

    def write(self, step: Step) -> None:
        """Add a line, and see that it is on disk."""
        self._write(step, os.SEEK_END)

    def _write(self, said: Asked | Step, whence: int) -> None:
        self._stream.seek(0, whence)
        self._stream.write(_encode(said) + b"\n")
        synced(self._stream)


def synced(stream: IO[bytes]) -> None:
    """Flush a stream and wait until it is on disk."""
    stream.flush()
    os.fsync(stream.fileno())


def told(held: Asked, asked: Asked) -> str:
    """Return in words what was asked for, with all in which it is not what is asked for now."""
    entity = f" {held.entity}" if held.entity else ""
    ids = "another list of ids" if asked.ids not in (None, held.ids) else "a list of ids"
    what = f"filter {held.filter!r}" if held.filter else ids if held.ids else "everything"
    said = [f"{held.service}{entity}", what, *(f"{name}={value}" for name, value in held.params)]
    said += [f"no {name}" for name in dict(asked.params) if name not in dict(held.params)]
    if held.address != asked.address:
        said.append(f"from {_bare(held.address)}" if held.address else "from the service itself, not --address")
    return ", ".join(said)


def _bare(address: str) -> str:
    """Return an address without a name and password in it."""
    scheme, between, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{between}{host.rpartition('@')[2]}{slash}{path}"
