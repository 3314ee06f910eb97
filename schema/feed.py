"""The feed of a user: news about the entities that the user follows, with the reasons of each item."""

from enum import Enum
from typing import Annotated

import strawberry

from schema.comment import Comment
from schema.field_mapping import ColumnNode, ColumnRows, Key, QueryConnection
from schema.fields import Arguments, mapped_field, prop
from schema.node import Node
from schema.order.sort import ID
from schema.paging import Connection, Edge, page_arguments
from schema.paper import Paper
from schema.review import Review
from schema.scalars import PartialDate

MAX_FEED_ITEMS = 1_000
FEED_COST = 3_000
"""Cost of a feed in addition to its rows, in values read."""


@strawberry.enum(description="Kind of an item of a feed.")
class FeedItemKind(Enum):
    """Kind of an item of a feed."""

    PAPER = strawberry.enum_value("paper", description="A paper.")
    COMMENT = strawberry.enum_value("comment", description="A comment on a followed paper.")
    REVIEW = strawberry.enum_value("review", description="A public review of a followed paper.")


@strawberry.enum(description="Reason why an item is in a feed: its relation to a followed entity.")
class FeedReasonKind(Enum):
    """Reason why an item is in a feed: its relation to a followed entity."""

    WRITTEN_BY = strawberry.enum_value("writtenBy", description="The researcher is an author of the paper.")
    ABOUT = strawberry.enum_value("about", description="The paper is about the topic.")
    WRITTEN_AT = strawberry.enum_value("writtenAt", description="Authors of the paper worked at the institution.")
    APPEARED_AT = strawberry.enum_value("appearedAt", description="The paper appeared at the venue.")
    CITES = strawberry.enum_value("cites", description="The paper cites the followed paper.")
    DISCUSSES = strawberry.enum_value("discusses", description="The comment is on the followed paper.")
    REVIEWS = strawberry.enum_value("reviews", description="The review is of the followed paper.")


@strawberry.type(description="Reason why an item is in a feed.")
class FeedReason:
    """Reason why an item is in a feed."""

    kind: FeedReasonKind = prop("kind", "Relation of the item to the followed entity.")
    node: Node = mapped_field(ColumnNode("node"), "The followed entity.")


@strawberry.type(description="An item of a feed.")
class FeedEdge(Edge[Paper]):
    """An item of a feed."""

    kind: FeedItemKind = prop("kind", "Kind of the item.")
    date: PartialDate | None = prop(
        "date", "Publication date of the paper, or time of the comment or review. Null if the paper has no date."
    )
    comment: Comment | None = mapped_field(ColumnNode("comment"), "The comment. Null for other kinds.")
    review: Review | None = mapped_field(ColumnNode("review"), "The review. Null for other kinds.")
    reasons: list[FeedReason] = mapped_field(ColumnRows("reasons"), "Followed entities that the item concerns.")


@strawberry.type(description="Items of a feed, newest first; `node` is the paper.")
class FeedConnection(Connection[FeedEdge, Paper]):
    """Items of a feed, newest first."""

    truncated: bool = prop("truncated", f"True if the feed is limited to the newest {MAX_FEED_ITEMS:,} items.")


FEED = QueryConnection(
    "graphql/viewer_feed",
    (Key("position", descending=True, on="edge"), ID),
    max_rows=MAX_FEED_ITEMS,
    weight=FEED_COST,
)
FEED_ARGUMENTS: Arguments = {
    "kinds": Annotated[
        list[FeedItemKind] | None,
        strawberry.argument(description="Return items of these kinds. Default: all kinds."),
    ],
    **page_arguments(),
}
