"""Comparison of partial dates: a year, a month, a day or a second, each a period of time.

The text of a stored date is compared with the text of the operand, so that a condition is a range of texts.
"""

import calendar
from dataclasses import dataclass

AFTER_PERIOD = "~"
"""Sorts after every character of a date: `2021-06~` follows all texts that begin with `2021-06`."""
LENGTHS = (4, 7, 10)
"""Lengths of a year, a month and a day as text."""


@dataclass(frozen=True, slots=True)
class Period:
    """The period of a partial date, as texts to compare with.

    Attributes:
        start: shortest text of a date that starts with the period: `2021-06` for 2021-06-01.
        end: shortest text of a date that ends with the period: `2021-06` for 2021-06-30.
    """

    start: str
    end: str

    def bounds(self) -> list[str | list[str]]:
        """Return a parameter: the start, the text after the end, and the periods that contain the start or the end."""
        return [self.start, self.end + AFTER_PERIOD, enclosing_periods(self.start), enclosing_periods(self.end)]


def parse_period(date: str) -> Period:
    """Return the period of a valid partial date: `2021`, `2021-06`, `2021-06-30` or `2021-06-30T23:59:59Z`."""
    start = date.removesuffix("T00:00:00Z").removesuffix("-01").removesuffix("-01")
    end = date.removesuffix("T23:59:59Z")
    if len(end) == LENGTHS[2] and int(end[8:]) == calendar.monthrange(int(end[:4]), int(end[5:7]))[1]:
        end = end[: LENGTHS[1]]
    if len(end) == LENGTHS[1]:
        end = end.removesuffix("-12")
    return Period(start, end)


def enclosing_periods(date: str) -> list[str]:
    """Return the longer periods that contain a date: its year and month, for a day."""
    return [date[:length] for length in LENGTHS if length < len(date)]


def date_predicate(operation: str, value: str, bounds: str) -> str:
    """Return the predicate of one operation on a date property.

    Args:
        operation: eq, lt, lte, gt or gte.
        value: Cypher expression of the stored date.
        bounds: Cypher expression of `Period.bounds` of the operand.

    A date is inside a period if all of it is: 2021-06 is inside 2021 and not inside 2021-06-15.
    """
    from_start = f"{value} >= {bounds}[0]"
    until_end = f"{value} <= {bounds}[1] AND NOT {value} IN {bounds}[3]"
    match operation:
        case "eq":
            return f"({from_start} AND {until_end})"
        case "gte":
            return from_start
        case "lte":
            return f"({until_end})"
        case "gt":
            return f"{value} > {bounds}[1]"
        case _:
            return f"({value} < {bounds}[0] AND NOT {value} IN {bounds}[2])"
