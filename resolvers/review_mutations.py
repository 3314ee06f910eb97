"""Mutations of reviews of papers."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import strawberry
from strawberry.types import Info

from accounts.policy import Relation
from accounts.relations import OWN_PAPER, conflict_kinds, relation_to
from accounts.review_template import review_template
from accounts.reviews import ReviewEditor, ReviewValues, hidden_conflict, own_paper
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
    mutation_input: Any,  # noqa: ANN401 an input object
    change: Callable[[ReviewEditor], Awaitable[str]],
) -> MutationResult[str]:
    editor = ReviewEditor(context.writer(mutation_input))
    return await context.execute(mutation_input, lambda: change(editor))


def _values(mutation_input: AddReviewInput | UpdateReviewInput) -> ReviewValues:
    template = review_template()
    return ReviewValues(
        {text.name: getattr(mutation_input, text.name) for text in template.texts},
        {scale.name: getattr(mutation_input, scale.name) for scale in template.scales},
        mutation_input.anonymous,
        None if mutation_input.visibility is None else str(mutation_input.visibility.value),
        mutation_input.readers,
    )


@strawberry.type
class ReviewMutations:
    """Mutations of reviews of papers."""

    @strawberry.mutation(description="Review a paper. A user has one review of each paper.")
    async def add_review(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[AddReviewInput, strawberry.argument(name="input", description="The review.")],
    ) -> AddReviewPayload | None:
        """Add a review."""
        context = info.context

        async def change(editor: ReviewEditor) -> str:
            paper_key = entity_key(mutation_input.paper_id, "paperId")
            if (
                mutation_input.anonymous
                and (await relation_to(context.graph, context.viewer, paper_key)).relation is Relation.CONFLICT
            ):
                raise hidden_conflict()
            return await editor.add(paper_key, _values(mutation_input))

        review_id, errors = await _change(info.context, mutation_input, change)
        return AddReviewPayload(
            review_id=review_id, user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None
        )

    @strawberry.mutation(
        description="Change a review by the viewer, if it has not changed since the client read it. `edits` lists the "
        "earlier version."
    )
    async def update_review(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[UpdateReviewInput, strawberry.argument(name="input", description="The new values.")],
    ) -> UpdateReviewPayload | None:
        """Change a review."""
        context, review_id = info.context, str(mutation_input.review_id)

        async def change(editor: ReviewEditor) -> str:
            kinds = await conflict_kinds(context.graph, editor.writer.user_id, review_id)
            if OWN_PAPER in kinds:
                raise own_paper()
            if mutation_input.anonymous and kinds:
                raise hidden_conflict()
            return await editor.update(review_id, mutation_input.version, _values(mutation_input))

        changed_id, errors = await _change(context, mutation_input, change)
        return UpdateReviewPayload(
            review_id=changed_id, user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None
        )

    @strawberry.mutation(
        description="Add or replace the viewer's reply to a review. The viewer must have claimed the profile of an "
        "author of the paper."
    )
    async def reply_to_review(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[ReplyToReviewInput, strawberry.argument(name="input", description="The reply.")],
    ) -> ReplyToReviewPayload | None:
        """Reply to a review."""
        review_id, errors = await _change(
            info.context,
            mutation_input,
            lambda editor: editor.reply(str(mutation_input.review_id), mutation_input.text),
        )
        return ReplyToReviewPayload(
            review_id=review_id, user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None
        )

    @strawberry.mutation(description="Delete a review by the viewer with its earlier versions.")
    async def delete_review(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[DeleteReviewInput, strawberry.argument(name="input", description="The review.")],
    ) -> DeleteReviewPayload | None:
        """Delete a review."""
        deleted_id, errors = await _change(
            info.context, mutation_input, lambda editor: editor.delete(str(mutation_input.review_id))
        )
        return DeleteReviewPayload(
            deleted_id=None if deleted_id is None else strawberry.ID(deleted_id),
            user_errors=errors,
            client_mutation_id=mutation_input.client_mutation_id or None,
        )
