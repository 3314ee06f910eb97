"""Moderation of content: reports of users, the queue of curators, and hidden content for its author."""

from enum import Enum

import strawberry

from schema.field_mapping import QueryResult
from schema.fields import mapped_field, prop
from schema.mutation import IDEMPOTENCY_KEY, MutationPayload
from schema.paging import Connection, Edge
from schema.scalars import DateTime

CONTENT_ID = "ID of a comment (`m_`), a review (`w_`) or a reply to a review (`y_`)."


@strawberry.enum(description="Reason of a report.")
class ReportReason(Enum):
    """Reason of a report."""

    SPAM = strawberry.enum_value("spam", description="Advertising.")
    ABUSE = strawberry.enum_value("abuse", description="Insults, threats or harassment.")
    PERSONAL_DATA = strawberry.enum_value("personal_data", description="Private data about a person.")
    OFF_TOPIC = strawberry.enum_value("off_topic", description="Unrelated to the paper.")
    OTHER = strawberry.enum_value("other", description="Another reason, which the note explains.")


@strawberry.enum(description="Kind of content that users can report.")
class ContentKind(Enum):
    """Kind of content that users can report."""

    COMMENT = strawberry.enum_value("comment", description="A comment.")
    REVIEW = strawberry.enum_value("review", description="A review.")
    REPLY = strawberry.enum_value("reply", description="A reply to a review.")


@strawberry.enum(description="Decision of a curator about content.")
class ModerationAction(Enum):
    """Decision of a curator about content."""

    HIDE = strawberry.enum_value("hide", description="Hide the content: readers see a placeholder.")
    RESTORE = strawberry.enum_value("restore", description="Show hidden content again.")
    DISMISS = strawberry.enum_value("dismiss", description="Close the reports without a change of the content.")


@strawberry.type(description="The hidden text of the viewer's own content, and the note of the curator.")
class HiddenContent:
    """The hidden text of the viewer's own content."""

    hidden_at: DateTime = prop("hiddenAt", "Time at which a curator hid it, ISO 8601 in UTC.")
    note: str | None = prop("note", "Note of the curator. Null without one.")
    text: str | None = prop("text", "Text in Markdown; the texts of a review follow one another.")


def hidden_content() -> HiddenContent | None:
    """Return the field with the hidden text of a comment, a review or a reply."""
    return mapped_field(
        QueryResult("graphql/own_moderation", single=True),
        "Hidden text and note of the curator. Null if it is not hidden, or if the viewer is not the author.",
    )


@strawberry.type(description="A report about content. Curators do not see its user.")
class ContentReport:
    """A report about content."""

    reason: ReportReason = prop("reason", "Reason.")
    note: str | None = prop("note", "Explanation. Null without one.")
    created_at: DateTime = prop("createdAt", "Time of the report, ISO 8601 in UTC.")


@strawberry.type(description="Reported content, with its text also if it is hidden.")
class ReportedContent:
    """Reported content."""

    text: str | None = prop("text", "Text in Markdown; the texts of a review follow one another. Null if deleted.")
    paper_id: strawberry.ID | None = prop("paperId", "Byline ID of the paper.")
    author: str | None = prop("author", "Name of the author. Null for anonymous reviews.")


@strawberry.type(description="Content with open reports.")
class ModerationCase:
    """Content with open reports."""

    id: strawberry.ID = prop("id", CONTENT_ID)
    kind: ContentKind = prop("kind", "Kind of the content.")
    open_reports: int = prop("openReports", "Number of open reports.")
    created_at: DateTime = prop("createdAt", "Time of the first report, ISO 8601 in UTC.")
    hidden_at: DateTime | None = prop("hiddenAt", "Time at which a curator hid the content. Null if visible.")
    content: ReportedContent | None = mapped_field(
        QueryResult("graphql/moderated_content", single=True), "The content. Null if it was deleted."
    )
    reports: list[ContentReport] = mapped_field(
        QueryResult("graphql/moderation_reports"), "Open reports, latest first, at most 50."
    )


@strawberry.type(description="Content with open reports in a list.")
class ModerationCaseEdge(Edge[ModerationCase]):
    """Content with open reports in a list."""


@strawberry.type(description="Content with open reports.")
class ModerationCaseConnection(Connection[ModerationCaseEdge, ModerationCase]):
    """Content with open reports."""


@strawberry.input(description="Arguments of reportContent.")
class ReportContentInput:
    """Arguments of reportContent."""

    id: strawberry.ID = strawberry.field(description=CONTENT_ID)
    reason: ReportReason = strawberry.field(description="Reason.")
    note: str | None = strawberry.field(
        default=None, description="Explanation for curators, plain text of at most 2,000 characters."
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.type(description="Result of reportContent.")
class ReportContentPayload(MutationPayload):
    """Result of reportContent."""

    content_id: strawberry.ID | None = strawberry.field(
        description="ID of the reported content. Null if there are user errors."
    )


@strawberry.input(description="Arguments of moderateContent.")
class ModerateContentInput:
    """Arguments of moderateContent."""

    id: strawberry.ID = strawberry.field(description=CONTENT_ID)
    action: ModerationAction = strawberry.field(description="Decision.")
    note: str | None = strawberry.field(
        default=None, description="Note for the author of hidden content, plain text of at most 2,000 characters."
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.type(description="Result of moderateContent.")
class ModerateContentPayload(MutationPayload):
    """Result of moderateContent."""

    content_id: strawberry.ID | None = strawberry.field(description="ID of the content. Null if there are user errors.")
