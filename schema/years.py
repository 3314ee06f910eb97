"""Counts per year, with the arguments for the range and the order of years."""

from enum import Enum
from typing import Annotated, Any

import strawberry

from schema.fields import Arguments, prop
from schema.order.sort import OrderDirection

BY = "Value to sort by."
WAY = "Sort direction."


@strawberry.type(description="Number of papers in a year.")
class YearCount:
    """Number of papers in a year."""

    year: int = prop("year", "The year.")
    count: int = prop("count", "Number of papers. Years without papers between others have 0.")


@strawberry.type(description="Number of citations of a paper in a year.")
class PaperYearStats:
    """Number of citations of a paper in a year."""

    year: int = prop("year", "The year of the citing papers.")
    citation_count: int = prop("citations", "Number of citations.")


@strawberry.type(description="Publications and citations of a researcher in one year.")
class ResearcherYearStats:
    """Publications and citations of a researcher in one year."""

    year: int = prop("year", "Year of publication of the papers, and of the citing papers.")
    paper_count: int = prop("papers", "Number of papers of that year.")
    citation_count: int = prop("citations", "Number of citations by papers of that year, to papers of any year.")


@strawberry.enum(description="Sort keys for the years of a paper.")
class PaperYearOrderField(Enum):
    """Sort keys for the years of a paper."""

    YEAR = strawberry.enum_value("year", description="The year.")
    CITATION_COUNT = strawberry.enum_value("citations", description="Number of citations, then the year.")


@strawberry.enum(description="Sort keys for the years of a researcher.")
class ResearcherYearOrderField(Enum):
    """Sort keys for the years of a researcher."""

    YEAR = strawberry.enum_value("year", description="The year.")
    PAPER_COUNT = strawberry.enum_value("papers", description="Number of papers, then the year.")
    CITATION_COUNT = strawberry.enum_value(
        "citations", description="Number of citations by papers of the year, then the year."
    )


@strawberry.input(description="A sort key for the years of a paper.")
class PaperYearOrder:
    """A sort key for the years of a paper."""

    field: PaperYearOrderField = strawberry.field(description=BY)
    direction: OrderDirection = strawberry.field(default=OrderDirection.DESC, description=WAY)


@strawberry.input(description="A sort key for the years of a researcher.")
class ResearcherYearOrder:
    """A sort key for the years of a researcher."""

    field: ResearcherYearOrderField = strawberry.field(description=BY)
    direction: OrderDirection = strawberry.field(default=OrderDirection.DESC, description=WAY)


def year_range_args() -> Arguments:
    """Return the arguments `from` and `to`, a range of years."""
    return {
        "from_": _year("First year. Default: no limit.", "from"),
        "to": _year("Last year. Default: no limit.", "to"),
    }


def year_order_args(order: Any) -> Arguments:  # noqa: ANN401 an annotation
    """Return the arguments of a list of years: the range and the order."""
    order_by = Annotated[order | None, strawberry.argument(description="Sort key. Default: newest year first.")]
    return {**year_range_args(), "order_by": order_by}


def _year(description: str, name: str) -> object:
    return Annotated[int | None, strawberry.argument(description=description, name=name)]
