"""Mutations of comments on papers."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import strawberry
from strawberry.types import Info

from accounts.comments import CommentEditor, CommentValues
from resolvers.mutation_context import MutationContext, entity_key
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

PayloadT = TypeVar("PayloadT", bound=CommentPayload)


async def _payload(
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


def _stored(kind: CommentKind | None) -> str | None:
    return None if kind is None else str(kind.value)


@strawberry.type
class CommentMutations:
    """Mutations of comments on papers."""

    @strawberry.mutation(description="Comment on a paper, or reply to a comment on it.")
    async def add_comment(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[AddCommentInput, strawberry.argument(name="input", description="The comment.")],
    ) -> AddCommentPayload | None:
        """Add a comment."""
        values = CommentValues(mutation_input.text, _stored(mutation_input.kind), mutation_input.anchor)
        reply_to = None if mutation_input.reply_to_id is None else str(mutation_input.reply_to_id)

        async def change(editor: CommentEditor) -> str:
            return await editor.add(entity_key(mutation_input.paper_id, "paperId"), values, reply_to)

        return await _payload(info.context, AddCommentPayload, mutation_input, change)

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
        values = CommentValues(mutation_input.text, _stored(mutation_input.kind), mutation_input.anchor)
        return await _payload(
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
        return await _payload(
            info.context,
            DeleteCommentPayload,
            mutation_input,
            lambda editor: editor.delete(str(mutation_input.comment_id)),
        )
