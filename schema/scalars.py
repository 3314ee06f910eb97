"""Scalars beyond GraphQL's own."""

import re
from datetime import datetime
from typing import NewType

import strawberry

PARTIAL_DATE = re.compile(r"^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}:\d{2}Z)?)?)?\Z")
WHOLE = "2000-01-01T00:00:00Z"
"""Default parts of an incomplete date."""


def _in_the_calendar(value: str) -> bool:
    try:
        datetime.fromisoformat(value + WHOLE[len(value) :])
    except ValueError:
        return False
    return True


def _partial_date(value: object) -> str:
    if isinstance(value, str) and PARTIAL_DATE.match(value) and _in_the_calendar(value):
        return value
    raise ValueError(f"{value!r} is no date: write 2022, 2022-01, 2022-01-28 or 2022-01-28T12:00:00Z.")


PartialDate = NewType("PartialDate", str)
"""An ISO 8601 date, only as precise as its source: a year, a month, a day or a second in UTC."""

PARTIAL_DATE_SCALAR = strawberry.scalar(
    name="PartialDate",
    description="An ISO 8601 date, only as precise as its source: 2022, 2022-01, 2022-01-28 or 2022-01-28T12:00:00Z.",
    serialize=str,
    parse_value=_partial_date,
)
