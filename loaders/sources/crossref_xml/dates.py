"""Dates in Crossref XML: publication dates, with their precision, and deposit dates."""

import re
from collections.abc import Iterator

from loaders.bibliographic.jats_text import child
from loaders.formats.markup import Element
from loaders.records import dates
from loaders.records.dates import date_from_parts
from loaders.records.parts import DateKind, TypedDate

PUBLICATION_TAGS = ("posted_date", "publication_date", "review_date", "approval_date")
TIMESTAMP = re.compile(r"^((?:19|20)\d\d)([01]\d)([0-3]\d)(?:([0-2]\d)([0-5]\d)([0-5]\d))?\d*$")
"""A timestamp that is made of a date and perhaps a time. Depositors may use any number that increases; others state no
time."""


def publication_dates(work: Element) -> Iterator[TypedDate]:
    """Yield the publication dates of a work, and the update dates of its data."""
    for name in PUBLICATION_TAGS:
        for element in work.iterfind(name):
            yield from element_date(element, "published")
    for element in work.iterfind("database_date/publication_date"):
        yield from element_date(element, "published")
    for element in work.iterfind("database_date/update_date"):
        yield from element_date(element, "updated")


def publication_year(element: Element | None) -> int | None:
    """Return the year in which a work, issue or book was published: in print if stated, else the first year."""
    dates_of_editions = [] if element is None else element.findall("publication_date")
    printed = sorted(dates_of_editions, key=lambda date: date.get("media_type", "print") != "print")
    return dates.year_in(*(child(date, "year") for date in printed))


def element_date(element: Element, kind: DateKind) -> Iterator[TypedDate]:
    """Yield the date of an element. Seasons and quarters (numbers above 12) are reduced to the year.

    An invalid year is yielded as written.
    """
    year = child(element, "year")
    day = dates.date_or_raw_text(date_from_parts(year, child(element, "month"), child(element, "day")), year)
    if day:
        yield TypedDate(value=day, kind=kind)


def parse_timestamp(text: str | None) -> str | None:
    """Return the date or time of a timestamp, or of a date; None if it is neither."""
    match = TIMESTAMP.match((text or "").strip())
    if match:
        day = "-".join(match.group(1, 2, 3))
        text = f"{day}T{':'.join(match.group(4, 5, 6))}Z" if match[4] else day
    return dates.parse_date_or_none(text)
