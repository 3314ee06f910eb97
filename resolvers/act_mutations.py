"""Mutations of users on entities: follows, reactions and saved papers."""

from dataclasses import replace
from typing import Annotated

import strawberry
from strawberry.types import Info

from accounts.acts import FOLLOW, SAVE, add_act, reaction, remove_act
from resolvers.mutation_context import MutationContext
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
