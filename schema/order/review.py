"""Sort keys for reviews."""

from enum import Enum

import strawberry

from schema.order.sort import FieldSortKey, Sort, byline_id


@strawberry.enum(description="Sort keys for reviews.")
class ReviewOrderField(Enum):
    """Sort keys for reviews."""

    CREATED_AT = strawberry.enum_value(
        Sort("createdAt", down=True, always=True), description="Time of creation; newest first by default."
    )
    EDITED_AT = strawberry.enum_value(
        Sort("editedAt", down=True), description="Time of the latest change; newest first by default."
    )
    RATING = strawberry.enum_value(
        Sort("rating", "number", down=True, always=True), description="Rating; highest first by default."
    )
    CONFIDENCE = strawberry.enum_value(
        Sort("confidence", "number", down=True, always=True), description="Confidence; highest first by default."
    )
    ID = byline_id()


@strawberry.input(description="A sort key for reviews.")
class ReviewOrder(FieldSortKey[ReviewOrderField]):
    """A sort key for reviews."""
