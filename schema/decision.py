"""A decision about who is who: what a mutation answers, and what the log holds. Read from the decision itself."""

from enum import Enum

import strawberry


@strawberry.enum(description="Content of a decision about two entities.")
class DecisionKind(Enum):
    """Content of a decision about two entities."""

    SAME = strawberry.enum_value("same", description="They are one.")
    DISTINCT = strawberry.enum_value("apart", description="They are not one.")


@strawberry.type(
    description="A curator's decision about the identity of entities. It takes precedence over all "
    "matching rules and later loads."
)
class Decision:
    """A curator's decision about the identity of entities."""

    id: strawberry.ID = strawberry.field(description="Its own key, by which it is taken back: d_ and a ULID.")
    kind: DecisionKind = strawberry.field(description="Whether it joins or parts.")
    about: str = strawberry.field(description="paper, researcher, institution, funder, venue or volume.")
    subject_ids: list[strawberry.ID] = strawberry.field(
        description="Byline IDs of the entities at the time of the decision. All of them still resolve: `node` "
        "returns the present entity."
    )
    left: list[str] = strawberry.field(description="Anchors of the first side: external IDs, or records as source:key.")
    right: list[str] = strawberry.field(description="Anchors of the second side.")
    decided_by: str = strawberry.field(description="Name of the curator.")
    decided_at: str = strawberry.field(description="When, ISO 8601, UTC.")
    reason: str = strawberry.field(description="The reason given.")
    revoked_by: str | None = strawberry.field(
        description="Name of the curator who revoked the decision. Null if it is not revoked."
    )
    revoked_at: str | None = strawberry.field(description="When it was taken back.")
    revocation_reason: str | None = strawberry.field(description="The reason given for taking it back.")
    in_effect: bool | None = strawberry.field(
        description="Whether the graph is as it says now; false: it does not count at present; null: it was taken back."
    )
    pending: bool | None = strawberry.field(
        description="True if the decision has no effect yet because one of its sides is not in the graph. Null if it "
        "is revoked."
    )
    superseded_by: list[strawberry.ID] = strawberry.field(
        description="The later decisions that say otherwise, the latest first; empty where it is followed."
    )
