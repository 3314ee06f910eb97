"""Search results."""

from enum import Enum

import strawberry

from schema.enums import EntityKind
from schema.field_mapping import ColumnNode
from schema.fields import mapped_field, prop
from schema.groups.grouping import Group, Grouping, GroupOrder, by, grouped, kinds, measure, measured
from schema.node import Node
from schema.paging import Connection, SearchedConnectionFields, SearchedEdge


@strawberry.enum(description="Group keys for search results.")
class SearchGroupByKey(Enum):
    """Group keys for search results."""

    KIND = kinds("Type of the entity, as in EntityKind: PAPER, RESEARCHER, ...")
    YEAR = by("year", "Year of first publication, of papers.")
    COUNTRY = by("country", "Country, of institutions.")


@strawberry.enum(description="Measures of search results.")
class SearchGroupByMeasure(Enum):
    """Measures of search results."""

    CITATION_COUNT = measure("citationCount", "Citations from papers in this graph, of papers and researchers.")
    PAPER_COUNT = measure("paperCount", "Number of papers, of everything but papers.")


@strawberry.type(description="Results with the same keys.")
class SearchGroupByGroup(Group):
    """Results with the same keys."""

    sum: float = measured("sum", SearchGroupByMeasure, "The sum of a measure over the group.")
    avg: float | None = measured("avg", SearchGroupByMeasure, "Mean. Null if no item has a value.")
    min: float | None = measured("min", SearchGroupByMeasure, "Minimum. Null if no item has a value.")
    max: float | None = measured("max", SearchGroupByMeasure, "Maximum. Null if no item has a value.")


@strawberry.input(description="A sort key for groups of results.")
class SearchGroupByOrder(GroupOrder[SearchGroupByMeasure]):
    """A sort key for groups of results."""


@strawberry.type(description="Groups of results.")
class SearchGroupBy(Grouping[SearchGroupByGroup]):
    """Groups of results."""


@strawberry.type
class GroupedResults:
    """Results of a search that can be grouped."""

    group_by: SearchGroupBy = grouped(SearchGroupByKey, SearchGroupByOrder)


@strawberry.type(description="A search result.")
class SearchEdge(SearchedEdge[Node]):
    """A search result."""


@strawberry.type(description="Results, best first.")
class SearchConnection(Connection[SearchEdge, Node], SearchedConnectionFields, GroupedResults):
    """Results, best first."""

    total_count: int = prop("totalCount", "Number of results, at most 1,000.")


@strawberry.type(description="A suggestion for a search box.")
class Suggestion:
    """A suggestion for a search box."""

    text: str = prop("text", "Title or name of the entity.")
    kind: EntityKind = prop("kind", "Type of the entity.")
    node: Node = mapped_field(ColumnNode("node"), "The entity.")
