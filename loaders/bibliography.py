"""Read a bibliography that a user sends as text: BibTeX, RIS or CSL-JSON, with the readers of these sources."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from loaders.bibliographic.citation_entry import CitationEntry
from loaders.formats.archive import SourceFile, TextFile
from loaders.records import dates
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.record import PaperRecord
from loaders.records.serialization import entity_ids, title_key
from loaders.sources import bibtex, csl_json, ris

READERS: dict[str, Callable[[SourceFile], Iterator[CitationEntry | RejectedItem]]] = {
    "bibtex": bibtex.read_entries,
    "csl-json": csl_json.read_entries,
    "ris": ris.read_entries,
}
"""Reader of the entries for each format."""
FILE_NAME = "text"
"""Name of the text for the readers, which begin their errors with the name of the file."""


class BibliographyEntry(NamedTuple):
    """An entry of a bibliography.

    Attributes:
        key: citation key of the entry; without one, its first external ID or its place in the text.
        title: its title.
        year: year of publication; None if the entry has none.
        ids: external IDs, each `scheme:value`, in the order of the entry.
        title_key: blocking key of title, year and first author; None if one of them is missing.
        error: reason why the entry cannot be read; None otherwise.
    """

    key: str
    title: str = ""
    year: int | None = None
    ids: tuple[str, ...] = ()
    title_key: str | None = None
    error: str | None = None


def read_bibliography(text: str, format_: str, limit: int) -> list[BibliographyEntry]:
    """Return the entries of a text, at most one more than the limit.

    Args:
        text: the bibliography.
        format_: name of the source that reads the format: bibtex, csl-json or ris.
        limit: maximum number of entries that the caller accepts.

    Raises:
        SourceFileError: the text is not in the format, or is truncated. The message begins with the line.
    """
    entries: list[BibliographyEntry] = []
    try:
        for entry in READERS[format_](TextFile(FILE_NAME, Path(FILE_NAME), text=text)):
            if isinstance(entry, RejectedItem):
                entries.append(_rejected(entry))
            else:
                entries += [_entry(entry, record) for record in entry.records if isinstance(record, PaperRecord)]
            if len(entries) > limit:
                break
    except SourceFileError as error:
        raise SourceFileError(_without_file_name(str(error), text)) from None
    return entries


def _without_file_name(message: str, text: str) -> str:
    """Return an error about a file as an error about a text: the client sent no file."""
    message = message.removeprefix(f"{FILE_NAME}: ").replace("the file ", "the text ")
    line = 1 if message.startswith("expected ") else text.count("\n") + 1
    return message if message.startswith("line ") else f"line {line:,}: {message}"


def _rejected(item: RejectedItem) -> BibliographyEntry:
    place, _, key = item.place.partition(", ")
    return BibliographyEntry(key or place, error=f"{place}: {item.reason}")


def _entry(entry: CitationEntry, record: PaperRecord) -> BibliographyEntry:
    years, ids = [dates.year(date.value) for date in record.dates if date.kind == "published"], entity_ids(record)
    key = entry.key or next(iter(ids), entry.place)
    return BibliographyEntry(key, record.title, min(years, default=None), ids, title_key(record))
