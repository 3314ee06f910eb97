"""Dates as precise as they were said: a year alone stays a year."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Literal

from loaders.refused import RecordError

Precision = Literal["year", "month", "day", "second"]
SHAPE = re.compile(r"^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](.+))?)?)?$")
DIGIT = re.compile(r"\d")
NOT_DIGIT = re.compile(r"\D")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
YEAR = re.compile(r"\b(1[4-9]\d\d|2\d\d\d)\b")
WORD = re.compile(r"[a-z]+")
UNDATED = 99_999_999
"""What a sort key counts down from; a paper without a date comes last."""
UNLIKELY_BEFORE = 1400
"""Years before printing are mistakes."""


def normal(value: str) -> str:
    """Return an ISO 8601 date in normal form; a time becomes UTC, to the second. Raises RecordError."""
    value = value.strip()
    found = SHAPE.match(value)
    wrong = RecordError(f"{value!r} is no date: expected 2022, 2022-01, 2022-01-28 or with a time.")
    if not found or int(found[1]) < UNLIKELY_BEFORE:
        raise wrong
    try:
        if found[4]:
            moment = datetime.fromisoformat(value)
            moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
            return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
    except (ValueError, OverflowError):
        raise wrong from None
    return value


def known(value: str | None) -> str | None:
    """Return an ISO 8601 date in normal form, None where it is none."""
    try:
        return normal(value) if value else None
    except RecordError:
        return None


def or_said(date: str | None, *said: str | None) -> str | None:
    """Return a date; without one what was said for it, which is told as left out: the first text that has a digit.

    Words alone, such as "in press", are no date that was meant.
    """
    return date or next((one.strip() for one in said if one and DIGIT.search(one)), None)


def of_parts(year: str | None, month: str | None = None, day: str | None = None) -> str | None:
    """Return a date of its numbers, as many as make one: 31 February is February. None where the year is none."""
    found = None
    said = ""
    for part, digits in zip((year, month, day), (4, 2, 2), strict=True):
        number = (part or "").strip()
        if not (number.isascii() and number.isdigit()):
            break
        said = f"{said}-{number.zfill(digits)}" if said else number
        try:
            found = normal(said)
        except RecordError:
            break
    return found


def in_words(text: str) -> str | None:
    """Return the first year that is named, with its month where that is the only one: `1998 Dec-1999 Jan` is 1998."""
    years = YEAR.findall(text)
    months = set(_months(text))
    if not years:
        return None
    return of_parts(years[0], str(months.pop()) if len(set(years)) == len(months) == 1 else None)


def month_of(text: str) -> str | None:
    """Return the number of a month that is named, or numbered already; None where none is."""
    return text if text.isdigit() else next((str(number) for number in _months(text)), None)


def _months(text: str) -> Iterator[int]:
    for word in WORD.findall(text.lower()):
        if word[:3] in MONTHS:
            yield MONTHS.index(word[:3]) + 1


def precision(value: str) -> Precision:
    """Return how precise a normal date is."""
    match len(value):
        case 4:
            return "year"
        case 7:
            return "month"
        case 10:
            return "day"
        case _:
            return "second"


def year(value: str) -> int:
    """Return the year of a normal date."""
    return int(value[:4])


def year_in(*values: str | int | None) -> int | None:
    """Return the year of the first of these that is a date or a year, None where none is."""
    found = (known(f"{one:04}" if isinstance(one, int) else one) for one in values)
    return next((year(one) for one in found if one), None)


def age(value: str | None) -> int:
    """Return a number that is smaller the later a normal date is, and 0 where there is no date: that sorts last."""
    return -int(NOT_DIGIT.sub("", value or "").ljust(14, "0"))


def newest_first(value: str | None, identifier: str) -> str:
    """Return a paper's sort key: 99999999 minus yyyymmdd (00 for an unknown month or day), then the id."""
    if value is None:
        return f"{UNDATED:08d}{identifier}"
    digits = value[:10].replace("-", "").ljust(8, "0")
    return f"{UNDATED - int(digits):08d}{identifier}"
