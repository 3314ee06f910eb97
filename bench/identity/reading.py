"""The papers of a source's files, as a load would take them."""

from collections.abc import Iterator
from pathlib import Path

from loaders.files import archive
from loaders.records.normalise import cleaned
from loaders.records.record import PaperRecord
from loaders.records.stated import Ref
from loaders.records.statement import Held
from loaders.refused import RecordError, Rejected
from loaders.source import Source


def papers(source: Source, *paths: Path) -> Iterator[Held]:
    """Yield the papers of a source's files, cleaned; of two with one key the later.

    Raises ArchiveError and SourceError where they cannot be read.
    """
    kept: dict[Ref, PaperRecord] = {}
    with archive.opened(paths, source.wants) as files:
        read = source.start(files)
        for file in files:
            for item in read(file):
                if isinstance(item, Rejected) or not isinstance(item, PaperRecord):
                    continue
                try:
                    record = cleaned(item)
                except RecordError:
                    continue
                kept[Ref(record.source, record.key, source.name)] = record
    for ref, record in kept.items():
        yield Held(ref, record)
