"""Custom scalars. Dates of sources are partial; times are of Byline."""

import re
from datetime import datetime
from typing import NewType

import strawberry
from strawberry.types.scalar import ScalarDefinition

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
    raise ValueError(f"{value!r} is not a date. Write 2022, 2022-01, 2022-01-28 or 2022-01-28T12:00:00Z.")


PartialDate = NewType("PartialDate", str)
"""An ISO 8601 date, only as precise as its source: a year, a month, a day or a second in UTC."""

PARTIAL_DATE_SCALAR = strawberry.scalar(
    name="PartialDate",
    description="An ISO 8601 date that may be a year or a month: 2022, 2022-01, 2022-01-28 or 2022-01-28T12:00:00Z "
    "(EDTF level 0).",
    specified_by_url="https://www.loc.gov/standards/datetime/",
    serialize=str,
    parse_value=_partial_date,
)

DateTime = NewType("DateTime", str)
"""A time in UTC, as text."""
URL = NewType("URL", str)
"""A URL, as text."""
Language = NewType("Language", str)
"""A language code, as text."""


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise ValueError(f"{value!r} is not a text.")


SCALARS: dict[object, ScalarDefinition] = {
    PartialDate: PARTIAL_DATE_SCALAR,
    DateTime: strawberry.scalar(
        name="DateTime",
        description="A time in UTC, such as 2026-01-28T12:00:00Z (RFC 3339).",
        specified_by_url="https://scalars.graphql.org/andimarek/date-time.html",
        serialize=str,
        parse_value=_text,
    ),
    URL: strawberry.scalar(
        name="URL",
        description="An absolute URL (RFC 3986).",
        specified_by_url="https://www.rfc-editor.org/rfc/rfc3986",
        serialize=str,
        parse_value=_text,
    ),
    Language: strawberry.scalar(
        name="Language",
        description="A language code (BCP 47), such as en or pt-BR, as the source states it.",
        specified_by_url="https://www.rfc-editor.org/info/bcp47",
        serialize=str,
        parse_value=_text,
    ),
}
"""Python type -> scalar of the schema."""
