"""What the results of a search can be grouped by."""

from enum import Enum

import strawberry

from schema.groups.grouping import Group, Grouping, GroupOrder, by, grouped, kinds, measure, measured


@strawberry.enum(description="What results of a search can be grouped by.")
class SearchKey(Enum):
    """What results of a search can be grouped by."""

    KIND = kinds("What it is, as EntityKind names it: PAPER, RESEARCHER, ...")
    YEAR = by("year", "Year of first publication, of papers.")
    COUNTRY = by("country", "Country, of institutions.")


@strawberry.enum(description="What can be measured of results of a search.")
class SearchMeasure(Enum):
    """What can be measured of results of a search."""

    CITATIONS = measure("citationCount", "Citations from papers in this graph, of papers and researchers.")
    PAPERS = measure("paperCount", "Number of papers, of everything but papers.")


@strawberry.type(description="Results with the same keys.")
class SearchGroup(Group):
    """Results with the same keys."""

    sum: float = measured("sum", SearchMeasure, "The sum of a measure over the group.")
    avg: float | None = measured("avg", SearchMeasure, "The mean; null where none has it.")
    min: float | None = measured("min", SearchMeasure, "The smallest; null where none has it.")
    max: float | None = measured("max", SearchMeasure, "The largest; null where none has it.")


@strawberry.input(description="A sort key for groups of results.")
class SearchGroupOrder(GroupOrder[SearchMeasure]):
    """A sort key for groups of results."""


@strawberry.type(description="Groups of results.")
class SearchGrouping(Grouping[SearchGroup]):
    """Groups of results."""


@strawberry.type
class GroupedResults:
    """Results of a search that can be grouped."""

    group_by: SearchGrouping = grouped(SearchKey, SearchGroupOrder)
