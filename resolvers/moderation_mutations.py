"""Mutations of moderation: reports of users, and decisions of curators."""

from typing import Annotated

import strawberry
from strawberry.types import Info

from accounts.moderation import ModerationAction, Moderator
from resolvers.mutation_context import MutationContext
from schema.moderation import (
    ModerateContentInput,
    ModerateContentPayload,
    ReportContentInput,
    ReportContentPayload,
)


@strawberry.type
class ModerationMutations:
    """Mutations of moderation."""

    @strawberry.mutation(
        description="Report a comment, a review or a reply to a review of another user. Reporting it again changes "
        "nothing."
    )
    async def report_content(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            ReportContentInput, strawberry.argument(name="input", description="Content and reason.")
        ],
    ) -> ReportContentPayload | None:
        """Report content."""
        moderator = Moderator(info.context.writer(mutation_input))
        content_id, errors = await info.context.execute(
            mutation_input,
            lambda: moderator.report(str(mutation_input.id), str(mutation_input.reason.value), mutation_input.note),
        )
        return ReportContentPayload(
            content_id=None if content_id is None else strawberry.ID(content_id),
            user_errors=errors,
            client_mutation_id=mutation_input.client_mutation_id or None,
        )

    @strawberry.mutation(
        description="Hide a comment, a review or a reply of another user, restore it, or dismiss the reports about it."
    )
    async def moderate_content(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            ModerateContentInput, strawberry.argument(name="input", description="Content and decision.")
        ],
    ) -> ModerateContentPayload | None:
        """Decide about content."""
        moderator, action = (
            Moderator(info.context.writer(mutation_input)),
            ModerationAction(mutation_input.action.value),
        )
        content_id, errors = await info.context.execute(
            mutation_input, lambda: moderator.decide(str(mutation_input.id), action, mutation_input.note)
        )
        return ModerateContentPayload(
            content_id=None if content_id is None else strawberry.ID(content_id),
            user_errors=errors,
            client_mutation_id=mutation_input.client_mutation_id or None,
        )
