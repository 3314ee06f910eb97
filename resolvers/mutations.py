"""Mutations: decisions of curators. The identity service executes them."""

from dataclasses import dataclass
from typing import Annotated

import strawberry
from strawberry.types import Info

from resolvers.curation_service import CurationService
from resolvers.errors import Code, RequestError
from schema.decision import Decision
from schema.identity import ANY_ID

MOST = 10
"""Maximum number of decisions in a request; each resolves the affected entities again."""


@dataclass(slots=True)
class MutationContext:
    """Context of a mutation: the curator, the identity service, and the number of decisions left."""

    identity: CurationService
    by: str
    made: int = 0

    def charge_quota(self) -> CurationService:
        """Return the identity service for the next decision. Raises RequestError if the request has too many."""
        self.made += 1
        if self.made > MOST:
            raise RequestError(Code.TOO_COSTLY, f"A request may make {MOST} decisions. Send the others in another.")
        return self.identity


WHY = Annotated[str, strawberry.argument(description="Reason, shown in the decision log.")]


@strawberry.type(
    description="Operations of curators. They need an `Authorization: Bearer` header; see docs/graphql.md."
)
class Mutation:
    """Operations of curators. A failed decision is null, so that the response has the others."""

    @strawberry.mutation(
        description="Say that two ids name one paper, researcher, institution, funder, venue or volume. The older "
        "Byline id stays, the other leads to it for ever."
    )
    async def merge_entities(
        self, info: Info[MutationContext], left_id: ANY_ID, right_id: ANY_ID, reason: WHY
    ) -> Decision | None:
        """Merge two entities."""
        return await info.context.charge_quota().merge(left_id, right_id, info.context.by, reason)

    @strawberry.mutation(
        description="Mark two entities as distinct. No rule merges them, and the review queue no longer lists them."
    )
    async def keep_entities_apart(
        self, info: Info[MutationContext], left_id: ANY_ID, right_id: ANY_ID, reason: WHY
    ) -> Decision | None:
        """Say of two that they are not one."""
        return await info.context.charge_quota().keep_apart(left_id, right_id, info.context.by, reason)

    @strawberry.mutation(
        description="Move some records of an entity to a new entity. The remaining records keep the ID."
    )
    async def split_entity(
        self,
        info: Info[MutationContext],
        id: ANY_ID,  # noqa: A002 the argument's name in GraphQL
        records: Annotated[
            list[str],
            strawberry.argument(description="source:key of records; of a researcher also ids of papers."),
        ],
        reason: WHY,
    ) -> Decision | None:
        """Move some records of an entity to a new entity."""
        return await info.context.charge_quota().split(id, records, info.context.by, reason)

    @strawberry.mutation(
        description="Revoke a decision. Entities that it merged are separated and get their earlier Byline IDs back."
    )
    async def revoke_decision(
        self,
        info: Info[MutationContext],
        decision: Annotated[strawberry.ID, strawberry.argument(description="The decision's own id: d_01H...")],
        reason: WHY,
    ) -> Decision | None:
        """Take a decision back."""
        return await info.context.charge_quota().revoke(decision, info.context.by, reason)
