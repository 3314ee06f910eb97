"""Decisions of curators about the identity of entities: the mutations' inputs and payloads, and the log's entries."""

from enum import Enum
from typing import Any

import strawberry

from schema.enums import EntityKind
from schema.mutation import DECISION_TEXT, MutationPayload
from schema.node import Node
from schema.scalars import DateTime


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

    id: strawberry.ID = strawberry.field(description="ID of the decision (`d_` and a ULID). `revokeDecision` takes it.")
    kind: DecisionKind = strawberry.field(description="SAME or DISTINCT.")
    entity_kind: EntityKind = strawberry.field(description="Type of the entities.")
    subject_ids: list[strawberry.ID] = strawberry.field(
        description="Byline IDs of the entities at the time of the decision. All of them still resolve: `node` "
        "returns the present entity."
    )
    left: list[str] = strawberry.field(description="Anchors of the first side: external IDs, or records as source:key.")
    right: list[str] = strawberry.field(description="Anchors of the second side.")
    decided_by: str = strawberry.field(description="Name of the curator.")
    decided_at: DateTime = strawberry.field(description="Time of the decision, ISO 8601 in UTC.")
    reason: str = strawberry.field(description="Reason that the curator gave.")
    revoked_by: str | None = strawberry.field(
        description="Name of the curator who revoked the decision. Null if it is not revoked."
    )
    revoked_at: DateTime | None = strawberry.field(description="Time of the revocation. Null if it is not revoked.")
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


ANY_ID = "Byline ID, current or retired, or an external ID with its scheme."
REASON = "Reason, 1 to 2,000 characters, shown in the decision log."


@strawberry.type
class DecisionPayload(MutationPayload):
    """Result of a decision."""

    decision: Decision | None = strawberry.field(description="The decision. Null if there are user errors.")

    @strawberry.field(
        description="Affected entities after the decision, each once: clients can update their caches. Empty if there "
        "are user errors."
    )
    async def nodes(self, info: strawberry.Info[Any]) -> list[Node]:
        """Read the affected entities."""
        return await info.context.fetch_nodes(self.decision.subject_ids, info) if self.decision else []


@strawberry.type(description="Result of mergeEntities.")
class MergeEntitiesPayload(DecisionPayload):
    """Result of mergeEntities."""


@strawberry.type(description="Result of keepEntitiesApart.")
class KeepEntitiesApartPayload(DecisionPayload):
    """Result of keepEntitiesApart."""


@strawberry.type(description="Result of splitEntity.")
class SplitEntityPayload(DecisionPayload):
    """Result of splitEntity."""


@strawberry.type(description="Result of revokeDecision.")
class RevokeDecisionPayload(DecisionPayload):
    """Result of revokeDecision."""


@strawberry.input(description="Arguments of mergeEntities.")
class MergeEntitiesInput:
    """Arguments of mergeEntities."""

    left_id: strawberry.ID = strawberry.field(description=f"First entity: {ANY_ID}")
    right_id: strawberry.ID = strawberry.field(description=f"Second entity: {ANY_ID}")
    reason: str = strawberry.field(description=REASON)
    client_mutation_id: str | None = strawberry.field(default=None, description=DECISION_TEXT)


@strawberry.input(description="Arguments of keepEntitiesApart.")
class KeepEntitiesApartInput:
    """Arguments of keepEntitiesApart."""

    left_id: strawberry.ID = strawberry.field(description=f"First entity: {ANY_ID}")
    right_id: strawberry.ID = strawberry.field(description=f"Second entity: {ANY_ID}")
    reason: str = strawberry.field(description=REASON)
    client_mutation_id: str | None = strawberry.field(default=None, description=DECISION_TEXT)


@strawberry.input(description="Arguments of splitEntity.")
class SplitEntityInput:
    """Arguments of splitEntity."""

    id: strawberry.ID = strawberry.field(description=f"The entity: {ANY_ID}")
    records: list[str] = strawberry.field(
        description="Records to move, each as `source:key`. For a researcher also IDs of papers."
    )
    reason: str = strawberry.field(description=REASON)
    client_mutation_id: str | None = strawberry.field(default=None, description=DECISION_TEXT)


@strawberry.input(description="Arguments of revokeDecision.")
class RevokeDecisionInput:
    """Arguments of revokeDecision."""

    decision_id: strawberry.ID = strawberry.field(description="ID of the decision: `d_01H...`.")
    reason: str = strawberry.field(description=REASON)
    client_mutation_id: str | None = strawberry.field(default=None, description=DECISION_TEXT)
