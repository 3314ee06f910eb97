"""Years: counts by them, and which of them are asked for, in which order."""

from enum import Enum
from typing import Annotated, Any

import strawberry

from schema.field_mapping import Arguments, prop
from schema.order.sort import Direction


@strawberry.type(description="Number of papers in a year.")
class YearCount:
    """Number of papers in a year."""

    year: int = prop("year", "The year.")
    count: int = prop("count", "Number of papers. Years without papers between others have 0.")


@strawberry.type(description="Number of citations of a paper in a year.")
class PaperYearStats:
    """Number of citations of a paper in a year."""

    year: int = prop("year", "The year of the citing papers.")
    citations: int = prop("citations", "Number of citations.")


@strawberry.type(description="Publications and citations of a researcher in one year.")
class ResearcherYearStats:
    """Publications and citations of a researcher in one year."""

    year: int = prop("year", "Year of publication of the papers, and of the citing papers.")
    papers: int = prop("papers", "Number of papers of that year.")
    citations: int = prop("citations", "Number of citations by papers of that year, to papers of any year.")


@strawberry.enum(description="Sort keys for the years of a paper.")
class PaperYearSort(Enum):
    """Sort keys for the years of a paper."""

    YEAR = strawberry.enum_value("year", description="The year.")
    CITATIONS = strawberry.enum_value("citations", description="Number of citations, then the year.")


@strawberry.enum(description="Sort keys for the years of a researcher.")
class ResearcherYearSort(Enum):
    """Sort keys for the years of a researcher."""

    YEAR = strawberry.enum_value("year", description="The year.")
    PAPERS = strawberry.enum_value("papers", description="Number of papers, then the year.")
    CITATIONS = strawberry.enum_value(
        "citations", description="Number of citations by papers of the year, then the year."
    )


def year_range_args() -> Arguments:
    """Return the arguments that say which years are asked for."""
    return {"from_": _year("Not before this year.", "from"), "to": _year("Not after this year.", "to")}


def sorted_by(sort: Any) -> Arguments:  # noqa: ANN401 an annotation
    """Return the same and those that say in which order."""
    by = strawberry.argument(description="Sort key. Default: YEAR.")
    way = strawberry.argument(description="Sort direction. Default: newest first, or largest first.")
    return {**year_range_args(), "by": Annotated[sort | None, by], "direction": Annotated[Direction | None, way]}


def _year(description: str, name: str) -> object:
    return Annotated[int | None, strawberry.argument(description=description, name=name)]
