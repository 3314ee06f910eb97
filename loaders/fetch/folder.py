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

from loaders.fetch.earlier import Earlier
from loaders.fetch.journal import Asked, Got, Journal, Place, Step, now, synced
from loaders.fetch.seen import Seen, number
from loaders.fetch.service import FetchError, Form, Found, Kept, Page, Request

JOURNAL, KEYS, LOCK = "fetch.journal", "fetch.keys", "fetch.lock"
NEW = ".new"
"""How the names of files end that are to take the place of others."""
PART_BYTES = 64 << 20
"""A file of so many bytes is full, and the next is begun."""


def _long_enough(path: Path, size: int) -> None:
    if not path.exists() or path.stat().st_size < size:
        raise FetchError(f"{path} is shorter than the journal beside it says. Take {path.parent} away and begin anew.")


def packed(data: bytes) -> bytes:
    """Return a member of a gzip file; the same data gives the same bytes."""
    return gzip.compress(data, 6, mtime=0) if data else b""


class Folder:
    """A folder that a fetch writes to. As a context manager it is this process's alone.

    With `anew`, where all came before, everything is asked for anew, into files beside those that are there, which take
    their place when all came again.
    """

    def __init__(self, path: Path, name: str, form: Form, asked: Asked, *, anew: bool = False) -> None:
        self.path = path
        self._name, self._form, self._asked, self._anew = name, form, asked, anew
        self._suffix = ""
        self._earlier: Earlier | None = None
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
            if self._anew and self.place.whole:
                self._close()
                self._earlier = Earlier(self.path / JOURNAL, self.path / KEYS, self._old, self._form)
                self._suffix = NEW
                self._begin()
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()
        self._lock.release()

    def _close(self) -> None:
        self._keys.close()
        self.journal.close()

    def _begin(self) -> None:
        """Bring the files to where the journal stands: what was written after its last line is taken away."""
        self._take_over()
        self.journal = Journal(self.path / f"{JOURNAL}{self._suffix}")
        try:
            self.place = place = self.journal.begin(self._asked)
            keys = self.path / f"{KEYS}{self._suffix}"
            self._keys = keys.open("r+b" if keys.exists() else "w+b")
            _long_enough(keys, place.records * 8)
            self._keys.truncate(place.records * 8)
            numbers = array("Q")
            numbers.frombytes(self._keys.read())
            self.seen = Seen(numbers)
            for path in self.path.glob(f"{self._name}-[0-9]*{self._form.ending}.gz{self._suffix}"):
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
        return self._old(part).with_name(f"{self._old(part).name}{self._suffix}")

    def _old(self, part: int) -> Path:
        """Return the path of a file that is there, or will be once what is fetched anew is whole."""
        return self.path / f"{self._name}-{part:05d}{self._form.ending}.gz"

    def _take_over(self) -> None:
        """Let what was fetched anew, if it is whole, take the place of what was there; broken off, it goes on."""
        path = self.path / f"{JOURNAL}{NEW}"
        if not path.exists():
            return
        journal = Journal(path)
        try:
            place = journal.begin(self._asked)
        finally:
            journal.close()
        if not place.whole:
            return
        for part in range(1, place.part + 1):
            fresh = self._old(part).with_name(f"{self._old(part).name}{NEW}")
            if fresh.exists():
                fresh.replace(self._old(part))
        for other in self.path.glob(f"{self._name}-[0-9]*{self._form.ending}.gz"):
            if other.name > self._old(place.part).name or not place.part:
                other.unlink()
        if (self.path / f"{KEYS}{NEW}").exists():
            (self.path / f"{KEYS}{NEW}").replace(self.path / KEYS)
        path.replace(self.path / JOURNAL)

    def kept(self, request: Request) -> Kept | None:
        """Return by what an earlier answer to a request can be known again."""
        return self._earlier.kept(request) if self._earlier else None

    def same(self, request: Request) -> bool:
        """Take over an answer that has not changed; not where some of its records came already, elsewhere."""
        same = self._earlier.same(request) if self._earlier else None
        if same is None or any(map(self.seen.holds, same.numbers)):
            return False
        for one in same.numbers:
            self.seen.add(one)
        step = same.step
        page = Page((), step.next, step.total, step.missing)
        self._write(page, same.data, same.numbers, Got(request, Kept(step.etag, step.modified), 0), came=step.came)
        return True

    def write(self, page: Page, records: Sequence[Found], got: Got) -> None:
        """Write the records of an answer, then the line that says so."""
        numbers = array("Q", (number(one.key) for one in records))
        self._write(page, b"".join(one.text for one in records), numbers, got, came=len(page.records))

    def _write(self, page: Page, data: bytes, numbers: "array[int]", got: Got, *, came: int) -> None:
        place = self.place
        part, start, end = self._append(data) if data else (place.part, 0, place.end)
        if data:
            self._keys.seek(place.records * 8)
            self._keys.write(numbers.tobytes())
            synced(self._keys)
        known = got.done and any(got.kept)
        self._note(
            Step(
                at=now(),
                part=part,
                start=start,
                end=end,
                records=place.records + len(numbers),
                came=came,
                repeated=came - len(numbers) if got.done else 0,
                size=got.size,
                total=page.total,
                done=got.done,
                next=tuple(page.next) if got.done else (),
                missing=tuple(page.missing),
                request=got.request if known else None,
                etag=got.kept.etag if known else None,
                modified=got.kept.modified if known else None,
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
        if self._suffix:
            self._close()
            self._suffix = ""
            self._begin()

    def _note(self, step: Step) -> None:
        self.journal.write(step)
        self.place.take(step)
