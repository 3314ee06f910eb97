"""Dates in Crossref XML: publication dates, with their precision, and deposit dates."""

import re
from collections.abc import Iterator

from loaders.bibliographic.jats_text import child
from loaders.formats.markup import Element
from loaders.records import dates
from loaders.records.dates import date_from_parts
from loaders.records.parts import DateKind, TypedDate

PUBLISHED = ("posted_date", "publication_date", "review_date", "approval_date")
STAMP = re.compile(r"^((?:19|20)\d\d)([01]\d)([0-3]\d)(?:([0-2]\d)([0-5]\d)([0-5]\d))?\d*$")
"""A time stamp that depositors derive from a date. Other numbers only have to increase and state no time."""


def published(work: Element) -> Iterator[TypedDate]:
    """Yield the publication dates of a work, and the update dates of its data."""
    for name in PUBLISHED:
        for element in work.iterfind(name):
            yield from dated(element, "published")
    for element in work.iterfind("database_date/publication_date"):
        yield from dated(element, "published")
    for element in work.iterfind("database_date/update_date"):
        yield from dated(element, "updated")


def came_out(element: Element | None) -> int | None:
    """Return the year in which a work, issue or book was published: in print if stated, else the first year."""
    publication_dates = [] if element is None else element.findall("publication_date")
    printed = sorted(publication_dates, key=lambda date: date.get("media_type", "print") != "print")
    return dates.year_in(*(child(date, "year") for date in printed))


def dated(element: Element, kind: DateKind) -> Iterator[TypedDate]:
    """Yield the date of an element. Seasons and quarters (numbers above 12) are reduced to the year.

    An invalid year is yielded as written.
    """
    year = child(element, "year")
    day = dates.date_or_raw_text(date_from_parts(year, child(element, "month"), child(element, "day")), year)
    if day:
        yield TypedDate(value=day, kind=kind)


def moment(text: str | None) -> str | None:
    """Return the time of a time stamp or date, if it states one."""
    match = STAMP.match((text or "").strip())
    if match:
        day = "-".join(match.group(1, 2, 3))
        text = f"{day}T{':'.join(match.group(4, 5, 6))}Z" if match[4] else day
    return dates.parse_date_or_none(text)
