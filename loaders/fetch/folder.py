"""What came, on disk: files of records, packed, a member for each answer; beside them a journal and the records' keys.

A file can be read at any moment between two answers: it ends with its foot, which the next answer overwrites.
"""

import gzip
from array import array
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

from loaders.fetch.journal import Asked, Journal, Place, Step, now, synced
from loaders.fetch.seen import Seen, number
from loaders.fetch.service import FetchError, Form, Found, Page

JOURNAL, KEYS, LOCK = "fetch.journal", "fetch.keys", "fetch.lock"
PART_BYTES = 64 << 20
"""A file of so many bytes is full, and the next is begun."""


def _long_enough(path: Path, size: int) -> None:
    if not path.exists() or path.stat().st_size < size:
        raise FetchError(f"{path} is shorter than the journal beside it says. Take {path.parent} away and begin anew.")


def packed(data: bytes) -> bytes:
    """Return a member of a gzip file; the same data gives the same bytes."""
    return gzip.compress(data, 6, mtime=0) if data else b""


class Folder:
    """A folder that a fetch writes to. As a context manager it is this process's alone."""

    def __init__(self, path: Path, name: str, form: Form, asked: Asked) -> None:
        self.path = path
        self._name, self._form, self._asked = name, form, asked
        self.place = Place()

    def __enter__(self) -> Self:
        self.path.mkdir(parents=True, exist_ok=True)
        if not (self.path / JOURNAL).exists() and any(one.name != LOCK for one in self.path.iterdir()):
            raise FetchError(f"{self.path} has files in it that no fetch has written. Name a new folder.")
        self._lock = FileLock(self.path / LOCK)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise FetchError(f"Another command fetches into {self.path} now. Wait for it, or name another.") from None
        try:
            self._begin()
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._keys.close()
        self.journal.close()
        self._lock.release()

    def _begin(self) -> None:
        """Bring the files to where the journal stands: what was written after its last line is taken away."""
        self.journal = Journal(self.path / JOURNAL)
        try:
            self.place = place = self.journal.begin(self._asked)
            keys = self.path / KEYS
            self._keys = keys.open("r+b" if keys.exists() else "w+b")
            _long_enough(keys, place.records * 8)
            self._keys.truncate(place.records * 8)
            numbers = array("Q")
            numbers.frombytes(self._keys.read())
            self.seen = Seen(numbers)
            for path in self.path.glob(f"{self._name}-[0-9]*{self._form.ending}.gz"):
                if path.name > self.file(place.part).name or not place.part:
                    path.unlink()
            if place.part:
                self._mend(self.file(place.part), place.end)
        except BaseException:
            self.journal.close()
            raise

    def _mend(self, path: Path, end: int) -> None:
        _long_enough(path, end)
        with path.open("r+b") as stream:
            stream.truncate(end)
            stream.seek(end)
            stream.write(packed(self._form.foot))
            synced(stream)

    def file(self, part: int) -> Path:
        """Return the path of a file by its number."""
        return self.path / f"{self._name}-{part:05d}{self._form.ending}.gz"

    def write(self, page: Page, records: Sequence[Found], *, done: bool, size: int) -> None:
        """Write the records of an answer, then the line that says so."""
        place = self.place
        part, start, end = (
            self._append(b"".join(one.text for one in records)) if records else (place.part, 0, place.end)
        )
        if records:
            numbers = array("Q", (number(one.key) for one in records))
            self._keys.seek(place.records * 8)
            self._keys.write(numbers.tobytes())
            synced(self._keys)
        self._note(
            Step(
                at=now(),
                part=part,
                start=start,
                end=end,
                records=place.records + len(records),
                came=len(page.records),
                repeated=len(page.records) - len(records) if done else 0,
                size=size,
                total=page.total,
                done=done,
                next=tuple(page.next) if done else (),
                missing=tuple(page.missing),
            )
        )

    def _append(self, data: bytes) -> tuple[int, int, int]:
        """Write a member behind the last; return its file's number and where in it the member stands."""
        part, start = self.place.part, self.place.end
        if not part or start >= PART_BYTES:
            part, start = part + 1, 0
        member = packed(data if start else self._form.head + data)
        with self.file(part).open("r+b" if start else "wb") as stream:
            stream.seek(start)
            stream.write(member + packed(self._form.foot))
            stream.truncate()
            synced(stream)
        return part, start, start + len(member)

    def again(self) -> None:
        """Note that the walk begins anew, for the service has lost the place."""
        self._note(Step(at=now(), again=True))

    def finish(self) -> None:
        """Note that all came."""
        self._note(Step(at=now(), whole=True))

    def _note(self, step: Step) -> None:
        self.journal.write(step)
        self.place.take(step)
