"""What a work appeared in, as sources of articles tell it: a journal's volume or a book, and the records of these."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import structs

from cypher.folding import fold
from loaders.records.parts import Author, VolumeUse
from loaders.records.record import VenueRecord, VolumeRecord


class Place(NamedTuple):
    """Where a work appeared; `told` are the records of its volume and venue, to be told before it."""

    use: VolumeUse | None = None
    told: tuple[VenueRecord | VolumeRecord, ...] = ()


NOWHERE = Place()
BEFORE_NUMBER = re.compile(r"^(?:vol(?:ume)?\b\.? ?)?0*(?=.)")
DASH = re.compile(r" ?[\u2010-\u2015] ?")
LONGEST = 200
"""Characters of a title in a key."""


class Within(NamedTuple):
    """What a work says of where it appeared: the journal's or book's name, who published it, and where in it."""

    source: str
    name: str
    publisher: str | None = None
    number: str | None = None
    issue: str | None = None
    pages: str | None = None
    editors: tuple[Author, ...] = ()
    short: str | None = None
    """What the journal is called for short."""
    year: int | None = None
    """When it came out: in print, where the source tells that apart."""


def in_journal(said: Within, issns: Iterable[str], isbns: Iterable[str] = ()) -> Place:
    """Return a place in a journal, known by its ISSNs (`issn:...`); without one, in a venue known by its name.

    A volume that has ISBNs is a book of a series, and whom a work names as editors are its editors; in a journal these
    edited the work alone.
    """
    place = in_venue(said, journal(said, issns))
    books = ids_of_books(isbns)
    if not books or not number_key(said.number):
        return place
    return place._replace(told=tuple(_as_book(one, books, said.editors) for one in place.told))


def _as_book(
    one: VenueRecord | VolumeRecord, books: tuple[str, ...], editors: tuple[Author, ...]
) -> VenueRecord | VolumeRecord:
    return structs.replace(one, ids=(*one.ids, *books), editors=editors) if isinstance(one, VolumeRecord) else one


def journal(said: Within, issns: Iterable[str]) -> VenueRecord:
    """Return a journal or series as a work names it; its record's key is the ISSN that sorts first, else its name."""
    known = tuple(sorted(set(issns)))
    folded = fold(said.name) or said.name
    key = known[0] if known else f"name:{folded}"
    return VenueRecord(
        source=said.source,
        key=key,
        name=said.name,
        ids=(*known, f"{said.source}-venue:{known[0] if known else folded}"),
        acronym=said.short if said.short != said.name else None,
        kind="journal" if known else None,
    )


def in_venue(said: Within, venue: VenueRecord) -> Place:
    """Return a place in a venue that the source may know by a key of its own.

    Where the venue has ISSNs, its volumes go by each with the number, so that they are one with other sources' volumes.
    """
    issns = sorted(one for one in venue.ids if one.startswith("issn:"))
    number = number_key(said.number)
    volume = VolumeRecord(
        source=said.source,
        key=f"{min(issns, default=venue.key)}/{number}",
        ids=tuple(f"volume:{issn}/{number}" for issn in issns),
        title=f"Volume {said.number}" if number else "Without volume",
        year=said.year if number else None,
        journal=venue.name,
        number=said.number if number else None,
        publisher=said.publisher,
        venues=own_ids(venue),
    )
    return Place(use_of(volume, said.pages, said.issue), (venue, volume))


def own_ids(venue: VenueRecord) -> tuple[str, ...]:
    """Return the ids by which volumes name their venue: what its source calls it, for an ISSN may be another's."""
    return tuple(one for one in venue.ids if not one.startswith("issn:")) or venue.ids


def number_key(said: str | None) -> str:
    """Return a volume's number as numbers are compared: `048`, `Vol. 48` and `48` are one, and so are two dashes."""
    number = DASH.sub("-", " ".join((said or "").split())).lower()
    return BEFORE_NUMBER.sub("", number) or number


def in_book(said: Within, isbns: Iterable[str], series: VenueRecord | None = None) -> Place:
    """Return a place in a book, known by its ISBNs (`isbn:...`), or by something else that is no ISBN.

    `series` is what it is a volume of.
    """
    keys = sorted(set(isbns))
    book = VolumeRecord(
        source=said.source,
        key=book_key(keys[0], said.name),
        ids=ids_of_books(keys),
        title=said.name,
        year=said.year,
        number=said.number,
        publisher=said.publisher,
        venues=own_ids(series) if series else (),
        editors=said.editors,
    )
    return Place(use_of(book, said.pages, said.issue), (series, book) if series else (book,))


def book_key(identifier: str, title: str) -> str:
    """Return a book's key: an ISBN with the title, for each book of a set may state the ISBN of the set."""
    return f"{identifier}/{(fold(title) or title)[:LONGEST]}" if identifier.startswith("isbn:") else identifier


def ids_of_books(isbns: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of a volume that has these ISBNs."""
    return tuple(f"volume:{one}" for one in sorted(set(isbns)) if one.startswith("isbn:"))


def use_of(volume: VolumeRecord, pages: str | None = None, issue: str | None = None) -> VolumeUse:
    """Return what a work says that appeared in a volume."""
    unnumbered = volume.journal is not None and volume.number is None
    return VolumeUse(volume=f"{volume.source}:{volume.key}", pages=pages, issue=issue, unnumbered=unnumbered)
