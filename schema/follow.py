"""Follow and unfollow entities: inputs and payloads of the mutations, and the list of follows."""

import strawberry

from schema.decision import ANY_ID
from schema.fields import prop
from schema.mutation import IDEMPOTENCY_KEY, EntityPayload
from schema.node import Node
from schema.paging import Connection, Edge
from schema.scalars import DateTime
from schema.user import User


@strawberry.type(description="Result of followEntity.")
class FollowEntityPayload(EntityPayload):
    """Result of followEntity."""


@strawberry.type(description="Result of unfollowEntity.")
class UnfollowEntityPayload(EntityPayload):
    """Result of unfollowEntity."""


@strawberry.input(description="Arguments of followEntity.")
class FollowEntityInput:
    """Arguments of followEntity."""

    id: strawberry.ID = strawberry.field(description=f"Researcher, paper, topic, institution or venue: {ANY_ID}")
    public: bool | None = strawberry.field(
        default=None,
        description="Whether `Researcher.followers` lists the viewer. By default, a new follow is private, and an "
        "existing one does not change.",
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of unfollowEntity.")
class UnfollowEntityInput:
    """Arguments of unfollowEntity."""

    id: strawberry.ID = strawberry.field(description=f"Researcher, paper, topic, institution or venue: {ANY_ID}")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.type(description="A followed entity.")
class FollowEdge(Edge[Node]):
    """A followed entity."""

    since: DateTime = prop("since", "Time of the follow, ISO 8601 in UTC.")
    public: bool = prop("public", "True if `Researcher.followers` lists the viewer.", default=False)


@strawberry.type(description="Followed entities, latest first.")
class FollowConnection(Connection[FollowEdge, Node]):
    """Followed entities."""


@strawberry.type(description="A public follower.")
class FollowerEdge(Edge[User]):
    """A public follower."""

    since: DateTime = prop("since", "Time of the follow, ISO 8601 in UTC.")


@strawberry.type(description="Public followers, latest first.")
class FollowerConnection(Connection[FollowerEdge, User]):
    """Public followers."""
