"""Mutations: decisions of curators, and acts of users."""

from typing import Annotated

import strawberry
from strawberry.types import Info

from resolvers.account_mutations import AccountMutations
from resolvers.act_mutations import ActMutations
from resolvers.claim_mutations import ClaimMutations
from resolvers.collection_mutations import CollectionMutations
from resolvers.comment_mutations import CommentMutations
from resolvers.invitation_mutations import InvitationMutations
from resolvers.moderation_mutations import ModerationMutations
from resolvers.mutation_context import MutationContext
from resolvers.notification_mutations import NotificationMutations
from resolvers.review_mutations import ReviewMutations
from schema.decision import (
    KeepEntitiesApartInput,
    KeepEntitiesApartPayload,
    MergeEntitiesInput,
    MergeEntitiesPayload,
    RevokeDecisionInput,
    RevokeDecisionPayload,
    SplitEntityInput,
    SplitEntityPayload,
)


@strawberry.type(
    description="Decisions of curators and acts of users. They need an access token; see docs/accounts.md."
)
class Mutation(
    ActMutations,
    CollectionMutations,
    CommentMutations,
    ReviewMutations,
    ClaimMutations,
    InvitationMutations,
    ModerationMutations,
    AccountMutations,
    NotificationMutations,
):
    """Decisions of curators and acts of users."""

    @strawberry.mutation(
        description="Merge two papers, researchers, institutions, funders, venues or volumes. The older Byline ID "
        "remains; the other redirects to it."
    )
    async def merge_entities(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            MergeEntitiesInput, strawberry.argument(name="input", description="Entities and reason.")
        ],
    ) -> MergeEntitiesPayload | None:
        """Merge two entities."""
        context = info.context
        return await context.decide(
            MergeEntitiesPayload,
            mutation_input,
            lambda: context.curation.merge(
                mutation_input.left_id, mutation_input.right_id, context.viewer, mutation_input.reason
            ),
        )

    @strawberry.mutation(
        description="Mark two entities as distinct. No rule merges them, and the review queue no longer lists them."
    )
    async def keep_entities_apart(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            KeepEntitiesApartInput, strawberry.argument(name="input", description="Entities and reason.")
        ],
    ) -> KeepEntitiesApartPayload | None:
        """Mark two entities as distinct."""
        context = info.context
        return await context.decide(
            KeepEntitiesApartPayload,
            mutation_input,
            lambda: context.curation.keep_apart(
                mutation_input.left_id, mutation_input.right_id, context.viewer, mutation_input.reason
            ),
        )

    @strawberry.mutation(
        description="Move some records of an entity to a new entity. The remaining records keep the ID."
    )
    async def split_entity(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            SplitEntityInput, strawberry.argument(name="input", description="Entity, its records, and reason.")
        ],
    ) -> SplitEntityPayload | None:
        """Move some records of an entity to a new entity."""
        context = info.context
        return await context.decide(
            SplitEntityPayload,
            mutation_input,
            lambda: context.curation.split(
                mutation_input.id, mutation_input.records, context.viewer, mutation_input.reason
            ),
        )

    @strawberry.mutation(
        description="Revoke a decision. Entities that it merged are separated and get their earlier Byline IDs back."
    )
    async def revoke_decision(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            RevokeDecisionInput, strawberry.argument(name="input", description="Decision and reason.")
        ],
    ) -> RevokeDecisionPayload | None:
        """Revoke a decision."""
        context = info.context
        return await context.decide(
            RevokeDecisionPayload,
            mutation_input,
            lambda: context.curation.revoke(mutation_input.decision_id, context.viewer, mutation_input.reason),
        )
