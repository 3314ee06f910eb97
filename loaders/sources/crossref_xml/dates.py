"""Dates in Crossref's XML: of publication, as precisely as they are; of deposits."""

import re
from collections.abc import Iterator

from loaders.files.markup import Element
from loaders.records import dates
from loaders.records.dates import of_parts
from loaders.records.parts import Dated, DateKind
from loaders.works.running_text import child

PUBLISHED = ("posted_date", "publication_date", "review_date", "approval_date")
STAMP = re.compile(r"^((?:19|20)\d\d)([01]\d)([0-3]\d)(?:([0-2]\d)([0-5]\d)([0-5]\d))?\d*$")
"""A time stamp as depositors make it of a date; other numbers, which only have to grow, tell no time."""


def published(work: Element) -> Iterator[Dated]:
    """Yield when a work was published, and when its data were updated."""
    for name in PUBLISHED:
        for one in work.iterfind(name):
            yield from dated(one, "published")
    for one in work.iterfind("database_date/publication_date"):
        yield from dated(one, "published")
    for one in work.iterfind("database_date/update_date"):
        yield from dated(one, "updated")


def came_out(said: Element | None) -> int | None:
    """Return the year in which a work, issue or book came out: in print, where that is told, else the first year."""
    told = [] if said is None else said.findall("publication_date")
    printed = sorted(told, key=lambda one: one.get("media_type", "print") != "print")
    return dates.year_in(*(child(one, "year") for one in printed))


def dated(said: Element, kind: DateKind) -> Iterator[Dated]:
    """Yield a date of its parts; seasons and quarters, which have the numbers of no month, are their year.

    A year that is none is yielded as it is said.
    """
    year = child(said, "year")
    day = dates.or_said(of_parts(year, child(said, "month"), child(said, "day")), year)
    if day:
        yield Dated(value=day, kind=kind)


def moment(text: str | None) -> str | None:
    """Return the time that a stamp or a date tells, None where it tells none."""
    found = STAMP.match((text or "").strip())
    if found:
        day = "-".join(found.group(1, 2, 3))
        text = f"{day}T{':'.join(found.group(4, 5, 6))}Z" if found[4] else day
    return dates.known(text)
