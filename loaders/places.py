"""What a work appeared in, as sources of articles tell it: a journal's volume or a book, and the records of these."""

from collections.abc import Iterable
from typing import NamedTuple

from cypher.folding import fold
from loaders.parts import Author, VolumeUse
from loaders.record import VenueRecord, VolumeRecord
from loaders.statement import volume_key


class Place(NamedTuple):
    """Where a work appeared; `told` are the records of its volume and venue, to be told before it."""

    use: VolumeUse | None = None
    told: tuple[VenueRecord | VolumeRecord, ...] = ()


NOWHERE = Place()


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


def in_journal(said: Within, issns: Iterable[str]) -> Place:
    """Return a place in a journal, known by its first ISSN (`issn:...`); without one, in a venue known by its name.

    Where a source writes a journal's name in several ways, the one that was read last is shown.
    """
    known = tuple(sorted(issns))
    folded = fold(said.name) or said.name
    key = known[0] if known else f"name:{folded}"
    ids = known or (f"{said.source}-venue:{folded}",)
    venue = VenueRecord(
        source=said.source,
        key=key,
        name=said.name,
        ids=ids,
        acronym=said.short if said.short != said.name else None,
        kind="journal" if known else None,
    )
    return in_venue(said, venue)


def in_venue(said: Within, venue: VenueRecord) -> Place:
    """Return a place in a venue that the source may know by a key of its own.

    Where the venue has ISSNs, its volumes go by the first, so that they are one with other sources' volumes.
    """
    issns = [one for one in venue.ids if one.startswith("issn:")]
    volume = VolumeRecord(
        source=said.source,
        key=f"{min(issns, default=venue.key)}/{said.number or ''}",
        title=f"Volume {said.number}" if said.number else "Without volume",
        number=said.number,
        publisher=said.publisher,
        venues=venue.ids,
    )
    return Place(use_of(volume, said.pages, said.issue), (venue, volume))


def in_book(said: Within, isbns: Iterable[str]) -> Place:
    """Return a place in a book, known by the ISBN (`isbn:...`) that sorts first."""
    book = VolumeRecord(
        source=said.source, key=min(isbns), title=said.name, publisher=said.publisher, editors=said.editors
    )
    return Place(use_of(book, said.pages), (book,))


def use_of(volume: VolumeRecord, pages: str | None = None, issue: str | None = None) -> VolumeUse:
    """Return what a work says that appeared in a volume."""
    return VolumeUse(volume=volume_key(f"{volume.source}:{volume.key}"), pages=pages, issue=issue)
