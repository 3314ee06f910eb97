"""Read the papers of a source's files as a load does."""

from collections.abc import Iterator
from pathlib import Path

from loaders.formats import archive
from loaders.records.errors import InvalidRecordError, RejectedItem
from loaders.records.match_features import RecordRef
from loaders.records.normalize import normalize_record
from loaders.records.record import PaperRecord
from loaders.records.serialization import StoredRecord
from loaders.sources.base import Source


def papers(source: Source, *paths: Path) -> Iterator[StoredRecord]:
    """Yield the normalized papers of a source's files; a later record with the same key replaces an earlier one.

    Raises ArchiveError and SourceError where they cannot be read.
    """
    kept: dict[RecordRef, PaperRecord] = {}
    with archive.open_files(paths, source.accepts) as files:
        read = source.start(files)
        for file in files:
            for item in read(file):
                if isinstance(item, RejectedItem) or not isinstance(item, PaperRecord):
                    continue
                try:
                    record = normalize_record(item)
                except InvalidRecordError:
                    continue
                kept[RecordRef(record.source, record.key, source.name)] = record
    for ref, record in kept.items():
        yield StoredRecord(ref, record)
