"""Reviews of papers by users: type, template, inputs and payloads of the mutations."""

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import strawberry

from schema.conflict import ConflictOfInterest
from schema.decision import ANY_ID
from schema.field_mapping import Key, Pattern, PropertyObject, QueryResult, RelatedList
from schema.fields import mapped_field, prop
from schema.moderation import HiddenContent, hidden_content
from schema.mutation import IDEMPOTENCY_KEY, MutationPayload
from schema.order.sort import ID
from schema.paging import Connection, Edge
from schema.scalars import DateTime
from schema.trust import Trust, trust
from schema.user import User
from schema.viewer_mapping import ViewerRelationship

if TYPE_CHECKING:
    from schema.paper import Paper
else:
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]

REVIEW_ID = "ID of the review: `w_` and a ULID."
RATING = "Overall judgement, 1 to 10; `reviewTemplate` has the meaning of each level."
CONFIDENCE = "Confidence of the reviewer, 1 to 5; `reviewTemplate` has the meaning of each level."


@strawberry.enum(description="Visibility of a review.")
class ReviewVisibility(Enum):
    """Visibility of a review."""

    PUBLIC = strawberry.enum_value("public", description="Everybody.")
    PRIVATE = strawberry.enum_value("private", description="Its author, and the users that it names as readers.")


@strawberry.type(description="A text in Markdown, and its HTML.")
class MarkdownText:
    """A text in Markdown, and its HTML."""

    text: str = prop("text", "Text in Markdown.")
    html: str = prop("html", "Text as sanitized HTML, without images: a page can include it.")


def _markdown(name: str, description: str) -> Any:  # noqa: ANN401 a field, as in `mapped_field`
    return mapped_field(PropertyObject({"text": name, "html": f"{name}Html"}), description)


@strawberry.type
class ReviewVersion:
    """The texts and numbers of a review."""

    summary: MarkdownText | None = _markdown("summary", "Contribution of the paper. Null if the review is hidden.")
    strengths: MarkdownText | None = _markdown("strengths", "Strengths of the paper. Null if not stated.")
    concerns: MarkdownText | None = _markdown("concerns", "Errors and limits of the paper. Null if not stated.")
    questions: MarkdownText | None = _markdown("questions", "Questions to the authors. Null if not stated.")
    rating: int = prop("rating", RATING)
    confidence: int = prop("confidence", CONFIDENCE)
    version: int = prop("version", "Version: 1, and one more after each updateReview.")
    created_at: DateTime = prop("createdAt", "Time at which it was written, ISO 8601 in UTC.")


@strawberry.type(description="An earlier version of a review.")
class ReviewEdit(ReviewVersion):
    """An earlier version of a review."""


@strawberry.type(description="Reply of an author of the paper to a review.")
class ReviewReply:
    """Reply of an author of the paper to a review."""

    id: strawberry.ID = prop("id", "ID of the reply: `y_` and a ULID.")
    text: str | None = prop("text", "Text in Markdown. Null if it is hidden.")
    html: str | None = prop(
        "html", "Text as sanitized HTML, without images: a page can include it. Null if it is hidden."
    )
    created_at: DateTime = prop("createdAt", "Time at which it was written, ISO 8601 in UTC.")
    edited_at: DateTime | None = prop("editedAt", "Time of the latest change. Null if there was none.")
    hidden_at: DateTime | None = prop("hiddenAt", "Time at which a curator hid it. Null if not hidden.")
    hidden_content: HiddenContent | None = hidden_content()
    author: User | None = mapped_field(RelatedList(Pattern("WROTE", "in"), (ID,), single=True), "Author of the reply.")


@strawberry.type(description="A review of a paper by a user.")
class Review(ReviewVersion):
    """A review of a paper by a user."""

    id: strawberry.ID = prop("id", REVIEW_ID)
    anonymous: bool = prop("anonymous", "True if the author is hidden.")
    visibility: ReviewVisibility = prop("visibility", "Visibility of the review.")
    edited_at: DateTime | None = prop("editedAt", "Time of the latest updateReview. Null if there was none.")
    hidden_at: DateTime | None = prop("hiddenAt", "Time at which a curator hid it. Null if not hidden.")
    hidden_content: HiddenContent | None = hidden_content()
    author: User | None = mapped_field(
        RelatedList(Pattern("WROTE", "in"), (ID,), single=True), "Author of the review. Null if it is anonymous."
    )
    viewer_did_author: bool = mapped_field(
        ViewerRelationship("WROTE|WROTE_ANONYMOUSLY"), "True if the viewer wrote the review."
    )
    readers: list[User] = mapped_field(
        QueryResult("graphql/review_readers"),
        "Named readers of the private review, by name. Empty unless the viewer wrote the review.",
    )
    paper: Paper | None = mapped_field(
        RelatedList(Pattern("REVIEWS|REVIEWS_PRIVATELY", "out"), (ID,), single=True), "Reviewed paper."
    )
    conflicts_of_interest: list[ConflictOfInterest] = mapped_field(
        QueryResult("graphql/conflicts_of_interest"),
        "Conflicts of interest of the author with the paper, by the profile that the author claimed; at most 50. Empty "
        "without a claimed profile, and for anonymous reviews of other users.",
    )
    trust: Trust = trust("graphql/trust/review", weight=100)
    replies: list[ReviewReply] = mapped_field(
        RelatedList(Pattern("REPLIES_TO", "in"), (Key("createdAt"), ID)),
        "Replies of authors of the paper, oldest first.",
    )
    edits: list[ReviewEdit] = mapped_field(
        RelatedList(Pattern("HAS_EDIT", "out"), (Key("version", descending=True, number=True),)),
        "Earlier versions, latest first, without those from before the review was public.",
    )


