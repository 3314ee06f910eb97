"""Helpers that read hand-written documents through a source, as a load does."""

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


def items(source: str | Source, folder: Path, *documents: bytes | str) -> list[Item]:
    """Return the items that a source yields for documents, with normalized records.

    The documents become the files `0.xml`, `1.xml` and so on, of whatever format they are. A SourceFileError of the
    reader is raised.
    """
    files: list[SourceFile] = []
    for number, document in enumerate(documents):
        path = folder / f"{number}.xml"
        path.write_bytes(document.encode() if isinstance(document, str) else document)
        files.append(SourceFile(path.name, path, str(path)))
    reader = source_named(source) if isinstance(source, str) else source
    return [one if isinstance(one, RejectedItem) else normalized(one) for one in read_items(reader, files)]


def source_named(name: str) -> Source:
    """Return the source of this name."""
    assert name in sources(), (
        f"no module in loaders/sources has a constant SOURCE with the name {name!r}; the names are: "
        f"{', '.join(sources())}"
    )
    return sources()[name]


def normalized(record: Record) -> Record:
    """Return a record as a load stores it: normalized and within the limits."""
    return enforce_limits(normalize_record(record))[0]


def read_items(source: Source, files: Sequence[SourceFile]) -> list[Item]:
    """Return the items that a source yields for files, unchanged."""
    read = source.start(files)
    return [one for file in files for one in read(file)]


def records(source: Source, files: Sequence[SourceFile]) -> list[Record]:
    """Return the normalized records in files."""
    return [normalized(one) for one in read_items(source, files) if not isinstance(one, RejectedItem)]


def rejected(source: Source, files: Sequence[SourceFile]) -> list[tuple[str, str]]:
    """Return the place and reason of each reject in files."""
    return [(one.place, one.reason) for one in read_items(source, files) if isinstance(one, RejectedItem)]


def count_nodes(file: SourceFile, paths: Mapping[str, str]) -> Counter[str]:
    """Return the number of nodes in an XML file that each XPath finds."""
    with file.open() as stream:
        tree = etree.parse(stream)
    return Counter({name: int(float(str(tree.xpath(f"count({path})")))) for name, path in paths.items()})


def of(kind: type[T], found: list[Item]) -> list[T]:
    """Return the records of one kind."""
    return [one for one in found if isinstance(one, kind)]


def only(found: list[Item]) -> PaperRecord:
    """Return the only paper."""
    (paper,) = of(PaperRecord, found)
    return paper
