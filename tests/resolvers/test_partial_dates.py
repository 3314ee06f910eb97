"""Filters on partial dates compare periods."""

import calendar
from datetime import datetime

import pytest

from cypher.driver.client import Graph
from resolvers.compile.values import date_predicate, parse_period

DATES = (
    *("2020", "2021", "2022", "2021-01", "2021-06", "2021-12", "2020-02", "2020-02-29", "2021-02-28", "2021-01-01"),
    *("2021-06-01", "2021-06-15", "2021-06-30", "2021-12-31", "2021-06-30T23:59:59Z", "2021-01-01T00:00:00Z"),
    "2021-06-15T12:00:00Z",
)


def bounds(date: str) -> tuple[datetime, datetime]:
    """Return the first and the last second of a partial date."""
    if len(date) > 10:
        return datetime.fromisoformat(date), datetime.fromisoformat(date)
    year, month, day = (int(date[at : at + size]) if len(date) > at else None for at, size in ((0, 4), (5, 2), (8, 2)))
    assert year is not None
    last_month = month or 12
    last_day = day or calendar.monthrange(year, last_month)[1]
    start = datetime.fromisoformat(f"{year}-{month or 1:02}-{day or 1:02}T00:00:00Z")
    return start, datetime.fromisoformat(f"{year}-{last_month:02}-{last_day:02}T23:59:59Z")


def expected(operation: str, stored: str, operand: str) -> bool:
    """Return the result of an operation, computed with times."""
    (start, end), (from_, until) = bounds(stored), bounds(operand)
    return {
        "eq": start >= from_ and end <= until,
        "gte": start >= from_,
        "lte": end <= until,
        "gt": start > until,
        "lt": end < from_,
    }[operation]


@pytest.mark.graph
@pytest.mark.parametrize("operation", ["eq", "lt", "lte", "gt", "gte"])
async def test_predicates_equal_comparison_of_times(graph: Graph, operation: str) -> None:
    """In Neo4j each predicate on texts gives the result of comparing the first and last seconds of both dates."""
    pairs = [
        {"stored": stored, "operand": operand, "bounds": parse_period(operand).bounds()}
        for stored in DATES
        for operand in DATES
    ]
    predicate = date_predicate(operation, "pair.stored", "pair.bounds")
    rows = (
        await graph.read(f"UNWIND $pairs AS pair RETURN pair.stored, pair.operand, {predicate}", {"pairs": pairs})
    ).rows
    wrong = [row for row in rows if row[2] is not expected(operation, str(row[0]), str(row[1]))]
    assert not wrong
