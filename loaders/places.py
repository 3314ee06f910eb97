"""What a work appeared in, as sources of articles tell it: a journal's volume or a book, and the records of these."""

from collections.abc import Iterable
from typing import NamedTuple

from cypher.folding import fold
from loaders.parts import Author, VolumeUse
from loaders.record import VenueRecord, VolumeRecord


class Place(NamedTuple):
    """Where a work appeared; `told` are the records of its volume and venue, to be told before it."""

    use: VolumeUse | None = None
    told: tuple[VenueRecord | VolumeRecord, ...] = ()


NOWHERE = Place()


def in_journal(  # noqa: PLR0913 what a citation names
    source: str,
    name: str,
    issns: Iterable[str],
    *,
    number: str | None = None,
    issue: str | None = None,
    pages: str | None = None,
    publisher: str | None = None,
) -> Place:
    """Return a place in a journal, known by its first ISSN (`issn:...`); without one, in a venue known by its name.

    Where a source writes a journal's name in several ways, the one that was read last is shown.
    """
    known = tuple(sorted(issns))
    folded = fold(name) or name
    key = known[0] if known else f"name:{folded}"
    ids = known or (f"{source}-venue:{folded}",)
    venue = VenueRecord(source=source, key=key, name=name, ids=ids, kind="journal" if known else None)
    volume = VolumeRecord(
        source=source,
        key=f"{key}/{number or ''}",
        title=f"Volume {number}" if number else "Without volume",
        number=number,
        publisher=publisher,
        venues=ids,
    )
    return Place(VolumeUse(volume=f"{source}:{volume.key}", pages=pages, issue=issue), (venue, volume))


def in_book(  # noqa: PLR0913 what a citation names
    source: str,
    title: str,
    isbns: Iterable[str],
    *,
    pages: str | None = None,
    publisher: str | None = None,
    editors: tuple[Author, ...] = (),
    year: int | None = None,
) -> Place:
    """Return a place in a book, known by the ISBN (`isbn:...`) that sorts first."""
    key = min(isbns)
    book = VolumeRecord(source=source, key=key, title=title, year=year, publisher=publisher, editors=editors)
    return Place(VolumeUse(volume=f"{source}:{key}", pages=pages), (book,))
