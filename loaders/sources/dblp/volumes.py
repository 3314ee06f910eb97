"""Where publications of dblp appeared: journals, conferences and their proceedings, books."""

import re
from collections.abc import Iterator

from cypher.folding import fold
from cypher.identifiers import known
from loaders.files.markup import Element, child_text, text_of
from loaders.records import dates
from loaders.records.parts import VolumeUse
from loaders.records.record import VenueRecord, VolumeRecord
from loaders.refused import RecordError
from loaders.sources.dblp.names import Names
from loaders.sources.dblp.people import authors
from loaders.works.places import NOWHERE, Place, Within, in_venue, use_of

SOURCE_NAME = "dblp"
HOME = "https://dblp.org"
PART = re.compile(r"\s*\(\d+\)$")
"""The number of a volume of proceedings, as in `ACL (1)`."""


def titled(record: Element) -> str:
    """Return a title without the full stop that dblp adds. Raises RecordError where there is none."""
    title = child_text(record, "title") or ""
    title = title[:-1] if title.endswith(".") and not title.endswith("..") else title
    if not title:
        raise RecordError("it has no title.")
    return title


def place_of(record: Element) -> Place:
    """Return the volume that a publication is in: that of its journal, the proceedings or book that it names."""
    pages, journal = child_text(record, "pages"), child_text(record, "journal")
    if journal:
        said = Within(
            source=SOURCE_NAME,
            name=journal,
            number=child_text(record, "volume"),
            issue=child_text(record, "number"),
            pages=pages,
            year=_year(child_text(record, "year")),
        )
        return in_venue(said, _venue(record, journal, "journal"))
    within = child_text(record, "crossref")
    if within:
        return Place(VolumeUse(volume=f"{SOURCE_NAME}:{_volume_key(within)}", pages=pages))
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
    return Place(use_of(volume, pages), (venue, volume) if venue else (volume,))


def proceedings(record: Element, names: Names) -> Iterator[VenueRecord | VolumeRecord]:
    """Yield a volume of proceedings, or a book with editors, after its conference."""
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
        revised=dates.known(record.get("mdate")),
        ids=tuple(f"volume:{one}" for said in record.iterfind("isbn") if (one := known(f"isbn:{text_of(said)}"))),
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
    """Return the key of the series that a publication belongs to: `conf/acl`."""
    said = child_text(record, "stream")
    return said.removeprefix("streams/") if said else "/".join((record.get("key") or "").split("/")[:2])


def _volume_key(key: str) -> str:
    return f"volume/{key}"


def _year(text: str | None) -> int | None:
    return dates.year_in(text)
