"""The audit log: changes by users, curators and the operator."""

from enum import Enum
from typing import Annotated

import strawberry

from schema.identity import PAGE
from schema.paging import PageInfo
from schema.scalars import DateTime


@strawberry.enum(description="Kind of the actor of a change.")
class AuditActorKind(Enum):
    """Kind of the actor of a change."""

    USER = strawberry.enum_value("user", description="A user with an account.")
    CURATOR = strawberry.enum_value("curator", description="A curator of BYLINE_CURATORS, without an account.")
    OPERATOR = strawberry.enum_value("operator", description="The operator at the command line.")


@strawberry.type(description="A change in the audit log.")
class AuditEntry:
    """A change in the audit log."""

    id: strawberry.ID = strawberry.field(description="ID of the entry: `a_` and a ULID.")
    created_at: DateTime = strawberry.field(description="Time of the change, ISO 8601 in UTC.")
    actor_kind: AuditActorKind = strawberry.field(description="Kind of the actor.")
    actor_id: strawberry.ID | None = strawberry.field(
        description="ID of the user's account. Null for other actors, for authors of anonymous reviews, and after the "
        "erasure of the account."
    )
    actor_name: str | None = strawberry.field(description="Name of the user. Null if `actorId` is null.")
    action: str = strawberry.field(description="Name of the mutation, such as `addComment`, or of the command.")
    object_id: strawberry.ID | None = strawberry.field(
        description="ID of the object. Null if only its user can see it, such as a follow."
    )
    reason: str | None = strawberry.field(description="Reason that the actor gave. Null without one.")
    before: str | None = strawberry.field(description="Earlier value, such as a role. Null without one.")
    after: str | None = strawberry.field(description="New value, such as a role or a status. Null without one.")


@strawberry.type(description="A change in a list.")
class AuditEntryEdge:
    """A change in a list."""

    cursor: str = strawberry.field(description="Position of this edge, for `after`.")
    node: AuditEntry = strawberry.field(description="The change.")


@strawberry.type(description="Changes, newest first.")
class AuditEntryConnection:
    """Changes, newest first."""

    edges: list[AuditEntryEdge] = strawberry.field(description="The edges of this page, in order.")
    nodes: list[AuditEntry] = strawberry.field(description="The changes of this page, in order.")
    page_info: PageInfo = strawberry.field(description="Position of this page.")


@strawberry.input(description="Conditions on changes; all must hold.")
class AuditEntryFilter:
    """Conditions on changes."""

    actor: str | None = strawberry.field(default=None, description="Name of the user who made the change.")
    action: str | None = strawberry.field(default=None, description="Name of the action, such as `changeRole`.")
    since: DateTime | None = strawberry.field(default=None, description="Earliest time, ISO 8601.")


LOG_ARGUMENTS = {
    **PAGE,
    "where": Annotated[
        AuditEntryFilter | None, strawberry.argument(description="Conditions. Default: return all changes.")
    ],
}
