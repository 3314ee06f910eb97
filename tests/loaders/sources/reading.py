"""A document written by hand, read by a source as a load reads it."""

from pathlib import Path
from typing import TypeVar

from loaders.archive import SourceFile
from loaders.normalise import cleaned
from loaders.record import PaperRecord, Record
from loaders.source import Item, Rejected, sources

T = TypeVar("T", bound=Record)


def items(source: str, folder: Path, *documents: bytes | str) -> list[Item]:
    """Return what a source yields of documents, which are files in this order, its records cleaned."""
    files: list[SourceFile] = []
    for number, document in enumerate(documents):
        path = folder / f"{number}.xml"
        path.write_bytes(document.encode() if isinstance(document, str) else document)
        files.append(SourceFile(path.name, path, str(path)))
    read = sources()[source].start(files)
    return [one if isinstance(one, Rejected) else cleaned(one) for file in files for one in read(file)]


def of(kind: type[T], found: list[Item]) -> list[T]:
    """Return the records of one kind."""
    return [one for one in found if isinstance(one, kind)]


def only(found: list[Item]) -> PaperRecord:
    """Return the one paper that there is."""
    (paper,) = of(PaperRecord, found)
    return paper
