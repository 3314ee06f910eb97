"""A decision about who is who: what a mutation answers, and what the log holds. Read from the decision itself."""

from enum import Enum

import strawberry


@strawberry.enum(description="What a decision says of two things or people.")
class DecisionKind(Enum):
    """What a decision says of two things or people."""

    SAME = strawberry.enum_value("same", description="They are one.")
    DISTINCT = strawberry.enum_value("apart", description="They are not one.")


@strawberry.type(description="A decision of a person about who is who. It holds over every rule and every load.")
class Decision:
    """A decision of a person about who is who."""

    id: strawberry.ID = strawberry.field(description="Its own key, by which it is taken back: d_ and a ULID.")
    kind: DecisionKind = strawberry.field(description="Whether it joins or parts.")
    about: str = strawberry.field(description="paper, researcher, institution, funder, venue or volume.")
    subject_ids: list[strawberry.ID] = strawberry.field(
        description="The Byline ids that it was made about. All of them resolve: ask `node` what they lead to now."
    )
    left: list[str] = strawberry.field(description="What stands on its one side: outside ids, records as source:key.")
    right: list[str] = strawberry.field(description="What stands on its other side.")
    decided_by: str = strawberry.field(description="Who decided.")
    decided_at: str = strawberry.field(description="When, ISO 8601, UTC.")
    reason: str = strawberry.field(description="The reason given.")
    revoked_by: str | None = strawberry.field(description="Who took it back; null: nobody did.")
    revoked_at: str | None = strawberry.field(description="When it was taken back.")
    revocation_reason: str | None = strawberry.field(description="The reason given for taking it back.")
    in_effect: bool | None = strawberry.field(
        description="Whether the graph is as it says now; false: it does not count at present; null: it was taken back."
    )
    pending: bool | None = strawberry.field(
        description="Whether it waits until what it speaks of is there on both sides; null: it was taken back."
    )
    superseded_by: list[strawberry.ID] = strawberry.field(
        description="The later decisions that say otherwise, the latest first; empty where it is followed."
    )
