"""Write fetched records to a stream, such as standard output. Such a fetch cannot be resumed."""

from collections.abc import Sequence
from types import TracebackType
from typing import IO, Self

from loaders.fetch.dedup_index import KeyHashSet
from loaders.fetch.journal import Checkpoint, JournalEntry, PageResult, now
from loaders.fetch.service import CacheValidators, FileFormat, Page, RawRecord, Request


class StreamSink:
    """The output stream of a fetch."""

    def __init__(self, stream: IO[bytes], file_format: FileFormat) -> None:
        self._stream, self._file_format = stream, file_format
        self.checkpoint = Checkpoint()
        self.seen = KeyHashSet()

    def __enter__(self) -> Self:
        self._stream.write(self._file_format.head)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._stream.write(self._file_format.foot)
            self._stream.flush()

    def write(self, page: Page, records: Sequence[RawRecord], got: PageResult) -> None:
        """Write the records of a response."""
        for record in records:
            self._stream.write(record.text)
        self._stream.flush()
        self.checkpoint.apply(
            JournalEntry(
                timestamp=now(),
                records=self.checkpoint.records + len(records),
                repeated=len(page.records) - len(records) if got.done else 0,
                size=got.size,
                total=page.total,
                done=got.done,
                next=tuple(page.next) if got.done else (),
                missing=tuple(page.missing),
            )
        )

    def cache_validators(self, _: Request) -> CacheValidators | None:
        """Return None, because there are no stored responses."""

    def same(self, _: Request) -> bool:
        """Return False, because there are no stored responses."""
        return False

    def again(self) -> None:
        """Record that pagination restarts."""
        self.checkpoint.apply(JournalEntry(timestamp=now(), again=True))

    def finish(self) -> None:
        """Record that the fetch is complete."""
        self.checkpoint.apply(JournalEntry(timestamp=now(), complete=True))
