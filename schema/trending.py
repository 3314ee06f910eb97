"""What is trending: papers, researchers and topics with most acts of users in a period."""

from enum import Enum
from typing import Annotated

import strawberry

from schema.field_mapping import ColumnNode, ColumnRows, QueryResult
from schema.fields import ArgumentWithDefault, int_argument, mapped_field, prop
from schema.node import Node


@strawberry.enum(description="Type of entities that can be trending.")
class TrendingKind(Enum):
    """Type of entities that can be trending; the values are labels."""

    PAPER = strawberry.enum_value("Paper", description="Papers.")
    RESEARCHER = strawberry.enum_value("Researcher", description="Researchers.")
    TOPIC = strawberry.enum_value("Topic", description="Topics.")


@strawberry.enum(description="Period before the request.")
class TrendingPeriod(Enum):
    """Period before the request; the values are days."""

    DAY = strawberry.enum_value(1, description="The last 24 hours.")
    WEEK = strawberry.enum_value(7, description="The last 7 days.")
    MONTH = strawberry.enum_value(30, description="The last 30 days.")


@strawberry.enum(description="Reason why an entity is trending.")
class TrendingReasonKind(Enum):
    """Reason why an entity is trending."""

    REVIEW = strawberry.enum_value("REVIEW", description="Users who reviewed it publicly with their name: weight 5.")
    COMMENT = strawberry.enum_value("COMMENT", description="Users who commented on it: weight 3.")
    FOLLOW = strawberry.enum_value("FOLLOW", description="Users who followed it: weight 2.")
    SAVE = strawberry.enum_value("SAVE", description="Users who saved it: weight 2.")
    REACTION = strawberry.enum_value("REACTION", description="Users with a positive reaction to it: weight 1.")
    ON_PAPERS = strawberry.enum_value(
        "ON_PAPERS",
        description="Users who acted on papers of the researcher or topic, once for each kind of act: weight 1.",
    )


@strawberry.type(description="A reason why an entity is trending.")
class TrendingReason:
    """A reason why an entity is trending."""

    kind: TrendingReasonKind = prop("kind", "Type of the reason.")
    count: int = prop("count", "Number of users; each counts once for each kind of act.")
    score: float = prop("score", "Contribution to the score: weight * log2(1 + count).")


@strawberry.type(description="An entity that is trending.")
class TrendingEntity:
    """An entity that is trending."""

    node: Node = mapped_field(ColumnNode("node"), "The entity.")
    score: float = prop("score", "Sum of the scores of the reasons.")
    reasons: list[TrendingReason] = mapped_field(ColumnRows("reasons"), "Reasons, the highest score first.")


def trending() -> list[TrendingEntity]:
    """Return the field with the entities that are trending."""
    return mapped_field(
        QueryResult("graphql/trending", weight=5_000),
        "Papers, researchers or topics with most acts of users in a period, the highest score first. Acts are reviews, "
        "comments, follows, saves and positive reactions. Each user counts once for each kind; accounts younger than a "
        "day and disabled ones do not count. Empty if nobody acted.",
        {
            "period": ArgumentWithDefault(
                Annotated[TrendingPeriod | None, strawberry.argument(description="Period before the request.")],
                TrendingPeriod.WEEK,
            ),
            "first": int_argument("Maximum number of entities, 1 to 50.", 10),
        },
        {"kind": Annotated[TrendingKind, strawberry.argument(description="Type of the entities.")]},
    )
