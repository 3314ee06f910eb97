"""Dates with the precision that the source states: a year alone stays a year."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Literal

from loaders.records.errors import InvalidRecordError

Precision = Literal["year", "month", "day", "second"]
DATE_PATTERN = re.compile(r"^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](.+))?)?)?$")
DIGIT = re.compile(r"\d")
NOT_DIGIT = re.compile(r"\D")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
YEAR = re.compile(r"\b(1[4-9]\d\d|2\d\d\d)\b")
WORD = re.compile(r"[a-z]+")
MAX_DATE_NUMBER = 99_999_999
"""Greater than every date as a number yyyymmdd. Sort keys are this number minus the date, so that later papers come
first. The sort key of a paper without a date is this number, so that it comes last.
"""
EARLIEST_YEAR = 1400
"""Earliest accepted year; earlier years, before the invention of printing in Europe, are errors."""


def normalize_date(value: str) -> str:
    """Return an ISO 8601 date in normal form; a time is converted to UTC, with a precision of seconds.

    Raises:
        InvalidRecordError: the value is not a valid date.
    """
    value = value.strip()
    match = DATE_PATTERN.match(value)
    error = InvalidRecordError(
        f"{value!r} is not a valid date; expected 2022, 2022-01, 2022-01-28, or a date with a time."
    )
    if not match or int(match[1]) < EARLIEST_YEAR:
        raise error
    try:
        if match[4]:
            moment = datetime.fromisoformat(value)
            moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
            return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        date(int(match[1]), int(match[2] or 1), int(match[3] or 1))
    except (ValueError, OverflowError):
        raise error from None
    return value


def parse_date_or_none(value: str | None) -> str | None:
    """Return an ISO 8601 date in normal form, or None if it is not a valid date."""
    try:
        return normalize_date(value) if value else None
    except InvalidRecordError:
        return None


def date_or_raw_text(date: str | None, *texts: str | None) -> str | None:
    """Return the date. If it is None, return the first text that contains a digit.

    `loaders.records.limits` then reports that text as a dropped value. Texts without a digit, such as "in press", are
    no dates, and are not reported.
    """
    return date or next((text.strip() for text in texts if text and DIGIT.search(text)), None)


def date_from_parts(year: str | None, month: str | None = None, day: str | None = None) -> str | None:
    """Return the date of a year, a month and a day, without parts that are invalid: 31 February becomes February.

    Returns None if the year is invalid.
    """
    result = None
    text = ""
    for part, digits in zip((year, month, day), (4, 2, 2), strict=True):
        number = (part or "").strip()
        if not (number.isascii() and number.isdigit()):
            break
        text = f"{text}-{number.zfill(digits)}" if text else number
        try:
            result = normalize_date(text)
        except InvalidRecordError:
            break
    return result


def extract_date_from_text(text: str) -> str | None:
    """Return the first year in a text; with the month if the text has one year and one month: `1998 Dec-1999 Jan` is
    1998.
    """
    years = YEAR.findall(text)
    months = set(_months(text))
    if not years:
        return None
    return date_from_parts(years[0], str(months.pop()) if len(set(years)) == len(months) == 1 else None)


def month_of(text: str) -> str | None:
    """Return the number of the month in a text, which has its name or number. None if the text has no month."""
    return text if text.isdigit() else next((str(number) for number in _months(text)), None)


def _months(text: str) -> Iterator[int]:
    for word in WORD.findall(text.lower()):
        if word[:3] in MONTHS:
            yield MONTHS.index(word[:3]) + 1


def precision(value: str) -> Precision:
    """Return the precision of a date in normal form."""
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
    """Return the year of a date in normal form."""
    return int(value[:4])


def year_in(*values: str | int | None) -> int | None:
    """Return the year of the first value that is a valid date or year, or None."""
    known_dates = (parse_date_or_none(f"{value:04}" if isinstance(value, int) else value) for value in values)
    return next((year(candidate) for candidate in known_dates if candidate), None)


def negated_timestamp(value: str | None) -> int:
    """Return minus yyyymmddhhmmss, so that later dates sort first; 0 without a date, so that it sorts last."""
    return -int(NOT_DIGIT.sub("", value or "").ljust(14, "0"))


def newest_first_key(value: str | None, identifier: str) -> str:
    """Return the sort key of a paper, by which later papers come first: 99999999 minus yyyymmdd, then the ID.

    An unknown month or day counts as 00.
    """
    if value is None:
        return f"{MAX_DATE_NUMBER:08d}{identifier}"
    digits = value[:10].replace("-", "").ljust(8, "0")
    return f"{MAX_DATE_NUMBER - int(digits):08d}{identifier}"
