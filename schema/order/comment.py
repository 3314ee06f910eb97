"""Sort keys for comments."""

from enum import Enum

import strawberry

from schema.field_mapping import Key
from schema.order.sort import ID, FieldSortKey, Sort, byline_id, text

OLDEST_FIRST = (Key("createdAt"), ID)
LATEST_FIRST = (Key("createdAt", descending=True), ID)


@strawberry.enum(description="Sort keys for comments.")
class CommentOrderField(Enum):
    """Sort keys for comments."""

    CREATED_AT = strawberry.enum_value(
        Sort("createdAt", down=True, always=True), description="Time of creation; newest first by default."
    )
    EDITED_AT = strawberry.enum_value(
        Sort("editedAt", down=True), description="Time of the latest change; newest first by default."
    )
    KIND = text("kind", "Kind, by name.", default="note")
    ID = byline_id()


@strawberry.input(description="A sort key for comments.")
class CommentOrder(FieldSortKey[CommentOrderField]):
    """A sort key for comments."""
