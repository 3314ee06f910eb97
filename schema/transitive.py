"""Transitive traversals: depth arguments, connection fields and sort keys."""

from enum import Enum
from typing import Annotated

import strawberry

from schema.field_mapping import Key, QueryConnection
from schema.fields import Arguments, ArgumentWithDefault, prop
from schema.order.sort import ORD, on_edge

MAX_TRAVERSAL_NODES = 10_000
"""Maximum number of nodes of a traversal. Equals `LIMIT` in its `.cypher` file."""
TRAVERSAL_COST = 100
"""Cost of a traversal in addition to its rows, in values read."""

HierarchyDepth = ArgumentWithDefault(
    Annotated[int | None, strawberry.argument(description="Maximum number of steps, 1 to 20.", name="maxDepth")], 20
)
CitationDepth = ArgumentWithDefault(
    Annotated[
        int | None,
        strawberry.argument(description="Maximum number of citations between the papers, 1 to 5.", name="maxDepth"),
    ],
    2,
)


@strawberry.enum(description="Sort keys for traversals.")
class DepthOrderField(Enum):
    """Sort keys for traversals."""

    DEPTH = on_edge("depth", "number", "Length of the shortest path.")


@strawberry.type
class TransitiveConnectionFields:
    """Additional fields of the list of a traversal."""

    truncated: bool = prop(
        "truncated", f"True if the list is limited to the nearest {MAX_TRAVERSAL_NODES:,} nodes: there may be more."
    )


def transitive_connection(file: str) -> QueryConnection:
    """Return the connection of a traversal, sorted by depth."""
    return QueryConnection(
        file, (Key("depth", on="edge", number=True), ORD), max_rows=MAX_TRAVERSAL_NODES, weight=TRAVERSAL_COST
    )


def transitive_arguments(depth: object, pages: Arguments) -> Arguments:
    """Return `maxDepth` and the arguments of a page."""
    return {"max_depth": depth, **pages}
