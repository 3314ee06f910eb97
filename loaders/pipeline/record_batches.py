"""Read one file in small batches of normalized, encoded and hashed records, which a reader process sends as bytes.

`chunk_reader` combines them into the batches of up to 2,000 records that a load resolves and commits.
"""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from loaders.formats.archive import DAMAGED_FILE_ERRORS, SourceFile
from loaders.records.errors import InvalidRecordError, RejectedItem, SourceFileError, truncate
from loaders.records.limits import enforce_limits
from loaders.records.normalize import normalize_record
from loaders.records.record import Item
from loaders.records.serialization import content_hash, encoded
from loaders.sources.base import Reader
from normalization.identifiers import IdentifierError, escape_control_characters

MAX_ITEMS = 100
"""Maximum number of items per batch."""
MAX_BYTES = 1 << 18
"""Bytes of records after which a batch ends; a single record may be larger."""
MAX_PLACE_LENGTH = 200
MAX_REASON_LENGTH = 500
"""Maximum number of characters of a reason; a rejected value may be very long."""


class ReaderError(Exception):
    """The reader of a source raised an unexpected exception. The message names the source, the file and the item."""


class AcceptedRecord(Struct, frozen=True, array_like=True, tag="k", gc=False):
    """A record: source, key, JSON, hash, revision date ("" if unknown), and messages about dropped values.

    `in_passing` is True for a partial record.
    """

    source: str
    key: str
    statement: bytes
    hash: str
    revised: str
    in_passing: bool = False
    dropped_values: tuple[str, ...] = ()


class RejectedRecord(Struct, frozen=True, array_like=True, tag="r", gc=False):
    """A rejected record: a RejectedItem with texts of limited length."""

    place: str
    reason: str
    record_key: tuple[str, str] | None = None
    intentional: bool = False


BatchItem: TypeAlias = AcceptedRecord | RejectedRecord


class RecordBatch(Struct, array_like=True, tag="batch"):
    """Some items of a file, in file order.

    Attributes:
        offset: number of the file's items up to the end of the batch, including skipped ones.
        position: bytes read from disk so far.
        last: True for the last batch of a file.
        read_error: the reason if the file could not be read to its end.
    """

    items: list[BatchItem]
    offset: int = 0
    position: int = 0
    last: bool = False
    read_error: str | None = None


def iter_batches(source: str, reader: Reader, file: SourceFile, skip: int = 0) -> Iterator[RecordBatch]:
    """Yield a file's items in batches, after the first `skip` items; at least one batch, even for an empty file.

    Raises:
        ReaderError: the reader raised an exception other than those for files that cannot be read.
    """
    batch, buffered_bytes = RecordBatch([]), 0
    try:
        for item in reader(file):
            batch.offset += 1
            if batch.offset <= skip:
                continue
            batch_item = _normalize_item(item)
            batch.items.append(batch_item)
            buffered_bytes += len(batch_item.statement) if isinstance(batch_item, AcceptedRecord) else 0
            if len(batch.items) >= MAX_ITEMS or buffered_bytes >= MAX_BYTES:
                batch.position = file.position
                yield batch
                batch, buffered_bytes = RecordBatch([], batch.offset, batch.position), 0
    except (SourceFileError, *DAMAGED_FILE_ERRORS) as error:
        batch.read_error = _reason(file, error)
    except Exception as error:
        raise ReaderError(
            f"The reader of {source} failed at {file.display_name}, item {batch.offset + 1:,}: "
            f"{type(error).__name__}: {truncate(str(error), MAX_REASON_LENGTH)}. This is a bug of the reader."
        ) from error
    batch.position, batch.last = file.size, True
    yield batch


def _reason(file: SourceFile, error: Exception) -> str:
    """Return the reason why a file cannot be read, without the name of the file."""
    message = error.strerror if isinstance(error, OSError) else None
    reason = (message or str(error)).removeprefix(f"{file.display_name}: ")
    if isinstance(error, SourceFileError) and not file.size and "empty" not in reason:
        reason = f"the file is empty; {reason}"
    return truncate(reason, MAX_REASON_LENGTH)


def _normalize_item(item: Item) -> BatchItem:
    if isinstance(item, RejectedItem):
        return RejectedRecord(
            truncate(escape_control_characters(item.place), MAX_PLACE_LENGTH),
            truncate(item.reason, MAX_REASON_LENGTH),
            item.record_key,
            item.intentional,
        )
    try:
        record, dropped_values = enforce_limits(normalize_record(item))
    except (InvalidRecordError, IdentifierError) as error:
        return RejectedRecord(
            describe_position(item.source, item.key), truncate(str(error), MAX_REASON_LENGTH), (item.source, item.key)
        )
    statement = encoded(record)
    return AcceptedRecord(
        record.source,
        record.key,
        statement,
        content_hash(statement),
        record.revised or "",
        record.in_passing,
        tuple(dropped_values),
    )


def describe_position(source: str, key: str) -> str:
    """Return the source and key of a record as text."""
    return truncate(escape_control_characters(f"{source}:{key}"), MAX_PLACE_LENGTH)
