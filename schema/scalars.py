"""Scalars beyond GraphQL's own."""

import re
from typing import NewType

import strawberry

PARTIAL_DATE = re.compile(r"^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}:\d{2}Z)?)?)?$")


def _partial_date(value: object) -> str:
    if isinstance(value, str) and PARTIAL_DATE.match(value):
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
