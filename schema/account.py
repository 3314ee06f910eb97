"""Inputs and payloads of the mutations of accounts."""

import strawberry

from schema.mutation import IDEMPOTENCY_KEY, MutationPayload


@strawberry.input(description="Arguments of eraseAccount.")
class EraseAccountInput:
    """Arguments of eraseAccount."""

    confirmation: str = strawberry.field(description="Name of the account, to confirm the erasure.")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.type(description="Result of eraseAccount.")
class EraseAccountPayload(MutationPayload):
    """Result of eraseAccount."""

    erased_id: strawberry.ID | None = strawberry.field(
        description="ID of the erased account. Null if there are user errors."
    )
