"""Relay's connections: pages of edges with cursors, forwards and backwards."""

from typing import Annotated, Any, Generic, NamedTuple, TypeVar

import strawberry

from schema.enums import HighlightField
from schema.field_mapping import Correction, Highlights, SearchScore, Truncation
from schema.fields import Arguments, ArgumentWithDefault, mapped_field, prop

N = TypeVar("N")
E = TypeVar("E")

DEFAULT_PAGE = 20
"""Number of edges on a page if neither first nor last is given."""
MAX_PAGE = 1_000
"""Maximum number of edges on a page."""

First = ArgumentWithDefault(
    Annotated[
        int | None,
        strawberry.argument(
            description="Maximum number of items from the start, 0 to 1,000. Default: 20, unless `last` is given."
        ),
    ],
    DEFAULT_PAGE,
)
After = Annotated[str | None, strawberry.argument(description="Return the items after this cursor.")]
FORWARD_ONLY = "The list has no `last` and `before`: its pages only go forwards."
"""Last sentence of the description of `after` in such a list."""
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
    """Position of a page that goes forwards, with the names of PageInfo's fields."""

    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


@strawberry.type
class Edge(Generic[N]):
    """One step of a connection."""

    cursor: str = prop("cursor", "Position of this edge, for `after` and `before`.")
    node: N = prop("node", "The node at the end of the edge.")


@strawberry.type(description="A part of a text.")
class HighlightSegment:
    """A part of a text."""

    text: str = prop("text", "The part. All parts together are the text.")
    matched: bool = prop("matched", "True if the part matches a word of the search.")


@strawberry.type(description="A text of an entity that matches a search.")
class Highlight:
    """A text of an entity that matches a search."""

    field: HighlightField = prop("field", "Field with the text.")
    segments: list[HighlightSegment] = prop("segments", "Parts of the text, in order.")


@strawberry.type
class SearchedEdge(Edge[N], Generic[N]):
    """An item of a list that can be searched."""

    score: float | None = mapped_field(
        SearchScore(), "Relevance for `query`, comparable only within one response. Null without `query`."
    )
    highlights: list[Highlight] = mapped_field(
        Highlights(), "Texts of the item that match `query`, with the matching parts. Empty without `query`."
    )


@strawberry.type
class SearchedConnectionFields:
    """Additional fields of a list that can be searched."""

    did_you_mean: str | None = mapped_field(
        Correction(),
        "Search text with misspelled words corrected by the words of the best results. Null if no word needs a "
        "correction, and without `query`.",
    )
    truncated: bool = mapped_field(
        Truncation(), "True if `query` matches more items than a search returns: the list has the best ones."
    )


@strawberry.type
class Connection(Generic[E, N]):
    """A page of edges."""

    edges: list[E] = prop("edges", "The edges of this page, in order.")
    nodes: list[N] = prop("nodes", "The nodes of the edges of this page, in order.")
    page_info: PageInfo = prop("pageInfo", "Position of this page.")
    total_count: int = prop("totalCount", "Number of all edges that match the filter.")


@strawberry.type
class RootConnection(Connection[E, N], SearchedConnectionFields, Generic[E, N]):
    """A page of all entities of one type."""

    missing: list[str] | None = prop(
        "missing",
        "IDs of a filter such as `{doi: {in: [...]}}` that no item has, as written in the request, including texts "
        "that are not IDs. Items of such a list are in the order of the IDs, unless `orderBy` is given. Null if the "
        "filter lists no IDs.",
    )


def page_arguments(where: Any = None, order: Any = None) -> Arguments:  # noqa: ANN401 annotations, lazy ones among them
    """Return the arguments of a connection, with a filter and an order if they are given."""
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


def searched_arguments(where: Any, order: Any) -> Arguments:  # noqa: ANN401 as above
    """Return the arguments of a list that can be searched."""
    return {
        "query": Annotated[
            str | None,
            strawberry.argument(
                description="Return the items that match this search text, most relevant first: every word must match "
                "a word of the item, or begin or resemble one. Quotes mark a phrase. An external ID finds its item. "
                "docs/search.md describes the rule."
            ),
        ],
        **page_arguments(where, order),
    }
