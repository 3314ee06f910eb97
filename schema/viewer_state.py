"""The relation of the viewer to an entity."""

import strawberry

from schema.enums import ReactionContent
from schema.fields import mapped_field
from schema.viewer_mapping import ViewerObject, ViewerRelationship, ViewerRelationshipTypes


@strawberry.type(description="Relation of the viewer, the client's account, to an entity.")
class ViewerState:
    """Relation of the viewer to an entity."""

    follows: bool = mapped_field(ViewerRelationship("FOLLOWS"), "True if the viewer follows the entity.")
    reactions: list[ReactionContent] = mapped_field(
        ViewerRelationshipTypes(tuple(str(content.value) for content in ReactionContent)),
        "Reactions of the viewer to the paper. Empty for entities of other types.",
    )
    claimed: bool = mapped_field(
        ViewerRelationship("CLAIMED"), "True if the viewer's claim of the researcher was accepted."
    )
    saved: bool = mapped_field(ViewerRelationship("SAVED"), "True if the viewer saved the paper.")


def viewer_state() -> ViewerState | None:
    """Declare the relation of the viewer to an entity."""
    field: ViewerState | None = mapped_field(
        ViewerObject(),
        "Relation of the viewer, the client's account, to the entity. Null without an account or the scope `read`.",
    )
    return field
