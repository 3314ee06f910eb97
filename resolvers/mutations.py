"""Mutations: what curators decide. Each is done by what stands behind `Identity`; nothing here writes."""

from dataclasses import dataclass
from typing import Annotated

import strawberry
from strawberry.types import Info

from resolvers.curation_service import CurationService
from resolvers.errors import Code, RequestError
from schema.decision import Decision
from schema.identity import ANY_ID

MOST = 10
"""Decisions in one request: each settles anew what it touches."""


@dataclass(slots=True)
class MutationContext:
    """A request's context: who decides, by what, and how much yet."""

    identity: CurationService
    by: str
    made: int = 0

    def charge_quota(self) -> CurationService:
        """Return what makes the next decision. Raises RequestError where a request makes too many."""
        self.made += 1
        if self.made > MOST:
            raise RequestError(Code.TOO_COSTLY, f"A request may make {MOST} decisions. Send the others in another.")
        return self.identity


WHY = Annotated[str, strawberry.argument(description="The reason, for whoever reads the log.")]


@strawberry.type(description="What curators may do. Needs `Authorization: Bearer`; docs/graphql.md says how.")
class Mutation:
    """What curators may do. Null stands for a decision that could not be made, so that the others are answered."""

    @strawberry.mutation(
        description="Say that two ids name one paper, researcher, institution, funder, venue or volume. The older "
        "Byline id stays, the other leads to it for ever."
    )
    async def merge_entities(
        self, info: Info[MutationContext], left_id: ANY_ID, right_id: ANY_ID, reason: WHY
    ) -> Decision | None:
        """Join what two ids name."""
        return await info.context.charge_quota().merge(left_id, right_id, info.context.by, reason)

    @strawberry.mutation(
        description="Say that two ids, which name two things or people, do not name one: nobody is asked about them "
        "any more, and no rule joins them."
    )
    async def keep_entities_apart(
        self, info: Info[MutationContext], left_id: ANY_ID, right_id: ANY_ID, reason: WHY
    ) -> Decision | None:
        """Say of two that they are not one."""
        return await info.context.charge_quota().keep_apart(left_id, right_id, info.context.by, reason)

    @strawberry.mutation(
        description="Say that some records are not of what an id names, but of one other thing or person. The rest "
        "keeps the id."
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
        """Part some records from what an id names."""
        return await info.context.charge_quota().split(id, records, info.context.by, reason)

    @strawberry.mutation(
        description="Take a decision back: what it joined is parted, each with the Byline id that it had."
    )
    async def revoke_decision(
        self,
        info: Info[MutationContext],
        decision: Annotated[strawberry.ID, strawberry.argument(description="The decision's own id: d_01H...")],
        reason: WHY,
    ) -> Decision | None:
        """Take a decision back."""
        return await info.context.charge_quota().revoke(decision, info.context.by, reason)
