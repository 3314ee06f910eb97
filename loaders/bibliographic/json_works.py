"""Read JSON files of works: an array, the response of an API, or one work per line."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.encoding import JSON_ERRORS, rejection_reason
from loaders.formats.foreign_files import reject_foreign_files
from loaders.formats.json_stream import JsonFileKind, RawElement, elements
from loaders.records.errors import DeletedRecordError, InvalidRecordError, RejectedItem, format_location
from loaders.records.grouping import RecentKeys
from loaders.records.partial import deduplicate_partials
from loaders.records.record import Item, Record

W = TypeVar("W")


def is_json_file(name: str) -> bool:
    """Return True if a file is JSON by its name, compressed or not."""
    return strip_suffixes(name).endswith((".json", ".jsonl", ".ndjson"))


@dataclass(frozen=True, slots=True)
class Works(Generic[W]):
    """How to read the works of a source."""

    kind: JsonFileKind
    decode: Callable[[bytes], W | None]
    """Decode an element; None if it is not a work. Raises ValueError if it is malformed."""
    key: Callable[[W], str | None]
    """Return the key of a work, for rejects."""
    records: Callable[[W], Iterable[Record]]
    """Return the records of a work: journal and volume or book, funders, then the work. Empty if it is not a work of
    its own.

    Raises ValueError or InvalidRecordError with the reason, or DeletedRecordError if the source deleted the work.
    """

    @property
    def not_a_work_reason(self) -> str:
        """The reason for rejecting an element that is not a work."""
        return f"not a {self.kind.element_name}."

    def read_file(self, file: SourceFile) -> Iterator[Item]:
        """Yield each work in file order, after its partial records that were not yielded recently.

        A malformed work is rejected, and reading continues.

        Raises:
            SourceFileError: the file contains no work, or is truncated.
        """
        with file.open() as stream:
            items = self._items(elements(stream, file.display_name, self.kind))
            message = f"{file.display_name}: expected {self.kind.description}."
            yield from reject_foreign_files(items, lambda item: item.reason == self.not_a_work_reason, message)

    def _items(self, raw_elements: Iterable[RawElement | RejectedItem]) -> Iterator[Item]:
        recent_keys = RecentKeys()
        for element in raw_elements:
            if isinstance(element, RejectedItem):
                yield element
                continue
            place, text = element
            try:
                work = self.decode(text)
                if work is None:
                    yield RejectedItem(place, self.not_a_work_reason)
                    continue
                place = format_location(place, self.key(work))
                records = list(self.records(work))
            except (*JSON_ERRORS, InvalidRecordError) as error:
                record_key = error.record_key if isinstance(error, InvalidRecordError) else None
                yield RejectedItem(place, rejection_reason(error), record_key, isinstance(error, DeletedRecordError))
                continue
            yield from deduplicate_partials(records, recent_keys)
