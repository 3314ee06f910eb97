"""What topics can be sorted by."""

from enum import Enum

import strawberry

from schema.order.sort import SortKey, byline_id, indexed_count, name, number, own_order, text
from schema.where.topic import HierarchyTopicMatch, TopicPaperMatch, TopicResearcherMatch


@strawberry.enum(description="What topics can be sorted by. NAME and PAPERS are served by indexes.")
class TopicSort(Enum):
    """What topics can be sorted by."""

    NAME = name("Classification, then code.")
    PAPERS = indexed_count("paperCount", "Number of papers.")
    EDGE = own_order()
    ID = byline_id()
    SCHEME = text("scheme", "Classification.")
    CODE = text("code", "Code.")
    LABEL = text("name", "Label, by code point.")
    FIRST_YEAR = number("firstYear", "Year of the earliest dated paper.")
    LAST_YEAR = number("lastYear", "Year of the latest dated paper.")


@strawberry.input(one_of=True, description="What is counted of a topic, those alone that fit.")
class TopicCount:
    """What is counted of a topic."""

    papers: TopicPaperMatch | None = strawberry.field(default=strawberry.UNSET, description="The papers.")
    researchers: TopicResearcherMatch | None = strawberry.field(
        default=strawberry.UNSET, description="The people who wrote on it."
    )
    broader: HierarchyTopicMatch | None = strawberry.field(default=strawberry.UNSET, description="What it is part of.")
    narrower: HierarchyTopicMatch | None = strawberry.field(default=strawberry.UNSET, description="What is part of it.")
    ancestors: HierarchyTopicMatch | None = strawberry.field(
        default=strawberry.UNSET, description="What it is part of, over any number of steps."
    )
    descendants: HierarchyTopicMatch | None = strawberry.field(
        default=strawberry.UNSET, description="What is part of it, over any number of steps."
    )


@strawberry.input(description="A sort key for topics.")
class TopicOrder(SortKey[TopicSort, TopicCount]):
    """A sort key for topics."""
