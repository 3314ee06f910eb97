"""Which reviews: the filter of every list of reviews."""

import strawberry

from schema.field_mapping import PartialDateMapping, PropertyMapping
from schema.fields import filter_field
from schema.filters import BooleanFilter, IntFilter, PartialDateFilter, StringFilter


@strawberry.input(description="Filter for reviews.")
class ReviewFilter:
    """Filter for reviews."""

    rating: IntFilter | None = filter_field(PropertyMapping("rating"), "Rating, 1 to 10.")
    confidence: IntFilter | None = filter_field(PropertyMapping("confidence"), "Confidence of the reviewer, 1 to 5.")
    anonymous: BooleanFilter | None = filter_field(PropertyMapping("anonymous"), "True if the author is hidden.")
    summary: StringFilter | None = filter_field(PropertyMapping("summary"), "Summary in Markdown.")
    strengths: StringFilter | None = filter_field(PropertyMapping("strengths"), "Strengths in Markdown.")
    concerns: StringFilter | None = filter_field(PropertyMapping("concerns"), "Concerns in Markdown.")
    questions: StringFilter | None = filter_field(PropertyMapping("questions"), "Questions in Markdown.")
    created_at: PartialDateFilter | None = filter_field(PartialDateMapping("createdAt"), "Time of creation.")
    edited_at: PartialDateFilter | None = filter_field(PartialDateMapping("editedAt"), "Time of the latest change.")
    and_: list["ReviewFilter"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["ReviewFilter"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "ReviewFilter | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
