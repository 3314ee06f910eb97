"""Relay's connections: pages of edges with cursors, forwards and backwards."""

from typing import Annotated, Any, Generic, NamedTuple, TypeVar

import strawberry

from schema.fields import Arguments, Default, prop

N = TypeVar("N")
E = TypeVar("E")

DEFAULT_PAGE = 20
"""Number of edges on a page if neither first nor last is given."""
MAX_PAGE = 1_000
"""Maximum number of edges on a page."""

First = Default(
    Annotated[
        int | None,
        strawberry.argument(
            description="Maximum number of items from the start, 0 to 1,000. Ignored by default if `last` is given."
        ),
    ],
    DEFAULT_PAGE,
)
After = Annotated[str | None, strawberry.argument(description="Return the items after this cursor.")]
Last = Annotated[int | None, strawberry.argument(description="Maximum number of items from the end, 0 to 1,000.")]
Before = Annotated[str | None, strawberry.argument(description="Return the items before this cursor.")]


@strawberry.type(description="Position of a page in its connection.")
class PageInfo:
    """Position of a page in its connection."""

    has_next_page: bool = prop("hasNextPage", "True if items follow this page.")
    has_previous_page: bool = prop("hasPreviousPage", "True if items precede this page.")
    start_cursor: str | None = prop("startCursor", "Cursor of the first edge. Null if the page is empty.")
    end_cursor: str | None = prop("endCursor", "Cursor of the last edge. Null if the page is empty.")


class ForwardPageInfo(NamedTuple):
    """Where a page that goes forwards stands, by the names of PageInfo's fields."""

    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


@strawberry.type
class Edge(Generic[N]):
    """One step of a connection."""

    cursor: str = prop("cursor", "Position of this edge, for `after` and `before`.")
    node: N = prop("node", "The node at the end of the edge.")


@strawberry.type
class Connection(Generic[E, N]):
    """A page of edges."""

    edges: list[E] = prop("edges", "The edges of this page, in order.")
    nodes: list[N] = prop("nodes", "The nodes of the edges of this page, in order.")
    page_info: PageInfo = prop("pageInfo", "Position of this page.")
    total_count: int = prop("totalCount", "Number of all edges that match the filter.")


@strawberry.type
class RootConnection(Connection[E, N], Generic[E, N]):
    """A page of edges out of everything of one kind."""

    missing: list[str] | None = prop(
        "missing",
        "IDs of a filter such as `{doi: {in: [...]}}` that no item has, as written in the request, including texts "
        "that are not IDs. Items of such a list are in the order of the IDs, unless `orderBy` is given. Null if the "
        "filter lists no IDs.",
    )


def page_arguments(where: Any = None, order: Any = None) -> Arguments:  # noqa: ANN401 annotations, lazy ones among them
    """Return the arguments of a connection, with a filter and an order where given."""
    arguments: dict[str, Any] = {"first": First, "after": After, "last": Last, "before": Before}
    if where is not None:
        arguments["where"] = Annotated[
            where | None, strawberry.argument(description="Return the items that match this filter.")
        ]
    if order is not None:
        arguments["order_by"] = Annotated[
            list[order] | None, strawberry.argument(description="Sort keys, the most important first.")
        ]
    return arguments
