"""A folder that stores fetched records: gzip files with a member per response, a journal, and the keys of the records.

A file is valid gzip between any two responses: it ends with a footer, which the next response overwrites.
"""

import gzip
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from filelock import FileLock, Timeout

from loaders.fetch.dedup_index import KeyHashSet, hash_key
from loaders.fetch.journal import Checkpoint, FetchSpec, Journal, JournalEntry, PageResult, flush_and_fsync, now
from loaders.fetch.service import CacheValidators, FetchError, FileFormat, Page, RawRecord, Request


class CachedPage(NamedTuple):
    """A stored, unchanged response: its journal entry, its records as stored, and the hashes of their keys."""

    step: JournalEntry
    data: bytes
    numbers: "array[int]"


class PreviousFetch:
    """The responses of a previous fetch that have cache validators."""

    def __init__(self, journal: Path, keys: Path, file: Callable[[int], Path], file_format: FileFormat) -> None:
        self._keys, self._file, self._file_format = keys, file, file_format
        self._steps: dict[Request, tuple[JournalEntry, int]] = {}
        stored_journal = Journal(journal)
        records = 0
        for step in stored_journal.lines():
            if isinstance(step, JournalEntry) and not (step.again or step.complete):
                if step.request is not None and step.came == step.records - records:
                    self._steps[step.request] = (step, records)
                records = step.records
        stored_journal.close()

    def cache_validators(self, request: Request) -> CacheValidators | None:
        """Return the validators of the response to a request, if it is stored and has any."""
        step, _ = self._steps.get(request, (None, 0))
        return None if step is None else CacheValidators(step.etag, step.modified)

    def same(self, request: Request) -> CachedPage:
        """Return the stored response to a request."""
        step, before = self._steps[request]
        numbers = array("Q")
        if step.records == before:
            return CachedPage(step, b"", numbers)
        with self._keys.open("rb") as stream:
            stream.seek(before * 8)
            numbers.frombytes(stream.read((step.records - before) * 8))
        with self._file(step.part).open("rb") as stream:
            stream.seek(step.start)
            data = gzip.decompress(stream.read(step.end - step.start))
        return CachedPage(step, data if step.start else data.removeprefix(self._file_format.head), numbers)


JOURNAL, KEYS, LOCK = "fetch.journal", "fetch.keys", "fetch.lock"
NEW = ".new"
"""Suffix of files that will replace the existing files."""
PART_BYTES = 64 << 20
"""Size at which a file is full and the next one begins."""


def _long_enough(path: Path, size: int) -> None:
    if not path.exists() or path.stat().st_size < size:
        raise FetchError(f"{path} is shorter than its journal states. Delete {path.parent} and start the fetch again.")


def gzip_member(data: bytes) -> bytes:
    """Return data as a gzip member; equal data give equal bytes."""
    return gzip.compress(data, 6, mtime=0) if data else b""


