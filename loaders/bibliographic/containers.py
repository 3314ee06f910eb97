"""Containers of works, as sources of articles state them: volumes of journals, and books."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import structs

from loaders.records.parts import Author, VolumeUse
from loaders.records.record import VenueRecord, VolumeRecord
from normalization.text import fold


class Container(NamedTuple):
    """The container of a work; `records` are its volume and venue, which must be yielded before the work."""

    use: VolumeUse | None = None
    records: tuple[VenueRecord | VolumeRecord, ...] = ()


NO_CONTAINER = Container()
BEFORE_NUMBER = re.compile(r"^(?:vol(?:ume)?\b\.? ?)?0*(?=.)")
DASH = re.compile(r" ?[\u2010-\u2015] ?")
MAX_TITLE_LENGTH = 200
"""Maximum number of characters of a title in a key."""


class ContainerInfo(NamedTuple):
    """The values that a work states about its container: name of the journal or book, publisher, and position in it."""

    source: str
    name: str
    publisher: str | None = None
    number: str | None = None
    issue: str | None = None
    pages: str | None = None
    editors: tuple[Author, ...] = ()
    short: str | None = None
    """Abbreviated name of the journal."""
    year: int | None = None
    """Year of publication, in print if the source distinguishes that."""


def journal_container(container_info: ContainerInfo, issns: Iterable[str], isbns: Iterable[str] = ()) -> Container:
    """Return a journal volume, identified by ISSNs; without an ISSN, the venue is identified by its name.

    The ISSNs and ISBNs are in normal form, as `valid_ids("issn", texts)` of `normalization.identifiers` returns them.

    A volume with ISBNs is a book of a series, and the editors that the work states are its editors. Without ISBNs, they
    edited only the work.
    """
    place = volume_of_venue(container_info, journal(container_info, issns))
    books = book_ids(isbns)
    if not books or not number_key(container_info.number):
        return place
    return place._replace(records=tuple(_as_book(record, books, container_info.editors) for record in place.records))


def _as_book(
    record: VenueRecord | VolumeRecord, books: tuple[str, ...], editors: tuple[Author, ...]
) -> VenueRecord | VolumeRecord:
    return (
        structs.replace(record, ids=(*record.ids, *books), editors=editors)
        if isinstance(record, VolumeRecord)
        else record
    )


def journal(container_info: ContainerInfo, issns: Iterable[str]) -> VenueRecord:
    """Return the journal or series that a work states; the record's key is the ISSN that sorts first, else the name."""
    known = tuple(sorted(set(issns)))
    folded = fold(container_info.name) or container_info.name
    key = known[0] if known else f"name:{folded}"
    return VenueRecord(
        source=container_info.source,
        key=key,
        name=container_info.name,
        ids=(*known, f"{container_info.source}-venue:{known[0] if known else folded}"),
        acronym=container_info.short if container_info.short != container_info.name else None,
        kind="journal" if known else None,
    )


def volume_of_venue(container_info: ContainerInfo, venue: VenueRecord) -> Container:
    """Return a volume of a venue, which may have the source's own key.

    If the venue has ISSNs, the volume's IDs are each ISSN with the number, so that volumes of other sources match it.
    """
    issns = sorted(id_ for id_ in venue.ids if id_.startswith("issn:"))
    number = number_key(container_info.number)
    volume = VolumeRecord(
        source=container_info.source,
        key=f"{min(issns, default=venue.key)}/{number}",
        ids=tuple(f"volume:{issn}/{number}" for issn in issns),
        title=f"Volume {container_info.number}" if number else "Without volume",
        year=container_info.year if number else None,
        journal=venue.name,
        number=container_info.number if number else None,
        publisher=container_info.publisher,
        venues=venue_ids(venue),
    )
    return Container(volume_use(volume, container_info.pages, container_info.issue, venue), (venue, volume))


def venue_ids(venue: VenueRecord) -> tuple[str, ...]:
    """Return the IDs by which volumes refer to their venue: the source's own ID, because an ISSN may belong to another
    venue.
    """
    return tuple(id_ for id_ in venue.ids if not id_.startswith("issn:")) or venue.ids


def number_key(text: str | None) -> str:
    """Return a volume's number in comparable form: `048`, `Vol. 48` and `48` are equal, and so are all dashes."""
    number = DASH.sub("-", " ".join((text or "").split())).lower()
    return BEFORE_NUMBER.sub("", number) or number


def book_container(container_info: ContainerInfo, isbns: Iterable[str], series: VenueRecord | None = None) -> Container:
    """Return a book or proceedings, identified by ISBNs (`isbn:...`) or another key; without one, by the title.

    Args:
        container_info: the values that the work states.
        isbns: ISBNs in normal form, or one other key.
        series: the series, conference or workshop that it is a volume of.
    """
    keys = sorted(set(isbns)) or [f"book/{fold(container_info.name) or container_info.name}"]
    book = VolumeRecord(
        source=container_info.source,
        key=book_key(keys[0], container_info.name),
        ids=book_ids(keys),
        title=container_info.name,
        year=container_info.year,
        number=container_info.number,
        publisher=container_info.publisher,
        venues=venue_ids(series) if series else (),
        editors=container_info.editors,
    )
    return Container(
        volume_use(book, container_info.pages, container_info.issue, series), (series, book) if series else (book,)
    )


def book_key(identifier: str, title: str) -> str:
    """Return a book's key: an ISBN with the title, because each book of a set may state the ISBN of the set."""
    return f"{identifier}/{(fold(title) or title)[:MAX_TITLE_LENGTH]}" if identifier.startswith("isbn:") else identifier


def book_ids(isbns: Iterable[str]) -> tuple[str, ...]:
    """Return the IDs of a volume with these ISBNs."""
    return tuple(f"volume:{isbn}" for isbn in sorted(set(isbns)) if isbn.startswith("isbn:"))


def volume_use(
    volume: VolumeRecord, pages: str | None = None, issue: str | None = None, venue: VenueRecord | None = None
) -> VolumeUse:
    """Return the reference of a work to a volume of a venue."""
    return VolumeUse(
        volume=f"{volume.source}:{volume.key}",
        pages=pages,
        issue=issue,
        venues=venue.ids if venue else (),
        unnumbered=volume.journal is not None and volume.number is None,
    )
