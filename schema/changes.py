"""The feed of changes: what was added, changed, merged or removed since a load or a time."""

from enum import Enum
from typing import Annotated

import strawberry

from schema.field_mapping import RowIn, RowsIn, mapped_field, prop


@strawberry.enum(description="Kind of change of an entity.")
class ChangeKind(Enum):
    """Kind of change of an entity."""

    ADDED = strawberry.enum_value("added", description="The entity is new: the feed did not report it earlier.")
    CHANGED = strawberry.enum_value("changed", description="A source says something else of it, or another speaks.")
    MERGED = strawberry.enum_value("merged", description="It turned out to be another: `into` is that one's id.")
    REMOVED = strawberry.enum_value("removed", description="No record speaks of it any more.")


@strawberry.type(description="One thing that changed, as it is now.")
class Change:
    """One thing that changed, as it is now."""

    kind: ChangeKind = prop("kind", "Kind of change.")
    type: str = prop("type", "Paper, Researcher, Institution, Venue, Volume, Topic or Funder.")
    id: strawberry.ID = prop("id", "Byline ID of the entity. `nodes(ids: ...)` returns its present state.")
    merged_into: strawberry.ID | None = prop("into", "For a merged entity: ID of the entity into which it was merged.")
    sequence: int = prop("number", "The number of the transaction that did it; they count up.")


@strawberry.type(description="A change in the feed.")
class ChangeEdge:
    """A change in the feed."""

    cursor: str = prop("cursor", "Goes on behind this change, today and later.")
    node: Change = mapped_field(RowIn("node"), "The change.")


@strawberry.type(description="Whether the feed goes on.")
class ChangePageInfo:
    """Whether the feed goes on."""

    has_next_page: bool = prop("hasNextPage", "Whether more changes follow.")
    end_cursor: str | None = prop("endCursor", "Cursor of the last change of the page. Null if the page is empty.")


@strawberry.type(description="Changes, oldest first; each thing where it was added, and where it changed last.")
class ChangeConnection:
    """Changes, oldest first."""

    edges: list[ChangeEdge] = mapped_field(RowsIn("edges"), "The changes, each with its cursor.")
    page_info: ChangePageInfo = mapped_field(RowIn("pageInfo"), "Whether the feed goes on.")


SINCE = {
    "since": Annotated[
        str | None,
        strawberry.argument(
            description="A load's id: since that load began; a time in ISO 8601, UTC; or a change's number. "
            "Unless said: since the beginning."
        ),
    ],
    "first": Annotated[
        int | None, strawberry.argument(description="Maximum number of items, 1 to 1,000. Default: 100.")
    ],
    "after": Annotated[
        str | None, strawberry.argument(description="A change's cursor: go on behind it; `since` then says nothing.")
    ],
}
