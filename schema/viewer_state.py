"""The relation of the viewer to an entity."""

import strawberry

from schema.fields import mapped_field
from schema.viewer_mapping import ViewerObject, ViewerRelationship


@strawberry.type(description="Relation of the viewer, the client's account, to an entity.")
class ViewerState:
    """Relation of the viewer to an entity."""

    follows: bool = mapped_field(ViewerRelationship("FOLLOWS"), "True if the viewer follows the entity.")


def viewer_state() -> ViewerState | None:
    """Declare the relation of the viewer to an entity."""
    field: ViewerState | None = mapped_field(
        ViewerObject(),
        "Relation of the viewer, the client's account, to the entity. Null without an account or the scope `read`.",
    )
    return field
