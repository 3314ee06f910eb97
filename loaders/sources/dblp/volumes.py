"""Containers of dblp publications: journals, conferences and their proceedings, books."""

import re
from collections.abc import Iterator

from loaders.bibliographic.containers import NOWHERE, Container, ContainerInfo, in_venue, volume_use
from loaders.formats.markup import Element, child_text, text_of
from loaders.records import dates
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import VolumeUse
from loaders.records.record import VenueRecord, VolumeRecord
from loaders.sources.dblp.names import Names
from loaders.sources.dblp.people import authors
from normalization.identifiers import normalize_or_none
from normalization.text import fold

SOURCE_NAME = "dblp"
HOME = "https://dblp.org"
PART = re.compile(r"\s*\(\d+\)$")
"""Number of a volume of proceedings, as in `ACL (1)`."""


def titled(record: Element) -> str:
    """Return the title without the period that dblp appends. Raises InvalidRecordError if there is no title."""
    title = child_text(record, "title") or ""
    title = title[:-1] if title.endswith(".") and not title.endswith("..") else title
    if not title:
        raise InvalidRecordError("it has no title.")
    return title


def container_of(record: Element) -> Container:
    """Return the container of a publication: the volume of its journal, or the proceedings or book that it names."""
    pages, journal = child_text(record, "pages"), child_text(record, "journal")
    if journal:
        container_info = ContainerInfo(
            source=SOURCE_NAME,
            name=journal,
            number=child_text(record, "volume"),
            issue=child_text(record, "number"),
            pages=pages,
            year=_year(child_text(record, "year")),
        )
        return in_venue(container_info, _venue(record, journal, "journal"))
    parent_key = child_text(record, "crossref")
    if parent_key:
        return Container(VolumeUse(volume=f"{SOURCE_NAME}:{_volume_key(parent_key)}", pages=pages))
    title, year = child_text(record, "booktitle"), child_text(record, "year")
    if not title:
        return NOWHERE
    meeting = record.tag == "inproceedings"
    venue = _venue(record, PART.sub("", title), "conference" if meeting else None) if meeting else None
    volume = VolumeRecord(
        source=SOURCE_NAME,
        key=_volume_key(f"{_stream(record)}/{year or ''}/{fold(title) or title}"),
        title=title,
        year=_year(year),
        venues=venue.ids if venue else (),
    )
    return Container(volume_use(volume, pages), (venue, volume) if venue else (volume,))


def proceedings(record: Element, names: Names) -> Iterator[VenueRecord | VolumeRecord]:
    """Yield the conference or journal, if known, then the volume of proceedings or the book with editors."""
    key = record.get("key") or ""
    name = child_text(record, "booktitle")
    venue = None
    if name and key.startswith(("conf/", "journals/")):
        venue = _venue(record, PART.sub("", name), "conference" if key.startswith("conf/") else "journal")
        yield venue
    yield VolumeRecord(
        source=SOURCE_NAME,
        key=_volume_key(key),
        url=f"{HOME}/rec/{key}",
        revised=dates.parse_date_or_none(record.get("mdate")),
        ids=tuple(
            f"volume:{isbn}"
            for element in record.iterfind("isbn")
            if (isbn := normalize_or_none(f"isbn:{text_of(element)}"))
        ),
        title=titled(record),
        year=_year(child_text(record, "year")),
        number=child_text(record, "volume"),
        publisher=child_text(record, "publisher"),
        address=child_text(record, "address"),
        venues=venue.ids if venue else (),
        editors=authors(record, "editor", names) or (),
    )


def _venue(record: Element, name: str, kind: str | None) -> VenueRecord:
    stream = _stream(record)
    return VenueRecord(
        source=SOURCE_NAME,
        key=f"venue/{stream}",
        url=f"{HOME}/db/{stream}/",
        name=name,
        ids=(f"dblp-venue:{stream}",),
        kind="journal" if kind == "journal" else "conference" if kind == "conference" else None,
    )


def _stream(record: Element) -> str:
    """Return the key of the series of a publication: `conf/acl`."""
    stream = child_text(record, "stream")
    return stream.removeprefix("streams/") if stream else "/".join((record.get("key") or "").split("/")[:2])


def _volume_key(key: str) -> str:
    return f"volume/{key}"


def _year(text: str | None) -> int | None:
    return dates.year_in(text)
