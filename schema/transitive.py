"""Walks over many steps of one relationship: their arguments, what their lists tell besides, how they are sorted."""

from enum import Enum
from typing import Annotated

import strawberry

from schema.field_mapping import Arguments, Key, QueryConnection, prop
from schema.order.sort import ORD, on_edge

MOST = 10_000
"""Nodes that a walk gives at most: `LIMIT` of its files."""
WEIGHT = 100
"""Cost of a traversal in addition to its rows, in values read."""

TreeDepth = Annotated[
    int | None, strawberry.argument(description="Maximum number of steps, 1 to 20. Default: 20.", name="maxDepth")
]
ChainDepth = Annotated[
    int | None,
    strawberry.argument(
        description="Maximum number of citations between the papers, 1 to 5. Default: 2.", name="maxDepth"
    ),
]


@strawberry.enum(description="Sort keys for the steps of a walk.")
class WalkSort(Enum):
    """Sort keys for the steps of a walk."""

    DEPTH = on_edge("depth", "number", "Steps away, the fewest if there are several ways.")


@strawberry.type
class TransitiveConnectionFields:
    """Additional fields of the list of a traversal."""

    truncated: bool = prop("truncated", f"True if the list is limited to the nearest {MOST:,}: there may be more.")


def transitive_connection(file: str) -> QueryConnection:
    """Return a connection over the rows of a walk, nearest first."""
    return QueryConnection(file, (Key("depth", on="edge", number=True), ORD), most=MOST, weight=WEIGHT)


def transitive_arguments(depth: object, pages: Arguments) -> Arguments:
    """Return the arguments of a walk: how deep, and those of every page."""
    return {"max_depth": depth, **pages}
