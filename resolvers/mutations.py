"""Mutations: decisions of curators, and acts of users."""

from dataclasses import replace
from typing import Annotated

import strawberry
from strawberry.types import Info

from accounts.acts import FOLLOW, SAVE, add_act, reaction, remove_act
from resolvers.account_mutations import AccountMutations, NotificationMutations
from resolvers.claim_mutations import ClaimMutations
from resolvers.collection_mutations import CollectionMutations
from resolvers.content_mutations import CommentMutations, ModerationMutations, ReviewMutations
from resolvers.invitation_mutations import InvitationMutations
from resolvers.mutation_context import MutationContext
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
from schema.follow import FollowEntityInput, FollowEntityPayload, UnfollowEntityInput, UnfollowEntityPayload
from schema.reaction import AddReactionInput, AddReactionPayload, RemoveReactionInput, RemoveReactionPayload
from schema.saved_paper import SavePaperInput, SavePaperPayload, UnsavePaperInput, UnsavePaperPayload


@strawberry.type
class ActMutations:
    """Mutations of users on entities."""

    @strawberry.mutation(
        description="Follow a researcher, paper, topic, institution or venue. Following it again changes only `public`."
    )
    async def follow_entity(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[FollowEntityInput, strawberry.argument(name="input", description="The entity.")],
    ) -> FollowEntityPayload | None:
        """Follow an entity."""
        act = replace(FOLLOW, public=mutation_input.public)
        return await info.context.act(FollowEntityPayload, mutation_input, add_act, act)

    @strawberry.mutation(description="End the follow of an entity. Without a follow, nothing changes.")
    async def unfollow_entity(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[UnfollowEntityInput, strawberry.argument(name="input", description="The entity.")],
    ) -> UnfollowEntityPayload | None:
        """End the follow of an entity."""
        return await info.context.act(UnfollowEntityPayload, mutation_input, remove_act, FOLLOW)

    @strawberry.mutation(
        description="React to a paper. LIKE and DISLIKE replace each other; a user can add one of each other reaction. "
        "Adding a reaction again changes nothing."
    )
    async def add_reaction(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            AddReactionInput, strawberry.argument(name="input", description="The paper and reaction.")
        ],
    ) -> AddReactionPayload | None:
        """React to a paper."""
        return await info.context.act(
            AddReactionPayload, mutation_input, add_act, reaction(str(mutation_input.content.value))
        )

    @strawberry.mutation(description="Remove a reaction to a paper. Without the reaction, nothing changes.")
    async def remove_reaction(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            RemoveReactionInput, strawberry.argument(name="input", description="The paper and reaction.")
        ],
    ) -> RemoveReactionPayload | None:
        """Remove a reaction to a paper."""
        return await info.context.act(
            RemoveReactionPayload, mutation_input, remove_act, reaction(str(mutation_input.content.value))
        )

    @strawberry.mutation(description="Save a paper for later. Saving it again changes nothing.")
    async def save_paper(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[SavePaperInput, strawberry.argument(name="input", description="The paper.")],
    ) -> SavePaperPayload | None:
        """Save a paper."""
        return await info.context.act(SavePaperPayload, mutation_input, add_act, SAVE)

    @strawberry.mutation(
        description="Remove a paper from the saved papers. If the viewer did not save it, nothing changes."
    )
    async def unsave_paper(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[UnsavePaperInput, strawberry.argument(name="input", description="The paper.")],
    ) -> UnsavePaperPayload | None:
        """Remove a paper from the saved papers."""
        return await info.context.act(UnsavePaperPayload, mutation_input, remove_act, SAVE)


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
