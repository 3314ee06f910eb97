"""Read a bibliography that a user sends as text: BibTeX, RIS or CSL-JSON, with the readers of these sources."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from loaders.formats.archive import TextFile
from loaders.records import dates
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.record import Item, PaperRecord
from loaders.records.serialization import entity_ids, title_key
from loaders.sources.base import sources

FILE_NAMES = {"bibtex": "bibliography.bib", "csl-json": "bibliography.json", "ris": "bibliography.ris"}
"""Name of the file for each source: readers look at its extension."""


class BibliographyEntry(NamedTuple):
    """An entry of a bibliography.

    Attributes:
        key: key of the entry in its format, or its place in the text.
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
    """Return the entries of a text, at most one more than the limit. Raises SourceFileError.

    Args:
        text: the bibliography.
        format_: name of the source that reads the format: bibtex, csl-json or ris.
        limit: maximum number of entries that the caller accepts.
    """
    file = TextFile(FILE_NAMES[format_], Path(FILE_NAMES[format_]), text=text)
    entries: list[BibliographyEntry] = []
    for item in _items(file, format_):
        if isinstance(item, RejectedItem):
            entries.append(BibliographyEntry(item.place, error=item.reason))
        elif isinstance(item, PaperRecord):
            entries.append(_entry(item))
        if len(entries) > limit:
            break
    return entries


def _items(file: TextFile, format_: str) -> Iterator[Item]:
    try:
        yield from sources()[format_].start([file])(file)
    except OSError as error:  # a reader that opens the path itself
        raise SourceFileError(str(error)) from None


def _entry(record: PaperRecord) -> BibliographyEntry:
    years = [dates.year(date.value) for date in record.dates if date.kind == "published"]
    return BibliographyEntry(record.key, record.title, min(years, default=None), entity_ids(record), title_key(record))
