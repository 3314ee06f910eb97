"""Mutations of reviews of papers."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import strawberry
from strawberry.types import Info

from accounts.policy import Relation
from accounts.relations import conflict_kinds, relation_to
from accounts.review_template import review_template
from accounts.reviews import ReviewEditor, ReviewValues, hidden_conflict
from resolvers.mutation_context import MutationContext, MutationResult, entity_key
from schema.review import (
    AddReviewInput,
    AddReviewPayload,
    DeleteReviewInput,
    DeleteReviewPayload,
    ReplyToReviewInput,
    ReplyToReviewPayload,
    UpdateReviewInput,
    UpdateReviewPayload,
)


async def _change(
    context: MutationContext,
    given: Any,  # noqa: ANN401 an input object
    change: Callable[[ReviewEditor], Awaitable[str]],
) -> MutationResult[str]:
    editor = ReviewEditor(context.writer(given))
    return await context.execute(given, lambda: change(editor))


def _values(given: AddReviewInput | UpdateReviewInput) -> ReviewValues:
    template = review_template()
    return ReviewValues(
        {text.name: getattr(given, text.name) for text in template.texts},
        {scale.name: getattr(given, scale.name) for scale in template.scales},
        given.anonymous,
        None if given.visibility is None else str(given.visibility.value),
        given.readers,
    )


@strawberry.type
class ReviewMutations:
    """Mutations of reviews of papers."""

    @strawberry.mutation(description="Review a paper. A user has one review of each paper.")
    async def add_review(
        self,
        info: Info[MutationContext],
        given: Annotated[AddReviewInput, strawberry.argument(name="input", description="The review.")],
    ) -> AddReviewPayload | None:
        """Add a review."""
        context = info.context

        async def change(editor: ReviewEditor) -> str:
            paper_key = entity_key(given.paper_id, "paperId")
            if given.anonymous and await relation_to(context.graph, context.viewer, paper_key) is Relation.CONFLICT:
                raise hidden_conflict()
            return await editor.add(paper_key, _values(given))

        review_id, errors = await _change(info.context, given, change)
        return AddReviewPayload(
            review_id=review_id, user_errors=errors, client_mutation_id=given.client_mutation_id or None
        )

    @strawberry.mutation(
        description="Change an own review, if it did not change since the client read it. `edits` lists the earlier "
        "version."
    )
    async def update_review(
        self,
        info: Info[MutationContext],
        given: Annotated[UpdateReviewInput, strawberry.argument(name="input", description="The new values.")],
    ) -> UpdateReviewPayload | None:
        """Change a review."""
        context, review_id = info.context, str(given.review_id)

        async def change(editor: ReviewEditor) -> str:
            if given.anonymous and await conflict_kinds(context.graph, editor.writer.user_id, review_id):
                raise hidden_conflict()
            return await editor.update(review_id, given.version, _values(given))

        changed_id, errors = await _change(context, given, change)
        return UpdateReviewPayload(
            review_id=changed_id, user_errors=errors, client_mutation_id=given.client_mutation_id or None
        )

    @strawberry.mutation(
        description="Add or replace the viewer's reply to a review. The viewer must have claimed the profile of an "
        "author of the paper."
    )
    async def reply_to_review(
        self,
        info: Info[MutationContext],
        given: Annotated[ReplyToReviewInput, strawberry.argument(name="input", description="The reply.")],
    ) -> ReplyToReviewPayload | None:
        """Reply to a review."""
        review_id, errors = await _change(
            info.context, given, lambda editor: editor.reply(str(given.review_id), given.text)
        )
        return ReplyToReviewPayload(
            review_id=review_id, user_errors=errors, client_mutation_id=given.client_mutation_id or None
        )

    @strawberry.mutation(description="Delete an own review with its earlier versions.")
    async def delete_review(
        self,
        info: Info[MutationContext],
        given: Annotated[DeleteReviewInput, strawberry.argument(name="input", description="The review.")],
    ) -> DeleteReviewPayload | None:
        """Delete a review."""
        deleted_id, errors = await _change(info.context, given, lambda editor: editor.delete(str(given.review_id)))
        return DeleteReviewPayload(
            deleted_id=None if deleted_id is None else strawberry.ID(deleted_id),
            user_errors=errors,
            client_mutation_id=given.client_mutation_id or None,
        )
