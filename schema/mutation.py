"""The conventions of mutations: typed errors of the input, and the base of all payloads."""

from enum import Enum
from typing import Any

import strawberry

from schema.node import Node

RETURNED_TEXT = "Any text of the client, which the payload returns. It is not an idempotency key."
DECISION_TEXT = (
    f"{RETURNED_TEXT} A client can safely repeat the request: if the first one took effect, the second changes "
    "nothing, and its payload has a user error."
)
IDEMPOTENCY_KEY = (
    "Idempotency key of at most 255 characters, with which a client can safely repeat a request: for 24 hours, a "
    "mutation of the same user with the same key and input has no further effect. The same key with another input is "
    "the user error CONFLICT. The payload returns the key."
)


@strawberry.enum(description="Kind of an error in the input of a mutation.")
class UserErrorCode(Enum):
    """Kind of an error in the input of a mutation."""

    BAD_USER_INPUT = strawberry.enum_value(
        "bad_user_input", description="A value is not possible; the message says why."
    )
    BAD_ID = strawberry.enum_value("bad_id", description="A text is not an ID.")
    NOT_FOUND = strawberry.enum_value(
        "not_found", description="No entity or object has the ID, or the user may not see it."
    )
    CONFLICT = strawberry.enum_value(
        "conflict",
        description="Another change came first: the version is old, the name is in use, or the clientMutationId was "
        "used for another input.",
    )


@strawberry.type(description="An error in the input of a mutation. The graph did not change.")
class UserError:
    """An error in the input of a mutation."""

    code: UserErrorCode = strawberry.field(description="Kind of the error.")
    field: list[str] | None = strawberry.field(
        description='Path of the input field at fault, such as `["input", "leftId"]`. Null if several are at fault.'
    )
    message: str = strawberry.field(description="Reason and remedy, for people.")


@strawberry.type
class MutationPayload:
    """Result of a mutation."""

    user_errors: list[UserError] = strawberry.field(description="Errors in the input. Empty on success.")
    client_mutation_id: str | None = strawberry.field(description="`clientMutationId` of the input.")


@strawberry.type
class EntityPayload(MutationPayload):
    """Result of a mutation of one entity."""

    entity_id: strawberry.Private[str | None] = None

    @strawberry.field(
        description="The entity after the mutation: clients can update their caches. Null if there are user errors."
    )
    async def node(self, info: strawberry.Info[Any]) -> Node | None:
        """Read the entity."""
        if self.entity_id is None:
            return None
        nodes: list[Any] = await info.context.fetch_nodes([self.entity_id], info)
        return nodes[0] if nodes else None
