"""Reactions of users to papers: mutations, counts, and the list of a user's reactions."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.decision import ANY_ID
from schema.enums import ReactionContent
from schema.fields import prop
from schema.groups.paper import GroupedPapers
from schema.mutation import IDEMPOTENCY_KEY, EntityPayload
from schema.paging import Connection, Edge
from schema.scalars import DateTime

if TYPE_CHECKING:
    from schema.paper import Paper
else:
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]


@strawberry.type(description="Result of addReaction.")
class AddReactionPayload(EntityPayload):
    """Result of addReaction."""


@strawberry.type(description="Result of removeReaction.")
class RemoveReactionPayload(EntityPayload):
    """Result of removeReaction."""


@strawberry.input(description="Arguments of addReaction.")
class AddReactionInput:
    """Arguments of addReaction."""

    id: strawberry.ID = strawberry.field(description=f"Paper: {ANY_ID}")
    content: ReactionContent = strawberry.field(description="Reaction to add.")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of removeReaction.")
class RemoveReactionInput:
    """Arguments of removeReaction."""

    id: strawberry.ID = strawberry.field(description=f"Paper: {ANY_ID}")
    content: ReactionContent = strawberry.field(description="Reaction to remove.")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.type(description="The number of reactions of one kind to a paper.")
class ReactionGroup:
    """The number of reactions of one kind to a paper."""

    content: ReactionContent = prop("content", "Reaction.")
    count: int = prop("count", "Number of users with this reaction.")


@strawberry.type(description="A paper with reactions of the viewer.")
class ReactionEdge(Edge[Paper]):
    """A paper with reactions of the viewer."""

    reactions: list[ReactionContent] = prop("reactions", "Reactions of the viewer to the paper.")
    since: DateTime = prop("since", "Time of the latest of these reactions, ISO 8601 in UTC.")


@strawberry.type(description="Papers with reactions of the viewer.")
class ReactionConnection(Connection[ReactionEdge, Paper], GroupedPapers):
    """Papers with reactions of the viewer."""
