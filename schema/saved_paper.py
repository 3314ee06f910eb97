"""Saved papers: mutations, and the list of papers that a user saved."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.decision import ANY_ID
from schema.fields import prop
from schema.groups.paper import GroupedPapers
from schema.mutation import IDEMPOTENCY_KEY, EntityPayload
from schema.paging import Connection, Edge
from schema.scalars import DateTime

if TYPE_CHECKING:
    from schema.paper import Paper
else:
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]


@strawberry.type(description="Result of savePaper.")
class SavePaperPayload(EntityPayload):
    """Result of savePaper."""


@strawberry.type(description="Result of unsavePaper.")
class UnsavePaperPayload(EntityPayload):
    """Result of unsavePaper."""


@strawberry.input(description="Arguments of savePaper.")
class SavePaperInput:
    """Arguments of savePaper."""

    id: strawberry.ID = strawberry.field(description=f"Paper: {ANY_ID}")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of unsavePaper.")
class UnsavePaperInput:
    """Arguments of unsavePaper."""

    id: strawberry.ID = strawberry.field(description=f"Paper: {ANY_ID}")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.type(description="A saved paper.")
class SavedPaperEdge(Edge[Paper]):
    """A saved paper."""

    since: DateTime = prop("since", "Time at which the viewer saved the paper, ISO 8601 in UTC.")


@strawberry.type(description="Saved papers.")
class SavedPaperConnection(Connection[SavedPaperEdge, Paper], GroupedPapers):
    """Saved papers."""