@strawberry.type(description="A review in a list.")
class ReviewEdge(Edge[Review]):
    """A review in a list."""


@strawberry.type(description="Reviews.")
class ReviewConnection(Connection[ReviewEdge, Review]):
    """Reviews."""


@strawberry.type(description="A text of a review.")
class ReviewTemplateText:
    """A text of a review."""

    name: str = strawberry.field(description="Name of the field of Review and of the input.")
    label: str = strawberry.field(description="Title in a form.")
    guidance: str = strawberry.field(description="Instructions for the author.")
    max_length: int = strawberry.field(description="Maximum number of characters.")
    required: bool = strawberry.field(description="True if each review has the text.")


@strawberry.type(description="A number in a review.")
class ReviewTemplateScale:
    """A number in a review."""

    name: str = strawberry.field(description="Name of the field of Review and of the input.")
    label: str = strawberry.field(description="Title in a form.")
    guidance: str = strawberry.field(description="Meaning of the number.")
    minimum: int = strawberry.field(description="Smallest value.")
    maximum: int = strawberry.field(description="Largest value.")
    levels: list[str] = strawberry.field(description="Meaning of each value, from the smallest.")


@strawberry.type(description="The template of reviews, for forms.")
class ReviewTemplate:
    """The template of reviews."""

    texts: list[ReviewTemplateText] = strawberry.field(description="Texts, in the order of a form.")
    scales: list[ReviewTemplateScale] = strawberry.field(description="Numbers, in the order of a form.")


@strawberry.type
class ReviewPayload(MutationPayload):
    """Result of a mutation of a review."""

    review_id: strawberry.Private[str | None] = None

    @strawberry.field(description="The review after the mutation. Null if there are user errors.")
    async def review(self, info: strawberry.Info[Any]) -> Review | None:
        """Read the review."""
        if self.review_id is None:
            return None
        found: Any = await info.context.fetch_object("review", self.review_id, info)
        return found


@strawberry.type(description="Result of addReview.")
class AddReviewPayload(ReviewPayload):
    """Result of addReview."""


@strawberry.type(description="Result of updateReview.")
class UpdateReviewPayload(ReviewPayload):
    """Result of updateReview."""


@strawberry.type(description="Result of deleteReview.")
class DeleteReviewPayload(MutationPayload):
    """Result of deleteReview."""

    deleted_id: strawberry.ID | None = strawberry.field(
        description="ID of the deleted review. Null if there are user errors."
    )


@strawberry.type(description="Result of replyToReview.")
class ReplyToReviewPayload(ReviewPayload):
    """Result of replyToReview."""


TEXT = "Markdown (CommonMark) of at most 10,000 characters. HTML is shown as text, images as links."
ANONYMOUS = "True to hide the author."
READERS = "Names of the users who can read the private review, at most 50. Default: none, for a draft."


@strawberry.input(description="Arguments of addReview.")
class AddReviewInput:
    """Arguments of addReview."""

    paper_id: strawberry.ID = strawberry.field(description=f"Paper: {ANY_ID}")
    summary: str = strawberry.field(description=f"Contribution of the paper. {TEXT}")
    rating: int = strawberry.field(description=RATING)
    confidence: int = strawberry.field(description=CONFIDENCE)
    strengths: str | None = strawberry.field(default=None, description=f"Strengths of the paper. {TEXT}")
    concerns: str | None = strawberry.field(default=None, description=f"Errors and limits. {TEXT}")
    questions: str | None = strawberry.field(default=None, description=f"Questions to the authors. {TEXT}")
    anonymous: bool = strawberry.field(default=False, description=f"{ANONYMOUS} Default: false.")
    visibility: ReviewVisibility = strawberry.field(
        default=ReviewVisibility.PUBLIC, description="Visibility. Default: PUBLIC."
    )
    readers: list[str] = strawberry.field(default_factory=list[str], description=READERS)
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of updateReview. Absent and null fields stay as they are.")
class UpdateReviewInput:
    """Arguments of updateReview."""

    review_id: strawberry.ID = strawberry.field(description=REVIEW_ID)
    version: int = strawberry.field(
        description="`version` that the client read. If it is not the present one, nothing changes: read the review "
        "again."
    )
    summary: str | None = strawberry.field(default=None, description=f"Contribution of the paper. {TEXT}")
    strengths: str | None = strawberry.field(default=None, description=f"{TEXT} An empty text removes it.")
    concerns: str | None = strawberry.field(default=None, description=f"{TEXT} An empty text removes it.")
    questions: str | None = strawberry.field(default=None, description=f"{TEXT} An empty text removes it.")
    rating: int | None = strawberry.field(default=None, description=RATING)
    confidence: int | None = strawberry.field(default=None, description=CONFIDENCE)
    anonymous: bool | None = strawberry.field(default=None, description=ANONYMOUS)
    visibility: ReviewVisibility | None = strawberry.field(default=None, description="Visibility.")
    readers: list[str] | None = strawberry.field(
        default=None,
        description="Names of the users who can read the private review, at most 50. Replaces the list.",
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of deleteReview.")
class DeleteReviewInput:
    """Arguments of deleteReview."""

    review_id: strawberry.ID = strawberry.field(description=REVIEW_ID)
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of replyToReview.")
class ReplyToReviewInput:
    """Arguments of replyToReview."""

    review_id: strawberry.ID = strawberry.field(description=REVIEW_ID)
    text: str = strawberry.field(
        description=f"{TEXT} An empty text deletes the reply, also after the end of the claim."
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)
