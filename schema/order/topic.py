"""Sort keys for topics."""

from enum import Enum

import strawberry

from schema.order.sort import SortKey, byline_id, indexed_count, name, number, own_order, text
from schema.where.topic import HierarchyTopicMatch, TopicPaperMatch, TopicResearcherMatch


@strawberry.enum(description="Sort keys for topics. NAME and PAPERS use an index.")
class TopicSort(Enum):
    """Sort keys for topics."""

    NAME = name("Classification, then code.")
    PAPERS = indexed_count("paperCount", "Number of papers.")
    EDGE = own_order()
    ID = byline_id()
    SCHEME = text("scheme", "Classification.")
    CODE = text("code", "Code.")
    LABEL = text("name", "Label, by code point.")
    FIRST_YEAR = number("firstYear", "Year of the earliest dated paper.")
    LAST_YEAR = number("lastYear", "Year of the latest dated paper.")


@strawberry.input(one_of=True, description="Count of related items that match a condition, for sorting topics.")
class TopicCount:
    """Counts of related items, for sorting topics."""

    papers: TopicPaperMatch | None = strawberry.field(default=strawberry.UNSET, description="The papers.")
    researchers: TopicResearcherMatch | None = strawberry.field(
        default=strawberry.UNSET, description="Authors of papers about the topic."
    )
    broader: HierarchyTopicMatch | None = strawberry.field(default=strawberry.UNSET, description="Parents.")
    narrower: HierarchyTopicMatch | None = strawberry.field(default=strawberry.UNSET, description="Children.")
    ancestors: HierarchyTopicMatch | None = strawberry.field(
        default=strawberry.UNSET, description="Ancestors: parents, their parents, and so on."
    )
    descendants: HierarchyTopicMatch | None = strawberry.field(
        default=strawberry.UNSET, description="Descendants: children, their children, and so on."
    )


@strawberry.input(description="A sort key for topics.")
class TopicOrder(SortKey[TopicSort, TopicCount]):
    """A sort key for topics."""