class FetchDirectory:
    """The output folder of a fetch. As a context manager it locks the folder for this process.

    With `refresh`, a completed fetch is repeated into new files next to the existing ones, and replaces them when it is
    complete.
    """

    def __init__(
        self, path: Path, name: str, file_format: FileFormat, spec: FetchSpec, *, refresh: bool = False
    ) -> None:
        self.path = path
        self._name, self._file_format, self._spec, self._refresh = name, file_format, spec, refresh
        self._suffix = ""
        self._earlier: PreviousFetch | None = None
        self.checkpoint = Checkpoint()

    def __enter__(self) -> Self:
        self.path.mkdir(parents=True, exist_ok=True)
        if not (self.path / JOURNAL).exists() and any(path.name != LOCK for path in self.path.iterdir()):
            raise FetchError(f"{self.path} contains files that were not written by a fetch. Use a new folder.")
        self._lock = FileLock(self.path / LOCK)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise FetchError(
                f"Another command is fetching into {self.path}. Wait for it, or use another folder."
            ) from None
        try:
            self._begin()
            if self._refresh and self.checkpoint.complete:
                self._close()
                self._earlier = PreviousFetch(self.path / JOURNAL, self.path / KEYS, self._old, self._file_format)
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
        """Restore the files to the state in the journal: remove data that were written after its last entry."""
        self._take_over()
        self.journal = Journal(self.path / f"{JOURNAL}{self._suffix}")
        try:
            self.checkpoint = checkpoint = self.journal.begin(self._spec)
            keys = self.path / f"{KEYS}{self._suffix}"
            self._keys = keys.open("r+b" if keys.exists() else "w+b")
            _long_enough(keys, checkpoint.records * 8)
            self._keys.truncate(checkpoint.records * 8)
            numbers = array("Q")
            numbers.frombytes(self._keys.read())
            self.seen = KeyHashSet(numbers)
            for path in self.path.glob(f"{self._name}-[0-9]*{self._file_format.ending}.gz{self._suffix}"):
                if path.name > self.file(checkpoint.part).name or not checkpoint.part:
                    path.unlink()
            if checkpoint.part:
                self._repair(self.file(checkpoint.part), checkpoint.end)
        except BaseException:
            self.journal.close()
            raise

    def _repair(self, path: Path, end: int) -> None:
        _long_enough(path, end)
        with path.open("r+b") as stream:
            stream.truncate(end)
            stream.seek(end)
            stream.write(gzip_member(self._file_format.foot))
            flush_and_fsync(stream)

    def file(self, part: int) -> Path:
        """Return the path of a file by number."""
        return self._old(part).with_name(f"{self._old(part).name}{self._suffix}")

    def _old(self, part: int) -> Path:
        """Return the path of a file without the suffix of a refresh in progress."""
        return self.path / f"{self._name}-{part:05d}{self._file_format.ending}.gz"

    def _take_over(self) -> None:
        """Replace the existing files with those of a completed refresh; an incomplete refresh is left for resuming."""
        path = self.path / f"{JOURNAL}{NEW}"
        if not path.exists():
            return
        journal = Journal(path)
        try:
            checkpoint = journal.begin(self._spec)
        finally:
            journal.close()
        if not checkpoint.complete:
            return
        for part in range(1, checkpoint.part + 1):
            fresh = self._old(part).with_name(f"{self._old(part).name}{NEW}")
            if fresh.exists():
                fresh.replace(self._old(part))
        for old_file in self.path.glob(f"{self._name}-[0-9]*{self._file_format.ending}.gz"):
            if old_file.name > self._old(checkpoint.part).name or not checkpoint.part:
                old_file.unlink()
        if (self.path / f"{KEYS}{NEW}").exists():
            (self.path / f"{KEYS}{NEW}").replace(self.path / KEYS)
        path.replace(self.path / JOURNAL)

    def cache_validators(self, request: Request) -> CacheValidators | None:
        """Return the validators of the previous response to a request, if any."""
        return self._earlier.cache_validators(request) if self._earlier else None

    def same(self, request: Request) -> bool:
        """Reuse the stored response to a request. Return False, without writing, if one of its records was already
        fetched.
        """
        same = self._earlier.same(request) if self._earlier else None
        if same is None or any(map(self.seen.holds, same.numbers)):
            return False
        for key_hash in same.numbers:
            self.seen.add(key_hash)
        step = same.step
        page = Page((), step.next, step.total, step.missing)
        self._write(
            page,
            same.data,
            same.numbers,
            PageResult(request, CacheValidators(step.etag, step.modified), 0),
            came=step.came,
        )
        return True

    def write(self, page: Page, records: Sequence[RawRecord], got: PageResult) -> None:
        """Write the records of a response, then its journal entry."""
        numbers = array("Q", (hash_key(record.key) for record in records))
        self._write(page, b"".join(record.text for record in records), numbers, got, came=len(page.records))

    def _write(self, page: Page, data: bytes, numbers: "array[int]", got: PageResult, *, came: int) -> None:
        checkpoint = self.checkpoint
        part, start, end = self._append(data) if data else (checkpoint.part, 0, checkpoint.end)
        if data:
            self._keys.seek(checkpoint.records * 8)
            self._keys.write(numbers.tobytes())
            flush_and_fsync(self._keys)
        known = got.done and any(got.validators)
        self._note(
            JournalEntry(
                timestamp=now(),
                part=part,
                start=start,
                end=end,
                records=checkpoint.records + len(numbers),
                came=came,
                repeated=came - len(numbers) if got.done else 0,
                size=got.size,
                total=page.total,
                done=got.done,
                next=tuple(page.next) if got.done else (),
                missing=tuple(page.missing),
                request=got.request if known else None,
                etag=got.validators.etag if known else None,
                modified=got.validators.modified if known else None,
            )
        )

    def _append(self, data: bytes) -> tuple[int, int, int]:
        """Write a gzip member after the last one; return the file number, and the start and end of the member."""
        part, start = self.checkpoint.part, self.checkpoint.end
        if not part or start >= PART_BYTES:
            part, start = part + 1, 0
        member = gzip_member(data if start else self._file_format.head + data)
        with self.file(part).open("r+b" if start else "wb") as stream:
            stream.seek(start)
            stream.write(member + gzip_member(self._file_format.foot))
            stream.truncate()
            flush_and_fsync(stream)
        return part, start, start + len(member)

    def again(self) -> None:
        """Record that pagination restarts, because the service no longer accepts the cursor."""
        self._note(JournalEntry(timestamp=now(), again=True))

    def finish(self) -> None:
        """Record that the fetch is complete."""
        self._note(JournalEntry(timestamp=now(), complete=True))
        if self._suffix:
            self._close()
            self._suffix = ""
            self._begin()

    def _note(self, step: JournalEntry) -> None:
        self.journal.write(step)
        self.checkpoint.apply(step)
