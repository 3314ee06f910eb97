"""A document written by hand, read by a source as a load reads it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from lxml import etree

from loaders.formats.archive import SourceFile
from loaders.records.errors import RejectedItem
from loaders.records.limits import enforce_limits
from loaders.records.normalize import normalize_record
from loaders.records.record import Item, PaperRecord, Record
from loaders.sources.base import Source, sources

T = TypeVar("T", bound=Record)


def items(source: str, folder: Path, *documents: bytes | str) -> list[Item]:
    """Return what a source yields of documents, which are files in this order, its records cleaned."""
    files: list[SourceFile] = []
    for number, document in enumerate(documents):
        path = folder / f"{number}.xml"
        path.write_bytes(document.encode() if isinstance(document, str) else document)
        files.append(SourceFile(path.name, path, str(path)))
    return [one if isinstance(one, RejectedItem) else taken(one) for one in told(sources()[source], files)]


def taken(record: Record) -> Record:
    """Return a record as the graph takes it: cleaned, and within its bounds."""
    return enforce_limits(normalize_record(record))[0]


def told(source: Source, files: Sequence[SourceFile]) -> list[Item]:
    """Return what a source yields of files, as it yields it."""
    read = source.start(files)
    return [one for file in files for one in read(file)]


def records(source: Source, files: Sequence[SourceFile]) -> list[Record]:
    """Return the records in files, cleaned."""
    return [taken(one) for one in told(source, files) if not isinstance(one, RejectedItem)]


def rejected(source: Source, files: Sequence[SourceFile]) -> list[tuple[str, str]]:
    """Return what in files is refused: where it stands and why."""
    return [(one.place, one.reason) for one in told(source, files) if isinstance(one, RejectedItem)]


def counted(file: SourceFile, paths: Mapping[str, str]) -> Counter[str]:
    """Return how many nodes of a file in XML each XPath finds."""
    with file.open() as stream:
        tree = etree.parse(stream)
    return Counter({name: int(float(str(tree.xpath(f"count({path})")))) for name, path in paths.items()})


def of(kind: type[T], found: list[Item]) -> list[T]:
    """Return the records of one kind."""
    return [one for one in found if isinstance(one, kind)]


def only(found: list[Item]) -> PaperRecord:
    """Return the one paper that there is."""
    (paper,) = of(PaperRecord, found)
    return paper
