"""Which comments: the filter of every list of comments."""

import strawberry

from schema.field_mapping import PartialDateMapping, PropertyMapping
from schema.fields import filter_field
from schema.filters import BooleanFilter, PartialDateFilter, StringFilter
from schema.where.enums import CommentKindFilter


@strawberry.input(description="Filter for comments.")
class CommentFilter:
    """Filter for comments."""

    kind: CommentKindFilter | None = filter_field(PropertyMapping("kind"), "Kind.")
    text: StringFilter | None = filter_field(PropertyMapping("text"), "Text in Markdown.")
    anchor: StringFilter | None = filter_field(PropertyMapping("anchor"), "Quoted passage of the paper.")
    is_reply: BooleanFilter | None = filter_field(PropertyMapping("isReply"), "True for a reply to another comment.")
    created_at: PartialDateFilter | None = filter_field(PartialDateMapping("createdAt"), "Time of creation.")
    edited_at: PartialDateFilter | None = filter_field(PartialDateMapping("editedAt"), "Time of the latest change.")
    deleted_at: PartialDateFilter | None = filter_field(PartialDateMapping("deletedAt"), "Time of deletion.")
    and_: list["CommentFilter"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["CommentFilter"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "CommentFilter | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
