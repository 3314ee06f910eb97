"""Access tokens, and the inputs and payloads of the mutations of accounts."""

from enum import Enum

import strawberry

from schema.fields import prop
from schema.mutation import IDEMPOTENCY_KEY, RETURNED_TEXT, MutationPayload
from schema.paging import Connection, Edge
from schema.scalars import DateTime


@strawberry.enum(description="Scope of an access token: the token has the rights of its user only within its scopes.")
class AccessTokenScope(Enum):
    """Scope of an access token."""

    READ = strawberry.enum_value("read", description="Read personal data of the user, such as follows and the feed.")
    ACT = strawberry.enum_value("act", description="Act as the user, for example follow and comment.")
    CURATE = strawberry.enum_value("curate", description="Decide as a curator, if the user is one.")
    CYPHER = strawberry.enum_value("cypher", description="POST /cypher. Only the operator can create such tokens.")


@strawberry.type(description="An access token of a program. Only its user can read it; the secret is not stored.")
class AccessToken:
    """An access token of a program."""

    id: strawberry.ID = prop("id", "ID of the token: `k_` and a ULID.")
    label: str = prop("label", "Purpose of the token. May be empty.")
    scopes: list[AccessTokenScope] = prop("scopes", "Scopes.")
    created_at: DateTime = prop("createdAt", "Time of creation, ISO 8601 in UTC.")
    expires_at: DateTime = prop("expiresAt", "Time after which the token is refused, ISO 8601 in UTC.")
    revoked_at: DateTime | None = prop("revokedAt", "Time of revocation, ISO 8601 in UTC. Null if not revoked.")


@strawberry.type(description="An access token in a list.")
class AccessTokenEdge(Edge[AccessToken]):
    """An access token in a list."""


@strawberry.type(description="Access tokens.")
class AccessTokenConnection(Connection[AccessTokenEdge, AccessToken]):
    """Access tokens."""


@strawberry.input(description="Arguments of updateAccount.")
class UpdateAccountInput:
    """Arguments of updateAccount."""

    name: str = strawberry.field(
        description="New name: 1 to 39 lower-case letters, digits, dots, hyphens and underscores, the first a letter "
        "or a digit."
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.type(description="Result of updateAccount.")
class UpdateAccountPayload(MutationPayload):
    """Result of updateAccount."""

    name: str | None = strawberry.field(description="Name of the account. Null if there are user errors.")


@strawberry.input(description="Arguments of createAccessToken.")
class CreateAccessTokenInput:
    """Arguments of createAccessToken."""

    label: str = strawberry.field(description="Purpose of the token, 1 to 100 characters.")
    scopes: list[AccessTokenScope] = strawberry.field(description="Scopes, except CYPHER.")
    days: int = strawberry.field(default=90, description="Days until the token expires, 1 to 366. Default: 90.")
    client_mutation_id: str | None = strawberry.field(
        default=None,
        description=f"{IDEMPOTENCY_KEY} A repetition is a user error, because the secret is returned only once.",
    )


@strawberry.type(description="Result of createAccessToken.")
class CreateAccessTokenPayload(MutationPayload):
    """Result of createAccessToken."""

    token_id: strawberry.ID | None = strawberry.field(
        description="ID of the token: `k_` and a ULID. Null if there are user errors."
    )
    secret: str | None = strawberry.field(
        description="The token, which programs send as `Authorization: Bearer TOKEN`. It is returned only here. Null "
        "if there are user errors."
    )
    expires_at: DateTime | None = strawberry.field(
        description="Time after which the token is refused, ISO 8601 in UTC. Null if there are user errors."
    )


@strawberry.input(description="Arguments of revokeAccessToken.")
class RevokeAccessTokenInput:
    """Arguments of revokeAccessToken."""

    token_id: strawberry.ID = strawberry.field(description="ID of the token: `k_` and a ULID.")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.type(description="Result of revokeAccessToken.")
class RevokeAccessTokenPayload(MutationPayload):
    """Result of revokeAccessToken."""


@strawberry.input(description="Arguments of eraseAccount.")
class EraseAccountInput:
    """Arguments of eraseAccount."""

    confirmation: str = strawberry.field(description="Name of the account, to confirm the erasure.")
    client_mutation_id: str | None = strawberry.field(
        default=None,
        description=f"{RETURNED_TEXT} After the erasure, a repetition is the error UNAUTHENTICATED.",
    )


@strawberry.type(description="Result of eraseAccount.")
class EraseAccountPayload(MutationPayload):
    """Result of eraseAccount."""

    erased_id: strawberry.ID | None = strawberry.field(
        description="ID of the erased account. Null if there are user errors."
    )
