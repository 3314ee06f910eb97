"""Sort keys for topics."""

from enum import Enum

import strawberry

from schema.order.sort import SortKey, byline_id, indexed_count, name, number, own_order, relevance, text
from schema.where.topic import TopicHierarchyEdgeFilter, TopicPaperEdgeFilter, TopicResearcherEdgeFilter


@strawberry.enum(description="Sort keys for topics. SCHEME_AND_CODE and PAPER_COUNT use an index.")
class TopicOrderField(Enum):
    """Sort keys for topics."""

    SCHEME_AND_CODE = name("Classification, then code.")
    PAPER_COUNT = indexed_count("paperCount", "Number of papers.")
    DEFAULT = own_order()
    ID = byline_id()
    RELEVANCE = relevance()
    SCHEME = text("scheme", "Classification.")
    CODE = text("code", "Code.")
    NAME = text("name", "Name, by code point.")
    FIRST_YEAR = number("firstYear", "Year of the earliest dated paper.")
    LAST_YEAR = number("lastYear", "Year of the latest dated paper.")


@strawberry.input(one_of=True, description="Count of related items that match a condition, for sorting topics.")
class TopicOrderCount:
    """Counts of related items, for sorting topics."""

    papers: TopicPaperEdgeFilter | None = strawberry.field(default=strawberry.UNSET, description="The papers.")
    researchers: TopicResearcherEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="Authors of papers about the topic."
    )
    broader: TopicHierarchyEdgeFilter | None = strawberry.field(default=strawberry.UNSET, description="Parents.")
    narrower: TopicHierarchyEdgeFilter | None = strawberry.field(default=strawberry.UNSET, description="Children.")
    ancestors: TopicHierarchyEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="Ancestors: parents, their parents, and so on."
    )
    descendants: TopicHierarchyEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="Descendants: children, their children, and so on."
    )


@strawberry.input(description="A sort key for topics.")
class TopicOrder(SortKey[TopicOrderField, TopicOrderCount]):
    """A sort key for topics."""
