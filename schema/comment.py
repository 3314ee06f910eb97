"""Comments of users on papers: type, inputs and payloads of the mutations."""

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import strawberry

from schema.decision import ANY_ID
from schema.enums import CommentKind
from schema.field_mapping import Pattern, QueryConnection, QueryResult, RelatedList
from schema.fields import mapped_field, prop
from schema.moderation import HiddenContent, hidden_content
from schema.mutation import IDEMPOTENCY_KEY, MutationPayload
from schema.order.comment import OLDEST_FIRST, CommentOrder
from schema.order.sort import ID
from schema.paging import Connection, Edge, page_arguments
from schema.scalars import DateTime
from schema.user import User
from schema.viewer_mapping import ViewerRelationship
from schema.where.comment import CommentFilter

if TYPE_CHECKING:
    from schema.paper import Paper

    CommentList: TypeAlias = "CommentConnection"
else:
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]
    CommentList: TypeAlias = Annotated["CommentConnection", strawberry.lazy("schema.comment")]

COMMENT_ID = "ID of the comment: `m_` and a ULID."
REMOVED = "Null if the comment was deleted or hidden."


@strawberry.type(description="An earlier version of a comment.")
class CommentEdit:
    """An earlier version of a comment."""

    version: int = prop("version", "Version, from 1.")
    kind: CommentKind = prop("kind", "Kind.")
    text: str = prop("text", "Text in Markdown.")
    html: str = prop("html", "Text as sanitized HTML.")
    anchor: str | None = prop("anchor", "Quoted passage of the paper. Null if there was none.")
    created_at: DateTime = prop("createdAt", "Time at which the author wrote this version, ISO 8601 in UTC.")


@strawberry.type(description="A comment of a user on a paper, or a reply to a comment.")
class Comment:
    """A comment of a user on a paper, or a reply to a comment."""

    id: strawberry.ID = prop("id", COMMENT_ID)
    kind: CommentKind = prop("kind", "Kind.")
    text: str | None = prop("text", f"Text in Markdown. {REMOVED}")
    html: str | None = prop(
        "html",
        f"Text as sanitized HTML, without images: a page can include it. Links have absolute URLs. {REMOVED}",
    )
    anchor: str | None = prop("anchor", f"Passage of the paper to which the comment refers, plain text. {REMOVED}")
    version: int = prop("version", "Version: 1, and one more after each updateComment.")
    is_reply: bool = prop("isReply", "True if the comment is a reply to another one.")
    created_at: DateTime = prop("createdAt", "Time of creation, ISO 8601 in UTC.")
    edited_at: DateTime | None = prop("editedAt", "Time of the latest updateComment. Null if there was none.")
    deleted_at: DateTime | None = prop("deletedAt", "Time at which the author deleted it. Null if not deleted.")
    hidden_at: DateTime | None = prop("hiddenAt", "Time at which a curator hid it. Null if not hidden.")
    hidden_content: HiddenContent | None = hidden_content()
    author: User | None = mapped_field(
        RelatedList(Pattern("WROTE", "in"), (ID,), single=True),
        "Author of the comment. Null after the erasure.",
    )
    viewer_did_author: bool = mapped_field(ViewerRelationship("WROTE"), "True if the viewer wrote the comment.")
    paper: Paper | None = mapped_field(
        RelatedList(Pattern("COMMENTS_ON|REMOVED_FROM", "out"), (ID,), single=True), "Subject of the comment."
    )
    reply_to: "Comment | None" = mapped_field(
        RelatedList(Pattern("REPLIES_TO", "out"), (ID,), single=True), "Comment to which it replies. Null for none."
    )
    replies: CommentList = mapped_field(
        QueryConnection("graphql/comment_replies", OLDEST_FIRST),
        "Direct replies, oldest first. Deleted replies are listed only if they have replies.",
        page_arguments(CommentFilter, CommentOrder),
    )
    edits: list[CommentEdit] = mapped_field(
        QueryResult("graphql/comment_edits"),
        "Earlier versions, latest first. Empty if the comment was deleted or hidden.",
    )


@strawberry.type(description="A comment in a list.")
class CommentEdge(Edge[Comment]):
    """A comment in a list."""


@strawberry.type(description="Comments.")
class CommentConnection(Connection[CommentEdge, Comment]):
    """Comments."""


TEXT = "Text in Markdown (CommonMark), 1 to 10,000 characters. HTML and images are shown as text."
ANCHOR = "Passage of the paper to which the comment refers, plain text of at most 1,000 characters."


@strawberry.type
class CommentPayload(MutationPayload):
    """Result of a mutation of a comment."""

    comment_id: strawberry.Private[str | None] = None

    @strawberry.field(description="The comment after the mutation. Null if there are user errors.")
    async def comment(self, info: strawberry.Info[Any]) -> Comment | None:
        """Read the comment."""
        if self.comment_id is None:
            return None
        found: Any = await info.context.fetch_object("comment", self.comment_id, info)
        return found


@strawberry.type(description="Result of addComment.")
class AddCommentPayload(CommentPayload):
    """Result of addComment."""


@strawberry.type(description="Result of updateComment.")
class UpdateCommentPayload(CommentPayload):
    """Result of updateComment."""


@strawberry.type(description="Result of deleteComment.")
class DeleteCommentPayload(CommentPayload):
    """Result of deleteComment."""


@strawberry.input(description="Arguments of addComment.")
class AddCommentInput:
    """Arguments of addComment."""

    paper_id: strawberry.ID = strawberry.field(description=f"Paper: {ANY_ID}")
    text: str = strawberry.field(description=TEXT)
    kind: CommentKind = strawberry.field(default=CommentKind.NOTE, description="Kind. Default: NOTE.")
    anchor: str | None = strawberry.field(default=None, description=ANCHOR)
    reply_to_id: strawberry.ID | None = strawberry.field(
        default=None, description="ID of the comment on the same paper to which it replies."
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of updateComment. Absent and null fields stay as they are.")
class UpdateCommentInput:
    """Arguments of updateComment."""

    comment_id: strawberry.ID = strawberry.field(description=COMMENT_ID)
    version: int = strawberry.field(
        description="`version` that the client read. If it is not the present one, nothing changes: read the comment "
        "again."
    )
    text: str | None = strawberry.field(default=None, description=TEXT)
    kind: CommentKind | None = strawberry.field(default=None, description="Kind.")
    anchor: str | None = strawberry.field(default=None, description=f"{ANCHOR} An empty text removes it.")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of deleteComment.")
class DeleteCommentInput:
    """Arguments of deleteComment."""

    comment_id: strawberry.ID = strawberry.field(description=COMMENT_ID)
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)
