"""Mutations of content that users write: comments, reviews, and their moderation."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import strawberry
from strawberry.types import Info

from accounts.comments import CommentEditor, CommentValues
from accounts.moderation import ModerationAction, Moderator
from accounts.policy import Relation
from accounts.relations import OWN_PAPER, conflict_kinds, relation_to
from accounts.review_template import review_template
from accounts.reviews import ReviewEditor, ReviewValues, hidden_conflict, own_paper
from resolvers.mutation_context import MutationContext, MutationResult, entity_key
from schema.comment import (
    AddCommentInput,
    AddCommentPayload,
    CommentPayload,
    DeleteCommentInput,
    DeleteCommentPayload,
    UpdateCommentInput,
    UpdateCommentPayload,
)
from schema.enums import CommentKind
from schema.moderation import (
    ModerateContentInput,
    ModerateContentPayload,
    ReportContentInput,
    ReportContentPayload,
)
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

PayloadT = TypeVar("PayloadT", bound=CommentPayload)


async def _comment_payload(
    context: MutationContext,
    payload_type: type[PayloadT],
    mutation_input: Any,  # noqa: ANN401 an input object
    change: Callable[[CommentEditor], Awaitable[str]],
) -> PayloadT:
    editor = CommentEditor(context.writer(mutation_input))
    comment_id, errors = await context.execute(mutation_input, lambda: change(editor))
    return payload_type(
        comment_id=comment_id, user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None
    )


def _stored_kind(kind: CommentKind | None) -> str | None:
    return None if kind is None else str(kind.value)


@strawberry.type
class CommentMutations:
    """Mutations of content that users write: comments, reviews, and their moderation."""

    @strawberry.mutation(description="Comment on a paper, or reply to a comment on it.")
    async def add_comment(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[AddCommentInput, strawberry.argument(name="input", description="The comment.")],
    ) -> AddCommentPayload | None:
        """Add a comment."""
        values = CommentValues(mutation_input.text, _stored_kind(mutation_input.kind), mutation_input.anchor)
        reply_to = None if mutation_input.reply_to_id is None else str(mutation_input.reply_to_id)

        async def change(editor: CommentEditor) -> str:
            return await editor.add(entity_key(mutation_input.paper_id, "paperId"), values, reply_to)

        return await _comment_payload(info.context, AddCommentPayload, mutation_input, change)

    @strawberry.mutation(
        description="Change a comment of the viewer, if it has not changed since the client read it. `edits` lists the "
        "earlier version."
    )
    async def update_comment(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[UpdateCommentInput, strawberry.argument(name="input", description="The new values.")],
    ) -> UpdateCommentPayload | None:
        """Change a comment."""
        values = CommentValues(mutation_input.text, _stored_kind(mutation_input.kind), mutation_input.anchor)
        return await _comment_payload(
            info.context,
            UpdateCommentPayload,
            mutation_input,
            lambda editor: editor.update(str(mutation_input.comment_id), mutation_input.version, values),
        )

    @strawberry.mutation(
        description="Delete the text and the earlier versions of a comment of the viewer. Its replies remain."
    )
    async def delete_comment(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[DeleteCommentInput, strawberry.argument(name="input", description="The comment.")],
    ) -> DeleteCommentPayload | None:
        """Delete a comment."""
        return await _comment_payload(
            info.context,
            DeleteCommentPayload,
            mutation_input,
            lambda editor: editor.delete(str(mutation_input.comment_id)),
        )


async def _change_review(
    context: MutationContext,
    mutation_input: Any,  # noqa: ANN401 an input object
    change: Callable[[ReviewEditor], Awaitable[str]],
) -> MutationResult[str]:
    editor = ReviewEditor(context.writer(mutation_input))
    return await context.execute(mutation_input, lambda: change(editor))


def _review_values(mutation_input: AddReviewInput | UpdateReviewInput) -> ReviewValues:
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
            return await editor.add(paper_key, _review_values(mutation_input))

        review_id, errors = await _change_review(info.context, mutation_input, change)
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
            return await editor.update(review_id, mutation_input.version, _review_values(mutation_input))

        changed_id, errors = await _change_review(context, mutation_input, change)
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
        review_id, errors = await _change_review(
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
        deleted_id, errors = await _change_review(
            info.context, mutation_input, lambda editor: editor.delete(str(mutation_input.review_id))
        )
        return DeleteReviewPayload(
            deleted_id=None if deleted_id is None else strawberry.ID(deleted_id),
            user_errors=errors,
            client_mutation_id=mutation_input.client_mutation_id or None,
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
