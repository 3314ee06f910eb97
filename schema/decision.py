"""A decision about who is who: what a mutation answers, and what the log holds. Read from the decision itself."""

from enum import Enum

import strawberry


@strawberry.enum(description="Content of a decision about two entities.")
class DecisionKind(Enum):
    """Content of a decision about two entities."""

    SAME = strawberry.enum_value("same", description="The two sides are the same entity.")
    DISTINCT = strawberry.enum_value("apart", description="The two sides are different entities.")


@strawberry.type(
    description="A curator's decision about the identity of entities. It takes precedence over all "
    "matching rules and later loads."
)
class Decision:
    """A curator's decision about the identity of entities."""

    id: strawberry.ID = strawberry.field(description="ID of the decision, with which it is revoked: d_ and a ULID.")
    kind: DecisionKind = strawberry.field(description="Content of the decision.")
    about: str = strawberry.field(
        description="Type of the entities: paper, researcher, institution, funder, venue or volume."
    )
    subject_ids: list[strawberry.ID] = strawberry.field(
        description="Byline IDs of the entities at the time of the decision. All of them still resolve: `node` "
        "returns the present entity."
    )
    left: list[str] = strawberry.field(description="Anchors of the first side: external IDs, or records as source:key.")
    right: list[str] = strawberry.field(description="Anchors of the second side.")
    decided_by: str = strawberry.field(description="Name of the curator.")
    decided_at: str = strawberry.field(description="Time of the decision, ISO 8601 in UTC.")
    reason: str = strawberry.field(description="Reason that the curator gave.")
    revoked_by: str | None = strawberry.field(
        description="Name of the curator who revoked the decision. Null if it is not revoked."
    )
    revoked_at: str | None = strawberry.field(description="Time of the revocation. Null if it is not revoked.")
    revocation_reason: str | None = strawberry.field(
        description="Reason for the revocation. Null if it is not revoked."
    )
    in_effect: bool | None = strawberry.field(
        description="True if the graph follows the decision. False if it has no effect. Null if it is revoked."
    )
    pending: bool | None = strawberry.field(
        description="True if the decision has no effect yet because one of its sides is not in the graph. Null if it "
        "is revoked."
    )
    superseded_by: list[strawberry.ID] = strawberry.field(
        description="Later decisions that contradict it, the latest first. Empty if the graph follows it."
    )
