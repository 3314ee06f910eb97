"""Walks over many steps of one relationship: their arguments, what their lists tell besides, how they are sorted."""

from enum import Enum
from typing import Annotated

import strawberry

from schema.field_mapping import Arguments, Key, QueryConnection, prop
from schema.order.sort import ORD, on_edge

MOST = 10_000
"""Nodes that a walk gives at most: `LIMIT` of its files."""
WEIGHT = 100
"""What a walk costs besides its rows, in values read."""

TreeDepth = Annotated[
    int | None, strawberry.argument(description="Steps away at most: 1 to 20; 20 unless said.", name="maxDepth")
]
ChainDepth = Annotated[
    int | None, strawberry.argument(description="Citations away at most: 1 to 5; 2 unless said.", name="maxDepth")
]


@strawberry.enum(description="What a step of a walk can be sorted by.")
class WalkSort(Enum):
    """What a step of a walk can be sorted by."""

    DEPTH = on_edge("depth", "number", "Steps away, the fewest if there are several ways.")


@strawberry.type
class TransitiveConnectionFields:
    """What the list of a walk tells besides."""

    truncated: bool = prop(
        "truncated", f"Whether there are {MOST:,}, the nearest: there may be more that are not in the list."
    )


def transitive_connection(file: str) -> QueryConnection:
    """Return a connection over the rows of a walk, nearest first."""
    return QueryConnection(file, (Key("depth", on="edge", number=True), ORD), most=MOST, weight=WEIGHT)


def transitive_arguments(depth: object, pages: Arguments) -> Arguments:
    """Return the arguments of a walk: how deep, and those of every page."""
    return {"max_depth": depth, **pages}
